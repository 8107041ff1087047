#pragma once

/// \file
/// A contract's file → its plan, as `weir plan` makes it, without writing it down.

#include <string>
#include <vector>

#include "live/contracts.h"
#include "weir/facade.h"

namespace weir::live {

struct PlannedFile {
    /// Of the file under names that are the same on every machine. Invalid ones have no plan.
    LoadedContract loaded;
    MadePlan made;
    /// Why a valid contract has no plan; its first code may be `no-managed-build`.
    std::vector<DeployProblem> problems;

    [[nodiscard]] bool ok() const { return loaded.found && loaded.checked.valid() && problems.empty(); }
};

[[nodiscard]] PlannedFile plan_file(const std::string& file, PlanMode mode);

/// The plan for suspending or resuming what the contract describes: of the contract with `deployment.state` of every
/// managed build set. Nothing is written into the file, and the plan's sources stay those of the file.
[[nodiscard]] PlannedFile plan_file_in_state(const std::string& file, bool suspended);

} // namespace weir::live
