#include "live/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "live/open.h"
#include "live/unique_fd.h"

namespace weir::live {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostErrors = 4000;
constexpr std::string_view kWasStopped = "was stopped";

/// Both ends of a pipe, closed in programs that are started.
struct Pipe {
    UniqueFd read;
    UniqueFd write;

    bool open() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) {
            return false;
        }
        read = UniqueFd(ends[0]);
        write = UniqueFd(ends[1]);
        return true;
    }
};

/// The three of a program.
struct Pipes {
    Pipe in;
    Pipe out;
    Pipe err;

    bool open() { return in.open() && out.open() && err.open(); }
    /// Closes the program's ends, so that this side sees when the program closes its own.
    void leave_to_child() {
        in.read = UniqueFd();
        out.write = UniqueFd();
        err.write = UniqueFd();
    }
};

/// The C array that exec wants.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// A program that was started, and is killed with what it started when nobody waits for it.
class Child {
  public:
    Child() = default;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (id_ > 0) {
            kill(-id_, SIGKILL);
            waitpid(id_, nullptr, 0);
        }
    }

    /// \return an errno, or 0
    int start(std::vector<std::string> arguments, std::vector<std::string> environment, const Pipes& pipes) {
        posix_spawn_file_actions_t actions{};
        posix_spawnattr_t attributes{};
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        posix_spawn_file_actions_adddup2(&actions, pipes.in.read.get(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, pipes.out.write.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, pipes.err.write.get(), STDERR_FILENO);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
        const std::vector<char*> argv = pointers_to(arguments);
        const std::vector<char*> envp = pointers_to(environment);
        const int failed = posix_spawn(&id_, argv[0], &actions, &attributes, argv.data(), envp.data());
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        id_ = failed == 0 ? id_ : 0;
        return failed;
    }

    /// Its exit code, as a shell says it; nothing when it still runs at that time, or was to be stopped.
    std::optional<int> wait_until(Clock::time_point deadline, const Stop& stop) {
        int status = 0;
        while (waitpid(id_, &status, WNOHANG) == 0) {
            if (Clock::now() >= deadline || (stop && stop())) {
                return std::nullopt;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        id_ = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }

  private:
    pid_t id_ = 0;
};

/// Reads what is there; false when the other end is closed.
bool drain(const UniqueFd& from, std::string& to, std::size_t most) {
    std::array<char, std::size_t{16} * 1024> buffer{};
    const ssize_t count = read(from.get(), buffer.data(), buffer.size());
    if (count < 0) {
        return errno == EINTR || errno == EAGAIN;
    }
    to.append(buffer.data(), std::min(static_cast<std::size_t>(count), most - std::min(most, to.size())));
    return count > 0;
}

std::string too_long(const ProcessLimits& limits) {
    return fmt::format("took longer than {} seconds", limits.time.count() / 1000);
}

/// Writes what the pipe takes; closes it after the last byte, or when nobody reads any more.
void feed(UniqueFd& to, std::string_view& input) {
    const ssize_t count = input.empty() ? 0 : write(to.get(), input.data(), input.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    input.remove_prefix(count < 0 ? input.size() : static_cast<std::size_t>(count));
    if (input.empty()) {
        to = UniqueFd();
    }
}

/// Gives the input and gathers both outputs until they end; says why it stopped before.
std::string exchange(Pipes& pipes, std::string_view input, const ProcessLimits& limits, Clock::time_point deadline,
                     ProcessResult& result) {
    std::array<pollfd, 3> ends = {pollfd{pipes.out.read.get(), POLLIN, 0}, pollfd{pipes.err.read.get(), POLLIN, 0},
                                  pollfd{pipes.in.write.get(), POLLOUT, 0}};
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (limits.stop && limits.stop()) {
            result.stopped = true;
            return std::string(kWasStopped);
        }
        if (left <= 0) {
            return too_long(limits);
        }
        const std::int64_t longest = limits.stop ? kStopEvery.count() : 60'000;
        const int ready = poll(ends.data(), ends.size(), static_cast<int>(std::min<std::int64_t>(left, longest)));
        if (ready < 0 && errno != EINTR) {
            return reason_of(errno);
        }
        if (ready > 0 && ends[0].revents != 0 && !drain(pipes.out.read, result.out, limits.output + 1)) {
            ends[0].fd = -1;
        }
        if (ready > 0 && ends[1].revents != 0 && !drain(pipes.err.read, result.err, kMostErrors)) {
            ends[1].fd = -1;
        }
        if (ready > 0 && ends[2].revents != 0) {
            feed(pipes.in.write, input);
            ends[2].fd = pipes.in.write.get();
        }
        if (result.out.size() > limits.output) {
            return fmt::format("printed more than {} bytes", limits.output);
        }
    }
    return {};
}

} // namespace

std::string find_program(const std::string& name) {
    const char* path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    std::string_view folders = path == nullptr ? "" : path;
    while (!folders.empty()) {
        const std::size_t colon = std::min(folders.find(':'), folders.size());
        const std::string_view folder = folders.substr(0, colon);
        folders.remove_prefix(std::min(colon + 1, folders.size()));
        std::string file = fmt::format("{}/{}", folder, name);
        struct stat info {};
        const bool runs = folder.starts_with('/') && stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
                          access(file.c_str(), X_OK) == 0;
        if (runs) {
            return file;
        }
    }
    return {};
}

ProcessResult run_process(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                          const ProcessLimits& limits, std::string_view input) {
    ProcessResult result;
    Pipes pipes;
    if (!pipes.open() || fcntl(pipes.in.write.get(), F_SETFL, O_NONBLOCK) != 0) {
        result.problem = reason_of(errno);
        return result;
    }
    Child child;
    if (const int failed = child.start(arguments, environment, pipes); failed != 0) {
        result.problem = reason_of(failed);
        return result;
    }
    pipes.leave_to_child();
    if (input.empty()) {
        pipes.in.write = UniqueFd();
    }
    const auto deadline = Clock::now() + limits.time;
    result.problem = exchange(pipes, input, limits, deadline, result);
    if (result.problem.empty()) {
        const std::optional<int> code = child.wait_until(deadline, limits.stop);
        result.exit_code = code.value_or(-1);
        result.stopped = !code && Clock::now() < deadline;
        result.problem = code ? "" : result.stopped ? std::string(kWasStopped) : too_long(limits);
    }
    return result;
}

} // namespace weir::live
