#pragma once

/// \file
/// Looks at a folder again and again, in a thread of its own, and reports it when something changed.

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "model/folder_scan.h"
#include "model/tasks.h"

namespace weir::app {

/// Looks about once a second; seldom enough that looking takes less than a half per cent of the time.
class FolderWatch {
  public:
    using Report = std::function<void(FolderListing)>;

    /// \param report  run on the window's thread, through `post`
    FolderWatch(Tasks::Post post, Report report);
    /// Lets the thread go; it ends after the look it is at.
    ~FolderWatch();
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;
    FolderWatch(FolderWatch&&) = delete;
    FolderWatch& operator=(FolderWatch&&) = delete;

    /// Watches `folder` from now on; reports it soon even when nothing changed.
    void watch(std::filesystem::path folder);
    /// Watches these files as well.
    void also(std::vector<std::filesystem::path> others);
    /// Looks now and reports in any case.
    void look_now();

  private:
    struct Shared;
    static void loop(const std::shared_ptr<Shared>& shared);

    std::shared_ptr<Shared> shared_;
};

} // namespace weir::app
