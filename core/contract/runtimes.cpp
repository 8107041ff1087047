#include "weir/runtimes.h"

#include <algorithm>

namespace weir {

namespace {

constexpr FlinkRuntime kRuntimes[] = {
    {.version = "v1_19",
     .flink = "1.19.3",
     .iceberg = "1.10.0",
     .newest = "1.10.2",
     .connector = "3.3.0-1.19",
     .registry = "1.19.1"},
    {.version = "v1_20",
     .flink = "1.20.1",
     .iceberg = "1.10.0",
     .newest = "1.11.0",
     .connector = "3.4.0-1.20",
     .registry = "1.20.0"},
};
constexpr std::string_view kVersions[] = {"v1_19", "v1_20"};
static_assert(std::size(kVersions) == std::size(kRuntimes));

} // namespace

std::span<const FlinkRuntime> flink_runtimes() {
    return kRuntimes;
}

std::span<const std::string_view> flink_versions() {
    return kVersions;
}

const FlinkRuntime& flink_runtime(const FlinkDeployment& deployment) {
    const std::string_view version =
        deployment.flink_version.present() ? deployment.flink_version.value : kDefaultFlinkVersion;
    const auto* const found = std::find_if(std::begin(kRuntimes), std::end(kRuntimes),
                                           [&](const FlinkRuntime& runtime) { return runtime.version == version; });
    return found == std::end(kRuntimes) ? std::end(kRuntimes)[-1] : *found;
}

} // namespace weir
