#pragma once

/// \file
/// Characters of a contract as a terminal shows them.

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

/// How one character of a text is shown.
struct Glyph {
    enum class As : std::uint8_t { Itself, Replacement, Escape, Tab };
    char32_t value = 0;
    std::uint32_t bytes = 0; ///< of the text
    std::uint32_t cells = 0; ///< of the terminal
    As as = As::Itself;
};

enum class Tabs : std::uint8_t { Escaped, Expanded };

/// The character at byte `at`, which must be inside `text`.
[[nodiscard]] Glyph glyph_at(std::string_view text, std::size_t at, Tabs tabs);
void append_glyph(std::string& out, const Glyph& glyph);

/// The whole text, safe for one line of a terminal.
void append_safe(std::string& out, std::string_view text);

/// Cells that a text without escapes takes.
[[nodiscard]] std::uint32_t cells_of(std::string_view safe_text);

} // namespace weir
