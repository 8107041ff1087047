#pragma once

/// \file
/// Finding a command by a few letters of its name.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace weir::app {

struct CommandMatch {
    int score = 0;                    ///< the higher, the better
    std::vector<std::size_t> letters; ///< bytes of the name that were meant, in order
};

/// The letters of `query` stand in `name` in this order, blanks aside and whatever their case. Runs of letters and
/// beginnings of words count more than letters that are scattered. Nothing when they do not.
[[nodiscard]] std::optional<CommandMatch> match_command(std::string_view query, std::string_view name);

} // namespace weir::app
