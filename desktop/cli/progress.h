#pragma once

/// \file
/// What a person sees while a folder of contracts is looked at, and how Ctrl+C ends that.

#include <chrono>
#include <csignal>
#include <cstddef>
#include <mutex>
#include <string_view>

#include "cli/io.h"

namespace weir::cli {

/// One line on standard error that is written over and removed at the end. On a terminal only, not under
/// -q, and not for what takes no time.
class Progress {
  public:
    Progress(Io& io, const Common& common) : io_(io), shown_(io.err_is_terminal && !common.quiet) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() { clear(); }

    /// `weir: <what> <done> of <total>`, now and then. From any thread.
    void tell(std::string_view what, std::size_t done, std::size_t total);
    void clear();

  private:
    using Clock = std::chrono::steady_clock;

    Io& io_;
    bool shown_;
    bool on_screen_ = false;
    std::mutex mutex_;
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(300);
};

/// While it lives, SIGINT and SIGTERM do not end the process but are noted.
class Interruption {
  public:
    Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    ~Interruption();

    /// The signal that came, or 0.
    [[nodiscard]] static int signal();

  private:
    struct sigaction interrupt_before_ {};
    struct sigaction terminate_before_ {};
};

} // namespace weir::cli
