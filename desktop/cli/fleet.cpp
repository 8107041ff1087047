#include "live/fleet.h"

#include <algorithm>
#include <csignal>
#include <map>

#include <fmt/format.h>

#include "cli/audited.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "live/environment.h"
#include "live/folders.h"
#include "live/now.h"

namespace weir::cli {

namespace {

using Tree = nlohmann::ordered_json;

/// A deployment, and what was found out about it.
struct Row {
    live::FleetDeployment deployment;
    std::string file;             ///< of its contract; empty when none was found
    std::optional<LiveDiff> diff; ///< against that contract
    std::optional<live::FleetCheckpoints> checkpoints;
};

struct Report {
    std::string context;
    std::vector<Row> rows;
    std::vector<live::FleetProblem> problems;
    std::vector<std::string> passed_over; ///< files that are no valid contract
    std::int64_t now = 0;                 ///< milliseconds since 1970
};

Tree text_or_null(std::string_view text) {
    return text.empty() ? Tree() : Tree(terminal_safe(text));
}

/// Whole seconds from a moment to now; null when it is not known, or lies ahead.
Tree seconds_since(const std::optional<std::int64_t>& moment, std::int64_t now) {
    constexpr std::int64_t kMillis = 1000;
    return moment && *moment <= now ? Tree((now - *moment) / kMillis) : Tree();
}

Tree checkpoints_tree(const Row& row, std::int64_t now) {
    if (!row.checkpoints) {
        return {};
    }
    const live::FleetCheckpoints& seen = *row.checkpoints;
    Tree tree = {{"secondsAgo", nullptr},
                 {"millis", nullptr},
                 {"completed", seen.completed},
                 {"failed", seen.failed},
                 {"problem", text_or_null(seen.problem)}};
    if (!seen.latest.empty()) {
        tree["secondsAgo"] = seconds_since(seen.latest.back().completed, now);
        tree["millis"] = seen.latest.back().duration;
    }
    return tree;
}

Tree diff_tree(const Row& row) {
    if (!row.diff) {
        return {};
    }
    return {{"state", live_state_name(row.diff->state)},
            {"fields", row.diff->fields.size()},
            {"message", text_or_null(row.diff->message)}};
}

Tree row_tree(const Row& row, std::int64_t now) {
    const live::FleetDeployment& seen = row.deployment;
    Tree warnings = Tree::array();
    for (const std::string& warning : seen.warnings) {
        warnings.push_back(terminal_safe(warning));
    }
    return {{"namespace", terminal_safe(seen.name_space)},
            {"name", terminal_safe(seen.name)},
            {"product", text_or_null(seen.product)},
            {"build", text_or_null(seen.build)},
            {"state", live::job_state_name(seen.state)},
            {"lifecycle", text_or_null(seen.lifecycle)},
            {"job", text_or_null(seen.job)},
            {"startedSecondsAgo", seconds_since(seen.started, now)},
            {"savepointSecondsAgo", seconds_since(seen.savepoint, now)},
            {"checkpoints", checkpoints_tree(row, now)},
            {"contract", text_or_null(row.file)},
            {"diff", diff_tree(row)},
            {"warnings", std::move(warnings)}};
}

std::string fleet_json(const Report& report) {
    Tree tree = {{"schema", 1},
                 {"context", terminal_safe(report.context)},
                 {"deployments", Tree::array()},
                 {"problems", Tree::array()}};
    for (const Row& row : report.rows) {
        tree["deployments"].push_back(row_tree(row, report.now));
    }
    for (const live::FleetProblem& problem : report.problems) {
        tree["problems"].push_back(
            {{"namespace", problem.name_space}, {"code", problem.code}, {"message", terminal_safe(problem.message)}});
    }
    return json_line(tree);
}

std::string ago(const std::optional<std::int64_t>& moment, std::int64_t now) {
    const Tree seconds = seconds_since(moment, now);
    return seconds.is_null() ? "-" : duration_words(seconds.get<std::uint64_t>());
}

/// What the columns hold, by column.
std::vector<std::string> cells(const Row& row, std::int64_t now) {
    const live::FleetDeployment& seen = row.deployment;
    std::string checkpoint = "-";
    if (row.checkpoints && !row.checkpoints->latest.empty()) {
        checkpoint = ago(row.checkpoints->latest.back().completed, now);
    }
    return {terminal_safe(fmt::format("{}/{}", seen.name_space, seen.name)),
            std::string(live::job_state_name(seen.state)),
            terminal_safe(seen.job.empty() ? "-" : seen.job),
            ago(seen.started, now),
            checkpoint,
            row.diff ? std::string(live_state_name(row.diff->state)) : "-",
            terminal_safe(seen.product.empty() ? "-" : seen.product)};
}

std::string fleet_text(const Report& report) {
    std::vector<std::vector<std::string>> table = {
        {"DEPLOYMENT", "STATE", "JOB", "RUNS FOR", "CHECKPOINT", "CONTRACT", "PRODUCT"}};
    for (const Row& row : report.rows) {
        table.push_back(cells(row, report.now));
    }
    std::vector<std::size_t> widths(table.front().size());
    for (const auto& row : table) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (std::size_t number = 0; number < table.size(); ++number) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            line += fmt::format("{:<{}}  ", table[number][i], widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
        if (number > 0) {
            for (const std::string& warning : report.rows[number - 1].deployment.warnings) {
                text += fmt::format("  warning: {}\n", terminal_safe(warning));
            }
        }
    }
    return report.rows.empty() ? "Weir manages nothing there.\n" : text;
}

std::string contexts_json(const live::ContextList& list) {
    Tree tree = {{"schema", 1}, {"contexts", Tree::array()}};
    for (const live::FleetContext& context : list.contexts) {
        tree["contexts"].push_back({{"name", terminal_safe(context.name)},
                                    {"server", text_or_null(context.server)},
                                    {"current", context.current},
                                    {"usable", context.usable()},
                                    {"refusal", text_or_null(context.refusal)},
                                    {"variable", text_or_null(context.variable)},
                                    {"entry", text_or_null(context.entry)}});
    }
    return json_line(tree);
}

std::string contexts_text(const live::ContextList& list) {
    std::string text;
    for (const live::FleetContext& context : list.contexts) {
        text += fmt::format("{} {}  {}\n", context.current ? "*" : " ", terminal_safe(context.name),
                            terminal_safe(context.usable() ? context.server : context.refusal));
    }
    return text;
}

/// The contracts of all files and folders.
std::vector<std::string> contract_files(Io& io, const std::vector<std::string>& named) {
    std::vector<std::string> files;
    for (const std::string& name : named) {
        const live::FoundContracts found =
            live::is_folder(name) ? live::find_contracts(name) : live::FoundContracts{{name}, {}, {}};
        files.insert(files.end(), found.files.begin(), found.files.end());
        for (const std::string& problem : found.problems) {
            note(io, problem);
        }
    }
    return files;
}

/// By namespace and name, those of one context.
std::map<std::pair<std::string, std::string>, live::FleetContract>
contracts_in(std::vector<live::FleetContract> contracts, const std::string& context) {
    std::map<std::pair<std::string, std::string>, live::FleetContract> found;
    for (live::FleetContract& contract : contracts) {
        if (contract.deployment.context == context) {
            std::pair key{contract.deployment.name_space, contract.deployment.name};
            found.emplace(std::move(key), std::move(contract));
        }
    }
    return found;
}

bool going() {
    return Interruption::signal() == 0;
}

/// \param entry  that is told what came of it
Report look(Io& io, const FleetOptions& options, const live::ContextList& list, live::AuditEntry& entry) {
    Progress progress(io, options.common);
    const auto told = [&progress](std::string_view what) {
        return [&progress, what](std::size_t done, std::size_t total) {
            progress.tell(what, done, total);
            return going();
        };
    };
    live::FleetContracts deployed = live::deployed_by(contract_files(io, options.files), told("contracts"));
    const auto contracts = contracts_in(std::move(deployed.contracts), options.context);
    const live::Kubectl kubectl(options.context, live::kKubePatience, [] { return !going(); });
    const auto keep = [&contracts](std::string_view name_space, std::string_view name) {
        return contracts.count({std::string(name_space), std::string(name)}) > 0;
    };
    live::FleetLook seen = live::look_at_fleet(kubectl, list.namespaces, keep, told("namespaces"));
    Report report;
    report.context = options.context;
    report.passed_over = std::move(deployed.passed_over);
    std::vector<LiveDiff> diffs;
    for (std::size_t i = 0; i < seen.deployments.size() && going(); ++i) {
        progress.tell("deployments", i, seen.deployments.size());
        Row row;
        row.deployment = seen.deployments[i];
        const auto contract = contracts.find({row.deployment.name_space, row.deployment.name});
        if (contract != contracts.end()) {
            row.file = contract->second.file;
            row.diff = live::compare_with_contract(kubectl, row.deployment, contract->second);
            diffs.push_back(*row.diff);
        }
        if (options.checkpoints) {
            row.checkpoints = live::look_at_checkpoints(kubectl, row.deployment);
            std::string stale = live::staleness(row.deployment, *row.checkpoints, live::now_millis());
            if (!stale.empty()) {
                row.deployment.warnings.push_back(std::move(stale));
            }
        }
        report.rows.push_back(std::move(row));
    }
    live::tell_audit(seen, diffs, entry);
    report.problems = std::move(seen.problems);
    report.now = live::now_millis();
    return report;
}

Exit exit_of(const Report& report, bool exit_on_drift) {
    Exit exit = report.problems.empty() && report.passed_over.empty() ? Exit::Fine : Exit::Unknown;
    for (const Row& row : report.rows) {
        if (row.diff && row.diff->state == LiveState::Error) {
            exit = worse(exit, Exit::Unknown);
        } else if (row.diff && row.diff->state == LiveState::Drift && exit_on_drift) {
            exit = worse(exit, Exit::No);
        }
    }
    return exit;
}

} // namespace

Exit fleet(Io& io, const FleetOptions& options) {
    const Environment allowlists = live::allowlist_environment();
    const live::ContextList list = live::list_contexts(allowlists);
    if (!list.code.empty()) {
        return fail(io, options.common, list.code, list.message);
    }
    if (options.context.empty()) {
        return emit(io, options.common, options.common.json() ? contexts_json(list) : contexts_text(list));
    }
    const auto context = std::find_if(list.contexts.begin(), list.contexts.end(),
                                      [&](const live::FleetContext& each) { return each.name == options.context; });
    if (context == list.contexts.end()) {
        return fail(io, options.common, "cluster-context-unknown",
                    fmt::format("the kubeconfig has no context {}; weir fleet lists those it has", options.context));
    }
    Audit audit("fleet", options.common.arguments);
    audit.entry.contexts.push_back(options.context);
    if (!context->usable()) {
        audit.end(io, "refused", "kube-context-unlisted");
        fail(io, options.common, "kube-context-unlisted", context->refusal);
        return Exit::No;
    }
    const Interruption interruption;
    const Report report = look(io, options, list, audit.entry);
    if (const int signal = Interruption::signal(); signal != 0) {
        audit.end(io, "interrupted", "signal");
        note(io, "interrupted; there is no result");
        return signal == SIGINT ? Exit::Interrupted : Exit::Terminated;
    }
    audit.end(io);
    for (const live::FleetProblem& problem : report.problems) {
        note(io, fmt::format("namespace {}: {}", problem.name_space, problem.message));
    }
    for (const std::string& file : report.passed_over) {
        note(io, fmt::format("{} is no valid contract: weir validate says why; nothing was compared with it", file));
    }
    return worse(exit_of(report, options.exit_on_drift),
                 emit(io, options.common, options.common.json() ? fleet_json(report) : fleet_text(report)));
}

} // namespace weir::cli
