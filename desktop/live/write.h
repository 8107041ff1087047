#pragma once

/// \file
/// Files written whole or not at all.

#include <string>
#include <string_view>

namespace weir::live {

/// Writes all of `text`, in as many pieces as it takes; false, with errno, when that fails.
[[nodiscard]] bool write_all(int file, std::string_view text);

/// Writes `text` as `path`, through a file beside it that then takes its name. Missing folders are made.
/// \return why it failed, empty when it did not
[[nodiscard]] std::string write_file(const std::string& path, std::string_view text);

/// Read and written by nobody but the file's owner.
inline constexpr unsigned kOwnerOnly = 0600;

/// Whether the bytes have to be on the disk before the old file goes.
enum class Flush : bool { No, Yes };

/// Writes `name`, a plain name, in an open folder: first under another name, which then takes the place of what stands
/// there. A symbolic link gives way too: what it leads to is not touched.
/// \return why it failed, empty when it did not
/// \param mode  of the new file, before the process's mask
[[nodiscard]] std::string replace_in(int folder, const std::string& name, std::string_view text, Flush flush,
                                     unsigned mode = 0666);

/// Writes `name` into the folder `below` of `folder`. Neither name may be a path, and `below` may not be a
/// symbolic link: whatever a contract calls its builds, nothing is written elsewhere.
/// \return why it failed, empty when it did not
[[nodiscard]] std::string write_below(const std::string& folder, const std::string& below, const std::string& name,
                                      std::string_view text);

} // namespace weir::live
