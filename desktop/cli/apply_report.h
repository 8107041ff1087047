#pragma once

/// \file
/// What `weir apply` tells.

#include <optional>
#include <string>
#include <vector>

#include "cli/io.h"
#include "live/deployer.h"
#include "weir/facade.h"
#include "weir/policy.h"

namespace weir::cli {

/// One deployment of a plan on its way.
struct ApplyStep {
    Deployment deployment; ///< stamped
    std::optional<live::Rehearsal> rehearsal;
    std::optional<live::Sending> sending;
    std::optional<live::Settled> settled;
    std::optional<live::Leftovers> leftovers;

    /// `create`, `change` or `none`; empty when it was not rehearsed.
    [[nodiscard]] std::string_view action() const;
};

struct ApplyReport {
    std::string mode;
    PlanDocument plan;
    Rechecked rechecked;
    /// What keeps the plan from being sent anywhere.
    std::vector<DeployProblem> problems;
    PolicyVerdict verdict;
    Environment environment;
    std::vector<ApplyStep> steps;
    bool rehearsal_only = false; ///< --mode dry-run
    bool declined = false;       ///< asked, and the answer was no

    /// Nothing keeps the plan from being sent.
    [[nodiscard]] bool sendable() const { return problems.empty() && verdict.allowed(); }
};

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
