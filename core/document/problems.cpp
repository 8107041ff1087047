#include "document/problems.h"

#include <algorithm>

#include <fmt/format.h>

#include "text/order.h"
#include "weir/clip.h"

namespace weir {

namespace {

bool plain_step(std::string_view key) {
    constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-$";
    return !key.empty() && key.find_first_not_of(kPlain) == std::string_view::npos;
}

} // namespace

Finding& Problems::add(Code code, Span at, std::string message) {
    make_room(findings_);
    Finding& finding = findings_.emplace_back();
    finding.code = code;
    finding.at = at;
    finding.message = std::move(message);
    return finding;
}

std::vector<Finding> Problems::take() {
    sort_findings(findings_, [](const Finding& a, const Finding& b) { return a.at.begin < b.at.begin; });
    cut_findings(findings_);
    return std::move(findings_);
}

std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    return fmt::format("\"{}\"", clipped(text, kLongest));
}

void append_path_key(std::string& path, std::string_view key) {
    if (!plain_step(key)) {
        path += "['";
        for (const char c : key) {
            path.append(c == '\'' ? 2 : 1, c);
        }
        path += "']";
        return;
    }
    path += path.empty() ? "" : ".";
    path += key;
}

void append_path_index(std::string& path, std::size_t number) {
    path += fmt::format("[{}]", number);
}

} // namespace weir
