#include "report/markdown.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/report.h"

namespace weir {

namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '"' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Parts a mark from the word behind it, unseen, so that both are only text. An escape would not: mentions,
/// references and links are looked for in what Markdown has become.
constexpr std::string_view kPart = "&#8203;";

/// Marks that start a mention or a reference on GitHub or GitLab when a word follows.
constexpr std::string_view kStarts = "@#!$~%&^*:";

/// Characters that are markup inside a line.
constexpr std::string_view kMarkup = "\\`*_[]|~$^";

bool ends_with_www(std::string_view text) {
    constexpr std::string_view kWww = "www";
    return text.size() >= kWww.size() && std::equal(kWww.begin(), kWww.end(), text.end() - kWww.size(),
                                                    [](char a, char b) { return a == (b | 0x20); });
}

bool is_letter(char c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// `GH-12`, `AB2-12`: the hyphen at `at` ends a word with a letter and a number follows. No date, such as 2027-01-31.
bool is_in_key(std::string_view safe, std::size_t at) {
    if (safe[at] != '-' || at + 1 >= safe.size() || !is_digit(safe[at + 1])) {
        return false;
    }
    bool letter = false;
    for (std::size_t begin = at; begin > 0 && (is_letter(safe[begin - 1]) || is_digit(safe[begin - 1])); --begin) {
        letter = letter || is_letter(safe[begin - 1]);
    }
    return letter;
}

/// A word begins at `at` that GitHub or GitLab would look for among the commits: 7 to 64 hexadecimal digits.
bool starts_commit(std::string_view safe, std::size_t at) {
    constexpr std::size_t kShortest = 7;
    constexpr std::size_t kLongest = 64;
    const auto in_word = [&](std::size_t i) { return i < safe.size() && (is_letter(safe[i]) || is_digit(safe[i])); };
    if (!in_word(at) || (at > 0 && in_word(at - 1))) {
        return false;
    }
    std::size_t end = at;
    while (in_word(end)) {
        if (!is_digit(safe[end]) && (safe[end] | 0x20) > 'f') {
            return false;
        }
        ++end;
    }
    return end - at >= kShortest && end - at <= kLongest;
}

/// What starts at `at` and ends before it would be taken for a link or a reference.
bool is_parted(std::string_view safe, std::size_t at) {
    const std::string_view rest = safe.substr(at);
    const bool before_word = rest.size() > 1 && is_word(rest[1]);
    return (kStarts.find(rest.front()) != std::string_view::npos && before_word) || rest.starts_with("://") ||
           is_in_key(safe, at) || starts_commit(safe, at) || (rest.front() == '.' && ends_with_www(safe.substr(0, at)));
}

std::string escaped(std::string_view text, std::string_view markup) {
    const std::string safe = terminal_safe(text);
    std::string out;
    for (std::size_t at = 0; at < safe.size(); ++at) {
        const char c = safe[at];
        if (c == '<' || c == '>' || c == '&') {
            out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
        } else {
            out += markup.find(c) != std::string_view::npos ? "\\" : "";
            out += c;
        }
        out += is_parted(safe, at) ? kPart : "";
    }
    return out;
}

} // namespace

std::string markdown_text(std::string_view text) {
    return escaped(text, kMarkup);
}

std::string html_text(std::string_view text) {
    return escaped(text, {});
}

std::string html_code(std::string_view text) {
    return "<code>" + html_text(text) + "</code>";
}

std::string markdown_code(std::string_view text) {
    const std::string safe = terminal_safe(text);
    std::size_t longest = 0;
    for (std::size_t at = 0, run = 0; at < safe.size(); ++at) {
        run = safe[at] == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    const bool blank = safe.find_first_not_of(' ') == std::string::npos;
    const bool pad =
        !blank && (safe.front() == '`' || safe.back() == '`' || (safe.front() == ' ' && safe.back() == ' '));
    return blank ? "(blank)" : fmt::format("{0}{1}{2}{1}{0}", fence, pad ? " " : "", safe);
}

} // namespace weir
