#pragma once

/// \file
/// A look ahead at the brackets of a YAML text. yaml-cpp may take a bracket for the start of a key, and
/// then reads on to its end before it reports anything: every bracket and every token behind it costs
/// memory, whatever limits the events would meet.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weir {

struct FlowLimits {
    std::uint32_t depth = 128;
    /// Tokens within one outermost pair of brackets: brackets, commas, scalars, and two for a colon.
    std::uint32_t tokens = 3'000'000;
};

/// The first place where brackets go beyond a limit.
struct FlowExcess {
    std::uint32_t at = 0;    ///< offset of the bracket or token that is too many
    std::uint32_t begin = 0; ///< offset of the outermost open bracket
    bool deep = false;       ///< the depth is exceeded, not the number of tokens
    std::string closing;     ///< what closes all brackets that are open behind `at`
};

/// Linear in the text, and without memory of its own but for its open brackets and levels of indentation. Sees
/// brackets as yaml-cpp's scanner does in every text that it takes; in others it may be wrong behind the
/// place that yaml-cpp refuses.
[[nodiscard]] std::optional<FlowExcess> find_flow_excess(std::string_view text, const FlowLimits& limits);

} // namespace weir
