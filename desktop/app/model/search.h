#pragma once

/// \file
/// Finding words in lists, whatever their case.

#include <algorithm>
#include <string_view>

namespace weir::app {

/// Of ASCII letters; others stay as they are.
[[nodiscard]] constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] inline bool contains_word(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

} // namespace weir::app
