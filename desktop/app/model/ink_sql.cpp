#include <algorithm>
#include <array>
#include <string>

#include "model/code_text.h"

namespace weir::app {

namespace {

constexpr std::array<std::string_view, 59> kKeywords = {
    "ALL",       "AND",      "AS",          "BETWEEN", "BY",     "CASE",     "CAST",   "CATALOG",  "CREATE",
    "CROSS",     "DATABASE", "DISTRIBUTED", "ELSE",    "END",    "ENFORCED", "EXISTS", "EXPLAIN",  "FALSE",
    "FOR",       "FROM",     "GROUP",       "HAVING",  "IF",     "IN",       "INSERT", "INTERVAL", "INTO",
    "IS",        "JOIN",     "KEY",         "LEFT",    "LIKE",   "METADATA", "NOT",    "NULL",     "ON",
    "OR",        "ORDER",    "PARTITIONED", "PRIMARY", "SECOND", "SELECT",   "SET",    "TABLE",    "TEMPORARY",
    "THEN",      "TRUE",     "UNION",       "UNNEST",  "USE",    "USING",    "VALUES", "VIEW",     "VIRTUAL",
    "WATERMARK", "WHEN",     "WHERE",       "WITH",    "WITHOUT"};
constexpr std::array<std::string_view, 20> kTypes = {
    "ARRAY", "BIGINT",  "BINARY", "BOOLEAN", "BYTES",  "CHAR", "DATE",      "DECIMAL",       "DOUBLE",    "FLOAT",
    "INT",   "INTEGER", "MAP",    "ROW",     "STRING", "TIME", "TIMESTAMP", "TIMESTAMP_LTZ", "VARBINARY", "VARCHAR"};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

Ink word_ink(std::string_view word) {
    if (is_digit(word[0])) {
        return Ink::Number;
    }
    std::string upper(word);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    if (std::find(kKeywords.begin(), kKeywords.end(), upper) != kKeywords.end()) {
        return Ink::Keyword;
    }
    return std::find(kTypes.begin(), kTypes.end(), upper) != kTypes.end() ? Ink::Type : Ink::Plain;
}

/// End of the quoted stretch that goes on at `at`; `quote` becomes 0 when it ends in this line. A
/// doubled quote stands for itself.
std::size_t quoted_end(std::string_view text, std::size_t at, char& quote) {
    while (at < text.size()) {
        if (text[at] != quote) {
            ++at;
        } else if (at + 1 < text.size() && text[at + 1] == quote) {
            at += 2;
        } else {
            quote = 0;
            return at + 1;
        }
    }
    return at;
}

} // namespace

std::vector<Stretch> SqlInker::line(std::string_view text) {
    std::vector<Stretch> inks;
    std::size_t at = 0;
    const auto add = [&](std::size_t end, Ink ink) {
        inks.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end), ink});
        at = end;
    };
    while (at < text.size()) {
        const char c = text[at];
        if (in_comment_ || text.substr(at, 2) == "/*") {
            const std::size_t close = text.find("*/", in_comment_ ? at : at + 2);
            in_comment_ = close == std::string_view::npos;
            add(in_comment_ ? text.size() : close + 2, Ink::Comment);
        } else if (open_quote_ != 0 || c == '\'' || c == '`') {
            const std::size_t from = open_quote_ != 0 ? at : at + 1;
            open_quote_ = open_quote_ != 0 ? open_quote_ : c;
            const Ink ink = open_quote_ == '`' ? Ink::Identifier : Ink::String;
            add(quoted_end(text, from, open_quote_), ink);
        } else if (text.substr(at, 2) == "--") {
            add(text.size(), Ink::Comment);
        } else if (is_word(c)) {
            const auto end = static_cast<std::size_t>(
                std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_word) - text.begin());
            add(end, word_ink(text.substr(at, end - at)));
        } else {
            add(at + 1, c == ' ' || c == '\t' ? Ink::Plain : Ink::Punctuation);
        }
    }
    return inks;
}

} // namespace weir::app
