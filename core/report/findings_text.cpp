#include <limits>

#include <fmt/format.h>

#include "report/glyph.h"
#include "report/snippet.h"
#include "text/secrecy.h"
#include "weir/names.h"
#include "weir/report.h"

namespace weir {

namespace {

Ink ink_of(Severity severity) {
    switch (severity) {
    case Severity::Error:
        return Ink::Red;
    case Severity::Warning:
        return Ink::Yellow;
    case Severity::Info:
        break;
    }
    return Ink::Cyan;
}

bool can_show(const ContractReport& report, Span span) {
    return report.sources != nullptr && span.known() && span.file < report.sources->size();
}

void write_places(BlockWriter& out, const ContractReport& report, const SecretSpans& secrets, const Finding& finding) {
    std::vector<Snippet> snippets;
    // A file that could not be read has no line to show.
    if (can_show(report, finding.at) && finding.code != Code::file_unreadable) {
        snippets.push_back({report.sources, &secrets, finding.at, {}, true});
    } else {
        out.place(report.file);
    }
    for (const Related& related : finding.related) {
        if (can_show(report, related.at)) {
            snippets.push_back({report.sources, &secrets, related.at, terminal_safe(related.message), false});
        }
    }
    out.snippets(snippets);
}

void write_notes(BlockWriter& out, const ContractReport& report, const Finding& finding) {
    if (!finding.help.empty()) {
        out.note("help", finding.help);
    } else if (finding.fix) {
        out.note("help", finding.fix->title);
    }
    for (const Related& related : finding.related) {
        if (!can_show(report, related.at)) {
            out.note("note", related.message);
        }
    }
    if (finding.secret) {
        out.note("note", "this text may be a secret and is not shown");
    }
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string figure(std::uint64_t number) {
    return number == std::numeric_limits<std::uint64_t>::max() ? "too many to count" : grouped(number);
}

/// What the contract's jobs do to their tables each day.
std::string costs_text(const ContractReport& report, const TextStyle& style) {
    BlockWriter out(style);
    for (const DailyCost& cost : *report.costs) {
        std::string values;
        for (const std::string_view column : cost.partitions) {
            values += fmt::format("{}{}", values.empty() ? " for each value of " : " and ", without_secrets(column));
        }
        out.paint(Ink::Bold, fmt::format("{}: build {}, each day at most", terminal_safe(report.file),
                                         terminal_safe(without_secrets(cost.build))));
        out.line("");
        if (cost.suspended) {
            out.line("  nothing: the job is suspended");
            continue;
        }
        out.line(fmt::format("  {:>9} commits, as many snapshots: a checkpoint every {} s", figure(cost.commits),
                             grouped(cost.checkpoint_seconds)));
        out.line(fmt::format("  {:>9} data files{}: a file of each of {} at each commit", figure(cost.files),
                             terminal_safe(values),
                             counted(static_cast<std::size_t>(cost.parallelism), "writer", "writers")));
        out.line(fmt::format("  {:>9} metadata files, {} a commit, until they expire", figure(cost.metadata_files),
                             kMetadataFilesPerCommit));
    }
    return out.take() + (report.costs->empty() ? "" : "\n");
}

} // namespace

void Tally::add(const ContractReport& report) {
    contracts += 1;
    valid += report.valid ? 1 : 0;
    for (const Finding& finding : *report.findings) {
        switch (finding.severity()) {
        case Severity::Error:
            errors += 1;
            break;
        case Severity::Warning:
            warnings += 1;
            break;
        case Severity::Info:
            infos += 1;
            break;
        }
    }
}

void Tally::add(const Tally& other) {
    contracts += other.contracts;
    valid += other.valid;
    errors += other.errors;
    warnings += other.warnings;
    infos += other.infos;
}

std::string summary_text(const Tally& tally, const TextStyle& style) {
    const std::size_t invalid = tally.contracts - tally.valid;
    std::string verdict = counted(tally.contracts, "contract", "contracts");
    if (tally.contracts == 1) {
        verdict += invalid == 0 ? ": valid" : ": invalid";
    } else {
        verdict += fmt::format(": {} valid, {} invalid", tally.valid, invalid);
    }
    std::string counts = counted(tally.errors, "error", "errors");
    counts += ", " + counted(tally.warnings, "warning", "warnings");
    if (tally.infos > 0) {
        counts += ", " + counted(tally.infos, "note", "notes") + (style.notes ? "" : " (told by --notes)");
    }
    BlockWriter out(style);
    out.paint(invalid == 0 ? Ink::Bold : Ink::Red, verdict);
    out.line("; " + counts);
    return out.take();
}

std::string findings_text(const std::vector<ContractReport>& contracts, const TextStyle& style) {
    std::string text;
    Tally tally;
    for (const ContractReport& report : contracts) {
        tally.add(report);
        const SecretSpans secrets =
            report.sources == nullptr ? SecretSpans() : SecretSpans(*report.sources, *report.findings, report.hidden);
        for (const Finding& finding : *report.findings) {
            // That the list is cut is told to everyone.
            if (finding.severity() == Severity::Info && !style.notes && finding.code != Code::findings_cut) {
                continue;
            }
            BlockWriter out(style);
            out.headline(ink_of(finding.severity()), severity_name(finding.severity()), code_info(finding.code).slug,
                         finding.message);
            write_places(out, report, secrets, finding);
            write_notes(out, report, finding);
            text += out.take();
            text += '\n';
        }
        text += report.costs == nullptr ? std::string() : costs_text(report, style);
    }
    if (style.summary) {
        text += summary_text(tally, style);
    }
    return text;
}

} // namespace weir
