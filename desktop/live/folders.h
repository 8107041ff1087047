#pragma once

/// \file
/// Which contracts lie in a folder.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace weir::live {

/// How far a search goes. A folder that holds more is searched in the order of names, level by level, and
/// what is left out is told.
struct SearchLimits {
    std::size_t depth = 64;
    std::size_t entries = 1'000'000; ///< files and folders looked at
    std::size_t files = 100'000;     ///< contracts found
};

struct FoundContracts {
    std::vector<std::string> files; ///< in the order of their names
    /// What could not be searched, with the reason: folders that cannot be listed, limits passed.
    std::vector<std::string> problems;
    /// What is not searched on purpose, though it is not hidden: file systems of the kernel's own.
    std::vector<std::string> left_out;
};

[[nodiscard]] bool is_folder(const std::string& path);

/// Every `*.fluid.yaml` in `folder` and below it. Not followed: hidden entries, symbolic links to folders,
/// packages of Node.js and caches of Python, /proc and its kind.
/// \param keep_going  called for each folder; false ends the search
[[nodiscard]] FoundContracts find_contracts(const std::string& folder, const SearchLimits& limits = {},
                                            const std::function<bool()>& keep_going = {});

} // namespace weir::live
