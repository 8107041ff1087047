#include "lsp/framing.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace weir::lsp {

namespace {

constexpr std::string_view kLength = "content-length";
constexpr std::string_view kEnd = "\r\n\r\n";

bool is_length(std::string_view name) {
    return name.size() == kLength.size() && std::equal(name.begin(), name.end(), kLength.begin(), [](char a, char b) {
               return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
           });
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

} // namespace

void Framing::compact() {
    if (at_ > bytes_.size() / 2) {
        bytes_.erase(0, at_);
        at_ = 0;
    }
}

bool Framing::read_header() {
    const std::string_view rest = std::string_view(bytes_).substr(at_);
    const std::size_t end = rest.substr(0, limits_.header + kEnd.size()).find(kEnd);
    if (end == std::string_view::npos) {
        broken_ = rest.size() > limits_.header;
        return false;
    }
    std::optional<std::size_t> length;
    std::string_view lines = rest.substr(0, end);
    while (!lines.empty()) {
        const std::size_t line_end = std::min(lines.find("\r\n"), lines.size());
        const std::string_view line = lines.substr(0, line_end);
        lines.remove_prefix(std::min(line_end + 2, lines.size()));
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || !is_length(trimmed(line.substr(0, colon)))) {
            continue;
        }
        const std::string_view number = trimmed(line.substr(colon + 1));
        std::size_t value = 0;
        const auto [last, problem] = std::from_chars(number.data(), number.data() + number.size(), value);
        broken_ = problem != std::errc() || last != number.data() + number.size() || number.empty() ||
                  value > limits_.body || length.has_value();
        length = value;
        if (broken_) {
            return false;
        }
    }
    broken_ = !length;
    length_ = length;
    at_ += end + kEnd.size();
    return !broken_;
}

std::optional<std::string> Framing::next() {
    if (broken_ || (!length_ && !read_header())) {
        return std::nullopt;
    }
    if (bytes_.size() - at_ < *length_) {
        return std::nullopt;
    }
    std::string body = bytes_.substr(at_, *length_);
    at_ += *length_;
    length_.reset();
    compact();
    return body;
}

std::string framed(std::string_view body) {
    return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

} // namespace weir::lsp
