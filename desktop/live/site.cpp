#include "live/site.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live/open.h"
#include "live/write.h"

namespace weir::live {

namespace {

/// How the file kMark begins; what follows is for those who read the result.
constexpr std::string_view kMarkStart = R"({"schema":1,"preview":)";
constexpr std::string_view kIncomplete = "{\"schema\":1,\"preview\":\"incomplete\"}\n";

std::string without_last_slashes(std::string path) {
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    return path;
}

bool is_page_name(std::string_view name) {
    constexpr std::string_view kEnd = ".html";
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return name.ends_with(kEnd) && name.size() > kEnd.size() &&
           std::all_of(name.begin(), name.end() - static_cast<std::ptrdiff_t>(kEnd.size()), plain);
}

/// Names in an open folder, without `.` and `..`.
std::vector<std::string> names_in(int folder) {
    std::vector<std::string> names;
    const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0) {
        return names;
    }
    const auto close_folder = [](DIR* listed) { closedir(listed); };
    const std::unique_ptr<DIR, decltype(close_folder)> list(fdopendir(copy), close_folder);
    if (list == nullptr) {
        close(copy);
        return names;
    }
    for (const dirent* entry = readdir(list.get()); entry != nullptr; entry = readdir(list.get())) {
        const std::string name = entry->d_name;
        if (name != "." && name != "..") {
            names.push_back(name);
        }
    }
    return names;
}

bool has_mark(int folder) {
    const UniqueFd file(
        openat(folder, std::string(SiteFolder::kMark).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat info {};
    if (!file.ok() || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return false;
    }
    std::string start(kMarkStart.size(), '\0');
    return read(file.get(), start.data(), start.size()) == static_cast<ssize_t>(start.size()) && start == kMarkStart;
}

/// Drafts of a run that was ended may lie about.
bool is_draft(std::string_view name) {
    return name.starts_with('.') && name.ends_with(".tmp");
}

} // namespace

std::string SiteFolder::open(const std::string& folder) {
    const std::string path = without_last_slashes(folder);
    std::error_code problem;
    if (!std::filesystem::is_symlink(std::filesystem::symlink_status(path, problem))) {
        std::filesystem::create_directories(path, problem);
        if (problem) {
            return problem.message();
        }
    }
    folder_ = UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder_.ok()) {
        return errno == ELOOP || errno == ENOTDIR ? "is a symbolic link or a file" : reason_of(errno);
    }
    const std::vector<std::string> names = names_in(folder_.get());
    if (!std::all_of(names.begin(), names.end(), is_draft) && !has_mark(folder_.get())) {
        return fmt::format("holds other files, and no {}: name a folder that is empty, or that holds an older preview",
                           kMark);
    }
    if (std::string why = replace_in(folder_.get(), std::string(kMark), kIncomplete, Flush::No); !why.empty()) {
        return why;
    }
    const std::string pages(kPages);
    if (mkdirat(folder_.get(), pages.c_str(), 0777) != 0 && errno != EEXIST) {
        return reason_of(errno);
    }
    pages_ = UniqueFd(openat(folder_.get(), pages.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!pages_.ok()) {
        return fmt::format("its {} is a symbolic link or a file", kPages);
    }
    return {};
}

std::string SiteFolder::write(std::string_view name, std::string_view text) const {
    const std::size_t slash = name.find('/');
    const bool page = slash != std::string_view::npos;
    const std::string plain(page ? name.substr(slash + 1) : name);
    const bool good =
        page ? name.substr(0, slash) == kPages && is_page_name(plain) : name == kMark || is_page_name(plain);
    return good ? replace_in((page ? pages_ : folder_).get(), plain, text, Flush::No) : "is not the name of a page";
}

std::string SiteFolder::remove_other_pages(const std::set<std::string, std::less<>>& kept) const {
    for (const std::string& name : names_in(pages_.get())) {
        const bool old = is_draft(name) || (is_page_name(name) && kept.count(fmt::format("{}/{}", kPages, name)) == 0);
        if (old && unlinkat(pages_.get(), name.c_str(), 0) != 0) {
            return fmt::format("{}: {}", name, reason_of(errno));
        }
    }
    return {};
}

} // namespace weir::live
