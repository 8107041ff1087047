#pragma once

/// \file
/// The versions of Flink that a job may run on, one row each, with what belongs to them. Grammar, resources, the
/// image's manifests and docs/runtimes.md hold this one table; tests/runner/run_image compares them.

#include <span>
#include <string_view>

#include "weir/contract.h"

namespace weir {

struct FlinkRuntime {
    std::string_view version;   ///< as `deployment.flinkVersion` and the operator write it: `v1_20`
    std::string_view flink;     ///< `1.20.1`: the release that the image is built on
    std::string_view iceberg;   ///< of iceberg-flink-runtime in the image
    std::string_view newest;    ///< the newest iceberg-flink-runtime that exists for this Flink
    std::string_view connector; ///< of flink-connector-kafka
    std::string_view registry;  ///< of flink-sql-avro-confluent-registry, which not every release of Flink has
};

/// The oldest first.
[[nodiscard]] std::span<const FlinkRuntime> flink_runtimes();
/// Their versions, in the same order.
[[nodiscard]] std::span<const std::string_view> flink_versions();
inline constexpr std::string_view kDefaultFlinkVersion = "v1_20";
/// What the deployment asks for; the default's where it names none.
[[nodiscard]] const FlinkRuntime& flink_runtime(const FlinkDeployment& deployment);

} // namespace weir
