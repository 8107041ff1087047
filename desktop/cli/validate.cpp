#include <atomic>
#include <csignal>
#include <filesystem>
#include <unordered_set>

#include <fmt/format.h>

#include "cli/cores.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "live/contracts.h"
#include "live/folders.h"

namespace weir::cli {

namespace {

/// What one contract, or one folder that could not be searched, has to say.
struct Verdict {
    std::string output; ///< text, or an element of the JSON object
    SarifPart sarif;    ///< under --format sarif instead of output
    Tally tally;
    Exit exit = Exit::Fine;
};

struct Job {
    std::string file;
    std::string problem; ///< why it cannot be looked at; empty for a file to read
};

/// What was asked for, each contract once however often it is named.
class Jobs {
  public:
    void add(const std::string& file, std::string problem = {}) {
        std::error_code unknown;
        const std::string full = std::filesystem::absolute(file, unknown).lexically_normal().string();
        if (!problem.empty() || unknown || seen_.insert(full).second) {
            list_.push_back({file, std::move(problem)});
        }
    }
    [[nodiscard]] std::vector<Job> take() { return std::move(list_); }

  private:
    std::vector<Job> list_;
    std::unordered_set<std::string> seen_;
};

std::vector<Job> jobs_of(Io& io, const ValidateOptions& options, Progress& progress) {
    Jobs jobs;
    std::size_t searched = 0;
    for (const std::string& path : options.files) {
        if (!live::is_folder(path)) {
            jobs.add(path);
            continue;
        }
        const live::FoundContracts found = live::find_contracts(path, {}, [&] {
            progress.tell(fmt::format("searching, {} folders", searched++), 0, 0);
            return Interruption::signal() == 0;
        });
        for (const std::string& file : found.files) {
            jobs.add(file);
        }
        for (const std::string& problem : found.problems) {
            jobs.add(path, problem);
        }
        if (found.files.empty() && found.problems.empty()) {
            jobs.add(path, "no *.fluid.yaml in this folder or below it");
        }
        for (std::size_t i = 0; i < found.left_out.size() && !options.common.quiet; ++i) {
            progress.clear();
            note(io, fmt::format("{} was not searched: it belongs to the kernel", found.left_out[i]));
        }
    }
    return jobs.take();
}

/// What one contract adds to the result, in the form asked for.
std::string part_of(const ContractReport& report, std::string_view format, const TextStyle& style) {
    if (format == "json") {
        return contract_json(report);
    }
    if (format == "junit") {
        return contract_junit(report);
    }
    if (format == "github") {
        return contract_github(report);
    }
    TextStyle plain = style;
    plain.summary = false;
    return findings_text({report}, plain);
}

/// The result made of such parts.
std::string whole_of(const std::vector<std::string>& parts, std::string_view format, const Tally& tally,
                     const TextStyle& style) {
    if (format == "json") {
        return findings_json(parts, tally.valid == tally.contracts);
    }
    if (format == "junit") {
        return findings_junit(parts);
    }
    if (format == "github") {
        return findings_github(parts, style.summary ? &tally : nullptr);
    }
    std::string text;
    for (const std::string& part : parts) {
        text += part;
    }
    return format == "text" && style.summary ? text + summary_text(tally, style) : text;
}

Verdict verdict_of(const ContractReport& report, const ValidateOptions& options, const TextStyle& style) {
    Verdict verdict;
    if (options.common.format == "sarif") {
        verdict.sarif = contract_sarif(report);
    } else {
        verdict.output = part_of(report, options.common.format, style);
    }
    verdict.tally.add(report);
    verdict.exit = report.valid ? Exit::Fine : Exit::No;
    return verdict;
}

Verdict look_at(const Job& job, const ValidateOptions& options, const TextStyle& style) {
    if (job.problem.empty()) {
        const live::LoadedContract loaded = live::load_contract(job.file, fragment_kind(options.fragment));
        ContractReport report = report_of(loaded.checked, options.strict);
        std::vector<DailyCost> costs;
        if (options.cost && loaded.checked.readable()) {
            costs = daily_costs(loaded.checked.contract);
            report.costs = &costs;
        }
        Verdict verdict = verdict_of(report, options, style);
        verdict.exit = loaded.found ? verdict.exit : Exit::Unknown;
        return verdict;
    }
    std::vector<Finding> findings(1);
    findings[0].code = Code::file_unreadable;
    findings[0].message = job.problem;
    findings[0].help = "Name a contract that can be read.";
    ContractReport report;
    report.file = job.file;
    report.findings = &findings;
    Verdict verdict = verdict_of(report, options, style);
    verdict.exit = Exit::Unknown;
    return verdict;
}

/// Looks at every job. The order of the verdicts is that of the jobs.
std::vector<Verdict> look_at_all(const std::vector<Job>& jobs, const ValidateOptions& options, const TextStyle& style,
                                 Progress& progress) {
    std::vector<Verdict> verdicts(jobs.size());
    std::atomic<std::size_t> done{0};
    for_each_on_cores(jobs.size(), [&](std::size_t i) {
        verdicts[i] = look_at(jobs[i], options, style);
        progress.tell("contract", ++done, jobs.size());
    });
    return verdicts;
}

} // namespace

Exit validate(Io& io, const ValidateOptions& options) {
    if (const FragmentChoice fragment = choose_fragment(options.fragment, options.schema_version);
        !fragment.code.empty()) {
        return fail(io, options.common, fragment.code, fragment.message);
    }
    if (options.cost && options.common.format != "text" && !options.common.json()) {
        return fail(io, options.common, "usage", "--cost goes with --format text and json");
    }
    TextStyle style = style_of_out(io, options.common);
    style.notes = options.notes;
    const Interruption interruption;
    Progress progress(io, options.common);
    const std::vector<Job> jobs = jobs_of(io, options, progress);
    std::vector<Verdict> verdicts = look_at_all(jobs, options, style, progress);
    progress.clear();
    if (const int signal = Interruption::signal(); signal != 0) {
        note(io, "interrupted; there is no result");
        return signal == SIGINT ? Exit::Interrupted : Exit::Terminated;
    }
    Exit exit = Exit::Fine;
    Tally tally;
    std::vector<std::string> outputs;
    std::vector<SarifPart> logs;
    for (Verdict& verdict : verdicts) {
        exit = worse(exit, verdict.exit);
        tally.add(verdict.tally);
        outputs.push_back(std::move(verdict.output));
        logs.push_back(std::move(verdict.sarif));
    }
    const std::string result = options.common.format == "sarif"
                                   ? findings_sarif(logs, version())
                                   : whole_of(outputs, options.common.format, tally, style);
    return worse(exit, emit(io, options.common, result));
}

} // namespace weir::cli
