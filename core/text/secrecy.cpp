#include "text/secrecy.h"

#include <algorithm>
#include <array>

namespace weir {

namespace {

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_alnum(char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z') || is_digit(c);
}
bool is_key_byte(char c) {
    return is_alnum(c) || c == '_' || c == '-' || c == '.';
}

std::string folded(std::string_view text) {
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return low;
}

/// How keys start that services issue, and how much must follow.
constexpr std::array<std::string_view, 16> kIssued = {"ghp_",   "gho_",  "ghu_",  "ghs_",  "ghr_", "github_pat_",
                                                      "glpat-", "xoxb-", "xoxp-", "xoxa-", "sk-",  "AKIA",
                                                      "ASIA",   "AIza",  "eyJ",   "hvs."};
constexpr std::size_t kIssuedRest = 12;
constexpr std::string_view kPrivateKey = "-----BEGIN ";
constexpr std::string_view kDigest = "sha256:";

/// The end of an issued key that begins at `at`; `at` when none does.
std::size_t end_of_issued(std::string_view text, std::size_t at) {
    for (const std::string_view start : kIssued) {
        if (text.substr(at).starts_with(start)) {
            std::size_t end = at + start.size();
            while (end < text.size() && (is_key_byte(text[end]) || text[end] == '/' || text[end] == '+')) {
                ++end;
            }
            const std::string_view rest = text.substr(at + start.size(), end - at - start.size());
            const bool digits = std::any_of(rest.begin(), rest.end(), is_digit);
            return rest.size() >= kIssuedRest && digits ? end : at;
        }
    }
    return at;
}

/// Letters and digits in disorder. Names have a digit or two, a secret made by chance changes between letters
/// and digits all the time.
bool is_disorder(std::string_view run) {
    constexpr std::size_t kShortest = 20;
    constexpr int kDigits = 3;
    constexpr int kTurns = 4;
    int digits = 0;
    int turns = 0;
    for (std::size_t i = 0; i < run.size(); ++i) {
        digits += is_digit(run[i]) ? 1 : 0;
        turns += i > 0 && is_digit(run[i]) != is_digit(run[i - 1]) ? 1 : 0;
    }
    return run.size() >= kShortest && digits >= kDigits && turns >= kTurns;
}

/// The credentials or the query of the URL whose `://` stands at `at`.
std::optional<Piece> secret_of_url(std::string_view text, std::size_t at) {
    constexpr std::string_view kEnd = " \t\r\n\"'`<>)]}";
    const std::size_t begin = at + 3;
    const std::size_t end = std::min(text.find_first_of(kEnd, begin), text.size());
    const std::string_view address = text.substr(begin, end - begin);
    const std::size_t host_end = std::min(address.find_first_of("/?#"), address.size());
    if (const std::size_t info = address.substr(0, host_end).rfind('@'); info != std::string_view::npos && info > 0) {
        return Piece{begin, begin + info};
    }
    if (const std::size_t query = address.find_first_of("?#"); query < address.size()) {
        return Piece{begin + query, end};
    }
    return std::nullopt;
}

} // namespace

std::optional<Piece> find_secret(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size();) {
        const char c = text[at];
        if (c == ':' && text.substr(at).starts_with("://")) {
            if (const auto piece = secret_of_url(text, at)) {
                return piece;
            }
            at += 3;
        } else if (c == '-' && text.substr(at).starts_with(kPrivateKey)) {
            return Piece{at, text.size()};
        } else if (is_alnum(c)) {
            if (const std::size_t end = end_of_issued(text, at); end > at) {
                return Piece{at, end};
            }
            std::size_t end = at;
            while (end < text.size() && is_alnum(text[end])) {
                ++end;
            }
            const bool digest = at >= kDigest.size() && text.substr(at - kDigest.size(), kDigest.size()) == kDigest;
            if (!digest && is_disorder(text.substr(at, end - at))) {
                return Piece{at, end};
            }
            at = end;
        } else {
            ++at;
        }
    }
    return std::nullopt;
}

std::string without_secrets(std::string_view text) {
    std::string out;
    std::size_t done = 0;
    for (auto piece = find_secret(text); piece; piece = find_secret(text, piece->end)) {
        out += text.substr(done, piece->begin - done);
        out += kMask;
        done = piece->end;
    }
    return out.append(text.substr(done));
}

bool may_hold_credential(std::string_view text) {
    // An image's digest is the one innocent `@` after a colon.
    const std::size_t digest = text.find("@sha256:");
    const std::string_view front = text.substr(0, digest);
    const std::size_t at = front.find('@');
    const bool user_info = at != std::string_view::npos && front.substr(0, at).find(':') != std::string_view::npos;
    const std::size_t scheme = text.find("://");
    const bool query = scheme != std::string_view::npos && text.find_first_of("?#", scheme) != std::string_view::npos;
    return user_info || query;
}

