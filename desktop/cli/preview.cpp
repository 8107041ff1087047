#include "cli/preview.h"
#include "cli/json.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cores.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/waivers.h"
#include "live/contracts.h"
#include "live/folders.h"
#include "live/site.h"
#include "weir/preview.h"

namespace weir::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Contracts of one folder, their names seen from it.
struct Side {
    std::string folder;
    std::vector<std::string> files;
};

Side search(const std::string& folder, std::string_view label, PreviewSummary& summary) {
    Side side{folder, {}};
    const std::string start = folder.ends_with('/') ? folder : folder + "/";
    live::FoundContracts found = live::find_contracts(folder, {}, [] { return Interruption::signal() == 0; });
    for (const std::string& file : found.files) {
        side.files.push_back(file.substr(start.size()));
    }
    for (const std::string& problem : found.problems) {
        // A page names no folder of the machine that it was made on.
        const std::string_view below =
            problem.starts_with(start) ? std::string_view(problem).substr(start.size()) : std::string_view(problem);
        const bool of_folder = problem.starts_with(folder + ":");
        summary.problems.push_back(
            fmt::format("{}: {}", label, of_folder ? std::string_view(problem).substr(folder.size() + 2) : below));
    }
    std::sort(side.files.begin(), side.files.end());
    return side;
}

/// The same texts, so that there is nothing to compare.
bool same_texts(const live::LoadedContract& base, const live::LoadedContract& head) {
    const auto same = [](const auto& a, const auto& b) {
        return a.first == b.first && a.second.text == b.second.text && a.second.refusal == b.second.refusal;
    };
    return base.found && head.found && base.checked.file == head.checked.file && base.ref_root == head.ref_root &&
           base.files.size() == head.files.size() &&
           std::equal(base.files.begin(), base.files.end(), head.files.begin(), same);
}

PreviewSide side_of(const live::LoadedContract& loaded) {
    PreviewSide side;
    side.report = report_of(loaded.checked);
    if (loaded.checked.readable()) {
        side.contract = &loaded.checked.contract;
        side.plan = &loaded.checked.plan;
    }
    return side;
}

/// What came of one pair.
struct Outcome {
    bool looked_at = false;
    bool unchanged = false;
    PreviewEntry entry;
    std::string problem;            ///< why its page was not written
    std::vector<std::string> named; ///< fingerprints of its changes that a waiver names
    std::vector<ChangesWarning> warnings;
    Exit exit = Exit::Fine;
};

class Job {
  public:
    Job(const PreviewOptions& options, const std::vector<Waiver>& waivers, const std::string& day, const Side& base,
        const Side& head, const live::SiteFolder& site)
        : options_(options), waivers_(waivers), day_(day), base_(base), head_(head), site_(site) {
        for (const Waiver& waiver : waivers) {
            fingerprints_.insert(waiver.fingerprint);
        }
    }

    [[nodiscard]] Outcome run(const MatchedFiles& files) const {
        Outcome outcome;
        outcome.looked_at = true;
        std::optional<live::LoadedContract> base;
        std::optional<live::LoadedContract> head;
        if (!files.base.empty()) {
            base = live::load_contract_below(base_.folder, files.base);
        }
        if (!files.head.empty()) {
            head = live::load_contract_below(head_.folder, files.head);
        }
        if (base && head && same_texts(*base, *head)) {
            outcome.unchanged = true;
            return outcome;
        }
        compare_and_write(base, head, outcome);
        return outcome;
    }

  private:
    void compare_and_write(const std::optional<live::LoadedContract>& base,
                           const std::optional<live::LoadedContract>& head, Outcome& outcome) const {
        PreviewPair pair;
        PreviewSide base_side;
        PreviewSide head_side;
        if (base) {
            base_side = side_of(*base);
            pair.base = &base_side;
        }
        if (head) {
            head_side = side_of(*head);
            pair.head = &head_side;
        }
        std::vector<Change> changes;
        ChangesReport report;
        if (base && head) {
            report = compare(base->checked, head->checked, false, changes);
            waive_and_note(changes, outcome);
            pair.changes = &report;
            outcome.warnings = report.warnings;
        }
        outcome.entry = preview_entry(pair);
        outcome.exit = exit_of(base, head, outcome.entry, report);
        outcome.problem =
            site_.write(outcome.entry.page, preview_page(pair, outcome.entry, {version(), "../index.html"}));
    }

