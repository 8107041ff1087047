#include "crash_report.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <filesystem>
#include <system_error>
#include <vector>

#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weir::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNew = "crash-new-";
constexpr std::string_view kTold = "crash-";
constexpr std::size_t kMostTold = 10;
constexpr int kMostFrames = 64;
constexpr std::array<int, 5> kSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

template <std::size_t N> struct FixedText {
    std::array<char, N> bytes{};
    std::size_t size = 0;

    void set(std::string_view text) {
        size = std::min(text.size(), N - 1);
        std::memcpy(bytes.data(), text.data(), size);
        bytes.at(size) = '\0';
    }
};

/// All that the handler reads. Nothing in it is allocated.
struct Prepared {
    FixedText<1024> file;
    FixedText<256> version;
    FixedText<512> words; ///< of an exception that nobody caught
    /// Two, so that the one in use is never being written.
    std::array<FixedText<2048>, 2> open;
    std::atomic<std::size_t> current{0};
    std::array<struct sigaction, kSignals.size()> before{};
    std::array<char, 64UL * 1024> stack{}; ///< for the handler: the program's own may be what ran out
    std::atomic<bool> written{false};
};

Prepared& prepared() {
    static Prepared state;
    return state;
}

// ---- within the handler: only what POSIX calls async-signal-safe ----

void put(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(file, text.data(), text.size());
        if (count <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

void put_number(int file, long number) {
    std::array<char, 24> digits{};
    std::size_t at = digits.size();
    do {
        digits.at(--at) = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0 && at > 0);
    put(file, std::string_view(digits.data() + at, digits.size() - at));
}

std::string_view name_of(int signal) {
    switch (signal) {
    case SIGSEGV:
        return "SIGSEGV: memory that is not the program's";
    case SIGBUS:
        return "SIGBUS: memory that is not there";
    case SIGILL:
        return "SIGILL: no instruction";
    case SIGFPE:
        return "SIGFPE: arithmetic without a result";
    default:
        return "SIGABRT: the program gave up";
    }
}

void write_report(int signal) {
    Prepared& state = prepared();
    const int file =
        open(state.file.bytes.data(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) {
        return;
    }
    put(file, "weir-desktop ");
    put(file, std::string_view(state.version.bytes.data(), state.version.size));
    put(file, " ended by signal ");
    put_number(file, signal);
    put(file, ", ");
    put(file, name_of(signal));
    put(file, "\nseconds since 1970: ");
    put_number(file, static_cast<long>(time(nullptr)));
    put(file, "\nprocess: ");
    put_number(file, getpid());
    if (state.words.size > 0) {
        put(file, "\nexception: ");
        put(file, std::string_view(state.words.bytes.data(), state.words.size));
    }
    put(file, "\n\nOpen:\n");
    const FixedText<2048>& open_now = state.open.at(state.current.load());
    put(file, std::string_view(open_now.bytes.data(), open_now.size));
    put(file, "\nWhere (addr2line -Cfe PROGRAM +0x… reads these):\n");
    std::array<void*, kMostFrames> frames{};
    const int count = backtrace(frames.data(), kMostFrames);
    backtrace_symbols_fd(frames.data(), count, file);
    close(file);
}

void on_signal(int signal) {
    Prepared& state = prepared();
    if (!state.written.exchange(true)) {
        write_report(signal);
    }
    // Whoever was asked before, a sanitizer or the system, has the last word.
    const auto* const at = std::find(kSignals.begin(), kSignals.end(), signal);
    sigaction(signal, &state.before.at(static_cast<std::size_t>(at - kSignals.begin())), nullptr);
    raise(signal);
}

// ---- before it ----

[[noreturn]] void on_terminate() {
    if (const std::exception_ptr error = std::current_exception()) {
        try {
            std::rethrow_exception(error);
        } catch (const std::exception& told) {
            prepared().words.set(told.what());
        } catch (...) {
            prepared().words.set("of a kind without words");
        }
    }
    std::abort();
}

std::vector<fs::path> reports_in(const std::string& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(kTold) && name.ends_with(".txt")) {
            found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
        std::error_code unknown;
        return fs::last_write_time(a, unknown) > fs::last_write_time(b, unknown);
    });
    return found;
}

} // namespace

void watch_for_crashes(const std::string& folder, const std::string& version) {
    if (folder.empty()) {
        return;
    }
    std::error_code error;
    fs::create_directories(fs::path(folder).parent_path(), error);
    mkdir(folder.c_str(), S_IRWXU);
    Prepared& state = prepared();
    state.file.set(fmt::format("{}/{}{}.txt", folder, kNew, getpid()));
    state.version.set(version);
    // The first call loads a library, which a handler must not do.
    std::array<void*, 1> frame{};
    static_cast<void>(backtrace(frame.data(), 1));
    stack_t stack{};
    stack.ss_sp = state.stack.data();
    stack.ss_size = state.stack.size();
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        sigaction(kSignals.at(i), &action, &state.before.at(i));
    }
    std::set_terminate(on_terminate);
}

void note_what_is_open(const std::string& words) {
    Prepared& state = prepared();
    const std::size_t other = 1 - state.current.load();
    state.open.at(other).set(words);
    state.current = other;
}

std::string take_crash_reports(const std::string& folder) {
    std::string newest;
    std::size_t told = 0;
    for (const fs::path& report : reports_in(folder)) {
        std::error_code error;
        const std::string name = report.filename().string();
        if (!name.starts_with(kNew)) {
            if (++told > kMostTold) {
                fs::remove(report, error);
            }
            continue;
        }
        const auto written = fs::last_write_time(report, error).time_since_epoch().count();
        const fs::path kept = fs::path(folder) / fmt::format("{}{:x}-{}", kTold, written, name.substr(kNew.size()));
        fs::rename(report, kept, error);
        ++told;
        if (newest.empty()) {
            newest = error ? report.string() : kept.string();
        }
    }
    return newest;
}

} // namespace weir::app
