#include "cli/offline.h"
#include "cli/json.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "live/archive.h"

namespace weir::cli {

namespace {

std::string line_of(std::string_view subject, const DeployProblem& problem) {
    const std::string at = problem.path.empty() ? std::string() : problem.path + ": ";
    const std::string help = problem.help.empty() ? std::string() : ". " + problem.help;
    return fmt::format("{}: {}{}{}", subject, at, problem.message, help);
}

/// A bundle holds the contract as it is written, and what it should not hold with it.
void tell_hidden(Io& io, const Common& common, const Checked& checked) {
    if (checked.hidden.empty() || common.quiet) {
        return;
    }
    const Span first = checked.hidden.front();
    const Sources& sources = checked.document->sources();
    note(io, fmt::format("{}:{}: this and what else reads like a secret in the contract is in the result as it is "
                         "written",
                         sources[first.file].name(), sources.range(first).start.line));
}

Subject from_bundle(Io& io, const Common& common, const std::string& file) {
    Subject subject;
    subject.bound = true;
    subject.bundle = live::load_bundle(file);
    std::vector<DeployProblem>& problems = subject.bundle.problems;
    if (problems.empty()) {
        Rechecked rechecked = check_bundle(subject.bundle);
        problems = std::move(rechecked.problems);
        subject.checked = std::move(rechecked.checked);
        if (!subject.checked.valid()) {
            io.err(findings_text({report_of(subject.checked)}, style_of_err(io, common)));
        }
    }
    if (!problems.empty()) {
        const bool unreadable = problems.front().code == "bundle-unreadable";
        const Exit refused = refuse_problems(io, common, file, problems);
        subject.exit = unreadable ? Exit::Unknown : refused;
    }
    return subject;
}

} // namespace

Exit refuse_invalid(Io& io, const Common& common, const live::LoadedContract& loaded) {
    const ContractReport report = report_of(loaded.checked);
    io.err(findings_text({report}, style_of_err(io, common)));
    if (common.json()) {
        io.out(findings_json(std::vector<ContractReport>{report}));
    }
    return loaded.found ? Exit::No : Exit::Unknown;
}

Exit refuse_unmanaged(Io& io, const Common& common, const std::string& file) {
    fail(io, common, "no-managed-build",
         fmt::format("{} has no managed Flink build (fluidVersion 0.7.7 with management: operator)", file));
    return Exit::No;
}

void tell_findings(Io& io, const Common& common, const Checked& checked) {
    const bool told = std::any_of(checked.findings.begin(), checked.findings.end(),
                                  [](const Finding& finding) { return finding.severity() != Severity::Info; });
    if (told && !common.quiet) {
        io.err(findings_text({report_of(checked)}, style_of_err(io, common)));
    }
}

Exit refuse_problems(Io& io, const Common& common, std::string_view subject,
                     const std::vector<DeployProblem>& problems) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DeployProblem& problem : problems) {
        note(io, line_of(subject, problem));
        list.push_back(problem_object(problem));
    }
    if (common.json()) {
        const nlohmann::ordered_json object = {
            {"schema", 1},
            {"error", {{"code", problems.front().code}, {"message", terminal_safe(problems.front().message)}}},
            {"problems", list}};
        io.out(json_line(object));
    }
    return Exit::No;
}

Subject load_subject(Io& io, const Common& common, const std::string& file) {
    if (live::is_bundle_name(file)) {
        return from_bundle(io, common, file);
    }
    Subject subject;
    const live::LoadedContract named = live::load_contract(file);
    if (!named.found || !named.checked.valid()) {
        subject.exit = refuse_invalid(io, common, named);
        return subject;
    }
    tell_findings(io, common, named.checked);
    // Read anew under names that are the same on every machine.
    live::LoadedContract loaded = live::load_contract_from_root(file);
    if (!loaded.found || !loaded.checked.valid()) {
        subject.exit = refuse_invalid(io, common, loaded);
        return subject;
    }
    if (loaded.checked.plan.builds.empty()) {
        subject.exit = refuse_unmanaged(io, common, file);
        return subject;
    }
    tell_hidden(io, common, named.checked);
    subject.bundle =
        make_bundle(loaded.checked.contract, loaded.files, loaded.checked.file, loaded.ref_root, version());
    if (!subject.bundle.problems.empty()) {
        subject.exit = refuse_problems(io, common, file, subject.bundle.problems);
    }
    subject.checked = std::move(loaded.checked);
    return subject;
}

} // namespace weir::cli
