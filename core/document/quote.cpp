#include "document/quote.h"

#include <algorithm>
#include <iterator>

namespace weir {

namespace {

/// Needs no quotes wherever it stands, flow style included, and is read as a string.
bool is_plain(std::string_view text) {
    constexpr std::string_view kWords[] = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
    std::string folded;
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
        const bool inner = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '(' || c == ')';
        if (!letter && (folded.empty() || !inner)) {
            return false;
        }
        folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return !folded.empty() && std::find(std::begin(kWords), std::end(kWords), folded) == std::end(kWords);
}

} // namespace

std::optional<std::string> as_scalar(NodeStyle style, std::string_view text) {
    std::string out;
    if (style == NodeStyle::Plain) {
        if (is_plain(text)) {
            return std::string(text);
        }
        style = NodeStyle::DoubleQuoted;
    }
    switch (style) {
    case NodeStyle::SingleQuoted:
        out = "'";
        for (const char c : text) {
            out += c;
            if (c == '\'') {
                out += c;
            }
        }
        return out + "'";
    case NodeStyle::DoubleQuoted:
        out = "\"";
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                out += '\\';
            }
            out += c;
        }
        return out + "\"";
    default:
        return std::nullopt;
    }
}

} // namespace weir
