#pragma once

/// \file
/// The ref root of a contract: its folder, or what the nearest fluid.workspace.yaml says.

#include <string>

namespace weir::live {

struct RefRoot {
    std::string folder; ///< real path
    /// Why fluid.workspace.yaml was not followed; empty when it was, or when there is none.
    std::string problem;
};

/// \param contract_folder  real path of the folder that the contract stands in
[[nodiscard]] RefRoot find_ref_root(const std::string& contract_folder);

} // namespace weir::live
