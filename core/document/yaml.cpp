#include "document/yaml.h"

#include <algorithm>
#include <istream>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "document/scalar.h"
#include "document/scan.h"
#include "document/view_buffer.h"
#include "document/yaml_errors.h"
#include "document/yaml_probe.h"

namespace weir {

namespace {

/// Leaves yaml-cpp's parser; never passes read_yaml.
struct Stop {};

constexpr std::string_view kCoreTag = "tag:yaml.org,2002:";

/// yaml-cpp writes the escapes \N and \_ as single bytes. All else in `value` is UTF-8, so a stray
/// continuation byte can only be one of them.
std::string mend_escapes(std::string_view value) {
    std::string mended;
    mended.reserve(value.size() + 8);
    for (std::size_t at = 0; at < value.size();) {
        const auto lead = static_cast<unsigned char>(value[at]);
        if (lead >= 0x80 && lead < 0xC0) {
            mended += '\xC2';
        }
        const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        mended += value.substr(at, length);
        at += length;
    }
    return mended;
}

/// Turns yaml-cpp's events into the builder's.
class Handler : public YAML::EventHandler {
  public:
    explicit Handler(DocumentBuilder& builder)
        : builder_(builder), text_(builder.document().sources()[builder.file()].text()) {}

    void OnDocumentStart(const YAML::Mark& mark) override;
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override;
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override {
        open(NodeKind::Sequence, mark, tag, anchor, style);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override {
        open(NodeKind::Mapping, mark, tag, anchor, style);
    }
    void OnMapEnd() override { close(); }

    /// Past the last token that was read.
    [[nodiscard]] std::uint32_t cursor() const { return cursor_; }
    /// The last tab that was reported.
    [[nodiscard]] std::uint32_t reported_tab() const { return reported_tab_; }

  private:
    [[nodiscard]] std::uint32_t offset(const YAML::Mark& mark) const {
        return static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(mark.pos, 0, static_cast<std::int64_t>(text_.size())));
    }
    [[nodiscard]] Span span(std::uint32_t begin, std::uint32_t end) const { return {builder_.file(), begin, end}; }

    void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
              YAML::EmitterStyle::value style);
    void close();
    void emit(ScalarToken token, YAML::anchor_t anchor);
    [[noreturn]] void refuse_gap(Span at, std::string_view message, std::string_view help);
    void check_gap(std::uint32_t at);
    void emit_missing(std::uint32_t at, const AfterProperties& after, std::string_view tag, YAML::anchor_t anchor);
    [[nodiscard]] bool is_missing(std::uint32_t start) const;
    [[nodiscard]] std::string_view null_word(std::uint32_t start) const;
    [[nodiscard]] std::uint32_t place_of_missing() const;
    void check_tab(std::uint32_t at);
    void check_indent(std::uint32_t at);
    void check_collection_tag(NodeKind kind, std::string_view tag, std::uint32_t at);
    NodeKind kind_by_tag(std::string_view tag, std::string_view value, bool plain, std::uint32_t at);
    [[nodiscard]] Span tag_span(std::uint32_t at) const;
    void unknown_tag(std::uint32_t at);
    void tag_mismatch(std::uint32_t at, std::string_view wanted);
    void warn_spelling(const ScalarToken& token);
    ScalarToken locate(std::uint32_t start, const std::string& value);
    void leave_if_stopped() const {
        if (builder_.stopped()) {
            throw Stop{};
        }
    }

    DocumentBuilder& builder_;
    std::string_view text_;
    std::uint32_t cursor_ = 0;
    std::uint32_t reported_tab_ = kNoOffset;
};

void Handler::OnDocumentStart(const YAML::Mark& mark) {
    // yaml-cpp skips every line that starts with %, also where no --- ends the directives.
    const std::uint32_t first = skip_trivia(text_, 0);
    const bool directive = first < text_.size() && text_[first] == '%';
    if (directive && !text_.substr(offset(mark)).starts_with("---")) {
        refuse_gap(span(first, first + 1), "a line starts with %",
                   "Quote a text that starts with %, or end the directives with ---.");
    }
}

bool Handler::is_missing(std::uint32_t start) const {
    // A missing value is reported at the token behind it, which may itself be a null or an empty
    // quote. In block style that token is no deeper than the collection; a value would be.
    const auto& frames = builder_.frames();
    if (start < cursor_ || start >= text_.size()) {
        return true;
    }
    if (frames.empty() || !frames.back().block) {
        return false;
    }
    const DocumentBuilder::Frame& frame = frames.back();
    if (frame.mapping && !frame.has_key) {
        return false;
    }
    const std::string_view between = text_.substr(cursor_, start - cursor_);
    return between.find('\n') != std::string_view::npos && column_of(text_, start) <= frame.column;
}

std::string_view Handler::null_word(std::uint32_t start) const {
    constexpr std::string_view kAfter = " \t\r\n,[]{}:#";
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
        const std::string_view rest = text_.substr(start);
        if (rest.starts_with(word) &&
            (rest.size() == word.size() || kAfter.find(rest[word.size()]) != std::string_view::npos)) {
            return rest.substr(0, word.size());
        }
    }
    return {};
}

