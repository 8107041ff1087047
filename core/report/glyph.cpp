#include "report/glyph.h"

#include <fmt/format.h>

#include "report/unicode.h"
#include "weir/report.h"

namespace weir {

namespace {

constexpr std::uint32_t kTabCells = 4;

std::uint32_t hex_digits(char32_t value) {
    std::uint32_t digits = 1;
    while (value > 0xF) {
        value >>= 4U;
        ++digits;
    }
    return digits;
}

} // namespace

Glyph glyph_at(std::string_view text, std::size_t at, Tabs tabs) {
    const CodePoint point = decode(text, at);
    if (!point.valid) {
        return {point.value, point.bytes, 1, Glyph::As::Replacement};
    }
    if (point.value == U'\t' && tabs == Tabs::Expanded) {
        return {point.value, point.bytes, kTabCells, Glyph::As::Tab};
    }
    if (is_hidden(point.value) || is_server_command(text, at)) {
        const auto escape_cells =
            static_cast<std::uint32_t>(std::string_view("\\u{}").size()) + hex_digits(point.value);
        return {point.value, point.bytes, escape_cells, Glyph::As::Escape};
    }
    return {point.value, point.bytes, cell_width(point.value), Glyph::As::Itself};
}

void append_glyph(std::string& out, const Glyph& glyph) {
    switch (glyph.as) {
    case Glyph::As::Itself:
    case Glyph::As::Replacement:
        append_utf8(out, glyph.value);
        break;
    case Glyph::As::Escape:
        fmt::format_to(std::back_inserter(out), "\\u{{{:x}}}", static_cast<std::uint32_t>(glyph.value));
        break;
    case Glyph::As::Tab:
        out.append(kTabCells, ' ');
        break;
    }
}

void append_safe(std::string& out, std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Glyph glyph = glyph_at(text, at, Tabs::Escaped);
        append_glyph(out, glyph);
        at += glyph.bytes;
    }
}

std::uint32_t cells_of(std::string_view safe_text) {
    std::uint32_t cells = 0;
    for (std::size_t at = 0; at < safe_text.size();) {
        const Glyph glyph = glyph_at(safe_text, at, Tabs::Escaped);
        cells += glyph.cells;
        at += glyph.bytes;
    }
    return cells;
}

std::string terminal_safe(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    append_safe(out, text);
    return out;
}

} // namespace weir