    /// What it warns of is of one contract; the warnings that count are of them all (see `warnings_of`).
    void waive_and_note(std::vector<Change>& changes, Outcome& outcome) const {
        if (waivers_.empty()) {
            return;
        }
        static_cast<void>(waive(changes, waivers_, day_));
        for (const Change& change : changes) {
            if (fingerprints_.count(change.fingerprint) > 0) {
                outcome.named.push_back(change.fingerprint);
            }
        }
    }

    [[nodiscard]] Exit exit_of(const std::optional<live::LoadedContract>& base,
                               const std::optional<live::LoadedContract>& head, const PreviewEntry& entry,
                               const ChangesReport& report) const {
        const bool missing = (base && !base->found) || (head && !head->found);
        if (missing || !report.error.code.empty()) {
            return Exit::Unknown;
        }
        if (entry.status == PreviewStatus::Removed) {
            return options_.fail_on == "none" ? Exit::Fine : Exit::No;
        }
        if (base && live::lacks_a_file(*base)) {
            return Exit::Unknown;
        }
        const bool added_counts = entry.status == PreviewStatus::Added && options_.fail_on == "info";
        return !entry.valid || added_counts || fails(entry.counts, fail_on(options_.fail_on)) ? Exit::No : Exit::Fine;
    }

    const PreviewOptions& options_;
    const std::vector<Waiver>& waivers_;
    std::set<std::string, std::less<>> fingerprints_; ///< of the waivers
    const std::string& day_;
    const Side& base_;
    const Side& head_;
    const live::SiteFolder& site_;
};

/// Waivers that have expired, or that name no change of any contract; then what is warned of each comparison.
std::vector<ChangesWarning> warnings_of(const std::vector<Outcome>& outcomes, const std::vector<Waiver>& waivers,
                                        const std::string& day) {
    std::vector<Change> named;
    for (const Outcome& outcome : outcomes) {
        for (const std::string& fingerprint : outcome.named) {
            named.emplace_back().fingerprint = fingerprint;
        }
    }
    std::vector<ChangesWarning> warnings = waive(named, waivers, day);
    for (const Outcome& outcome : outcomes) {
        for (const ChangesWarning& warning : outcome.warnings) {
            warnings.push_back({warning.code, fmt::format("{}: {}", outcome.entry.file, warning.message)});
        }
    }
    return warnings;
}

Json counts_of(const ChangeCounts& counts) {
    return {{"breaking", counts.breaking},
            {"nonBreaking", counts.non_breaking},
            {"info", counts.info},
            {"waived", counts.waived}};
}

/// The result as one object, which also marks the folder.
/// \param files  of each entry, as they are called: a page masks a name that reads like a secret, and a program that
///               opens the file needs it
std::string json_of(const PreviewSummary& summary, const std::vector<MatchedFiles>& files) {
    Json contracts = Json::array();
    for (std::size_t i = 0; i < summary.entries.size(); ++i) {
        const PreviewEntry& entry = summary.entries[i];
        const MatchedFiles& names = files[i];
        contracts.push_back({{"file", names.head.empty() ? names.base : names.head},
                             {"movedFrom", entry.moved_from.empty() ? Json(nullptr) : Json(names.base)},
                             {"id", entry.id},
                             {"status", preview_status_name(entry.status)},
                             {"readable", !entry.unreadable},
                             {"valid", entry.valid},
                             {"summary", counts_of(entry.counts)},
                             {"page", entry.page}});
    }
    Json warnings = Json::array();
    for (const ChangesWarning& warning : summary.warnings) {
        warnings.push_back({{"code", warning.code}, {"message", warning.message}});
    }
    const Json object = {{"schema", 1},
                         {"preview", "weir"},
                         {"index", "index.html"},
                         {"contracts", contracts},
                         {"summary", counts_of(preview_totals(summary.entries).counts)},
                         {"unchanged", summary.unchanged.size()},
                         {"problems", summary.problems},
                         {"warnings", warnings}};
    return json_line(object);
}

std::string text_of(const std::string& folder, const PreviewSummary& summary, bool with_summary) {
    std::string text = terminal_safe(folder) + (folder.ends_with('/') ? "index.html\n" : "/index.html\n");
    if (!with_summary) {
        return text;
    }
    const PreviewTotals totals = preview_totals(summary.entries);
    const ChangeCounts& all = totals.counts;
    text += fmt::format("{} changed, {} added, {} removed, {} moved, {} unchanged; {} breaking, {} non-breaking, {} "
                        "info{}{}\n",
                        totals.changed, totals.added, totals.removed, totals.moved, summary.unchanged.size(),
                        all.breaking, all.non_breaking, all.info,
                        all.waived == 0 ? std::string() : fmt::format(", {} waived", all.waived),
                        totals.invalid == 0 ? std::string() : fmt::format("; {} not valid", totals.invalid));
    return text;
}

