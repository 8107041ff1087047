#include <fmt/format.h>

#include "cli/audited.h"
#include "cli/live_diff.h"
#include "live/contracts.h"
#include "live/deployer.h"
#include "live/environment.h"
#include "weir/drift.h"
#include "weir/policy.h"

namespace weir::cli {

namespace {

LiveDiff error(const Deployment& deployment, const live::ClusterProblem& problem) {
    LiveDiff diff{
        deployment.build, deployment.context, deployment.name_space, deployment.name, LiveState::Error, {}, {}, {}};
    diff.code = problem.code;
    diff.message = problem.message;
    return diff;
}

LiveDiff compare(const Deployment& deployment, std::string_view product) {
    const live::Kubectl kubectl(deployment.context);
    const live::KubeAnswer context = kubectl.find_context();
    if (!context.ok()) {
        return error(deployment, {std::string(live::trouble_code(context.trouble)), context.message, {}, {}, true});
    }
    const live::LiveObjects live = live::look(kubectl, deployment, true);
    return live.problems.empty() ? compare_live(deployment, product, live.flink_deployment, live.config_map)
                                 : error(deployment, live.problems.front());
}

/// Says why nothing was compared, with the findings or the refusals beside it.
Exit refuse(Io& io, const DiffOptions& options, Exit exit, std::string_view code, const std::string& message,
            std::string_view details, std::string_view member) {
    note(io, message);
    if (options.common.json()) {
        std::string_view object = details;
        while (object.ends_with('\n')) {
            object.remove_suffix(1);
        }
        return worse(
            exit,
            emit(io, options.common,
                 fmt::format(
                     R"({{"schema":1,"state":"error","fields":[],"{}":{},"error":{{"code":"{}","message":"{}"}}}})"
                     "\n",
                     member, object, code, terminal_safe(message))));
    }
    io.err(details);
    return exit;
}

Exit exit_of(const std::vector<LiveDiff>& diffs, bool exit_on_drift) {
    const LiveState state = worst(diffs);
    return state == LiveState::Error                    ? Exit::Unknown
           : state == LiveState::Drift && exit_on_drift ? Exit::No
                                                        : Exit::Fine;
}

} // namespace

Exit live_diff(Io& io, const DiffOptions& options) {
    Audit audit("diff", options.common.arguments);
    const live::LoadedContract loaded = live::load_contract(options.file);
    const Checked& checked = loaded.checked;
    if (!loaded.found || !checked.valid()) {
        audit.end(io, loaded.found ? "refused" : "unknown", "contract-invalid");
        const ContractReport report = report_of(checked);
        return refuse(io, options, loaded.found ? Exit::No : Exit::Unknown, "contract-invalid",
                      "the contract is invalid: nothing was compared",
                      options.common.json() ? findings_json(std::vector<ContractReport>{report})
                                            : findings_text({report}, style_of_err(io, options.common)),
                      "validation");
    }
    const Rendered rendered = render(checked.contract, checked.plan);
    if (!rendered.problems.empty() || rendered.deployments.empty()) {
        audit.end(io, "refused", rendered.problems.empty() ? "no-managed-build" : rendered.problems.front().code);
        return fail(io, options.common, rendered.problems.empty() ? "no-managed-build" : rendered.problems.front().code,
                    rendered.problems.empty()
                        ? fmt::format("{} has no managed Flink build: nothing is deployed", options.file)
                        : rendered.problems.front().message);
    }
    const Environment environment = live::allowlist_environment();
    const PolicyVerdict verdict = judge(checked.contract, environment, PolicyCommand::Diff);
    for (const Deployment& deployment : rendered.deployments) {
        audit.entry.contexts.push_back(deployment.context);
    }
    if (!verdict.allowed()) {
        audit.entry.result = "refused";
        for (const Refusal& refusal : verdict.refusals) {
            audit.entry.codes.emplace_back(refusal.code);
        }
        audit.end(io);
        const PolicyReport report{report_of(checked), &checked.contract, &verdict, &environment};
        return refuse(io, options, Exit::No, "policy-refused",
                      "the operator's allowlists do not admit this deployment: nothing was asked",
                      options.common.json() ? policy_json(report, PolicyCommand::Diff)
                                            : policy_text(report, style_of_err(io, options.common)),
                      "policy");
    }
    std::vector<LiveDiff> diffs;
    for (const Deployment& deployment : rendered.deployments) {
        diffs.push_back(compare(deployment, checked.contract.id.value));
    }
    audit.entry.result = live_state_name(worst(diffs));
    for (const LiveDiff& diff : diffs) {
        audit.entry.objects.push_back(
            fmt::format("{}/{}: {}", diff.name_space, diff.name, live_state_name(diff.state)));
        if (!diff.code.empty()) {
            audit.entry.codes.push_back(diff.code);
        }
    }
    audit.end(io);
    const std::string result = options.common.json() ? live_diff_json(diffs) : live_diff_text(diffs);
    return worse(exit_of(diffs, options.exit_on_drift), emit(io, options.common, result));
}

} // namespace weir::cli
