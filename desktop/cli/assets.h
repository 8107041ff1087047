#pragma once

/// \file
/// Files that come with the program.

#include <string>
#include <string_view>

namespace weir::cli {

/// Path of an installed file or folder such as `docs/codes/yaml-syntax.md`: in ../share/weir beside
/// `program`, else in the tree that the program was built in and still lies in (TREE/build/PRESET/bin). Empty when it
/// is in neither, or when it is not known where the program lies.
[[nodiscard]] std::string find_asset(const std::string& program, std::string_view name);

/// The console's folder: ../share/weir/console beside `program`, else web/dist of the tree.
[[nodiscard]] std::string find_console(const std::string& program);

} // namespace weir::cli
