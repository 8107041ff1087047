#pragma once

/// \file
/// Small plots without axes: the course of a value, and its last one in words beside it.

#include <optional>
#include <vector>

#include "widgets.h"

namespace weir::app {

/// Bars from 0 to the largest value, the newest at the right.
/// \param most  bars that there is room for when all are seen
void draw_bars(const Stage& stage, ImDrawList* draw, const Rect& area, const std::vector<float>& values,
               std::size_t most, Rgb ink);

/// A line through what is known, from 0 to the largest value; gaps where nothing is.
void draw_course(const Stage& stage, ImDrawList* draw, const Rect& area,
                 const std::vector<std::optional<float>>& values, Rgb ink);

} // namespace weir::app
