#pragma once

/// \file
/// Code points as reports see them: how they decode, which may not be shown, how wide they are.

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

struct CodePoint {
    char32_t value = 0;
    std::uint32_t bytes = 0;
    bool valid = false; ///< when false, one byte of bad UTF-8 that stands for U+FFFD
};

/// The code point that begins at byte `at`, which must be inside `text`.
[[nodiscard]] CodePoint decode(std::string_view text, std::size_t at);

/// Byte where the code point before byte `at` begins; `at` must not be 0.
[[nodiscard]] std::size_t step_back(std::string_view text, std::size_t at);

/// Control, bidirectional, zero-width and other code points that change what a reader sees without
/// being seen themselves.
[[nodiscard]] bool is_hidden(char32_t value);

/// Terminal cells that a shown code point takes: 0 for combining marks, 2 for wide ones, else 1.
[[nodiscard]] std::uint32_t cell_width(char32_t value);

void append_utf8(std::string& out, char32_t value);

/// Build servers obey `##[command]` and `##vso[command]` wherever they stand in a line of output.
[[nodiscard]] bool is_server_command(std::string_view text, std::size_t at);

} // namespace weir
