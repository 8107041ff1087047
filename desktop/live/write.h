#pragma once

/// \file
/// Files written whole or not at all.

#include <string>
#include <string_view>

namespace weir::live {

/// Writes `text` as `path`, through a file beside it that then takes its name. Missing folders are made.
/// \return why it failed, empty when it did not
[[nodiscard]] std::string write_file(const std::string& path, std::string_view text);

/// Writes `name` into the folder `below` of `folder`. Neither name may be a path, and `below` may not be a
/// symbolic link: whatever a contract calls its builds, nothing is written elsewhere.
/// \return why it failed, empty when it did not
[[nodiscard]] std::string write_below(const std::string& folder, const std::string& below, const std::string& name,
                                      std::string_view text);

} // namespace weir::live
