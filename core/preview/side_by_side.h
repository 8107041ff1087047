#pragma once

/// \file
/// Two texts beside each other, what changed marked, what did not folded.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "preview/html.h"
#include "preview/ink.h"

namespace weir {

/// One of the two texts.
struct ShownText {
    std::vector<std::string_view> lines;
    /// The line as it may be shown; it is asked for no line but those on the page.
    std::function<std::string(std::string_view line)> show;
    /// Lines that something on the page points at, from 1, sorted. They are never folded, and have the address
    /// `<anchor>-<line>`.
    std::vector<std::uint32_t> pointed_at;
    std::string anchor;
    Language language = Language::Yaml;
};

struct SideBySideLimits {
    std::size_t bytes = 1'500'000; ///< of HTML
    std::size_t line_bytes = 600;
};

/// Writes both texts line by line. What does not fit into `limits` is counted instead: folded lines first, since they
/// did not change, then the rest.
void write_side_by_side(Html& html, const ShownText& base, const ShownText& head, const SideBySideLimits& limits);

/// Writes one text alone, for a contract that is new or gone.
/// \param mark  class of the lines: `i` inserted, `d` deleted
void write_alone(Html& html, const ShownText& text, std::string_view mark, const SideBySideLimits& limits);

} // namespace weir
