#pragma once

/// \file
/// Classes of characters and small forms that several patterns are made of.

#include <string_view>

namespace weir::form {

inline bool lower(char c) {
    return c >= 'a' && c <= 'z';
}
inline bool upper(char c) {
    return c >= 'A' && c <= 'Z';
}
inline bool digit(char c) {
    return c >= '0' && c <= '9';
}
inline bool letter(char c) {
    return lower(c) || upper(c);
}
inline bool alnum(char c) {
    return letter(c) || digit(c);
}
inline bool lower_alnum(char c) {
    return lower(c) || digit(c);
}
inline bool hex_lower(char c) {
    return digit(c) || (c >= 'a' && c <= 'f');
}
/// A blank, a control character, or anything beyond ASCII.
inline bool odd(char c) {
    return static_cast<unsigned char>(c) <= 0x20U || static_cast<unsigned char>(c) >= 0x7FU;
}

template <class Test> bool all(std::string_view text, Test test) {
    for (const char c : text) {
        if (!test(c)) {
            return false;
        }
    }
    return true;
}

/// The text before the first `mark`, which is taken away with it; the whole text when there is none.
inline std::string_view take_until(std::string_view& text, char mark) {
    const std::size_t at = text.find(mark);
    const std::string_view part = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return part;
}

/// 1 to 65535, without a leading zero.
inline bool port(std::string_view text) {
    if (text.empty() || text.size() > 5 || text.front() == '0' || !all(text, digit)) {
        return false;
    }
    unsigned value = 0;
    for (const char c : text) {
        value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value <= 65535;
}

} // namespace weir::form
