#include "document/scan.h"

#include <algorithm>

namespace weir {

namespace {

std::uint32_t size_of(std::string_view text) {
    return static_cast<std::uint32_t>(text.size());
}

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
bool is_break(char c) {
    return c == '\n' || c == '\r';
}
bool is_space(char c) {
    return is_blank(c) || is_break(c);
}
bool is_flow_indicator(char c) {
    return c == '[' || c == ']' || c == '{' || c == '}' || c == ',';
}

std::uint32_t end_of_line(std::string_view text, std::uint32_t at) {
    const std::size_t found = text.find('\n', at);
    auto end = found == std::string_view::npos ? size_of(text) : static_cast<std::uint32_t>(found);
    return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

std::uint32_t next_line(std::string_view text, std::uint32_t at) {
    const std::size_t found = text.find('\n', at);
    return found == std::string_view::npos ? size_of(text) : static_cast<std::uint32_t>(found + 1);
}

bool is_tag_character(char c) {
    const bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    return word || std::string_view("#;/?:@&=+$_.~*'()%!").find(c) != std::string_view::npos;
}

std::uint32_t end_of_tag(std::string_view text, std::uint32_t at) {
    if (at + 1 < text.size() && text[at + 1] == '<') {
        const std::size_t close = text.find('>', at);
        return close == std::string_view::npos ? size_of(text) : static_cast<std::uint32_t>(close + 1);
    }
    while (at < text.size() && is_tag_character(text[at])) {
        ++at;
    }
    return at;
}

/// What the header of a block scalar says: `|2-`, `>+`.
struct BlockHeader {
    std::uint32_t end = 0;
    bool keep = false;
    std::int64_t indent = 0; ///< 0: to be detected
};

BlockHeader block_header(std::string_view text, std::uint32_t begin) {
    BlockHeader header;
    header.end = std::min(begin + 1, size_of(text));
    while (header.end < text.size()) {
        const char c = text[header.end];
        if (c == '+') {
            header.keep = true;
        } else if (c >= '1' && c <= '9') {
            header.indent = c - '0';
        } else if (c != '-') {
            break;
        }
        ++header.end;
    }
    return header;
}

} // namespace

std::uint32_t skip_trivia(std::string_view text, std::uint32_t at) {
    while (at < text.size()) {
        if (is_space(text[at])) {
            ++at;
        } else if (text[at] == '#') {
            at = next_line(text, at);
        } else {
            break;
        }
    }
    return at;
}

AfterProperties skip_properties(std::string_view text, std::uint32_t at) {
    AfterProperties after{at, at, false};
    while (after.start < text.size() && (text[after.start] == '&' || text[after.start] == '!')) {
        after.end = end_of_property(text, after.start);
        after.any = true;
        after.start = skip_trivia(text, after.end);
    }
    return after;
}

std::uint32_t start_of_mapping(std::string_view text, std::uint32_t at) {
    std::uint32_t start = at;
    while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
        const std::uint32_t end = end_of_property(text, at);
        at = skip_trivia(text, end);
        if (text.substr(end, at - end).find('\n') != std::string_view::npos) {
            start = at;
        }
    }
    return start;
}

std::uint32_t end_of_quoted(std::string_view text, std::uint32_t begin) {
    const char quote = text[begin];
    for (std::uint32_t at = begin + 1; at < text.size(); ++at) {
        if (quote == '"' && text[at] == '\\') {
            ++at;
        } else if (text[at] == quote) {
            if (quote == '\'' && at + 1 < text.size() && text[at + 1] == '\'') {
                ++at;
            } else {
                return at + 1;
            }
        }
    }
    return kNoOffset;
}

std::uint32_t end_of_plain(std::string_view text, std::uint32_t begin, std::string_view decoded) {
    if (text.substr(begin, decoded.size()) == decoded) {
        return begin + size_of(decoded);
    }
    // Lines of a plain scalar are folded: between two other characters the source may hold line ends
    // and blanks where the decoded text holds blanks or line feeds.
    std::uint32_t at = begin;
    std::uint32_t end = begin;
    for (const char c : decoded) {
        if (is_space(c)) {
            continue;
        }
        while (at < text.size() && is_space(text[at])) {
            ++at;
        }
        if (at >= text.size() || text[at] != c) {
            break;
        }
        end = ++at;
    }
    return end;
}

std::uint32_t end_of_block(std::string_view text, std::uint32_t begin, std::int64_t parent_column) {
    const BlockHeader header = block_header(text, begin);
    const bool detect = header.indent == 0;
    std::int64_t indent = (detect ? 1 : header.indent) + std::max<std::int64_t>(parent_column, 0);
    bool found_text = false;
    std::uint32_t end = header.end;
    std::uint32_t line = next_line(text, header.end);
    while (line < text.size()) {
        std::uint32_t at = line;
        while (at < text.size() && text[at] == ' ' && (at - line < indent || (detect && !found_text))) {
            ++at;
        }
        if (detect && !found_text) {
            indent = std::max<std::int64_t>(indent, at - line);
        }
        const std::uint32_t line_end = end_of_line(text, line);
        if (at >= line_end) {
            if (header.keep) {
                end = line_end;
            }
        } else if (at - line < indent) {
            break;
        } else {
            found_text = true;
            end = line_end;
        }
        line = next_line(text, line);
    }
    return end;
}

std::uint32_t end_of_alias(std::string_view text, std::uint32_t begin) {
    std::uint32_t at = std::min(begin + 1, size_of(text));
    while (at < text.size() && !is_space(text[at]) && !is_flow_indicator(text[at])) {
        ++at;
    }
    return at;
}

std::uint32_t end_of_property(std::string_view text, std::uint32_t at) {
    return text[at] == '!' ? end_of_tag(text, at) : end_of_alias(text, at);
}

std::uint32_t end_of_flow(std::string_view text, std::uint32_t from, char closing) {
    std::uint32_t at = skip_trivia(text, from);
    while (at < text.size() && (text[at] == ',' || text[at] == ':' || text[at] == '?')) {
        at = skip_trivia(text, at + 1);
    }
    return at < text.size() && text[at] == closing ? at + 1 : from;
}

std::uint32_t tab_in_indentation(std::string_view text, std::uint32_t at) {
    std::uint32_t tab = kNoOffset;
    while (at > 0 && is_blank(text[at - 1])) {
        --at;
        tab = text[at] == '\t' ? at : tab;
    }
    return at == 0 || is_break(text[at - 1]) ? tab : kNoOffset;
}

std::uint32_t column_of(std::string_view text, std::uint32_t at) {
    std::uint32_t start = at;
    while (start > 0 && !is_break(text[start - 1])) {
        --start;
    }
    return at - start;
}

std::uint32_t next_code_point(std::string_view text, std::uint32_t at) {
    if (at >= text.size()) {
        return size_of(text);
    }
    do {
        ++at;
    } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
    return at;
}

} // namespace weir
