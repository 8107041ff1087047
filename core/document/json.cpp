#include "document/json.h"

#include <algorithm>

#include <fmt/format.h>

#include "document/scalar.h"
#include "document/scan.h"

namespace weir {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

void append_utf8(std::string& out, std::uint32_t c) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0U | (c >> 6U));
        out += static_cast<char>(0x80U | (c & 0x3FU));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0U | (c >> 12U));
        out += static_cast<char>(0x80U | ((c >> 6U) & 0x3FU));
        out += static_cast<char>(0x80U | (c & 0x3FU));
    } else {
        out += static_cast<char>(0xF0U | (c >> 18U));
        out += static_cast<char>(0x80U | ((c >> 12U) & 0x3FU));
        out += static_cast<char>(0x80U | ((c >> 6U) & 0x3FU));
        out += static_cast<char>(0x80U | (c & 0x3FU));
    }
}

/// A JSON text, read from the front without recursion.
class JsonReader {
  public:
    explicit JsonReader(DocumentBuilder& builder)
        : builder_(builder), text_(builder.document().sources()[builder.file()].text()) {}

    void read() {
        skip_blanks();
        if (at_ == text_.size()) {
            return; // no document at all
        }
        while (step()) {
        }
    }

  private:
    /// What the grammar asks for next.
    enum class Expect : std::uint8_t { Value, ItemOrEnd, KeyOrEnd, Key, CommaOrEnd, End };

    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip_blanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            ++at_;
        }
    }

    /// Reads one token; false at the end and at the first error.
    bool step();
    bool value();
    bool key();
    bool close();
    bool string();
    bool escape(std::string& decoded);
    bool hex(std::uint32_t& code_unit);
    bool number();
    bool word(std::string_view text, NodeKind kind);
    bool emit(NodeKind kind, NodeStyle style, std::string_view text, std::uint32_t begin);
    bool fail(std::string_view message, std::string_view help, std::uint32_t at);
    bool fail_here();
    /// After a value: what may come next depends on what it stands in.
    void value_done() { expect_ = builder_.frames().empty() ? Expect::End : Expect::CommaOrEnd; }

    DocumentBuilder& builder_;
    std::string_view text_;
    std::uint32_t at_ = 0;
    Expect expect_ = Expect::Value;
};

bool JsonReader::fail(std::string_view message, std::string_view help, std::uint32_t at) {
    Finding& finding = builder_.problems().add(Code::yaml_syntax, Span{builder_.file(), at, next_code_point(text_, at)},
                                               std::string(message));
    finding.path = builder_.path();
    finding.help = help;
    if (at >= text_.size() && !builder_.frames().empty()) {
        const std::uint32_t opened = builder_.frames().back().begin;
        finding.related.push_back({"it is opened here", builder_.opening(opened)});
    }
    builder_.stop();
    return false;
}

bool JsonReader::fail_here() {
    if (at_ >= text_.size()) {
        const auto& frames = builder_.frames();
        return fail(frames.empty()          ? "the text ends too early"
                    : frames.back().mapping ? "an object is not closed"
                                            : "an array is not closed",
                    "Close what is open.", at_);
    }
    switch (expect_) {
    case Expect::Value:
    case Expect::ItemOrEnd:
        return fail("this is not a JSON value",
                    "A value is an object, an array, a text in double quotes, a number, true, false or null.", at_);
    case Expect::KeyOrEnd:
    case Expect::Key:
        return fail("this is not a key", "A key is a text in double quotes; JSON has no comma behind the last entry.",
                    at_);
    case Expect::CommaOrEnd:
        return fail("a comma is missing", "Separate entries and items by commas.", at_);
    case Expect::End:
        break;
    }
    return fail("text stands behind the end of the document", "Remove it.", at_);
}

bool JsonReader::step() {
    skip_blanks();
    switch (expect_) {
    case Expect::End:
        return at_ != text_.size() && fail_here();
    case Expect::CommaOrEnd:
        if (peek() != ',') {
            return close();
        }
        ++at_;
        expect_ = builder_.frames().back().mapping ? Expect::Key : Expect::Value;
        return true;
    case Expect::KeyOrEnd:
        return peek() == '}' ? close() : key();
    case Expect::Key:
        return key();
    case Expect::ItemOrEnd:
        return peek() == ']' ? close() : value();
    case Expect::Value:
        break;
    }
    return value();
}

bool JsonReader::close() {
    if (at_ >= text_.size() || peek() != (builder_.frames().back().mapping ? '}' : ']')) {
        return fail_here();
    }
    builder_.close(++at_);
    value_done();
    return !builder_.stopped();
}

bool JsonReader::key() {
    if (peek() != '"') {
        return fail_here();
    }
    if (!string()) {
        return false;
    }
    skip_blanks();
    if (peek() != ':') {
        return fail("a colon is missing behind a key", "Write \"key\": value.", at_);
    }
    ++at_;
    expect_ = Expect::Value;
    return true;
}

bool JsonReader::value() {
    const std::uint32_t begin = at_;
    switch (peek()) {
    case '{':
    case '[': {
        const bool mapping = peek() == '{';
        builder_.open(mapping ? NodeKind::Mapping : NodeKind::Sequence, NodeStyle::Flow, begin, 0, 0);
        ++at_;
        expect_ = mapping ? Expect::KeyOrEnd : Expect::ItemOrEnd;
        return !builder_.stopped();
    }
    case '"':
        if (!string()) {
            return false;
        }
        break;
    case 't':
        if (!word("true", NodeKind::Boolean)) {
            return false;
        }
        break;
    case 'f':
        if (!word("false", NodeKind::Boolean)) {
            return false;
        }
        break;
    case 'n':
        if (!word("null", NodeKind::Null)) {
            return false;
        }
        break;
    default:
        if (!number()) {
            return false;
        }
        break;
    }
    value_done();
    return true;
}

