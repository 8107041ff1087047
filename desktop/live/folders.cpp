#include "live/folders.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>

namespace weir::live {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kContractSuffix = ".fluid.yaml";

std::string join(const std::string& folder, const std::string& name) {
    return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

/// Folders that other tools fill, with thousands of files that nobody wrote.
bool is_foreign(const std::string& name) {
    return name == "node_modules" || name == "__pycache__";
}

/// The kernel's own files, which have no contracts and no end.
bool is_kernel_folder(const std::string& folder) {
    constexpr std::array<std::uint32_t, 10> kKinds = {
        PROC_SUPER_MAGIC, SYSFS_MAGIC,   DEVPTS_SUPER_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC,
        DEBUGFS_MAGIC,    TRACEFS_MAGIC, SECURITYFS_MAGIC,   BPF_FS_MAGIC,       PSTOREFS_MAGIC,
    };
    struct statfs info {};
    return statfs(folder.c_str(), &info) == 0 &&
           std::find(kKinds.begin(), kKinds.end(), static_cast<std::uint32_t>(info.f_type)) != kKinds.end();
}

/// One search, level by level, so that a limit leaves out what lies deepest.
class Search {
  public:
    explicit Search(const SearchLimits& limits) : limits_(limits) {}

    FoundContracts run(const std::string& folder, const std::function<bool()>& keep_going);

  private:
    void list(const std::string& folder);
    [[nodiscard]] bool full() const { return entries_ >= limits_.entries || found_.files.size() >= limits_.files; }

    SearchLimits limits_;
    FoundContracts found_;
    std::vector<std::string> level_;
    std::vector<std::string> next_level_;
    std::size_t entries_ = 0;
};

/// Takes the contracts of one folder, and its sub-folders for the next level.
void Search::list(const std::string& folder) {
    std::error_code problem;
    fs::directory_iterator entries(folder, problem);
    std::vector<std::string> folders;
    for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
        const std::string name = entries->path().filename().string();
        std::error_code unknown;
        ++entries_;
        if (name.starts_with('.')) {
            continue;
        }
        if (entries->is_directory(unknown) && !entries->is_symlink(unknown)) {
            if (!is_foreign(name)) {
                folders.push_back(join(folder, name));
            }
        } else if (name.ends_with(kContractSuffix) && !entries->is_directory(unknown)) {
            found_.files.push_back(join(folder, name));
        }
    }
    if (problem) {
        found_.problems.push_back(fmt::format("{}: {}", folder, problem.message()));
    }
    std::sort(folders.begin(), folders.end());
    next_level_.insert(next_level_.end(), std::make_move_iterator(folders.begin()),
                       std::make_move_iterator(folders.end()));
}

FoundContracts Search::run(const std::string& folder, const std::function<bool()>& keep_going) {
    level_ = {folder};
    for (std::size_t depth = 0; !level_.empty(); ++depth) {
        for (std::size_t i = 0; i < level_.size(); ++i) {
            if (keep_going && !keep_going()) {
                return std::move(found_);
            }
            if (full() || depth > limits_.depth) {
                const std::string_view what = depth > limits_.depth ? "levels of folders" : "files";
                found_.problems.push_back(fmt::format("too many {}: {} and what comes behind it was not searched; "
                                                      "name the folders that hold contracts",
                                                      what, level_[i]));
                std::sort(found_.files.begin(), found_.files.end());
                return std::move(found_);
            }
            if (is_kernel_folder(level_[i])) {
                found_.left_out.push_back(level_[i]);
            } else {
                list(level_[i]);
            }
        }
        level_ = std::exchange(next_level_, {});
    }
    std::sort(found_.files.begin(), found_.files.end());
    std::sort(found_.problems.begin(), found_.problems.end());
    return std::move(found_);
}

} // namespace

bool is_folder(const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

FoundContracts find_contracts(const std::string& folder, const SearchLimits& limits,
                              const std::function<bool()>& keep_going) {
    return Search(limits).run(folder, keep_going);
}

} // namespace weir::live
