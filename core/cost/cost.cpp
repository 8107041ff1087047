#include "weir/cost.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace weir {

namespace {

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > kMost / b ? kMost : a * b;
}

std::uint64_t number_or(const Whole& number, std::uint64_t otherwise) {
    return number.present() && number.value > 0 ? static_cast<std::uint64_t>(number.value) : otherwise;
}

} // namespace

std::string grouped(std::uint64_t number) {
    std::string digits = fmt::format_int(number).str();
    for (std::size_t at = digits.size(); at > 3; at -= 3) {
        digits.insert(at - 3, ",");
    }
    return digits;
}

DailyCost daily_cost(const Build& build, const Expose* expose) {
    DailyCost cost;
    cost.build = build.id.value;
    if (build.deployment) {
        cost.checkpoint_seconds = number_or(build.deployment->checkpoint_interval_seconds, kDefaultCheckpointSeconds);
        cost.parallelism = number_or(build.deployment->parallelism, 1);
        cost.suspended = build.deployment->state.value == "suspended";
    }
    if (expose != nullptr && expose->binding && expose->binding->iceberg) {
        for (const PartitionField& field : expose->binding->iceberg->partition_spec) {
            cost.partitions.push_back(field.source_column.value);
        }
    }
    if (!cost.suspended) {
        cost.commits = std::max<std::uint64_t>(kSecondsPerDay / cost.checkpoint_seconds, 1);
        cost.files = times(cost.commits, cost.parallelism);
        cost.metadata_files = times(cost.commits, kMetadataFilesPerCommit);
    }
    return cost;
}

std::vector<DailyCost> daily_costs(const Contract& contract) {
    std::vector<DailyCost> costs;
    for (const Build& build : contract.builds) {
        if (build.managed) {
            costs.push_back(daily_cost(build, contract.written_by(build)));
        }
    }
    return costs;
}

} // namespace weir
