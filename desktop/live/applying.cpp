#include "live/applying.h"

#include <algorithm>

#include <fmt/format.h>

#include "live/archive.h"

namespace weir::live {

namespace {

constexpr std::string_view kStatePath = "spec.job.state";

DeployProblem problem(std::string code, std::string message, std::string help) {
    DeployProblem made;
    made.code = std::move(code);
    made.message = std::move(message);
    made.help = std::move(help);
    return made;
}

void check_mode(ApplyReport& report, PlanMode mode) {
    if (mode != PlanMode::DryRun && mode != report.plan.mode) {
        report.problems.push_back(problem(
            "apply-mode",
            fmt::format("the plan was made for --mode {}, not {}", mode_name(report.plan.mode), mode_name(mode)),
            fmt::format("Give --mode {}, or plan again with --mode {}.", mode_name(report.plan.mode),
                        mode_name(mode))));
    }
}

/// The bundle that the plan was made from, where it was made from one.
void check_bundle_binding(ApplyReport& report, const std::string& file) {
    const std::string& bound = report.plan.bundle_digest;
    if (file.empty()) {
        if (!bound.empty()) {
            report.problems.push_back(problem("apply-bundle-missing",
                                              "the plan was made from a bundle, which is not given",
                                              fmt::format("Give --bundle F.tgz with the digest {}.", bound)));
        }
        return;
    }
    if (bound.empty()) {
        report.problems.push_back(problem("apply-bundle-unbound", "the plan was made from a file, not from a bundle",
                                          "Leave --bundle out, or plan the bundle."));
        return;
    }
    const Bundle bundle = load_bundle(file);
    report.problems.insert(report.problems.end(), bundle.problems.begin(), bundle.problems.end());
    if (!bundle.problems.empty()) {
        return;
    }
    if (bundle.digest != bound) {
        report.problems.push_back(
            problem("apply-bundle-differs",
                    fmt::format("the bundle's digest is {}, and the plan was made from {}", bundle.digest, bound),
                    "Give the bundle that was planned, or plan this one."));
        return;
    }
    const std::vector<DeployProblem> inside = check_bundle(bundle).problems;
    report.problems.insert(report.problems.end(), inside.begin(), inside.end());
    // The plan says itself which bundle it is of: what it deploys has to be that bundle's too.
    if (bundle.product != report.plan.product || bundle.resolved != report.plan.contract ||
        bundle.sources_digest != report.plan.sources_digest) {
        report.problems.push_back(problem("apply-bundle-differs",
                                          "the plan names this bundle, but its contract is not the bundle's",
                                          "Plan the bundle again, and ask who changed the plan."));
    }
}

void check_images(ApplyReport& report) {
    for (const Deployment& deployment : report.plan.deployments) {
        if (deployment.placeholder_image) {
            report.problems.push_back(problem(
                "apply-image-placeholder",
                fmt::format("build {}: the image's digest is all zeros, which stands for none", deployment.build),
                "Write the digest of an image with Weir's runner into the contract, and plan again."));
        }
    }
}

/// Of a plan that is to change nothing but whether the job runs.
void check_state_only(const ApplyReport& report, const ApplyStep& step, std::vector<ClusterProblem>& problems) {
    const Rehearsal& rehearsal = *step.rehearsal;
    if (!rehearsal.exists) {
        problems.push_back({"switch-nothing-there",
                            fmt::format("there is no FlinkDeployment {}/{} to {}", step.deployment.name_space,
                                        step.deployment.name, report.mode),
                            "Plan and apply the contract first.",
                            {},
                            false});
        return;
    }
    std::vector<FieldDifference> others;
    std::copy_if(rehearsal.changes.begin(), rehearsal.changes.end(), std::back_inserter(others),
                 [](const FieldDifference& field) { return field.path != kStatePath; });
    if (!others.empty() || rehearsal.new_config_map) {
        problems.push_back(
            {"switch-other-changes",
             fmt::format("to {} {}/{} by this contract would change more than the job's state", report.mode,
                         step.deployment.name_space, step.deployment.name),
             "Take the contract that was applied last; or write the state into this one, plan and apply it.",
             std::move(others), false});
    }
}

Kubectl kubectl_for(const ApplyStep& step, const Stop& stop) {
    return Kubectl(step.deployment.context, kKubePatience, stop);
}

std::string place_of(const ApplyStep& step) {
    return fmt::format("{}/{}", step.deployment.name_space, step.deployment.name);
}

std::string result_of(const ApplyReport& report) {
    const std::optional<bool> answer = report.answer();
    if (!answer) {
        return "unknown";
    }
    if (!*answer) {
        return report.declined ? "declined" : report.all_sent() ? "failed" : "refused";
    }
    return report.rehearsal_only ? "dry-run" : "applied";
}

} // namespace

std::string_view ApplyStep::action() const {
    if (!rehearsal || !rehearsal->problems.empty()) {
        return {};
    }
    return !rehearsal->exists ? "create" : rehearsal->changes.empty() && !rehearsal->new_config_map ? "none" : "change";
}

bool ApplyReport::rehearsed() const {
    return !steps.empty() && std::all_of(steps.begin(), steps.end(), [](const ApplyStep& step) {
        return step.rehearsal && step.rehearsal->problems.empty();
    });
}

bool ApplyReport::all_sent() const {
    return !steps.empty() && std::all_of(steps.begin(), steps.end(),
                                         [](const ApplyStep& step) { return step.sending && !step.sending->problem; });
}

bool ApplyReport::has_unknown() const {
    return std::any_of(steps.begin(), steps.end(), [](const ApplyStep& step) {
        const bool rehearsed =
            step.rehearsal && std::any_of(step.rehearsal->problems.begin(), step.rehearsal->problems.end(),
                                          [](const ClusterProblem& problem) { return problem.unknown; });
        return rehearsed || (step.failed() && step.sending->problem->unknown);
    });
}

bool ApplyReport::ends(JobState state) const {
    return std::any_of(steps.begin(), steps.end(),
                       [state](const ApplyStep& step) { return step.settled && step.settled->state == state; });
}

std::optional<bool> ApplyReport::answer() const {
    const auto unread = [](const DeployProblem& problem) { return problem.code == "bundle-unreadable"; };
    if (!problems.empty() && std::all_of(problems.begin(), problems.end(), unread)) {
        return std::nullopt;
    }
    if (!sendable() || declined) {
        return false;
    }
    if (rehearsal_only) {
        return true;
    }
    if (has_unknown() || ends(JobState::Unknown)) {
        return std::nullopt;
    }
    return all_sent() && !ends(JobState::Failed);
}

void check_plan(ApplyReport& report, PlanMode mode, const std::string& bundle) {
    check_mode(report, mode);
    report.rechecked = recheck(report.plan);
    report.problems.insert(report.problems.end(), report.rechecked.problems.begin(), report.rechecked.problems.end());
    check_bundle_binding(report, bundle);
    check_images(report);
    if (report.plan.deployments.empty()) {
        report.problems.push_back(
            problem("no-managed-build", "the plan holds no managed build: there is nothing to apply", {}));
    }
    if (report.rechecked.checked.valid()) {
        report.environment = allowlist_environment();
        report.verdict = judge(report.rechecked.checked.contract, report.environment, PolicyCommand::Apply);
    }
    for (const Deployment& deployment : report.plan.deployments) {
        ApplyStep step;
        step.deployment = deployment;
        step.deployment.config_map = stamped(deployment.config_map, report.plan.digest, report.plan.bundle_digest);
        step.deployment.flink_deployment =
            stamped(deployment.flink_deployment, report.plan.digest, report.plan.bundle_digest);
        report.steps.push_back(std::move(step));
    }
}

bool rehearse_all(ApplyReport& report, PlanMode mode, const Stop& stop) {
    for (ApplyStep& step : report.steps) {
        const Kubectl kubectl = kubectl_for(step, stop);
        const KubeAnswer context = kubectl.find_context();
        if (context.ok()) {
            step.rehearsal = rehearse(kubectl, step.deployment, report.plan.product, mode);
        } else {
            step.rehearsal.emplace();
            step.rehearsal->problems.push_back(
                {std::string(trouble_code(context.trouble)), context.message, {}, {}, true});
        }
        if (report.state_only && step.rehearsal->problems.empty()) {
            check_state_only(report, step, step.rehearsal->problems);
        }
    }
    return report.rehearsed();
}

void send_all(ApplyReport& report, const Stop& stop) {
    for (ApplyStep& step : report.steps) {
        step.sending = send(kubectl_for(step, stop), step.deployment, report.plan.product, *step.rehearsal);
        if (step.sending->problem) {
            return;
        }
    }
}

void settle_all(ApplyReport& report, std::chrono::seconds patience, const std::function<void(std::size_t)>& waiting,
                const Stop& stop) {
    for (ApplyStep& step : report.steps) {
        const Kubectl kubectl = kubectl_for(step, stop);
        step.settled = settle(kubectl, step.deployment, patience, waiting, stop);
        step.leftovers = leftovers(kubectl, step.deployment, *step.settled);
    }
}

void tell_audit(const ApplyReport& report, AuditEntry& entry) {
    entry.result = result_of(report);
    entry.plan_digest = report.plan.digest;
    for (const DeployProblem& problem : report.problems) {
        entry.codes.push_back(problem.code);
    }
    for (const Refusal& refusal : report.verdict.refusals) {
        entry.codes.emplace_back(refusal.code);
    }
    for (const ApplyStep& step : report.steps) {
        if (std::find(entry.contexts.begin(), entry.contexts.end(), step.deployment.context) == entry.contexts.end()) {
            entry.contexts.push_back(step.deployment.context);
        }
        for (const ClusterProblem& problem :
             step.rehearsal ? step.rehearsal->problems : std::vector<ClusterProblem>{}) {
            entry.codes.push_back(problem.code);
        }
        if (step.failed()) {
            entry.codes.push_back(step.sending->problem->code);
        }
        for (const std::string& sent : step.sending ? step.sending->sent : std::vector<std::string>{}) {
            entry.objects.push_back(fmt::format("{}: sent {}", place_of(step), sent));
        }
        if (step.settled) {
            entry.objects.push_back(fmt::format("{}: {}", place_of(step), job_state_name(step.settled->state)));
        }
    }
}

} // namespace weir::live
