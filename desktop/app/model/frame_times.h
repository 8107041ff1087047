#pragma once

/// \file
/// How long frames took and which part of each, and what else keeps the window's thread, for the bench: the whole since
/// the start says little where one frame loaded a font.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weir::app {

using FrameClock = std::chrono::steady_clock;

[[nodiscard]] inline double milliseconds_since(FrameClock::time_point begin) {
    return std::chrono::duration<double, std::milli>(FrameClock::now() - begin).count();
}

/// Processor time of the calling thread, in milliseconds; 0 where the system does not tell.
[[nodiscard]] inline double thread_milliseconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
#endif
    return 0;
}

/// How long something takes, by the clock and in processor time of its thread.
class Stopwatch {
  public:
    [[nodiscard]] double milliseconds() const { return milliseconds_since(begin_); }
    [[nodiscard]] double busy() const { return thread_milliseconds() - busy_; }

  private:
    FrameClock::time_point begin_ = FrameClock::now();
    double busy_ = thread_milliseconds();
};

/// Milliseconds of one frame.
struct FrameParts {
    double build = 0;  ///< the program's own: fonts, keys, views, Dear ImGui's lists
    double submit = 0; ///< the calls of OpenGL
    double paint = 0;  ///< until the picture is painted; only where it is waited for, else `show` has it
    double show = 0;   ///< until the window system has it

    [[nodiscard]] double whole() const { return build + submit + paint + show; }
};

/// The last frames' times.
class FrameTimes {
  public:
    void add(const FrameParts& parts) { last_[count_++ % last_.size()] = parts; }

    /// The time that `percent` of the last frames stay under; 0 before the first.
    /// \param part  FrameParts::whole, or one of its members
    template <class Part> [[nodiscard]] double percentile(std::size_t percent, Part part) const {
        const std::size_t kept = std::min(count_, last_.size());
        if (kept == 0) {
            return 0;
        }
        std::vector<double> sorted;
        std::transform(last_.begin(), last_.begin() + static_cast<std::ptrdiff_t>(kept), std::back_inserter(sorted),
                       [part](const FrameParts& parts) { return std::invoke(part, parts); });
        std::sort(sorted.begin(), sorted.end());
        return sorted[std::min(kept * percent / 100, kept - 1)];
    }

  private:
    static constexpr std::size_t kKept = 200; ///< a few seconds of scrolling
    std::array<FrameParts, kKept> last_{};
    std::size_t count_ = 0;
};

/// What the window's thread does that is no painting, by name.
class ThreadWork {
  public:
    struct Entry {
        double longest = 0; ///< milliseconds
        double busiest = 0; ///< milliseconds of processor time: where others wait for processors too, its own
        std::size_t times = 0;
        std::size_t long_ones = 0; ///< that took more than kLong
    };
    static constexpr double kLong = 16;

    void add(std::string_view what, double milliseconds, double busy) {
        auto at = entries_.find(what);
        if (at == entries_.end()) {
            at = entries_.emplace(what, Entry()).first;
        }
        Entry& entry = at->second;
        entry.longest = std::max(entry.longest, milliseconds);
        entry.busiest = std::max(entry.busiest, busy);
        entry.long_ones += milliseconds > kLong ? 1U : 0U;
        ++entry.times;
    }
    void add(std::string_view what, const Stopwatch& watch) { add(what, watch.milliseconds(), watch.busy()); }
    [[nodiscard]] const std::map<std::string, Entry, std::less<>>& entries() const { return entries_; }

  private:
    std::map<std::string, Entry, std::less<>> entries_;
};

} // namespace weir::app