/// Why the folders cannot be compared at all; empty when they can.
std::string refusal(const PreviewOptions& options) {
    for (const std::string& folder : {options.base, options.head}) {
        if (!live::is_folder(folder)) {
            return fmt::format("{} is not a folder", folder);
        }
    }
    return {};
}

/// Reads the file of waivers, when there is one. Says what is wrong with it.
Exit waivers_of(Io& io, const PreviewOptions& options, ReadWaivers& waivers) {
    const FileAnswer file = waivers_text(options.waivers);
    if (!file.refusal.empty()) {
        return fail(io, options.common, "waivers-unreadable", fmt::format("{}: {}", options.waivers, file.refusal));
    }
    if (options.waivers.empty()) {
        return Exit::Fine;
    }
    waivers = read_waivers(file.text);
    if (waivers.problems.empty()) {
        return Exit::Fine;
    }
    const WaiverProblem& first = waivers.problems.front();
    return fail(
        io, options.common, "waivers-invalid",
        fmt::format("{}:{}:{}: {}", options.waivers, first.at.start.line, first.at.start.column, first.message));
}

} // namespace

Exit preview(Io& io, const PreviewOptions& options) {
    if (const std::string why = refusal(options); !why.empty()) {
        return fail(io, options.common, "folder-missing", why);
    }
    ReadWaivers waivers;
    if (const Exit exit = waivers_of(io, options, waivers); exit != Exit::Fine) {
        return exit;
    }
    live::SiteFolder site;
    if (const std::string why = site.open(options.folder); !why.empty()) {
        return fail(io, options.common, "not-written", fmt::format("{}: {}", options.folder, why));
    }
    const Interruption interruption;
    Progress progress(io, options.common);
    PreviewSummary summary;
    const Side base = search(options.base, "base", summary);
    const Side head = search(options.head, "head", summary);
    Exit exit = summary.problems.empty() ? Exit::Fine : Exit::Unknown;
    if (base.files.empty() && head.files.empty() && summary.problems.empty()) {
        summary.problems.emplace_back("there is no *.fluid.yaml in either folder");
        exit = Exit::Unknown;
    }
    const std::vector<MatchedFiles> matched =
        match_files(base.files, head.files, [&](bool of_head, const std::string& file) {
            const live::LoadedContract loaded = live::load_contract_below((of_head ? head : base).folder, file);
            return std::string(loaded.checked.contract.id.value);
        });
    const std::string day = today();
    const Job job(options, waivers.waivers, day, base, head, site);
    std::vector<Outcome> outcomes(matched.size());
    std::atomic<std::size_t> done{0};
    for_each_on_cores(matched.size(), [&](std::size_t i) {
        outcomes[i] = job.run(matched[i]);
        progress.tell("contract", ++done, matched.size());
    });
    progress.clear();
    if (const int signal = Interruption::signal(); signal != 0) {
        note(io, "interrupted; the preview is not complete");
        return signal == SIGINT ? Exit::Interrupted : Exit::Terminated;
    }
    summary.warnings = warnings_of(outcomes, waivers.waivers, day);
    std::set<std::string, std::less<>> pages;
    std::vector<MatchedFiles> files; // of the entries
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        Outcome& outcome = outcomes[i];
        if (!outcome.problem.empty()) {
            return fail(io, options.common, "not-written", fmt::format("{}: {}", outcome.entry.page, outcome.problem));
        }
        exit = worse(exit, outcome.exit);
        if (outcome.unchanged) {
            summary.unchanged.push_back(matched[i].head);
        } else {
            pages.insert(outcome.entry.page);
            summary.entries.push_back(std::move(outcome.entry));
            files.push_back(matched[i]);
        }
    }
    const std::string result = json_of(summary, files);
    std::string why = site.remove_other_pages(pages);
    why = why.empty() ? site.write("index.html", preview_index(summary, {version(), {}})) : why;
    why = why.empty() ? site.write(live::SiteFolder::kMark, result) : why;
    if (!why.empty()) {
        return fail(io, options.common, "not-written", fmt::format("{}: {}", options.folder, why));
    }
    for (const std::string& problem : summary.problems) {
        note(io, problem);
    }
    for (const ChangesWarning& warning : summary.warnings) {
        note(io, fmt::format("warning[{}]: {}", warning.code, warning.message));
    }
    const std::string text = options.common.format == "markdown"
                                 ? preview_comment(summary)
                                 : text_of(options.folder, summary, !options.common.quiet);
    io.out(options.common.json() ? result : text);
    return exit;
}

} // namespace weir::cli
