#pragma once

/// \file
/// What the pages Deploy and Log show, as JSON for the state file.

#include <nlohmann/json.hpp>

#include "model/audit_view.h"
#include "model/deploy_steps.h"

namespace weir::app {

/// `{"contract", "purpose", "running", "stale", "readOnly", "production", "expected", "typed", "obstacle", "steps":
/// {"validate": {"state", "headline", "lines": [text], "fields": [{"path", "before", "after", "owner"}]}, …}}`.
[[nodiscard]] nlohmann::json steps_json(const DeploySteps& steps);
/// `{"file", "search", "problem", "exported", "total", "shown": [the newest fifty, without time and run]}`.
[[nodiscard]] nlohmann::json log_json(const AuditView& log);

} // namespace weir::app