bool JsonReader::emit(NodeKind kind, NodeStyle style, std::string_view text, std::uint32_t begin) {
    ScalarToken token;
    token.kind = kind;
    token.style = style;
    token.text = text;
    token.begin = begin;
    token.end = at_;
    token.has_control = kind == NodeKind::String && holds_control(text);
    builder_.scalar(token, 0);
    return !builder_.stopped();
}

bool JsonReader::word(std::string_view text, NodeKind kind) {
    const std::uint32_t begin = at_;
    if (!text_.substr(at_).starts_with(text)) {
        return fail_here();
    }
    at_ += static_cast<std::uint32_t>(text.size());
    return emit(kind, NodeStyle::Plain, text_.substr(begin, text.size()), begin);
}

bool JsonReader::number() {
    const std::uint32_t begin = at_;
    const auto digits = [&] {
        const std::uint32_t first = at_;
        while (is_digit(peek())) {
            ++at_;
        }
        return at_ > first;
    };
    bool whole = true;
    at_ += peek() == '-' ? 1 : 0;
    const bool zero = peek() == '0';
    if (!digits()) {
        at_ = begin;
        return fail_here();
    }
    if (zero && at_ - begin > (text_[begin] == '-' ? 2U : 1U)) {
        return fail("a number starts with a needless 0", "JSON numbers have no leading zeros.", begin);
    }
    if (peek() == '.') {
        ++at_;
        whole = false;
        if (!digits()) {
            return fail("a number has no digit behind its point", "Write a digit, or remove the point.", begin);
        }
    }
    if (peek() == 'e' || peek() == 'E') {
        ++at_;
        whole = false;
        at_ += peek() == '+' || peek() == '-' ? 1 : 0;
        if (!digits()) {
            return fail("a number has no digit in its exponent", "Write a digit, or remove the exponent.", begin);
        }
    }
    return emit(whole ? NodeKind::Integer : NodeKind::Float, NodeStyle::Plain, text_.substr(begin, at_ - begin), begin);
}

bool JsonReader::hex(std::uint32_t& code_unit) {
    code_unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
        const char c = peek();
        std::uint32_t digit = 0;
        if (is_digit(c)) {
            digit = static_cast<std::uint32_t>(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            digit = static_cast<std::uint32_t>(c - 'a' + 10);
        } else if (c >= 'A' && c <= 'F') {
            digit = static_cast<std::uint32_t>(c - 'A' + 10);
        } else {
            return fail("an escape lacks its hexadecimal digits", "Write \\u with four of them.", at_);
        }
        code_unit = code_unit * 16 + digit;
    }
    return true;
}

bool JsonReader::escape(std::string& decoded) {
    const std::uint32_t begin = at_;
    ++at_;
    const char c = peek();
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (c != 'u') {
        const std::size_t letter = at_ < text_.size() ? kLetters.find(c) : std::string_view::npos;
        if (letter == std::string_view::npos) {
            return fail("an escape that JSON does not know", "Write \\\\ for a backslash.", begin);
        }
        decoded += kMeanings[letter];
        ++at_;
        return true;
    }
    ++at_;
    std::uint32_t first = 0;
    if (!hex(first)) {
        return false;
    }
    constexpr std::string_view kHelp = "Write a pair such as \\ud83d\\ude00.";
    if (first >= 0xDC00 && first <= 0xDFFF) {
        return fail("the second half of a surrogate pair stands alone", kHelp, begin);
    }
    if (first >= 0xD800 && first <= 0xDBFF) {
        std::uint32_t second = 0;
        if (!text_.substr(at_).starts_with("\\u")) {
            return fail("the first half of a surrogate pair stands alone", kHelp, begin);
        }
        at_ += 2;
        if (!hex(second)) {
            return false;
        }
        if (second < 0xDC00 || second > 0xDFFF) {
            return fail("the first half of a surrogate pair stands alone", kHelp, begin);
        }
        first = 0x10000 + ((first - 0xD800) << 10U) + (second - 0xDC00);
    }
    append_utf8(decoded, first);
    return true;
}

bool JsonReader::string() {
    const std::uint32_t begin = at_++;
    std::uint32_t run = at_;
    std::string decoded;
    bool escaped = false;
    while (at_ < text_.size() && text_[at_] != '"') {
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte < 0x20) {
            return fail("a text holds a line end or another control character", "Write it as an escape such as \\n.",
                        at_);
        }
        if (byte != '\\') {
            ++at_;
            continue;
        }
        escaped = true;
        decoded += text_.substr(run, at_ - run);
        if (!escape(decoded)) {
            return false;
        }
        run = at_;
    }
    if (at_ >= text_.size()) {
        return fail("a text is not closed", "Add the closing quote.", begin);
    }
    std::string_view text = text_.substr(run, at_ - run);
    if (escaped) {
        decoded += text;
        text = builder_.keep(decoded);
    }
    ++at_;
    return emit(NodeKind::String, NodeStyle::DoubleQuoted, text, begin);
}

} // namespace

void read_json(DocumentBuilder& builder) {
    JsonReader(builder).read();
}

} // namespace weir
