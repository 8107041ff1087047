#pragma once

/// \file
/// What a managed build does to its table every day, by arithmetic over the contract alone: a commit for each
/// checkpoint, a snapshot for each commit, and the data files that each commit adds.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weir/contract.h"

namespace weir {

inline constexpr std::uint64_t kSecondsPerDay = 86'400;
/// Seconds between two checkpoints where the contract says nothing (contract.md section 4).
inline constexpr std::uint64_t kDefaultCheckpointSeconds = 60;
/// A commit writes a table metadata file, the list of its snapshot's manifests, and a manifest of the new files.
inline constexpr std::uint64_t kMetadataFilesPerCommit = 3;

struct DailyCost {
    std::string_view build; ///< its id
    bool suspended = false; ///< `state: suspended`: no job runs, all figures are 0
    std::uint64_t checkpoint_seconds = kDefaultCheckpointSeconds;
    std::uint64_t parallelism = 1;
    /// Most commits in a day, which is also the number of snapshots: 86,400 / checkpoint_seconds, rounded down and at
    /// least 1. A checkpoint without records commits nothing.
    std::uint64_t commits = 0;
    /// Most data files in a day: a file for each commit and each of the `parallelism` writers. With a partition
    /// spec this is for each value of the partition columns that arrives between two checkpoints.
    std::uint64_t files = 0;
    /// Most metadata files in a day, as long as nothing expires: kMetadataFilesPerCommit for each commit.
    std::uint64_t metadata_files = 0;
    /// Columns of the partition spec, each by its own values (the lane has identity transforms only).
    std::vector<std::string_view> partitions;
};

/// `12,345`
[[nodiscard]] std::string grouped(std::uint64_t number);

/// Figures of `build` and of the expose it writes; figures too large to count stay at the largest number.
/// \param expose  null when it is not known
[[nodiscard]] DailyCost daily_cost(const Build& build, const Expose* expose);

/// Of every managed build, in the contract's order.
[[nodiscard]] std::vector<DailyCost> daily_costs(const Contract& contract);

} // namespace weir
