#pragma once

/// \file
/// Which lines of two texts belong together.

#include <cstdint>
#include <string_view>
#include <vector>

namespace weir {

/// Lines [base, base_end) of one text beside lines [head, head_end) of the other, counted from 0.
struct Stretch {
    std::uint32_t base = 0;
    std::uint32_t base_end = 0;
    std::uint32_t head = 0;
    std::uint32_t head_end = 0;
    bool equal = false; ///< the same lines; else what stands on the left became what stands on the right
};

/// The two texts cut into stretches, equal and changed ones in turn, that cover all lines of both.
///
/// Lines that both texts have once hold the alignment (patience diff); between them the longest common subsequence
/// decides while that is cheap. The time is bounded by about n log n plus a constant: what is too large to be compared
/// in it counts as changed as a whole.
[[nodiscard]] std::vector<Stretch> align(const std::vector<std::string_view>& base,
                                         const std::vector<std::string_view>& head);

/// The lines of a text, without their ends. A final line end opens no line.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

} // namespace weir
