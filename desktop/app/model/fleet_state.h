#pragma once

/// \file
/// The fleet page in the window's state.

#include <nlohmann/json_fwd.hpp>

#include "model/screen_report.h"

namespace weir::app {

[[nodiscard]] nlohmann::json fleet_json(const StateContext& context);

} // namespace weir::app
