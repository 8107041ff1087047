#include "live/folders.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

namespace weir::live {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kContractSuffix = ".fluid.yaml";

std::string join(const std::string& folder, const std::string& name) {
    return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

/// Adds the contracts of one folder to `found` and its sub-folders to `folders`.
void list(const std::string& folder, FoundContracts& found, std::vector<std::string>& folders) {
    std::error_code problem;
    fs::directory_iterator entries(folder, problem);
    for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
        const std::string name = entries->path().filename().string();
        std::error_code unknown;
        if (name.starts_with('.')) {
            continue;
        }
        if (entries->is_directory(unknown) && !entries->is_symlink(unknown)) {
            folders.push_back(join(folder, name));
        } else if (name.ends_with(kContractSuffix) && !entries->is_directory(unknown)) {
            found.files.push_back(join(folder, name));
        }
    }
    if (problem) {
        found.problems.push_back(fmt::format("{}: {}", folder, problem.message()));
    }
}

} // namespace

bool is_folder(const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

FoundContracts find_contracts(const std::string& folder) {
    FoundContracts found;
    std::vector<std::string> folders = {folder};
    while (!folders.empty()) {
        const std::string next = std::move(folders.back());
        folders.pop_back();
        list(next, found, folders);
    }
    std::sort(found.files.begin(), found.files.end());
    std::sort(found.problems.begin(), found.problems.end());
    return found;
}

} // namespace weir::live
