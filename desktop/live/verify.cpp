#include "live/verify.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "live/now.h"
#include "weir/clip.h"
#include "weir/drift.h"

namespace weir::live {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestMessage = 600;
constexpr std::chrono::seconds kPause{3}; ///< between two looks

} // namespace

struct Verifier::Target {
    const Deployment deployment;
    const Expose& expose;
    const std::uint64_t checkpoint_budget;
    const std::uint64_t snapshot_budget;
    Kubectl kubectl;
    CatalogReader catalog;
};

Evidence without_cluster(EvidenceKind kind, const KubeAnswer& answer) {
    Evidence evidence;
    evidence.kind = kind;
    evidence.message = clipped(answer.message, kLongestMessage);
    switch (answer.trouble) {
    case KubeTrouble::Unreachable:
    case KubeTrouble::TimedOut:
    case KubeTrouble::Other:
        evidence.waits = true;
        evidence.help = "Look whether this machine reaches the cluster: kubectl --context=… get --raw=/readyz.";
        break;
    case KubeTrouble::Missing:
        evidence.help = "Install kubectl.";
        break;
    case KubeTrouble::UnknownContext:
        evidence.help = "Name the kubeconfig that has deployment.context in KUBECONFIG.";
        break;
    case KubeTrouble::Unauthorized:
        evidence.help = "Log in to the cluster again.";
        break;
    case KubeTrouble::Forbidden:
        evidence.help = "Grant read on flinkdeployments, and get on services/proxy.";
        break;
    default:
        break;
    }
    return evidence;
}

Verifier::Verifier(const Checked& checked, const Rendered& rendered, const HttpSettings& http,
                   const Variables& variables)
    : checked_(checked) {
    const Contract& contract = checked.contract;
    for (std::size_t i = 0; i < rendered.deployments.size(); ++i) {
        const Deployment& deployment = rendered.deployments[i];
        const BuildPlan& plan = checked.plan.builds[rendered.jobs[i].build_plan];
        const Expose& expose = contract.exposes[plan.expose];
        const std::optional<Verification>& budgets = contract.builds[plan.build].verification;
        const auto budget = [&](const Whole Verification::*field, std::uint64_t otherwise) {
            return budgets && ((*budgets).*field).present() ? static_cast<std::uint64_t>(((*budgets).*field).value)
                                                            : otherwise;
        };
        targets_.push_back(std::make_unique<Target>(
            Target{deployment, expose, budget(&Verification::max_checkpoint_age_seconds, kCheckpointBudget),
                   budget(&Verification::max_snapshot_age_seconds, kSnapshotBudget),
                   Kubectl(deployment.context, kKubePatience, http.stop),
                   CatalogReader(*expose.binding->location, http, variables)}));
    }
}

Verifier::~Verifier() = default;

void Verifier::look_at_cluster(const Target& target, std::int64_t now, std::vector<Evidence>& evidence) const {
    const Deployment& deployment = target.deployment;
    const KubeAnswer live = target.kubectl.get({kFlinkApi, kFlinkDeployments, deployment.name_space, deployment.name});
    if (!live.ok()) {
        for (const EvidenceKind kind :
             {EvidenceKind::DeploymentSpec, EvidenceKind::DeploymentState, EvidenceKind::Checkpoint}) {
            Evidence piece = without_cluster(kind, live);
            if (live.trouble == KubeTrouble::Absent) {
                piece.ok = false;
                piece.message = fmt::format("there is no FlinkDeployment {} in namespace {}", deployment.name,
                                            deployment.name_space);
                piece.help = "weir plan and weir apply bring the contract to the cluster.";
            }
            evidence.push_back(std::move(piece));
        }
        evidence.back().budget_seconds = target.checkpoint_budget;
        return;
    }
    const DeploymentSeen seen = read_deployment(live.out);
    evidence.push_back(judge_spec(seen, differing_paths(deployment.flink_deployment.json, live.out)));
    evidence.push_back(judge_state(seen, deployment.suspended));

    Evidence checkpoint;
    checkpoint.kind = EvidenceKind::Checkpoint;
    if (deployment.suspended || seen.job_id.empty()) {
        checkpoint.ok = false;
        checkpoint.waits = !deployment.suspended;
        checkpoint.message = deployment.suspended ? "the contract says suspended: no checkpoints are made"
                                                  : "the operator knows of no job yet";
        checkpoint.help = deployment.suspended ? "Verify again once the job runs."
                                               : "Look at the JobManager's log, and at the operator's.";
    } else {
        const KubeAnswer answer = target.kubectl.get_checkpoints(deployment.name_space, deployment.name, seen.job_id);
        checkpoint = answer.ok() ? judge_checkpoint(answer.out, now, target.checkpoint_budget)
                                 : without_cluster(EvidenceKind::Checkpoint, answer);
        if (answer.trouble == KubeTrouble::NotFound || answer.trouble == KubeTrouble::Absent) {
            checkpoint.waits = true;
            checkpoint.help = "Flink does not know the job that the operator names, or the service is not there yet.";
        }
    }
    checkpoint.budget_seconds = target.checkpoint_budget;
    evidence.push_back(std::move(checkpoint));
}

void Verifier::look_at_catalog(Target& target, std::int64_t now, std::vector<Evidence>& evidence) const {
    const LoadedTable loaded = target.catalog.load();
    if (loaded.problem) {
        evidence.push_back(without_answer(EvidenceKind::TableSchema, *loaded.problem));
        evidence.push_back(without_answer(EvidenceKind::Snapshot, *loaded.problem));
        evidence.back().budget_seconds = target.snapshot_budget;
        return;
    }
    TableEvidence table = judge_table(loaded.answer, checked_.contract, target.expose, now, target.snapshot_budget);
    evidence.push_back(std::move(table.schema));
    evidence.push_back(std::move(table.snapshot));
}

std::vector<Evidence> Verifier::look(std::int64_t now) {
    std::vector<Evidence> all;
    for (const std::unique_ptr<Target>& target : targets_) {
        std::vector<Evidence> evidence;
        look_at_cluster(*target, now, evidence);
        look_at_catalog(*target, now, evidence);
        for (Evidence& piece : evidence) {
            piece.build = target->deployment.build;
            target->catalog.hide(piece);
            all.push_back(std::move(piece));
        }
    }
    return all;
}

void tell_audit(const std::vector<Evidence>& evidence, AuditEntry& entry) {
    const std::optional<bool> verified = verdict(evidence);
    entry.result = !verified ? "unknown" : *verified ? "verified" : "not-verified";
    for (const Evidence& piece : evidence) {
        entry.objects.push_back(fmt::format("{}: {} {}", piece.build, evidence_name(piece.kind),
                                            !piece.ok   ? "unknown"
                                            : *piece.ok ? "true"
                                                        : "false"));
    }
}

std::vector<Evidence> gather(Verifier& verifier, const VerifyPatience& patience) {
    const Clock::time_point end = Clock::now() + patience.time;
    const auto stopped = [&] { return patience.stop && patience.stop(); };
    for (;;) {
        std::vector<Evidence> evidence = verifier.look(now_millis());
        const Clock::time_point now = Clock::now();
        if (!worth_waiting(evidence) || now >= end || stopped()) {
            return evidence;
        }
        if (patience.waiting) {
            patience.waiting(evidence, std::chrono::duration_cast<std::chrono::seconds>(end - now));
        }
        while (Clock::now() < std::min(end, now + kPause) && !stopped()) {
            std::this_thread::sleep_for(kStopEvery);
        }
    }
}

} // namespace weir::live
