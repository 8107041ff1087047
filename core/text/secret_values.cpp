#include "text/secret_values.h"

#include <algorithm>

#include "text/secrecy.h"

namespace weir {

void SecretValues::add(std::string_view text) {
    const auto is_escaped = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == 0x7F;
    };
    while (!text.empty()) {
        const auto end = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_escaped) - text.begin());
        add_part(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string SecretValues::masked(std::string_view text) const {
    std::string out;
    std::size_t done = 0;
    for (std::size_t at = 0; !by_start_.empty() && at + kStart <= text.size();) {
        const std::size_t length = length_at(text.substr(at));
        if (length == 0) {
            ++at;
            continue;
        }
        out += text.substr(done, at - done);
        out += kMask;
        at += length;
        done = at;
    }
    out += text.substr(done);
    return without_secrets(out);
}

void SecretValues::add_part(std::string_view text) {
    constexpr std::size_t kWord = 12;
    const bool word =
        text.size() < kWord && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (text.size() >= kStart && !word) {
        std::vector<std::string_view>& same = by_start_[text.substr(0, kStart)];
        if (same.size() < kMostAlike) {
            same.push_back(text);
        }
    }
}

std::size_t SecretValues::length_at(std::string_view text) const {
    const auto found = by_start_.find(text.substr(0, kStart));
    if (found == by_start_.end()) {
        return 0;
    }
    std::size_t longest = 0;
    for (const std::string_view value : found->second) {
        const std::size_t most = std::min(value.size(), text.size());
        const auto differs =
            std::mismatch(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(most), text.begin());
        const auto same = static_cast<std::size_t>(differs.first - value.begin());
        longest = same >= std::min(value.size(), kEnough) ? std::max(longest, same) : longest;
    }
    // The same start as too many others.
    return longest == 0 && found->second.size() == kMostAlike ? kStart : longest;
}

} // namespace weir
