#include "binding/path.h"

namespace weir {

namespace {

constexpr std::size_t kMostSteps = 64;

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool goes_on_name(char c) {
    return starts_name(c) || (c >= '0' && c <= '9');
}
bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20U || c == 0x7F;
}

class PathReader {
  public:
    explicit PathReader(std::string_view text) : text_(text) {}

    ParsedPath read() {
        ParsedPath path;
        std::size_t count = 0;
        bool good = name();
        while (good) {
            if (++count <= kMostSteps) {
                path.steps.push_back(step_);
            }
            if (at_ == text_.size()) {
                path.too_long = count > kMostSteps;
                path.ok = !path.too_long;
                return path;
            }
            if (text_[at_] == '.') {
                ++at_;
                good = name();
            } else {
                good = literal();
            }
        }
        path.steps.clear();
        return path;
    }

  private:
    bool name() {
        const std::size_t begin = at_;
        if (at_ == text_.size() || !starts_name(text_[at_])) {
            return false;
        }
        while (at_ < text_.size() && goes_on_name(text_[at_])) {
            ++at_;
        }
        step_ = PathStep{std::string(text_.substr(begin, at_ - begin)), false, static_cast<std::uint32_t>(begin),
                         static_cast<std::uint32_t>(at_)};
        return true;
    }

    /// `['…']` with `''` for a quote.
    bool literal() {
        const std::size_t begin = at_;
        if (text_.substr(at_, 2) != "['") {
            return false;
        }
        at_ += 2;
        std::string key;
        while (at_ < text_.size() && !is_control(text_[at_])) {
            if (text_[at_] != '\'') {
                key += text_[at_++];
                continue;
            }
            if (text_.substr(at_, 2) == "''") {
                key += '\'';
                at_ += 2;
                continue;
            }
            if (text_.substr(at_, 2) != "']") {
                return false;
            }
            at_ += 2;
            step_ = PathStep{std::move(key), true, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
            return true;
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    PathStep step_;
};

} // namespace

ParsedPath parse_path(std::string_view text) {
    return PathReader(text).read();
}

namespace binding {

void append_step(std::string& text, const PathStep& step) {
    if (!step.literal) {
        if (!text.empty()) {
            text += '.';
        }
        text += step.name;
        return;
    }
    text += "['";
    for (const char c : step.name) {
        text += c;
        if (c == '\'') {
            text += c;
        }
    }
    text += "']";
}

std::string path_text(const std::vector<PathStep>& steps, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        append_step(text, steps[i]);
    }
    return text;
}

PathStep field_step(std::string_view name) {
    return PathStep{std::string(name), false, 0, 0};
}

} // namespace binding
} // namespace weir
