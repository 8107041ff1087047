#include "live/write.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live/open.h"
#include "live/paths.h"
#include "live/unique_fd.h"

namespace weir::live {

namespace {

/// Writes into what stands at `name`, a device or a pipe: it is not ours to replace.
std::string write_through(int folder, const std::string& name, std::string_view text) {
    const UniqueFd file(openat(folder, name.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    return file.ok() && write_all(file.get(), text) ? std::string() : reason_of(errno);
}

std::string make_folder(const std::string& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    return problem ? problem.message() : std::string();
}

bool is_plain_name(std::string_view name) {
    return !name.empty() && !name.starts_with('.') && name.find('/') == std::string_view::npos &&
           name.find('\0') == std::string_view::npos;
}

} // namespace

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::string replace_in(int folder, const std::string& name, std::string_view text, Flush flush, unsigned mode) {
    const std::string draft = fmt::format(".{}.{}.tmp", name, getpid());
    unlinkat(folder, draft.c_str(), 0);
    const UniqueFd file(openat(folder, draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file.ok()) {
        return reason_of(errno);
    }
    const bool done = write_all(file.get(), text) && (flush == Flush::No || fsync(file.get()) == 0) &&
                      renameat(folder, draft.c_str(), folder, name.c_str()) == 0;
    if (!done) {
        const int why = errno;
        unlinkat(folder, draft.c_str(), 0);
        return reason_of(why);
    }
    return {};
}

std::string write_file(const std::string& path, std::string_view text) {
    const std::string_view part = folder_part(path);
    const std::string folder(part.empty() ? std::string_view(".") : part);
    if (std::string problem = make_folder(folder); !problem.empty()) {
        return problem;
    }
    const UniqueFd open_folder(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!open_folder.ok()) {
        return reason_of(errno);
    }
    const std::string name(name_part(path));
    struct stat there {};
    if (!name.empty() && fstatat(open_folder.get(), name.c_str(), &there, 0) == 0 && !S_ISREG(there.st_mode)) {
        return S_ISDIR(there.st_mode) ? "is a folder" : write_through(open_folder.get(), name, text);
    }
    return name.empty() ? "is a folder" : replace_in(open_folder.get(), name, text, Flush::Yes);
}

std::string write_below(const std::string& folder, const std::string& below, const std::string& name,
                        std::string_view text) {
    if (!is_plain_name(below) || !is_plain_name(name)) {
        return "is not a plain name";
    }
    if (std::string problem = make_folder(folder); !problem.empty()) {
        return problem;
    }
    const UniqueFd outer(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!outer.ok()) {
        return reason_of(errno);
    }
    if (mkdirat(outer.get(), below.c_str(), 0777) != 0 && errno != EEXIST) {
        return reason_of(errno);
    }
    const UniqueFd inner(openat(outer.get(), below.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner.ok()) {
        return errno == ELOOP || errno == ENOTDIR ? "its folder is a symbolic link or a file" : reason_of(errno);
    }
    return replace_in(inner.get(), name, text, Flush::Yes);
}

} // namespace weir::live
