#include "weir/types.h"

#include <algorithm>
#include <array>

namespace weir {

namespace {

/// Words longer than this are only ever compared without case: nobody mistypes one so that an edit
/// distance would help, and the cost stays bounded.
constexpr std::size_t kLongest = 64;

char folded(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_without_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return folded(x) == folded(y); });
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, without case.
/// Anything above `limit` comes back as limit + 1.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit) {
    const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (gap > limit) {
        return limit + 1;
    }
    using Row = std::array<std::size_t, kLongest + 1>;
    std::array<Row, 3> rows{};
    for (std::size_t j = 0; j <= b.size(); ++j) {
        rows[0][j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        Row& now = rows[i % 3];
        const Row& above = rows[(i + 2) % 3];
        const Row& two_above = rows[(i + 1) % 3];
        now[0] = i;
        std::size_t least = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const char x = folded(a[i - 1]);
            const char y = folded(b[j - 1]);
            now[j] = std::min({above[j] + 1, now[j - 1] + 1, above[j - 1] + (x == y ? 0U : 1U)});
            if (i > 1 && j > 1 && x == folded(b[j - 2]) && folded(a[i - 2]) == y) {
                now[j] = std::min(now[j], two_above[j - 2] + 1);
            }
            least = std::min(least, now[j]);
        }
        if (least > limit) {
            return limit + 1;
        }
    }
    return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

} // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    std::string_view best;
    // A third of the word may be wrong, at most four characters of it, and never all of it.
    std::size_t limit = std::min<std::size_t>(std::max<std::size_t>(word.size(), 3) / 3, 4);
    limit = word.size() < 2 ? 0 : limit;
    std::size_t best_distance = limit + 1;
    for (const std::string_view candidate : candidates) {
        if (equal_without_case(word, candidate)) {
            return candidate;
        }
        if (word.size() > kLongest || candidate.size() > kLongest || candidate.size() < 2 || best_distance == 0) {
            continue;
        }
        const std::size_t found = distance(word, candidate, best_distance - 1);
        if (found < best_distance) {
            best_distance = found;
            best = candidate;
        }
    }
    return best;
}

bool is_identifier(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

} // namespace weir
