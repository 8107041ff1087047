#pragma once

/// \file
/// What is known of one deployment.

#include "model/fleet.h"
#include "widgets.h"

namespace weir::app {

/// How it stands, by its state and its warnings.
[[nodiscard]] Icon fleet_icon(const FleetEntry& entry);
/// `running`, `failed: RESTARTING`, …
[[nodiscard]] std::string fleet_state_words(const FleetEntry& entry);

/// Draws the chosen deployment into the current child window, which scrolls.
void draw_fleet_details(const Stage& stage, const Rect& area, const Fleet& fleet);

} // namespace weir::app
