#pragma once

/// \file
/// The colours of the window, by what they are for.

#include <cstdint>
#include <string_view>

#include "model/code_text.h"

namespace weir::app {

enum class ThemeName : std::uint8_t { Light, Dark };

/// Red, green and blue, 0 to 255.
struct Rgb {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
};

constexpr Rgb rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U),
            static_cast<std::uint8_t>(hex)};
}

struct Palette {
    ThemeName name = ThemeName::Dark;
    Rgb chrome;   ///< bars and the list
    Rgb surface;  ///< behind code and cards
    Rgb raised;   ///< cards, buttons, chips
    Rgb hover;    ///< what the mouse is over
    Rgb selected; ///< the chosen row
    Rgb border;
    Rgb text;
    Rgb muted;     ///< secondary text
    Rgb faint;     ///< line numbers; not for reading
    Rgb accent;    ///< focus, the active tab, links
    Rgb on_accent; ///< text on accent
    Rgb error;
    Rgb warning;
    Rgb ok;
    Rgb info;
    Rgb error_wash; ///< behind a line with an error, and behind a value that went away
    Rgb warning_wash;
    Rgb ok_wash; ///< behind a value that came
    Rgb key;
    Rgb string;
    Rgb number;
    Rgb literal;
    Rgb comment;
    Rgb punctuation;
    Rgb keyword;
    Rgb type;
    Rgb identifier;

    [[nodiscard]] Rgb ink(Ink ink) const;
    [[nodiscard]] Rgb severity(Severity severity) const;
};

[[nodiscard]] const Palette& palette(ThemeName theme);

/// Contrast of two colours by WCAG 2.1, 1 to 21.
[[nodiscard]] double contrast(Rgb a, Rgb b);

} // namespace weir::app
