#pragma once

/// \file
/// What `weir apply` tells.

#include <string>

#include "cli/io.h"
#include "live/applying.h"

namespace weir::cli {

using live::ApplyReport;
using live::ApplyStep;

/// 0: all applied, or all well for a dry run. 1: refused. 2: not known.
[[nodiscard]] Exit exit_of(const ApplyReport& report);

/// `{"schema": 1, "applied": true|false|null, "mode", "planDigest", "product", "problems": [{"code", "path", "message",
/// "help"}], "policy": as weir policy prints it, or null, "deployments": [{"build", "context", "namespace", "name",
/// "action": "create|change|none|null", "changes": [fields], "problems": [{"code", "message", "help", "fields"}],
/// "sent": ["ConfigMap …"], "generation", "state": "running|suspended|accepted|failed|null", "message",
/// "formerConfigMaps", "removable", "resources": of a dry run}]}` on one line with a final newline. `applied` is null
/// when it is not known whether the cluster took everything.
[[nodiscard]] std::string apply_json(const ApplyReport& report);

/// What is wrong, for standard error.
[[nodiscard]] std::string apply_problems(const ApplyReport& report, const TextStyle& style);
/// What would be sent and what that changes.
[[nodiscard]] std::string apply_preview(const ApplyReport& report);
/// What was sent and what has become of it.
[[nodiscard]] std::string apply_result(const ApplyReport& report);

} // namespace weir::cli
