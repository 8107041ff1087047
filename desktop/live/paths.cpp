#include "live/paths.h"

#include <cerrno>
#include <deque>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace weir::live {

namespace {

/// As many links as Linux itself follows in one path.
constexpr int kMostLinks = 40;

/// Puts the steps of `path` in front of those still to walk.
void prepend(std::deque<std::string>& steps, std::string_view path) {
    std::size_t position = 0;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        if (slash > 0) {
            steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(position++), std::string(path.substr(0, slash)));
        }
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
}

std::optional<std::string> link_target(const std::string& path) {
    struct stat info {};
    if (lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) {
        return std::nullopt;
    }
    std::string target(4096, '\0');
    const ssize_t length = readlink(path.c_str(), target.data(), target.size());
    target.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
    return target;
}

std::string current_folder() {
    std::string buffer(4096, '\0');
    return getcwd(buffer.data(), buffer.size()) == nullptr
               ? "/"
               : std::string(buffer.c_str()); // NOLINT(readability-redundant-string-cstr): up to its NUL
}

std::string join(const std::vector<std::string>& steps) {
    std::string path;
    for (const std::string& step : steps) {
        path += '/';
        path += step;
    }
    return path.empty() ? "/" : path;
}

} // namespace

std::optional<std::string> real_path(std::string_view path) {
    std::deque<std::string> ahead;
    prepend(ahead, path);
    if (!path.starts_with('/')) {
        prepend(ahead, current_folder());
    }
    std::vector<std::string> walked;
    int links = 0;
    while (!ahead.empty()) {
        const std::string step = ahead.front();
        ahead.pop_front();
        if (step == "..") {
            if (!walked.empty()) {
                walked.pop_back();
            }
            continue;
        }
        if (step == ".") {
            continue;
        }
        walked.push_back(step);
        if (const std::optional<std::string> target = link_target(join(walked))) {
            if (++links > kMostLinks) {
                return std::nullopt;
            }
            walked.pop_back();
            if (target->starts_with('/')) {
                walked.clear();
            }
            prepend(ahead, *target);
        }
    }
    return join(walked);
}

bool lies_within(std::string_view path, std::string_view folder) {
    if (folder == "/" || path == folder) {
        return true;
    }
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

std::string_view folder_part(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) {
        return {};
    }
    return path.substr(0, slash == 0 ? 1 : slash);
}

std::string_view name_part(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_hidden_below(std::string_view path, std::string_view folder) {
    std::string_view rest = path.substr(std::min(folder == "/" ? 0 : folder.size(), path.size()));
    return rest.find("/.") != std::string_view::npos;
}

bool has_document_suffix(std::string_view path) {
    return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
}

} // namespace weir::live
