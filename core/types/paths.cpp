#include "weir/types.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir {

namespace {

bool prints_plain(std::string_view key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '$';
    });
}

void append_key(std::string& out, std::string_view key) {
    if (prints_plain(key)) {
        if (!out.empty()) {
            out += '.';
        }
        out += key;
        return;
    }
    out += "['";
    for (const char c : key) {
        out += c;
        if (c == '\'') {
            out += c;
        }
    }
    out += "']";
}

} // namespace

PathId Paths::key(PathId parent, std::string_view name) {
    steps_.push_back(Step{parent, kNoNumber, name});
    return static_cast<PathId>(steps_.size() - 1);
}

PathId Paths::index(PathId parent, std::uint32_t number) {
    steps_.push_back(Step{parent, number, {}});
    return static_cast<PathId>(steps_.size() - 1);
}

std::string Paths::str(PathId path) const {
    std::vector<PathId> chain;
    for (PathId at = path; at != root(); at = steps_[at].parent) {
        chain.push_back(at);
    }
    std::string out;
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
        const Step& step = steps_[*at];
        if (step.number == kNoNumber) {
            append_key(out, step.key);
        } else {
            out += fmt::format("[{}]", step.number);
        }
    }
    return out;
}

} // namespace weir
