#include "report/secrets.h"

#include <algorithm>

namespace weir {

namespace {

constexpr std::size_t kMostValues = 64;
/// Shorter texts turn up in harmless ones by chance.
constexpr std::size_t kShortestValue = 4;

bool before(const Span& a, const Span& b) {
    return a.file != b.file ? a.file < b.file : a.begin < b.begin;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kAround = " \t\r\n:,'\"{}[]";
    const std::size_t first = text.find_first_not_of(kAround);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kAround) - first + 1);
}

} // namespace

SecretSpans::SecretSpans(const Sources& sources, const std::vector<Finding>& findings,
                         const std::vector<Span>* hidden) {
    std::vector<Span> secret;
    for (const Finding& finding : findings) {
        if (finding.secret && finding.at.known() && finding.at.file < sources.size()) {
            secret.push_back(finding.at);
            remember(sources, finding.at);
        }
    }
    for (const Span& span : hidden == nullptr ? std::vector<Span>() : *hidden) {
        if (span.file < sources.size()) {
            secret.push_back(span);
        }
    }
    std::sort(secret.begin(), secret.end(), before);
    for (const Span& span : secret) {
        const bool within = !spans_.empty() && spans_.back().file == span.file && span.end <= spans_.back().end;
        if (within) {
            continue;
        }
        const std::string_view text = sources[span.file].text();
        const std::size_t after = std::min<std::size_t>(span.end, text.size());
        const std::size_t line_end = std::min(text.find_first_of("\r\n", after), text.size());
        const auto end = std::max(static_cast<std::uint32_t>(line_end), span.begin + 1);
        if (!spans_.empty() && spans_.back().file == span.file && span.begin <= spans_.back().end) {
            spans_.back().end = std::max(spans_.back().end, end);
        } else {
            spans_.push_back({span.file, span.begin, end});
        }
    }
}

void SecretSpans::remember(const Sources& sources, const Span& span) {
    const std::string_view text = sources[span.file].text();
    const std::size_t after = std::min<std::size_t>(span.end, text.size());
    remember(sources.slice(span));
    remember(text.substr(after, std::min(text.find_first_of("\r\n", after), text.size()) - after));
}

void SecretSpans::remember(std::string_view hidden) {
    hidden = trim(hidden);
    if (hidden.size() < kShortestValue) {
        return;
    }
    if (values_.size() == kMostValues) {
        too_many_ = true;
        return;
    }
    values_.push_back(hidden);
}

std::optional<std::uint32_t> SecretSpans::first_in(FileId file, std::uint32_t begin, std::uint32_t end) const {
    const auto found = std::upper_bound(
        spans_.begin(), spans_.end(), Span{file, begin, begin}, [](const Span& wanted, const Span& span) {
            return wanted.file != span.file ? wanted.file < span.file : wanted.begin < span.end;
        });
    if (found == spans_.end() || found->file != file || found->begin >= end) {
        return std::nullopt;
    }
    return std::max(found->begin, begin);
}

bool SecretSpans::touches(Span span) const {
    return span.known() && first_in(span.file, span.begin, std::max(span.end, span.begin + 1)).has_value();
}

bool SecretSpans::told_by(std::string_view text) const {
    return too_many_ || std::any_of(values_.begin(), values_.end(),
                                    [&](std::string_view value) { return text.find(value) != std::string_view::npos; });
}

} // namespace weir
