#include "preview/align.h"

#include <algorithm>
#include <unordered_map>

namespace weir {

namespace {

/// Cells of the tables of common subsequences: of one gap, and of all together.
constexpr std::uint64_t kGapCells = 1'000'000;
constexpr std::uint64_t kAllCells = 20'000'000;
/// How often a gap between unique lines is searched for unique lines of its own.
constexpr int kDeepest = 24;

struct Gap {
    std::uint32_t base = 0;
    std::uint32_t base_end = 0;
    std::uint32_t head = 0;
    std::uint32_t head_end = 0;
    int depth = 0;
};

struct Pair {
    std::uint32_t base = 0;
    std::uint32_t head = 0;
};

class Aligner {
  public:
    Aligner(const std::vector<std::string_view>& base, const std::vector<std::string_view>& head) {
        std::unordered_map<std::string_view, std::uint32_t> numbers;
        const auto number = [&](const std::vector<std::string_view>& lines) {
            std::vector<std::uint32_t> ids;
            ids.reserve(lines.size());
            for (const std::string_view line : lines) {
                ids.push_back(numbers.try_emplace(line, static_cast<std::uint32_t>(numbers.size())).first->second);
            }
            return ids;
        };
        base_ = number(base);
        head_ = number(head);
        seen_.resize(numbers.size());
    }

    /// Pairs of equal lines, in order.
    std::vector<Pair> run() {
        std::vector<Gap> gaps = {
            {0, static_cast<std::uint32_t>(base_.size()), 0, static_cast<std::uint32_t>(head_.size()), 0}};
        while (!gaps.empty()) {
            const Gap gap = gaps.back();
            gaps.pop_back();
            close(gap, gaps);
        }
        std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.base < b.base; });
        return std::move(pairs_);
    }

  private:
    void close(Gap gap, std::vector<Gap>& gaps) {
        while (gap.base < gap.base_end && gap.head < gap.head_end && base_[gap.base] == head_[gap.head]) {
            pairs_.push_back({gap.base++, gap.head++});
        }
        while (gap.base < gap.base_end && gap.head < gap.head_end &&
               base_[gap.base_end - 1] == head_[gap.head_end - 1]) {
            pairs_.push_back({--gap.base_end, --gap.head_end});
        }
        const std::uint64_t cells = std::uint64_t{gap.base_end - gap.base} * (gap.head_end - gap.head);
        if (cells == 0) {
            return;
        }
        if (cells <= kGapCells && cells_ + cells <= kAllCells) {
            cells_ += cells;
            common_subsequence(gap);
        } else if (gap.depth < kDeepest) {
            split(gap, gaps);
        }
    }

    /// Takes the unique lines of the gap that stand in the same order on both sides, and leaves what is between them.
    void split(const Gap& gap, std::vector<Gap>& gaps) {
        const std::vector<Pair> anchors = in_order(unique_in(gap));
        Gap rest = gap;
        rest.depth += 1;
        for (const Pair& anchor : anchors) {
            pairs_.push_back(anchor);
            gaps.push_back({rest.base, anchor.base, rest.head, anchor.head, rest.depth});
            rest.base = anchor.base + 1;
            rest.head = anchor.head + 1;
        }
        if (!anchors.empty()) {
            gaps.push_back(rest);
        }
    }

    struct Seen {
        std::uint32_t in_base = 0;
        std::uint32_t in_head = 0;
        std::uint32_t base_at = 0;
    };

    /// Lines that the gap has once on each side, in the order of the head.
    std::vector<Pair> unique_in(const Gap& gap) {
        for (std::uint32_t i = gap.base; i < gap.base_end; ++i) {
            seen_[base_[i]] = {};
        }
        for (std::uint32_t i = gap.head; i < gap.head_end; ++i) {
            seen_[head_[i]] = {};
        }
        for (std::uint32_t i = gap.base; i < gap.base_end; ++i) {
            seen_[base_[i]].in_base += 1;
            seen_[base_[i]].base_at = i;
        }
        for (std::uint32_t i = gap.head; i < gap.head_end; ++i) {
            seen_[head_[i]].in_head += 1;
        }
        std::vector<Pair> unique;
        for (std::uint32_t i = gap.head; i < gap.head_end; ++i) {
            const Seen& seen = seen_[head_[i]];
            if (seen.in_base == 1 && seen.in_head == 1) {
                unique.push_back({seen.base_at, i});
            }
        }
        return unique;
    }

