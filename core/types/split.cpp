#include "types/hints.h"

#include <algorithm>

#include "weir/clip.h"

namespace weir::types {

namespace {

constexpr std::size_t kShownBytes = 60;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || c == '_' || is_digit(c);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

/// Words with single blanks between them.
std::string words(std::string_view text) {
    std::string out;
    for (const char c : trimmed(text)) {
        if (!is_blank(c)) {
            out += c;
        } else if (out.back() != ' ') {
            out += ' ';
        }
    }
    return out;
}

/// Reads `10 , 2`; false when something else than whole numbers stands there.
bool read_numbers(std::string_view text, std::vector<std::uint32_t>& numbers) {
    constexpr std::size_t kDigits = 6;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view number = trimmed(text.substr(0, comma));
        if (number.empty() || number.size() > kDigits || !std::all_of(number.begin(), number.end(), is_digit)) {
            return false;
        }
        std::uint32_t value = 0;
        for (const char digit : number) {
            value = value * 10 + static_cast<std::uint32_t>(digit - '0');
        }
        numbers.push_back(value);
        if (comma == std::string_view::npos) {
            return true;
        }
        if (numbers.size() > 2) {
            return false;
        }
        text.remove_prefix(comma + 1);
    }
}

} // namespace

TypeText split_type(std::string_view written) {
    TypeText text;
    const std::string_view whole = trimmed(written);
    text.empty = whole.empty();
    text.shown = clipped(whole, kShownBytes);
    text.folded.assign(whole);
    std::transform(text.folded.begin(), text.folded.end(), text.folded.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });

    const std::string_view folded = text.folded;
    const std::size_t open = folded.find('(');
    text.name = words(folded.substr(0, open));
    const bool plain_name = !text.name.empty() && std::all_of(text.name.begin(), text.name.end(),
                                                              [](char c) { return is_word(c) || c == ' '; });
    if (open == std::string_view::npos) {
        text.well_formed = plain_name;
        return text;
    }
    const std::size_t close = folded.find(')', open);
    if (close == std::string_view::npos) {
        return text;
    }
    text.has_arguments = true;
    const std::string_view inner = folded.substr(open + 1, close - open - 1);
    text.numeric = read_numbers(inner, text.numbers);
    std::copy_if(folded.begin() + static_cast<std::ptrdiff_t>(open),
                 folded.begin() + static_cast<std::ptrdiff_t>(close + 1), std::back_inserter(text.arguments),
                 [](char c) { return !is_blank(c); });
    text.rest = words(folded.substr(close + 1));
    text.well_formed = plain_name && text.rest.empty() && inner.find('(') == std::string_view::npos;
    return text;
}

} // namespace weir::types
