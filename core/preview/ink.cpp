#include "preview/ink.h"

#include <algorithm>

namespace weir {

namespace {

bool is_upper(char c) {
    return (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_word(char c) {
    return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// Behind the quote that closes the one at `at`; the line's end when none does.
std::size_t end_of_quoted(std::string_view line, std::size_t at) {
    const std::size_t close = line.find(line[at], at + 1);
    return close == std::string_view::npos ? line.size() : close + 1;
}

/// The key that a line begins with, behind `- `.
void add_key(std::string_view line, std::vector<Inked>& inked) {
    std::size_t begin = line.find_first_not_of(' ');
    while (begin != std::string_view::npos && line.substr(begin).starts_with("- ")) {
        begin = line.find_first_not_of(' ', begin + 1);
    }
    if (begin == std::string_view::npos) {
        return;
    }
    std::size_t end = begin;
    while (end < line.size() && (is_word(line[end]) || line[end] == '-' || line[end] == '.' || line[end] == '$')) {
        ++end;
    }
    const bool key =
        end > begin && end < line.size() && line[end] == ':' && (end + 1 == line.size() || line[end + 1] == ' ');
    if (key) {
        inked.push_back({begin, end, "k"});
    }
}

std::vector<Inked> ink_yaml(std::string_view line) {
    std::vector<Inked> inked;
    add_key(line, inked);
    for (std::size_t at = inked.empty() ? 0 : inked.back().end; at < line.size();) {
        const bool starts = at == 0 || line[at - 1] == ' ' || line[at - 1] == '{' || line[at - 1] == '[';
        if (line[at] == '#' && starts) {
            inked.push_back({at, line.size(), "m"});
            break;
        }
        if ((line[at] == '"' || line[at] == '\'') && starts) {
            const std::size_t end = end_of_quoted(line, at);
            inked.push_back({at, end, "s"});
            at = end;
        } else {
            ++at;
        }
    }
    return inked;
}

std::vector<Inked> ink_sql(std::string_view line) {
    std::vector<Inked> inked;
    for (std::size_t at = 0; at < line.size();) {
        if (line.substr(at).starts_with("--")) {
            inked.push_back({at, line.size(), "m"});
            break;
        }
        if (line[at] == '\'') {
            const std::size_t end = end_of_quoted(line, at);
            inked.push_back({at, end, "s"});
            at = end;
        } else if (line[at] == '`') {
            at = end_of_quoted(line, at);
        } else if (is_word(line[at])) {
            std::size_t end = at;
            while (end < line.size() && is_word(line[end])) {
                ++end;
            }
            if (end > at + 1 && std::all_of(line.begin() + static_cast<std::ptrdiff_t>(at),
                                            line.begin() + static_cast<std::ptrdiff_t>(end), is_upper)) {
                inked.push_back({at, end, "k"});
            }
            at = end;
        } else {
            ++at;
        }
    }
    return inked;
}

} // namespace

std::vector<Inked> ink(Language language, std::string_view line) {
    return language == Language::Yaml ? ink_yaml(line) : ink_sql(line);
}

} // namespace weir