std::uint32_t Handler::place_of_missing() const {
    const std::uint32_t next = skip_trivia(text_, cursor_);
    const auto& frames = builder_.frames();
    if (frames.empty() || next >= text_.size()) {
        return cursor_;
    }
    const DocumentBuilder::Frame& frame = frames.back();
    if (frame.mapping && !frame.has_key) {
        return next;
    }
    return text_[next] == (frame.mapping ? ':' : '-') ? next + 1 : cursor_;
}

void Handler::refuse_gap(Span at, std::string_view message, std::string_view help) {
    Finding& finding = builder_.problems().add(Code::yaml_syntax, at, std::string(message));
    finding.path = builder_.path();
    finding.help = help;
    throw Stop{};
}

/// yaml-cpp takes `[a, , b]`, and a last key without a colon.
void Handler::check_gap(std::uint32_t at) {
    const auto& frames = builder_.frames();
    if (frames.empty()) {
        return;
    }
    const DocumentBuilder::Frame& frame = frames.back();
    const std::uint32_t next = skip_trivia(text_, cursor_);
    if (!frame.mapping && !frame.block) {
        refuse_gap(span(at, next_code_point(text_, at)), "an item of a list is missing",
                   "Remove the comma, or write null.");
    }
    if (frame.mapping && frame.block && frame.has_key && (frame.keep_entry || frame.merge)) {
        const bool colon = next < text_.size() && text_[next] == ':';
        // The place of a key that yaml-cpp reads without a value is that of the key, `?` included.
        const bool explicit_key = at < cursor_ && at < builder_.node(frame.key).span.begin && text_[at] == '?';
        if (!colon && !explicit_key) {
            refuse_gap(builder_.node(frame.key).span, "a key has no colon behind it",
                       "Write a colon and a value, or indent the line when it continues the text above.");
        }
    }
}

void Handler::emit_missing(std::uint32_t at, const AfterProperties& after, std::string_view tag,
                           YAML::anchor_t anchor) {
    const bool has_properties = after.any && at >= cursor_;
    if (!has_properties) {
        check_gap(at);
    }
    ScalarToken token;
    token.begin = has_properties ? after.end : place_of_missing();
    token.end = token.begin;
    token.kind = kind_by_tag(tag, {}, true, at);
    emit(token, anchor);
}

void Handler::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
    const std::uint32_t at = offset(mark);
    const AfterProperties after = skip_properties(text_, at);
    const bool foreign = is_missing(at); // the place is that of the next token
    const bool missing = foreign || is_missing(after.start);
    const std::string_view word = missing ? std::string_view{} : null_word(after.start);
    if (word.empty()) {
        const bool belongs = after.any && anchor != 0 && !foreign;
        emit_missing(at, belongs ? after : AfterProperties{at, at, false}, "?", anchor);
        return;
    }
    check_tab(at);
    check_indent(at);
    ScalarToken token;
    token.text = word;
    token.begin = after.start;
    token.end = after.start + static_cast<std::uint32_t>(word.size());
    emit(token, anchor);
}

void Handler::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
    const std::uint32_t begin = offset(mark);
    check_tab(begin);
    check_indent(begin);
    cursor_ = end_of_alias(text_, begin);
    builder_.alias(anchor, begin, cursor_);
    leave_if_stopped();
}

void Handler::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       const std::string& value) {
    const std::uint32_t at = offset(mark);
    const AfterProperties after = skip_properties(text_, at);
    const char first = after.start < text_.size() ? text_[after.start] : '\0';
    const bool marked = first == '"' || first == '\'' || first == '|' || first == '>';
    if (value.empty() && (!marked || is_missing(after.start))) {
        emit_missing(at, after, tag, anchor);
        return;
    }
    check_tab(at);
    check_indent(at);
    check_indent(after.start);
    ScalarToken token = locate(after.start, value);
    const bool plain = token.style == NodeStyle::Plain;
    token.kind = kind_by_tag(tag, token.text, plain, at);
    if (plain && tag == "?") {
        warn_spelling(token);
    }
    emit(token, anchor);
}

