#pragma once

/// \file
/// The ref root of a contract: its folder, or what the nearest fluid.workspace.yaml says.

#include <string>
#include <string_view>

#include "weir/document.h"

namespace weir::live {

inline constexpr std::string_view kWorkspaceName = "fluid.workspace.yaml";
inline constexpr std::size_t kLargestWorkspace = 64UL * 1024; ///< bytes

struct RefRoot {
    std::string folder; ///< real path
    /// Why fluid.workspace.yaml was not followed; empty when it was, or when there is none.
    std::string problem;
};

/// What a fluid.workspace.yaml says of the ref root.
struct DeclaredRoot {
    std::string value;
    bool present = false;
    std::string problem; ///< why it cannot be followed
};

/// \param name  of the file, for the words of a problem
[[nodiscard]] DeclaredRoot read_ref_root(const std::string& name, FileAnswer text);

/// \param contract_folder  real path of the folder that the contract stands in
[[nodiscard]] RefRoot find_ref_root(const std::string& contract_folder);

/// The finding that says so.
[[nodiscard]] Finding workspace_finding(const std::string& problem);

} // namespace weir::live
