#pragma once

/// \file
/// What to alert on: Prometheus rules for the job of a build (docs/alerts.md). A job may run, and its checkpoints
/// complete, while nothing is committed to the table any more: only the age of the last commit shows that.

#include <string>

#include "weir/binding.h"

namespace weir {

/// Seconds without a commit before somebody is told. Iceberg's sink commits an empty snapshot after ten checkpoints
/// without records, so that twelve checkpoints without a commit are a fault, and never less than the age that
/// parameters.flink.verification allows a snapshot.
[[nodiscard]] std::uint64_t commit_age_limit(const Build& build);

/// `alerts.yaml` of a build: one group with three rules.
[[nodiscard]] std::string alerts_yaml(const Contract& contract, const BuildPlan& plan);

} // namespace weir
