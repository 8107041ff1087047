#pragma once

/// \file
/// A folder of generated pages, which is written over and over and in which nothing else is touched.

#include <set>
#include <string>
#include <string_view>

#include "live/unique_fd.h"

namespace weir::live {

/// The folder of a preview: `index.html`, pages in `contracts/`, and `weir-preview.json`, by which it is known again.
class SiteFolder {
  public:
    /// Opens `folder`, and makes it when it is not there. A folder that holds other things than a preview is refused,
    /// and so is a symbolic link.
    /// \return why it cannot be used, empty when it can
    [[nodiscard]] std::string open(const std::string& folder);

    /// Writes a file whole. `name` is a plain name, or `contracts/` and one. From one thread at a time for each name.
    /// \return why it failed, empty when it did not
    [[nodiscard]] std::string write(std::string_view name, std::string_view text) const;

    /// Removes the pages in `contracts/` that `kept` does not name: those of an older preview. Files that are not named
    /// like pages stay.
    /// \param kept  names as write() takes them
    [[nodiscard]] std::string remove_other_pages(const std::set<std::string, std::less<>>& kept) const;

    static constexpr std::string_view kMark = "weir-preview.json";
    static constexpr std::string_view kPages = "contracts";

  private:
    UniqueFd folder_{-1};
    UniqueFd pages_{-1};
};

} // namespace weir::live
