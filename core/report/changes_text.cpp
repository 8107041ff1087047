#include <fmt/format.h>

#include "report/changes.h"
#include "report/names.h"
#include "report/snippet.h"

namespace weir {

namespace {

Ink ink_of(ChangeSeverity severity) {
    switch (severity) {
    case ChangeSeverity::Breaking:
        return Ink::Red;
    case ChangeSeverity::NonBreaking:
        return Ink::Yellow;
    case ChangeSeverity::Info:
        break;
    }
    return Ink::Cyan;
}

bool can_show(const Sources* sources, Span span) {
    return sources != nullptr && span.known() && span.file < sources->size();
}

/// A value that is long is told by its places already.
std::string short_value(std::string_view json) {
    constexpr std::size_t kLongest = 120;
    return std::string(json.size() <= kLongest ? json : std::string_view("…"));
}

void write_values(BlockWriter& out, const ShownChange& shown) {
    if (!shown.before.empty() && !shown.after.empty()) {
        out.note("note", fmt::format("{} became {}", short_value(shown.before), short_value(shown.after)));
    } else if (!shown.before.empty()) {
        out.note("note", fmt::format("was {}", short_value(shown.before)));
    } else if (!shown.after.empty()) {
        out.note("note", fmt::format("is now {}", short_value(shown.after)));
    }
}

/// The first sentence of a message says what changed, the rest what follows from it.
std::pair<std::string_view, std::string_view> first_sentence(std::string_view message) {
    const std::size_t end = message.find(". ");
    return end == std::string_view::npos ? std::pair(message, std::string_view{})
                                         : std::pair(message.substr(0, end), message.substr(end + 2));
}

std::string write_change(const ChangesReport& report, const ChangeSecrets& secrets, const Change& change,
                         const TextStyle& style) {
    const ShownChange shown = secrets.shown(change);
    BlockWriter out(style);
    const auto [what, consequence] = first_sentence(shown.message);
    out.headline(ink_of(change.severity), severity_name(change.severity), change.rule, what);
    std::vector<Snippet> snippets;
    if (can_show(report.head, change.head)) {
        snippets.push_back({report.head, &secrets.head(), change.head, {}, true});
    }
    if (can_show(report.base, change.base)) {
        snippets.push_back({report.base, &secrets.base(), change.base, "before", snippets.empty()});
    }
    out.snippets(snippets);
    out.note("at", change.path);
    write_values(out, shown);
    if (!consequence.empty()) {
        out.note("help", consequence);
    }
    return out.take() + "\n";
}

} // namespace

std::string changes_text(const ChangesReport& report, const TextStyle& style) {
    std::string text;
    if (!report.error.code.empty()) {
        BlockWriter out(style);
        out.headline(Ink::Red, "error", report.error.code, report.error.message);
        return out.take();
    }
    const ChangeSecrets secrets(report);
    for (const Change& change : *report.changes) {
        text += write_change(report, secrets, change, style);
    }
    for (const ChangesWarning& warning : report.warnings) {
        BlockWriter out(style);
        out.headline(Ink::Yellow, "warning", warning.code, warning.message);
        text += out.take() + "\n";
    }
    if (style.summary) {
        const ChangeCounts counts = count(*report.changes);
        text += report.changes->empty() ? "no changes\n"
                                        : fmt::format("{} breaking, {} non-breaking, {} info\n", counts.breaking,
                                                      counts.non_breaking, counts.info);
    }
    return text;
}

} // namespace weir
