#include <algorithm>
#include <array>

#include "model/code_text.h"

namespace weir::app {

namespace {

constexpr std::string_view kBlank = " \t";

bool is_blank_at(std::string_view text, std::size_t at) {
    return at >= text.size() || text[at] == ' ' || text[at] == '\t';
}

void add(std::vector<Stretch>& inks, std::size_t begin, std::size_t end, Ink ink) {
    if (end > begin) {
        inks.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), ink});
    }
}

bool is_number(std::string_view word) {
    const bool digit = std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digit && word.find_first_not_of("0123456789.+-eE_xabcdefABCDEFo") == std::string_view::npos &&
           (word[0] == '-' || word[0] == '+' || word[0] == '.' || (word[0] >= '0' && word[0] <= '9'));
}

Ink scalar_ink(std::string_view word) {
    static constexpr std::array<std::string_view, 10> kLiterals = {"true",  "false", "True", "False", "TRUE",
                                                                   "FALSE", "null",  "Null", "NULL",  "~"};
    if (std::find(kLiterals.begin(), kLiterals.end(), word) != kLiterals.end()) {
        return Ink::Literal;
    }
    return is_number(word) ? Ink::Number : Ink::String;
}

/// A colon here ends a key.
bool is_key_colon(std::string_view text, std::size_t at) {
    return at < text.size() && text[at] == ':' && is_blank_at(text, at + 1);
}

} // namespace

std::size_t YamlInker::plain_scalar(std::string_view text, std::size_t at, std::vector<Stretch>& inks) {
    std::size_t end = at;
    while (end < text.size() && !is_key_colon(text, end)) {
        const bool comment = text[end] == '#' && end > at && is_blank_at(text, end - 1);
        const bool flow_end = flow_depth_ > 0 && std::string_view(",[]{}").find(text[end]) != std::string_view::npos;
        if (comment || flow_end) {
            break;
        }
        ++end;
    }
    std::size_t word_end = end;
    while (word_end > at && is_blank_at(text, word_end - 1)) {
        --word_end;
    }
    if (is_key_colon(text, end)) {
        add(inks, at, word_end, Ink::Key);
        add(inks, end, end + 1, Ink::Punctuation);
        if (flow_depth_ == 0) {
            key_column_ = at;
        }
        return end + 1;
    }
    add(inks, at, word_end, scalar_ink(text.substr(at, word_end - at)));
    return std::max(end, at + 1);
}

std::size_t YamlInker::quoted_scalar(std::string_view text, std::size_t at, std::vector<Stretch>& inks) {
    const bool fresh = open_quote_ == 0;
    if (fresh) {
        open_quote_ = text[at];
    }
    std::size_t end = fresh ? at + 1 : at;
    while (end < text.size() && open_quote_ != 0) {
        if (open_quote_ == '"' && text[end] == '\\') {
            end = std::min(end + 2, text.size());
        } else if (text[end] == open_quote_) {
            const bool doubled = open_quote_ == '\'' && end + 1 < text.size() && text[end + 1] == '\'';
            end += doubled ? 2 : 1;
            open_quote_ = doubled ? open_quote_ : '\0';
        } else {
            ++end;
        }
    }
    const std::size_t next = std::min(text.find_first_not_of(kBlank, end), text.size());
    const bool key = fresh && open_quote_ == 0 && next < text.size() && text[next] == ':';
    add(inks, at, end, key ? Ink::Key : Ink::String);
    if (key && flow_depth_ == 0) {
        key_column_ = at;
    }
    return end;
}

std::size_t YamlInker::token(std::string_view text, std::size_t at, std::vector<Stretch>& inks) {
    const char c = text[at];
    const auto word_end = [&] { return std::min(text.find_first_of(" \t,[]{}", at), text.size()); };
    switch (c) {
    case '#':
        add(inks, at, text.size(), Ink::Comment);
        return text.size();
    case '"':
    case '\'':
        return quoted_scalar(text, at, inks);
    case '&':
    case '*':
    case '!': {
        const std::size_t end = std::max(word_end(), at + 1);
        add(inks, at, end, Ink::Type);
        return end;
    }
    case '{':
    case '[':
        ++flow_depth_;
        add(inks, at, at + 1, Ink::Punctuation);
        return at + 1;
    case '}':
    case ']':
        flow_depth_ -= flow_depth_ > 0 ? 1U : 0U;
        add(inks, at, at + 1, Ink::Punctuation);
        return at + 1;
    case ',':
    case ':':
        add(inks, at, at + 1, Ink::Punctuation);
        return at + 1;
    case '|':
    case '>':
        in_block_ = flow_depth_ == 0;
        block_indent_ = key_column_;
        add(inks, at, word_end(), Ink::Punctuation);
        return word_end();
    case '-':
    case '?':
        if (is_blank_at(text, at + 1)) {
            key_column_ = at;
            add(inks, at, at + 1, Ink::Punctuation);
            return at + 1;
        }
        break;
    default:
        break;
    }
    return plain_scalar(text, at, inks);
}

std::vector<Stretch> YamlInker::line(std::string_view text) {
    std::vector<Stretch> inks;
    const std::size_t indent = text.find_first_not_of(kBlank);
    if (in_block_) {
        if (indent == std::string_view::npos || indent > block_indent_) {
            add(inks, 0, text.size(), Ink::String);
            return inks;
        }
        in_block_ = false;
    }
    if (open_quote_ == 0 && (text.substr(0, 3) == "---" || text.substr(0, 3) == "...")) {
        add(inks, 0, text.size(), Ink::Punctuation);
        return inks;
    }
    std::size_t at = 0;
    while (at < text.size()) {
        if (open_quote_ != 0) {
            at = quoted_scalar(text, at, inks);
        } else if (is_blank_at(text, at)) {
            ++at;
        } else {
            at = token(text, at, inks);
        }
    }
    return inks;
}

} // namespace weir::app
