#include "diff/values.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "text/secrecy.h"
#include "weir/clip.h"

namespace weir::changes {

namespace {

/// Longest value, in bytes of JSON, that a change shows in full, and longest text inside a message.
constexpr std::size_t kShownBytes = 2000;
constexpr std::size_t kWordsBytes = 120;

constexpr std::string_view kHidden = "(not shown)";

bool reads_secret(std::string_view text) {
    return may_hold_credential(text) || find_secret(text);
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

void append_json_text(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    out += '"';
}

/// Writes values; one place for both spellings, so that what is compared and what is shown agree.
class Writer {
  public:
    explicit Writer(const Document& document, bool for_show = true) : document_(document), for_show_(for_show) {}

    void value(NodeId id) {
        const Node& node = document_.node(id);
        switch (node.kind) {
        case NodeKind::Null:
            out_ += "null";
            break;
        case NodeKind::Boolean:
            out_ += node.text.empty() || lower(node.text.front()) == 'f' ? "false" : "true";
            break;
        case NodeKind::Integer:
        case NodeKind::Float:
            number(node.text);
            break;
        case NodeKind::String:
            text(node.text);
            break;
        case NodeKind::Mapping:
            mapping(id);
            break;
        case NodeKind::Sequence:
            sequence(id);
            break;
        }
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    void text(std::string_view value) {
        if (for_show_ && reads_secret(value)) {
            append_json_text(out_, kHidden);
        } else {
            append_json_text(out_, value);
        }
    }

    void number(std::string_view text) {
        const std::string canonical = canonical_number(text);
        // `.inf` and `.nan` are no JSON numbers.
        const std::size_t sign = canonical.front() == '-' ? 1 : 0;
        if (canonical.size() == sign || !is_digit(canonical[sign])) {
            append_json_text(out_, text);
        } else {
            out_ += canonical;
        }
    }

    void mapping(NodeId id) {
        std::vector<Entry> entries;
        for (const Entry& entry : document_.entries(id)) {
            entries.push_back(entry);
        }
        std::sort(entries.begin(), entries.end(), [this](const Entry& a, const Entry& b) {
            return document_.node(a.key).text < document_.node(b.key).text;
        });
        out_ += '{';
        bool first = true;
        for (const Entry& entry : entries) {
            if (!first) {
                out_ += ',';
            }
            first = false;
            const std::string_view key = document_.node(entry.key).text;
            append_json_text(out_, key);
            out_ += ':';
            if (for_show_ && names_credential(key)) {
                append_json_text(out_, kHidden);
            } else {
                value(entry.value);
            }
        }
        out_ += '}';
    }

    void sequence(NodeId id) {
        out_ += '[';
        bool first = true;
        for (const NodeId item : document_.items(id)) {
            if (!first) {
                out_ += ',';
            }
            first = false;
            value(item);
        }
        out_ += ']';
    }

    const Document& document_;
    bool for_show_;
    std::string out_;
};

/// `digits` with base 16 or 8 as decimal digits. Quadratic in their number, so the caller bounds it.
std::string to_decimal(std::string_view digits, unsigned base) {
    std::vector<unsigned> decimal(1, 0); // least significant first
    for (const char c : digits) {
        const char folded = lower(c);
        unsigned carry =
            is_digit(folded) ? static_cast<unsigned>(folded - '0') : static_cast<unsigned>(folded - 'a' + 10);
        for (unsigned& digit : decimal) {
            carry += digit * base;
            digit = carry % 10;
            carry /= 10;
        }
        for (; carry > 0; carry /= 10) {
            decimal.push_back(carry % 10);
        }
    }
    std::string out;
    for (auto digit = decimal.rbegin(); digit != decimal.rend(); ++digit) {
        out += static_cast<char>('0' + *digit);
    }
    return out;
}

/// Reads the exponent after `e`; gives up on one that no number of a contract has.
bool read_exponent(std::string_view text, std::int64_t& exponent) {
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        text.remove_prefix(1);
    }
    if (text.empty() || text.size() > 9) {
        return false;
    }
    std::int64_t value = 0;
    for (const char c : text) {
        if (!is_digit(c)) {
            return false;
        }
        value = value * 10 + (c - '0');
    }
    exponent += negative ? -value : value;
    return true;
}

/// `value` as its JSON, or in words where that is too long to read.
Shown described(const Node& value, std::string json) {
    if (json.size() <= kShownBytes) {
        return {json, clipped(json, kWordsBytes), json};
    }
    const std::string words =
        fmt::format("({} {}, too long to show)", value.count, value.kind == NodeKind::Mapping ? "keys" : "items");
    return {json_text(words), words, std::move(json)};
}

} // namespace

std::string json_text(std::string_view text) {
    std::string out;
    append_json_text(out, text);
    return out;
}

Shown shown_hidden() {
    return {json_text(kHidden), std::string(kHidden), std::string(kHidden)};
}

Shown shown(std::string_view text) {
    if (reads_secret(text)) {
        return shown_hidden();
    }
    return {json_text(clipped(text, kShownBytes)), text.empty() ? "\"\"" : clipped(text, kWordsBytes), json_text(text)};
}

Shown shown(std::int64_t number) {
    const std::string digits = fmt::format("{}", number);
    return {digits, digits, digits};
}

Shown shown(bool flag) {
    const std::string word = flag ? "true" : "false";
    return {word, word, word};
}

Shown shown(const Document& document, NodeId node) {
    if (node == kNoNode) {
        return {};
    }
    if (document.node(node).kind == NodeKind::String) {
        return shown(document.node(node).text);
    }
    Writer writer(document);
    writer.value(node);
    return described(document.node(node), writer.take());
}

Shown shown_set(const Document& document, NodeId sequence) {
    std::vector<std::string> items;
    for (const NodeId item : document.items(sequence)) {
        Writer writer(document);
        writer.value(item);
        items.push_back(writer.take());
    }
    std::sort(items.begin(), items.end());
    std::string json = "[";
    for (const std::string& item : items) {
        json += json.size() > 1 ? "," : "";
        json += item;
    }
    return described(document.node(sequence), json + "]");
}

std::string canonical(const Document& document, NodeId node) {
    if (node == kNoNode) {
        return {};
    }
    Writer writer(document, false);
    writer.value(node);
    return writer.take();
}

std::string canonical_number(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        text.remove_prefix(1);
    }
    constexpr std::size_t kLongestBased = 200;
    std::string digits;
    std::int64_t exponent = 0;
    if (text.size() > 2 && text.size() < kLongestBased && text[0] == '0' && (text[1] == 'x' || text[1] == 'o')) {
        digits = to_decimal(text.substr(2), text[1] == 'x' ? 16 : 8);
    } else {
        bool fraction = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (is_digit(text[i])) {
                digits += text[i];
                exponent -= fraction ? 1 : 0;
            } else if (text[i] == '.' && !fraction) {
                fraction = true;
            } else if ((text[i] == 'e' || text[i] == 'E') && !digits.empty()) {
                if (!read_exponent(text.substr(i + 1), exponent)) {
                    return (negative ? "-" : "") + std::string(text);
                }
                break;
            } else {
                std::string folded(text);
                std::transform(folded.begin(), folded.end(), folded.begin(), lower);
                return (negative ? "-" : "") + folded;
            }
        }
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    while (!digits.empty() && digits.back() == '0') {
        digits.pop_back();
        ++exponent;
    }
    if (digits.empty()) {
        return "0";
    }
    constexpr std::int64_t kPlainZeros = 18;
    if (exponent >= 0 && exponent <= kPlainZeros) {
        digits.append(static_cast<std::size_t>(exponent), '0');
        exponent = 0;
    } else if (exponent < 0 && exponent >= -kPlainZeros) {
        const auto places = static_cast<std::size_t>(-exponent);
        digits.insert(0, digits.size() > places ? 0 : places + 1 - digits.size(), '0');
        digits.insert(digits.size() - places, 1, '.');
        exponent = 0;
    }
    return fmt::format("{}{}{}", negative ? "-" : "", digits, exponent == 0 ? "" : fmt::format("e{}", exponent));
}

} // namespace weir::changes
