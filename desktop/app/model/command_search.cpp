#include "model/command_search.h"

#include <algorithm>
#include <string>

namespace weir::app {

namespace {

constexpr int kNone = -1'000'000;
constexpr int kLetter = 1;
constexpr int kWordBegins = 6;
constexpr int kInARow = 7; // more than the beginning of a word: "job" is the word, not a j and an ob

std::string folded(std::string_view text, bool without_blanks) {
    std::string out;
    for (const char c : text) {
        if (!without_blanks || c != ' ') {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return out;
}

bool begins_word(std::string_view text, std::size_t at) {
    const auto word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return at == 0 || !word(text[at - 1]);
}

} // namespace

std::optional<CommandMatch> match_command(std::string_view query, std::string_view name) {
    const std::string wanted = folded(query, true);
    const std::string text = folded(name, false);
    const std::size_t rows = wanted.size();
    const std::size_t columns = text.size();
    if (rows > columns) {
        return std::nullopt;
    }
    if (rows == 0) {
        return CommandMatch{};
    }
    // best[i][j]: of the first i + 1 letters, the last of which is text[j].
    std::vector<std::vector<int>> best(rows, std::vector<int>(columns, kNone));
    std::vector<std::vector<std::size_t>> from(rows, std::vector<std::size_t>(columns, 0));
    for (std::size_t i = 0; i < rows; ++i) {
        int before = i == 0 ? 0 : kNone; // the best of row i - 1 before column j
        std::size_t before_at = 0;
        for (std::size_t j = 0; j < columns; ++j) {
            if (wanted[i] == text[j]) {
                const int own = kLetter + (begins_word(text, j) ? kWordBegins : 0);
                const int row = i > 0 && j > 0 && best[i - 1][j - 1] > kNone ? best[i - 1][j - 1] + kInARow : kNone;
                const int scattered = before > kNone ? before : kNone;
                if (std::max(row, scattered) > kNone) {
                    best[i][j] = own + std::max(row, scattered);
                    from[i][j] = row >= scattered ? j - std::min<std::size_t>(j, 1) : before_at;
                }
            }
            if (i > 0 && best[i - 1][j] > before) {
                before = best[i - 1][j];
                before_at = j;
            }
        }
    }
    const auto last = std::max_element(best.back().begin(), best.back().end());
    if (*last <= kNone) {
        return std::nullopt;
    }
    CommandMatch match;
    match.score = *last;
    auto at = static_cast<std::size_t>(last - best.back().begin());
    for (std::size_t i = rows; i > 0; --i) {
        match.letters.push_back(at);
        at = from[i - 1][at];
    }
    std::reverse(match.letters.begin(), match.letters.end());
    return match;
}

} // namespace weir::app
