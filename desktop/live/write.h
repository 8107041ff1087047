#pragma once

/// \file
/// Files written whole or not at all.

#include <string>
#include <string_view>

namespace weir::live {

/// Writes `text` as `path`, through a file beside it that then takes its name. Missing folders are made.
/// \return why it failed, empty when it did not
[[nodiscard]] std::string write_file(const std::string& path, std::string_view text);

/// Whether the bytes have to be on the disk before the old file goes.
enum class Flush : bool { No, Yes };

/// Writes `name`, a plain name, in an open folder: first under another name, which then takes the place of what stands
/// there. A symbolic link gives way too: what it leads to is not touched.
/// \return why it failed, empty when it did not
[[nodiscard]] std::string replace_in(int folder, const std::string& name, std::string_view text, Flush flush);

/// Writes `name` into the folder `below` of `folder`. Neither name may be a path, and `below` may not be a
/// symbolic link: whatever a contract calls its builds, nothing is written elsewhere.
/// \return why it failed, empty when it did not
[[nodiscard]] std::string write_below(const std::string& folder, const std::string& below, const std::string& name,
                                      std::string_view text);

} // namespace weir::live
