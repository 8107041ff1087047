#include "sql/scalar_offsets.h"

#include <algorithm>

namespace weir {

namespace {

std::uint32_t hexadecimal(std::string_view digits) {
    std::uint32_t value = 0;
    for (const char c : digits) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : 0;
        value = value << 4 | static_cast<std::uint32_t>(digit);
    }
    return value;
}

std::size_t utf8_length(std::uint32_t code_point) {
    return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

struct Escape {
    std::size_t source = 2;
    std::size_t decoded = 1;
};

/// The escape at the start of `raw`, a backslash.
Escape escape(std::string_view raw) {
    const char kind = raw.size() > 1 ? raw[1] : '\0';
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    if (digits > 0) {
        const std::uint32_t value = hexadecimal(raw.substr(2, digits));
        if (value >= 0xD800 && value < 0xDC00 && raw.substr(6, 2) == "\\u") {
            return Escape{12, 4};
        }
        return Escape{2 + digits, utf8_length(value)};
    }
    switch (kind) {
    case 'N': // next line
    case '_': // no-break space
        return Escape{2, 2};
    case 'L': // line separator
    case 'P': // paragraph separator
        return Escape{2, 3};
    default:
        return Escape{2, 1};
    }
}

} // namespace

ScalarOffsets::ScalarOffsets(const Document& document, NodeId scalar) {
    const Node& node = document.node(scalar);
    token_ = node.span;
    const std::string_view raw = document.sources().slice(node.span);
    bool known = false;
    switch (node.style) {
    case NodeStyle::Plain:
        pieces_.push_back(Piece{0, 0, 0});
        known = raw == node.text;
        break;
    case NodeStyle::SingleQuoted:
        known = single_quoted(raw, node.text);
        break;
    case NodeStyle::DoubleQuoted:
        known = double_quoted(raw, node.text);
        break;
    case NodeStyle::Literal:
        known = literal(raw, node.text);
        break;
    case NodeStyle::Folded:
    case NodeStyle::Flow:
    case NodeStyle::Block:
        break;
    }
    if (!known) {
        pieces_.clear();
    }
}

bool ScalarOffsets::single_quoted(std::string_view raw, std::string_view text) {
    std::size_t at = 1;
    pieces_.push_back(Piece{0, at, 0});
    for (std::size_t i = 0; i < text.size(); ++i, ++at) {
        if (at >= raw.size() || raw[at] != text[i] || text[i] == '\n') {
            return false;
        }
        if (raw[at] == '\'') {
            pieces_.push_back(Piece{i, at, 2});
            ++at;
            pieces_.push_back(Piece{i + 1, at + 1, 0});
        }
    }
    return at + 1 == raw.size();
}

bool ScalarOffsets::double_quoted(std::string_view raw, std::string_view text) {
    std::size_t at = 1;
    std::size_t decoded = 0;
    pieces_.push_back(Piece{0, at, 0});
    while (decoded < text.size()) {
        if (at >= raw.size() || raw[at] == '\n' || (raw[at] != '\\' && raw[at] != text[decoded])) {
            return false;
        }
        if (raw[at] == '\\') {
            const Escape step = escape(raw.substr(at));
            pieces_.push_back(Piece{decoded, at, step.source});
            at += step.source;
            decoded += step.decoded;
            pieces_.push_back(Piece{decoded, at, 0});
        } else {
            ++at;
            ++decoded;
        }
    }
    return decoded == text.size() && at + 1 == raw.size();
}

bool ScalarOffsets::literal(std::string_view raw, std::string_view text) {
    std::size_t at = raw.empty() || raw.front() != '|' ? 0 : raw.find('\n') + 1;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t line_end = std::min(text.find('\n', begin), text.size());
        const std::size_t raw_end = std::min(raw.find('\n', at), raw.size());
        const bool carriage = raw_end > at && raw[raw_end - 1] == '\r';
        const std::size_t length = line_end - begin;
        const std::size_t raw_length = raw_end - at - (carriage ? 1 : 0);
        if (at > raw.size() || raw_length < length) {
            return false;
        }
        const std::size_t indent = raw_length - length;
        if (raw.substr(at + indent, length) != text.substr(begin, length)) {
            return false;
        }
        pieces_.push_back(Piece{begin, at + indent, 0});
        begin = line_end + 1;
        at = raw_end + 1;
    }
    return !pieces_.empty();
}

const ScalarOffsets::Piece& ScalarOffsets::piece_of(std::size_t decoded) const {
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), decoded,
                                        [](std::size_t value, const Piece& piece) { return value < piece.decoded; });
    return *std::prev(after);
}

std::optional<Span> ScalarOffsets::span(std::uint32_t begin, std::uint32_t end) const {
    if (pieces_.empty() || begin >= end) {
        return std::nullopt;
    }
    const Piece& first = piece_of(begin);
    const Piece& last = piece_of(end - 1);
    const std::size_t from = first.source + (first.escape > 0 ? 0 : begin - first.decoded);
    // The end of the last byte, not the start of the next: between them may lie an indentation.
    const std::size_t to = last.source + (last.escape > 0 ? last.escape : end - last.decoded);
    Span span = token_;
    span.begin = token_.begin + static_cast<std::uint32_t>(from);
    span.end = std::min(token_.begin + static_cast<std::uint32_t>(to), token_.end);
    return span;
}

} // namespace weir
