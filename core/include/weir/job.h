#pragma once

/// \file
/// Plan → job.json: what the runner in the job's image executes (docs/runner.md).

#include <string>
#include <string_view>

#include "weir/sql.h"

namespace weir {

/// `job.json` of one compiled build: its statements, its catalog (credentials as `env:NAME`), its namespace,
/// and its table with the whole schema in Iceberg's own JSON form. The same texts give the same bytes,
/// wherever the contract's files lie. `runner/src/main/resources/weir/runner/job.schema.json` is its schema.
[[nodiscard]] std::string job_json(const Contract& contract, const BuildPlan& plan, const Script& script);

} // namespace weir
