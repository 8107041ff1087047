#pragma once

/// \file
/// Which contracts lie in a folder.

#include <string>
#include <vector>

namespace weir::live {

struct FoundContracts {
    std::vector<std::string> files; ///< in the order of their names
    /// Folders that could not be listed, with the reason.
    std::vector<std::string> problems;
};

[[nodiscard]] bool is_folder(const std::string& path);

/// Every `*.fluid.yaml` in `folder` and below it. Hidden entries and symbolic links to folders are not
/// followed.
[[nodiscard]] FoundContracts find_contracts(const std::string& folder);

} // namespace weir::live
