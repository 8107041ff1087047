#pragma once

/// \file
/// Finds the contracts of a folder. Runs in workers.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace weir::app {

/// Tells one state of a file from the next without reading it. Times are in the clock of the file
/// system, in its ticks.
struct Stamp {
    std::int64_t time = 0;
    std::uint64_t bytes = 0;
    bool exists = false;

    friend bool operator==(const Stamp& a, const Stamp& b) {
        return a.time == b.time && a.bytes == b.bytes && a.exists == b.exists;
    }
};

[[nodiscard]] Stamp stamp_of(const std::filesystem::path& file);

struct FoundContract {
    std::filesystem::path path; ///< as reached from the folder, not resolved
    std::string name;           ///< below the folder, with `/`
    Stamp stamp;
};

struct FolderListing {
    std::filesystem::path folder;
    std::vector<FoundContract> contracts;          ///< sorted by name
    std::map<std::filesystem::path, Stamp> others; ///< files asked for besides
    std::string error;                             ///< why the folder cannot be read; empty when it can
    bool truncated = false;                        ///< a limit was met; `contracts` is incomplete
};

/// Bounds of one search, so that a folder such as / stays harmless.
struct ScanLimits {
    std::uint32_t depth = 16;
    std::uint32_t entries = 200'000;
    std::uint32_t contracts = 10'000;
};

/// Every `*.fluid.yaml` below `folder`. Does not follow links to folders and skips folders whose name
/// starts with a dot, and `node_modules`.
/// \param others  files whose stamps are wanted too
[[nodiscard]] FolderListing scan_folder(const std::filesystem::path& folder,
                                        const std::vector<std::filesystem::path>& others,
                                        const std::function<bool()>& cancelled, const ScanLimits& limits = {});

struct DirectoryEntry {
    std::string name;
    bool folder = false;
};

/// One level of a folder for choosing from: folders first, then `*.yaml` and `*.yml`, by name.
struct DirectoryListing {
    std::filesystem::path folder;
    std::vector<DirectoryEntry> entries;
    std::string error;
    bool truncated = false;
};

[[nodiscard]] DirectoryListing list_directory(const std::filesystem::path& folder);

} // namespace weir::app
