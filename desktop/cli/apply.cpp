#include <fmt/format.h>

#include "cli/apply_report.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "live/archive.h"
#include "live/environment.h"
#include "live/open.h"

namespace weir::cli {

namespace {

using Steps = std::vector<ApplyStep>;

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
    const Bundle bundle = live::load_bundle(file);
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

/// All that can be said without a cluster.
void check_plan(ApplyReport& report, const ApplyOptions& options, PlanMode mode) {
    check_mode(report, mode);
    report.rechecked = recheck(report.plan);
    report.problems.insert(report.problems.end(), report.rechecked.problems.begin(), report.rechecked.problems.end());
    check_bundle_binding(report, options.bundle);
    check_images(report);
    if (report.plan.deployments.empty()) {
        report.problems.push_back(
            problem("no-managed-build", "the plan holds no managed build: there is nothing to apply", {}));
    }
    if (report.rechecked.checked.valid()) {
        report.environment = live::allowlist_environment();
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

/// Looks at the cluster and has it rehearse; true when nothing is in the way.
bool rehearse_all(ApplyReport& report, PlanMode mode) {
    bool fine = true;
    for (ApplyStep& step : report.steps) {
        const live::Kubectl kubectl(step.deployment.context);
        const live::KubeAnswer context = kubectl.find_context();
        if (context.ok()) {
            step.rehearsal = live::rehearse(kubectl, step.deployment, report.plan.product, mode);
        } else {
            step.rehearsal.emplace();
            step.rehearsal->problems.push_back(
                {std::string(live::trouble_code(context.trouble)), context.message, {}, {}, true});
        }
        fine = fine && step.rehearsal->problems.empty();
    }
    return fine;
}

/// Sends everything, one deployment after the other, and stops at the first that fails.
void send_all(Io& io, const ApplyOptions& options, ApplyReport& report) {
    Steps& steps = report.steps;
    for (ApplyStep& step : steps) {
        step.sending =
            live::send(live::Kubectl(step.deployment.context), step.deployment, report.plan.product, *step.rehearsal);
        if (step.sending->problem) {
            return;
        }
    }
    Progress progress(io, options.common);
    for (ApplyStep& step : steps) {
        const live::Kubectl kubectl(step.deployment.context);
        step.settled =
            live::settle(kubectl, step.deployment, std::chrono::seconds(options.wait), [&](std::size_t second) {
                progress.tell("waiting for the operator, second", second, options.wait);
            });
        step.leftovers = live::leftovers(kubectl, step.deployment, *step.settled);
    }
}

/// The change was shown and is wanted.
bool is_wanted(Io& io, const ApplyOptions& options, const ApplyReport& report) {
    if (options.yes) {
        return true;
    }
    io.err(apply_preview(report));
    return io.ask(fmt::format("Apply this with --mode {}? [y/N] ", report.mode));
}

Exit finish(Io& io, const ApplyOptions& options, const ApplyReport& report) {
    io.err(apply_problems(report, style_of_err(io, options.common)));
    const std::string text = report.rehearsal_only ? apply_preview(report) : apply_result(report);
    const std::string result = options.common.json() ? apply_json(report) : report.sendable() ? text : std::string{};
    return worse(exit_of(report), emit(io, options.common, result));
}

} // namespace

Exit apply(Io& io, const ApplyOptions& options) {
    const ModeChoice choice = choose_mode(options.mode);
    if (!choice.mode) {
        fail(io, options.common, choice.code, choice.message);
        return choice.code == "mode-refused" ? Exit::No : Exit::Unknown;
    }
    const FileAnswer file = live::read_regular(options.file, kMostPlanBytes);
    if (!file.refusal.empty()) {
        return fail(io, options.common, "plan-unreadable", fmt::format("{}: {}", options.file, file.refusal));
    }
    ApplyReport report;
    report.mode = options.mode;
    report.rehearsal_only = *choice.mode == PlanMode::DryRun;
    ReadPlan read = read_plan(file.text);
    report.plan = std::move(read.plan);
    report.problems = std::move(read.problems);
    if (report.problems.empty()) {
        check_plan(report, options, *choice.mode);
    }
    if (!report.sendable() || report.rehearsal_only) {
        return finish(io, options, report);
    }
    if (!options.yes && !io.in_is_terminal) {
        return fail(io, options.common, "apply-unasked",
                    "there is no terminal to ask at; give --yes to apply without being asked");
    }
    if (!rehearse_all(report, *choice.mode)) {
        return finish(io, options, report);
    }
    report.declined = !is_wanted(io, options, report);
    if (!report.declined) {
        send_all(io, options, report);
    }
    return finish(io, options, report);
}

} // namespace weir::cli
