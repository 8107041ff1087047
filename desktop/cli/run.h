#pragma once

/// \file
/// `weir ARGUMENTS…` as a function.

#include <string>
#include <vector>

#include "cli/io.h"

namespace weir::cli {

/// \param arguments  without the program's name
[[nodiscard]] Exit run(Io& io, const std::vector<std::string>& arguments);

} // namespace weir::cli