bool names_credential(std::string_view key) {
    static constexpr std::array<std::string_view, 12> kWords = {
        "password", "passwd",    "passphrase", "secret",  "token",      "credential",
        "apikey",   "accesskey", "accountkey", "private", "jaasconfig", "catalogauth"};
    static constexpr std::array<std::string_view, 3> kEnds = {"pass", "pwd", "auth"};
    // API_KEY, api-key and apiKey are one word.
    std::string low = folded(key);
    low.erase(std::remove_if(low.begin(), low.end(), [](char c) { return c == '_' || c == '-' || c == '.'; }),
              low.end());
    return std::any_of(kWords.begin(), kWords.end(),
                       [&low](std::string_view word) { return low.find(word) != std::string::npos; }) ||
           std::any_of(kEnds.begin(), kEnds.end(), [&low](std::string_view end) { return low.ends_with(end); });
}

bool holds_credential(std::string_view key) {
    static constexpr std::array<std::string_view, 7> kRefers = {"env",  "ref",         "refs",   "enabled",
                                                                "name", "catalogauth", "secrets"};
    const std::string low = folded(key);
    return names_credential(key) &&
           std::none_of(kRefers.begin(), kRefers.end(), [&low](std::string_view end) { return low.ends_with(end); });
}

bool holds_address(std::string_view key) {
    static constexpr std::array<std::string_view, 8> kEnds = {
        "uri", "url", "endpoint", "servers", "warehouse", "catalogproperties", "catalogauth", ".key"};
    const std::string low = folded(key);
    return std::any_of(kEnds.begin(), kEnds.end(), [&low](std::string_view end) { return low.ends_with(end); });
}

namespace {

bool hides_value(std::string_view key) {
    return names_credential(key) || holds_address(key) || key == "sql";
}

std::size_t end_of_line(std::string_view text, std::size_t at) {
    return std::min(text.find_first_of("\r\n", at), text.size());
}

/// The key whose colon stands at `colon`, quotes removed; empty when none does.
std::string_view key_before(std::string_view line, std::size_t colon) {
    std::size_t end = colon;
    while (end > 0 && (line[end - 1] == '"' || line[end - 1] == '\'' || line[end - 1] == ' ')) {
        --end;
    }
    std::size_t begin = end;
    while (begin > 0 && is_key_byte(line[begin - 1])) {
        --begin;
    }
    return line.substr(begin, end - begin);
}

/// Behind the first colon of the line whose key hides its value.
std::optional<std::size_t> hidden_value(std::string_view line) {
    for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
        if (hides_value(key_before(line, colon))) {
            return std::min(line.find_first_not_of(' ', colon + 1), line.size());
        }
    }
    return std::nullopt;
}

} // namespace

std::string without_assigned_secrets(std::string_view text) {
    std::string out;
    std::size_t done = 0;
    for (std::size_t sign = text.find_first_of("=:"); sign != std::string_view::npos;
         sign = text.find_first_of("=:", std::max(sign + 1, done))) {
        if (!names_credential(key_before(text, sign))) {
            continue;
        }
        std::size_t begin = std::min(text.find_first_not_of(' ', sign + 1), text.size());
        const bool quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
        begin += quoted ? 1 : 0;
        const std::size_t end = std::min(
            quoted ? text.find(text[begin - 1], begin) : text.find_first_of(" \t\r\n,;&\"'", begin), text.size());
        if (end > begin) {
            out += text.substr(done, begin - done);
            out += kMask;
            done = end;
        }
    }
    return without_secrets(out.append(text.substr(done)));
}

std::optional<std::size_t> find_secret_in_line(std::string_view text, std::size_t line) {
    /// Lines looked at above the one in question.
    constexpr int kMostAbove = 200;
    const std::string_view here = text.substr(line, end_of_line(text, line) - line);
    const std::size_t first = here.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return std::nullopt;
    }
    if (const auto value = hidden_value(here)) {
        return line + *value;
    }
    // A tab is no indentation; it stands below whatever is above it.
    std::size_t indent = here.substr(0, first).find('\t') == std::string_view::npos ? first : text.size();
    std::size_t above = line;
    for (int i = 0; i < kMostAbove && above > 0 && indent > 0; ++i) {
        const std::size_t end = above - 1;
        const std::size_t before = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
        above = before == std::string_view::npos ? 0 : before + 1;
        const std::string_view upper = text.substr(above, end - above);
        const std::size_t begins = upper.find_first_not_of(" \t");
        if (begins == std::string_view::npos || begins >= indent) {
            continue;
        }
        indent = begins;
        if (hidden_value(upper)) {
            const std::size_t colon = here.find(": ");
            return line + (colon == std::string_view::npos ? first : colon + 2);
        }
    }
    if (const auto piece = find_secret(here)) {
        return line + piece->begin;
    }
    return std::nullopt;
}

} // namespace weir
