#pragma once

/// \file
/// Pictures of the window.

#include <string>

#include "window.h"

namespace weir::app {

/// Writes `pixels` as a PNG file, its rows unfiltered, so that a short program can read it.
/// \return false when the file cannot be written
[[nodiscard]] bool write_png(const std::string& file, const Pixels& pixels);

} // namespace weir::app
