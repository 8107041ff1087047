#pragma once

/// \file
/// How long frames took, for the bench: the whole since the start says little where one frame loaded a font.

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace weir::app {

/// The last frames' times, in milliseconds from what made them due to what is painted.
class FrameTimes {
  public:
    void add(double milliseconds) { last_[count_++ % last_.size()] = milliseconds; }

    /// The time that `percent` of the last frames stay under; 0 before the first.
    [[nodiscard]] double percentile(std::size_t percent) const {
        const std::size_t kept = std::min(count_, last_.size());
        if (kept == 0) {
            return 0;
        }
        std::vector<double> sorted(last_.begin(), last_.begin() + static_cast<std::ptrdiff_t>(kept));
        std::sort(sorted.begin(), sorted.end());
        return sorted[std::min(kept * percent / 100, kept - 1)];
    }

  private:
    static constexpr std::size_t kKept = 200; ///< a few seconds of scrolling
    std::array<double, kKept> last_{};
    std::size_t count_ = 0;
};

} // namespace weir::app
