#pragma once

/// \file
/// A contract as it stands in a commit of the repository that it lies in, with the fragments and the
/// fluid.workspace.yaml of the same commit. Nothing is checked out.
///
/// The repository may be anyone's. Of it only trees and blobs are read, by `git rev-parse`, `ls-tree` and
/// `cat-file blob`: no filter, no textconv, no hook, no pager and no file system monitor runs, nothing is
/// fetched, and no symbolic link or submodule is followed. Variables GIT_* of the environment do not reach git.

#include <string>
#include <string_view>

#include "live/contracts.h"

namespace weir::live {

/// Why there is no baseline: `git-unavailable`, `git-repository`, `git-revision` or `git-file`.
struct GitProblem {
    std::string code; ///< empty when there is one
    std::string message;
};

struct GitContract {
    LoadedContract loaded;
    GitProblem problem;
};

/// \param file  a contract on disk, whose repository it is
/// \param spec  `REV` for the same path in that commit, or `REV:PATH` for a path seen from the repository's top, or
/// from
///              the contract's folder when it starts with `./` or `../`
[[nodiscard]] GitContract load_contract_at(const std::string& file, std::string_view spec);

} // namespace weir::live