ScalarToken Handler::locate(std::uint32_t start, const std::string& value) {
    ScalarToken token;
    token.begin = start;
    std::uint32_t margin = 0; // a quote at either end
    switch (text_[start]) {
    case '"':
    case '\'':
        token.style = text_[start] == '"' ? NodeStyle::DoubleQuoted : NodeStyle::SingleQuoted;
        token.end = end_of_quoted(text_, start);
        margin = 1;
        if (token.end == kNoOffset) {
            Finding& finding =
                builder_.problems().add(Code::yaml_syntax, span(start, start + 1), "a quoted text is not closed");
            finding.help = "Add the closing quote.";
            throw Stop{};
        }
        break;
    case '|':
    case '>': {
        token.style = text_[start] == '|' ? NodeStyle::Literal : NodeStyle::Folded;
        const auto& frames = builder_.frames();
        token.end = end_of_block(text_, start, frames.empty() ? -1 : static_cast<std::int64_t>(frames.back().column));
        break;
    }
    default:
        token.end = end_of_plain(text_, start, value);
        break;
    }
    const std::string_view inner = text_.substr(start + margin, token.end - start - 2 * margin);
    const bool as_written = inner == value;
    token.text = as_written ? inner : builder_.keep(value);
    if (!as_written && token.style == NodeStyle::DoubleQuoted) {
        if (inner.find("\\N") != std::string_view::npos || inner.find("\\_") != std::string_view::npos) {
            token.text = builder_.keep(mend_escapes(value));
        }
    }
    token.has_control = holds_control(token.text);
    return token;
}

void Handler::emit(ScalarToken token, YAML::anchor_t anchor) {
    cursor_ = token.end;
    builder_.scalar(token, anchor);
    leave_if_stopped();
}

void Handler::open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                   YAML::EmitterStyle::value style) {
    const std::uint32_t at = offset(mark);
    check_tab(at);
    const bool block_mapping = kind == NodeKind::Mapping && style == YAML::EmitterStyle::Block;
    const std::uint32_t start = block_mapping ? start_of_mapping(text_, at) : skip_properties(text_, at).start;
    check_collection_tag(kind, tag, at);
    const auto& frames = builder_.frames();
    const bool list_in_mapping =
        kind == NodeKind::Sequence && style == YAML::EmitterStyle::Block && !frames.empty() && frames.back().mapping;
    if (!list_in_mapping && start < text_.size()) {
        check_indent(at);
        check_indent(start);
    }
    const bool flow = style != YAML::EmitterStyle::Block;
    const std::uint32_t column =
        flow || start == at ? static_cast<std::uint32_t>(std::max(mark.column, 0)) : column_of(text_, start);
    builder_.open(kind, flow ? NodeStyle::Flow : NodeStyle::Block, start, column, anchor);
    leave_if_stopped();
    const bool bracket = flow && start < text_.size() && (text_[start] == '{' || text_[start] == '[');
    cursor_ = bracket ? start + 1 : start;
}

void Handler::close() {
    const DocumentBuilder::Frame& frame = builder_.frames().back();
    const char first = frame.begin < text_.size() ? text_[frame.begin] : '\0';
    if (!frame.block && first == (frame.mapping ? '{' : '[')) {
        cursor_ = end_of_flow(text_, cursor_, frame.mapping ? '}' : ']');
    }
    builder_.close(cursor_);
    leave_if_stopped();
}

/// yaml-cpp takes a value on a line that is not indented deeper than the mapping or list it stands in.
void Handler::check_indent(std::uint32_t at) {
    if (is_missing(at)) {
        refuse_gap(span(at, next_code_point(text_, at)), "this line is not indented deeper than what it belongs to",
                   "Indent it, or write a colon and a value when it is a key.");
    }
}

void Handler::check_tab(std::uint32_t at) {
    const auto& frames = builder_.frames();
    if (at == 0 || (text_[at - 1] != '\t' && text_[at - 1] != ' ') || (!frames.empty() && !frames.back().block)) {
        return;
    }
    const std::uint32_t tab = tab_in_indentation(text_, at);
    if (tab != kNoOffset && tab >= cursor_ && tab != reported_tab_) {
        reported_tab_ = tab;
        Finding& finding = builder_.problems().add(Code::yaml_tab, span(tab, tab + 1), "a tab is used as indentation");
        finding.path = builder_.path();
        finding.help = "Indent with spaces.";
    }
}

Span Handler::tag_span(std::uint32_t at) const {
    const bool anchor_first = at < text_.size() && text_[at] == '&';
    const std::uint32_t begin = anchor_first ? skip_trivia(text_, end_of_alias(text_, at)) : at;
    const std::uint32_t limit = std::max(begin, skip_properties(text_, begin).end);
    const std::size_t blank = text_.substr(begin, limit - begin).find_first_of(" \t\r\n");
    return span(begin, blank == std::string_view::npos ? limit : begin + static_cast<std::uint32_t>(blank));
}

