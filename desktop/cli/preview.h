#pragma once

/// \file
/// Which contracts of two folders belong together.

#include <functional>
#include <string>
#include <vector>

namespace weir::cli {

/// Two files, seen from their folders; empty where that side has none.
struct MatchedFiles {
    std::string base;
    std::string head;
};

/// Pairs files by their names, what is left over by their contracts' ids when those are clear, and leaves the rest
/// alone. In the order of the names of the head, then of the base.
/// \param base, head  sorted
/// \param id_of  the id of a contract, empty when it has none; asked about what is left over
[[nodiscard]] std::vector<MatchedFiles>
match_files(const std::vector<std::string>& base, const std::vector<std::string>& head,
            const std::function<std::string(bool head, const std::string& file)>& id_of);

} // namespace weir::cli
