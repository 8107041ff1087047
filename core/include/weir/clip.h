#pragma once

/// \file
/// Texts of a contract that are too long to be told whole.

#include <string>
#include <string_view>

namespace weir {

/// The text, or as much of it as fits into `bytes` bytes, cut between two characters, and `…` behind it.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t bytes);

} // namespace weir
