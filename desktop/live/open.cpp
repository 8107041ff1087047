#include "live/open.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live/unique_fd.h"

namespace weir::live {

namespace {

FileAnswer refused(std::string why) {
    FileAnswer answer;
    answer.refusal = std::move(why);
    return answer;
}

std::string kind_refusal(mode_t mode) {
    return S_ISDIR(mode) ? "is a folder" : S_ISLNK(mode) ? "is a symbolic link" : "is not a regular file";
}

} // namespace

std::string reason_of(int error_number) {
    switch (error_number) {
    case ENOENT:
    case ENOTDIR:
        return "no such file";
    case EACCES:
    case EPERM:
        return "permission denied";
    default:
        return std::error_code(error_number, std::generic_category()).message();
    }
}

FileAnswer read_regular(const std::string& real_path, std::size_t limit) {
    struct stat before {};
    if (lstat(real_path.c_str(), &before) != 0) {
        return refused(reason_of(errno));
    }
    if (!S_ISREG(before.st_mode)) {
        return refused(kind_refusal(before.st_mode));
    }
    const UniqueFd file(open(real_path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY));
    if (!file.ok()) {
        return refused(reason_of(errno));
    }
    struct stat opened {};
    const bool same =
        fstat(file.get(), &opened) == 0 && opened.st_ino == before.st_ino && opened.st_dev == before.st_dev;
    if (!same || !S_ISREG(opened.st_mode)) {
        return refused("changed while it was opened");
    }
    FileAnswer answer;
    const std::size_t most = limit + 1;
    answer.text.resize(std::min<std::size_t>(static_cast<std::size_t>(opened.st_size) + 1, most));
    std::size_t length = 0;
    while (length < answer.text.size()) {
        const ssize_t got = read(file.get(), answer.text.data() + length, answer.text.size() - length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return refused(reason_of(errno));
        }
        if (got == 0) {
            break;
        }
        length += static_cast<std::size_t>(got);
    }
    answer.text.resize(length);
    return answer;
}

} // namespace weir::live
