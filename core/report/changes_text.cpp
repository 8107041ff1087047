#include <fmt/format.h>

#include "report/changes.h"
#include "report/snippet.h"
#include "weir/names.h"

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

void write_note(BlockWriter& out, std::string_view label, std::string_view text) {
    if (!text.empty()) {
        out.note(label, text);
    }
}

/// What follows from the change. Statements stay whole, so that they can be copied.
void write_consequences(BlockWriter& out, const Change& change, const ShownChange& shown) {
    write_note(out, "affected", shown.affected);
    write_note(out, "help", shown.action);
    write_note(out, "table", shown.migration->note);
    for (const auto& [engine, statements] :
         {std::pair{"spark", &shown.migration->spark}, std::pair{"trino", &shown.migration->trino}}) {
        for (const std::string& statement : *statements) {
            out.whole_note(engine, statement);
        }
    }
    if (change.savepoint != Savepoint::NotConcerned) {
        out.note("savepoint", fmt::format("{}. {}", savepoint_name(change.savepoint), change.savepoint_why));
    }
}

std::string place_of(const Sources& sources, Span span) {
    const Position start = sources.range(span).start;
    return fmt::format("{}:{}:{}", sources[span.file].name(), start.line, start.column);
}

void write_places(BlockWriter& out, const ChangesReport& report, const ChangeSecrets& secrets, const Change& change) {
    std::vector<Snippet> snippets;
    if (can_show(report.head, change.head)) {
        snippets.push_back({report.head, &secrets.head(), change.head, {}, true});
    }
    if (can_show(report.base, change.base)) {
        snippets.push_back({report.base, &secrets.base(), change.base, "before", snippets.empty()});
    }
    if (!change.concealed) {
        out.snippets(snippets);
        return;
    }
    for (const Snippet& snippet : snippets) { // their lines hold the values
        out.place(place_of(*snippet.sources, snippet.at));
    }
}

std::string write_change(const ChangesReport& report, const ChangeSecrets& secrets, const Change& change,
                         const TextStyle& style) {
    const ShownChange shown = secrets.shown(change);
    BlockWriter out(style);
    out.headline(ink_of(change.severity), severity_name(change.severity), change.rule, shown.what);
    write_places(out, report, secrets, change);
    out.note("at", change.path);
    write_values(out, shown);
    write_consequences(out, change, shown);
    if (change.waived) {
        out.note("waived", fmt::format("until {} by {}: {}", change.waived->expires, change.waived->owner,
                                       change.waived->reason));
    }
    out.note("fingerprint", change.fingerprint);
    return out.take() + "\n";
}

} // namespace

std::string changes_text(const ChangesReport& report, const TextStyle& style) {
    std::string text;
    if (!report.error.code.empty()) {
        BlockWriter out(style);
        if (report.problems.empty()) {
            out.headline(Ink::Red, "error", report.error.code, report.error.message);
        }
        for (const WaiverProblem& problem : report.problems) {
            out.headline(Ink::Red, "error", report.error.code, problem.message);
            out.place(fmt::format("{}:{}:{}", report.problems_file, problem.at.start.line, problem.at.start.column));
        }
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
        const ChangeCounts counts = count(report);
        const std::string waived = counts.waived == 0 ? "" : fmt::format(", {} waived", counts.waived);
        text += counts.all() == 0 ? "no changes\n"
                                  : fmt::format("{} breaking, {} non-breaking, {} info{}\n", counts.breaking,
                                                counts.non_breaking, counts.info, waived);
    }
    return text;
}

} // namespace weir