void Handler::unknown_tag(std::uint32_t at) {
    Finding& finding = builder_.problems().add(Code::yaml_unknown_tag, tag_span(at),
                                               "the document uses a tag that is not one of YAML's own");
    finding.path = builder_.path();
    finding.help = "Remove the tag, or quote a text that starts with !.";
}

void Handler::tag_mismatch(std::uint32_t at, std::string_view wanted) {
    Finding& finding = builder_.problems().add(Code::yaml_tag_mismatch, tag_span(at),
                                               fmt::format("the tag !!{} does not fit its value", wanted));
    finding.path = builder_.path();
    finding.help = "Remove the tag.";
}

void Handler::check_collection_tag(NodeKind kind, std::string_view tag, std::uint32_t at) {
    if (tag == "?" || tag == "!") {
        return;
    }
    const bool core = tag.starts_with(kCoreTag);
    const std::string_view name = core ? tag.substr(kCoreTag.size()) : std::string_view{};
    if (name == (kind == NodeKind::Mapping ? "map" : "seq")) {
        return;
    }
    if (name == "map" || name == "seq" || name == "str" || name == "int" || name == "float" || name == "bool" ||
        name == "null") {
        tag_mismatch(at, name);
    } else {
        unknown_tag(at);
    }
}

NodeKind Handler::kind_by_tag(std::string_view tag, std::string_view value, bool plain, std::uint32_t at) {
    if (tag == "?") {
        return core_kind(value);
    }
    if (tag == "!") {
        return NodeKind::String;
    }
    const bool core = tag.starts_with(kCoreTag);
    const std::string_view name = core ? tag.substr(kCoreTag.size()) : std::string_view{};
    const NodeKind kind = plain || !value.empty() ? core_kind(value) : NodeKind::String;
    if (name == "str") {
        return NodeKind::String;
    }
    if (name == "int" || name == "float" || name == "bool" || name == "null") {
        const NodeKind wanted = name == "int"     ? NodeKind::Integer
                                : name == "float" ? NodeKind::Float
                                : name == "bool"  ? NodeKind::Boolean
                                                  : NodeKind::Null;
        if (kind != wanted && !(wanted == NodeKind::Float && kind == NodeKind::Integer)) {
            tag_mismatch(at, name);
        }
        return wanted;
    }
    if (name == "map" || name == "seq") {
        tag_mismatch(at, name);
    } else {
        unknown_tag(at);
    }
    return NodeKind::String;
}

void Handler::warn_spelling(const ScalarToken& token) {
    const std::string_view meaning = yaml_1_1_meaning(token.text);
    if (meaning.empty()) {
        return;
    }
    const Span at = span(token.begin, token.end);
    DocumentBuilder& builder = builder_;
    Finding& finding =
        builder.problems().add(Code::yaml_1_1_spelling, at,
                               fmt::format("YAML 1.1 tools read {} as {}; here it is {}", token.text, meaning,
                                           token.kind == NodeKind::Integer ? "a decimal number" : "a text"));
    finding.path = builder.path();
    const auto& frames = builder.frames();
    if (!builder.problems().fragment() && !frames.empty() && frames.back().mapping && !frames.back().has_key) {
        append_path_key(finding.path, token.text);
    }
    finding.help = fmt::format("Put it in quotes: \"{}\".", token.text);
    finding.fix = Fix{fmt::format("Quote {}", token.text), {Edit{at, fmt::format("\"{}\"", token.text)}}};
}

/// Notes where a second document starts.
class SecondDocument : public Handler {
  public:
    using Handler::Handler;
    void OnDocumentStart(const YAML::Mark& mark) override {
        at = mark.pos;
        throw Stop{};
    }
    std::int64_t at = -1;
};

} // namespace

void read_yaml(DocumentBuilder& builder) {
    std::string start;
    const std::string_view text = readable_text(builder, start);
    if (builder.stopped()) {
        return;
    }
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    Handler handler(builder);
    SecondDocument second(builder);
    try {
        YAML::Parser parser(stream);
        if (parser.HandleNextDocument(handler) && !parser.HandleNextDocument(second)) {
            report_yaml_directive(builder, handler.cursor());
        }
    } catch (const Stop&) {
        if (second.at >= 0) {
            report_yaml_rest(builder, second.at);
        } else {
            builder.stop();
        }
    } catch (const YAML::Exception& error) {
        const std::int64_t at = error.mark.is_null() ? static_cast<std::int64_t>(text.size()) : error.mark.pos;
        report_yaml_error(builder, {error.msg, at, handler.cursor(), handler.reported_tab()});
        builder.stop();
    }
}

} // namespace weir
