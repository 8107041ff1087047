#pragma once

/// \file
/// Changes that somebody answers for: `[{"fingerprint", "reason", "owner", "expires"}]` in JSON. A waived
/// change keeps its severity and is counted apart.

#include <string>
#include <string_view>
#include <vector>

#include "weir/diff.h"

namespace weir {

struct Waiver {
    std::string fingerprint; ///< of the change, 16 hex digits
    std::string reason;
    std::string owner;
    std::string expires; ///< `YYYY-MM-DD`, the last day on which it holds
};

/// What is wrong with a file of waivers, and where.
struct WaiverProblem {
    std::string message;
    Range at;
};

struct ReadWaivers {
    std::vector<Waiver> waivers;
    /// In the order of the file. A file with problems waives nothing.
    std::vector<WaiverProblem> problems;
};

/// Reads a file of waivers, strictly: every key is needed, none besides is known, no fingerprint repeats.
[[nodiscard]] ReadWaivers read_waivers(std::string_view text);

/// `YYYY-MM-DD` of a day that there is.
[[nodiscard]] bool is_date(std::string_view text);

/// A note about a comparison, such as an expired waiver.
struct ChangesWarning {
    std::string code;
    std::string message;
};

/// Marks the changes that are waived on the day `today`, and warns of waivers that have expired
/// (`waiver-expired`) or match no change (`waiver-unmatched`).
/// \param today  a date
[[nodiscard]] std::vector<ChangesWarning> waive(std::vector<Change>& changes, const std::vector<Waiver>& waivers,
                                                std::string_view today);

} // namespace weir