    /// The longest run of pairs that rises on both sides.
    static std::vector<Pair> in_order(const std::vector<Pair>& pairs) {
        std::vector<std::size_t> ends; // by length, the pair with the smallest end of a run so long
        std::vector<std::size_t> before(pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto at = std::lower_bound(ends.begin(), ends.end(), i, [&](std::size_t a, std::size_t b) {
                return pairs[a].base < pairs[b].base;
            });
            before[i] = at == ends.begin() ? i : *std::prev(at);
            if (at == ends.end()) {
                ends.push_back(i);
            } else {
                *at = i;
            }
        }
        std::vector<Pair> run(ends.size());
        std::size_t at = ends.empty() ? 0 : ends.back();
        for (std::size_t i = run.size(); i > 0; --i) {
            run[i - 1] = pairs[at];
            at = before[at];
        }
        return run;
    }

    void common_subsequence(const Gap& gap) {
        const std::size_t rows = gap.base_end - gap.base;
        const std::size_t columns = gap.head_end - gap.head;
        const std::size_t width = columns + 1;
        // longest[i][j]: of what is left behind line i of the base and line j of the head.
        std::vector<std::uint32_t> longest((rows + 1) * width);
        for (std::size_t i = rows; i > 0; --i) {
            for (std::size_t j = columns; j > 0; --j) {
                const bool same = base_[gap.base + i - 1] == head_[gap.head + j - 1];
                longest[(i - 1) * width + j - 1] =
                    same ? longest[i * width + j] + 1
                         : std::max(longest[i * width + j - 1], longest[(i - 1) * width + j]);
            }
        }
        std::uint32_t i = 0;
        std::uint32_t j = 0;
        while (i < rows && j < columns) {
            if (base_[gap.base + i] == head_[gap.head + j]) {
                pairs_.push_back({gap.base + i++, gap.head + j++});
            } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
                ++i;
            } else {
                ++j;
            }
        }
    }

    std::vector<std::uint32_t> base_; ///< lines as numbers: equal lines have equal ones
    std::vector<std::uint32_t> head_;
    std::vector<Seen> seen_;
    std::vector<Pair> pairs_;
    std::uint64_t cells_ = 0;
};

} // namespace

std::vector<Stretch> align(const std::vector<std::string_view>& base, const std::vector<std::string_view>& head) {
    const std::vector<Pair> pairs = Aligner(base, head).run();
    std::vector<Stretch> stretches;
    Stretch next;
    const auto end_at = [&](std::uint32_t base_end, std::uint32_t head_end) {
        if (next.base < base_end || next.head < head_end) {
            stretches.push_back({next.base, base_end, next.head, head_end, false});
        }
    };
    for (const Pair& pair : pairs) {
        end_at(pair.base, pair.head);
        if (!stretches.empty() && stretches.back().equal && stretches.back().base_end == pair.base &&
            stretches.back().head_end == pair.head) {
            stretches.back().base_end += 1;
            stretches.back().head_end += 1;
        } else {
            stretches.push_back({pair.base, pair.base + 1, pair.head, pair.head + 1, true});
        }
        next.base = pair.base + 1;
        next.head = pair.head + 1;
    }
    end_at(static_cast<std::uint32_t>(base.size()), static_cast<std::uint32_t>(head.size()));
    return stretches;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, end));
        const bool both = text.substr(end).starts_with("\r\n");
        text.remove_prefix(std::min(end + (both ? 2 : 1), text.size()));
    }
    return lines;
}

} // namespace weir
