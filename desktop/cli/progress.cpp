#include "cli/progress.h"

#include <atomic>
#include <csignal>

#include <fmt/format.h>

namespace weir::cli {

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): a signal handler reaches nothing else
std::atomic<int> came{0};

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");

void note_signal(int signal) {
    came = signal;
}

} // namespace

void Progress::tell(std::string_view what, std::size_t done, std::size_t total) {
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    const Clock::time_point now = Clock::now();
    if (!shown_ || !lock.owns_lock() || now < next_) {
        return;
    }
    next_ = now + std::chrono::milliseconds(100);
    on_screen_ = true;
    io_.err(total == 0 ? fmt::format("\r\x1b[Kweir: {}", what)
                       : fmt::format("\r\x1b[Kweir: {} {} of {}", what, done, total));
}

void Progress::clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (on_screen_) {
        io_.err("\r\x1b[K");
        on_screen_ = false;
    }
}

Interruption::Interruption() {
    came = 0;
    struct sigaction action {};
    action.sa_handler = note_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &interrupt_before_);
    sigaction(SIGTERM, &action, &terminate_before_);
}

Interruption::~Interruption() {
    sigaction(SIGINT, &interrupt_before_, nullptr);
    sigaction(SIGTERM, &terminate_before_, nullptr);
}

int Interruption::signal() {
    return came;
}

} // namespace weir::cli
