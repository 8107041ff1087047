#include <algorithm>

#include <fmt/format.h>

#include "evidence/answer.h"
#include "weir/evidence.h"

namespace weir {

namespace {

constexpr std::string_view kDeployed = "DEPLOYED";
constexpr std::string_view kRunning = "RUNNING";
constexpr std::string_view kSuspended = "SUSPENDED";
constexpr std::string_view kStable = "STABLE";
constexpr std::size_t kJobId = 32;

/// Of the text of lastReconciledSpec, which holds JSON of its own.
std::uint64_t generation_in(std::string_view spec) {
    std::optional<JsonValue> read = read_answer(spec);
    JsonValue* resource = read ? object_of(&*read, "resource_metadata") : nullptr;
    return count_of(object_of(resource, "metadata"), "generation").value_or(0);
}

bool is_job_id(std::string_view text) {
    return text.size() == kJobId && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
           });
}

std::string word_or(std::string_view word, std::string_view otherwise) {
    return word.empty() ? std::string(otherwise) : plain_word(word);
}

} // namespace

DeploymentSeen read_deployment(std::string_view answer) {
    DeploymentSeen seen;
    std::optional<JsonValue> read = read_answer(answer);
    JsonValue* metadata = read ? object_of(&*read, "metadata") : nullptr;
    const std::optional<std::uint64_t> generation = count_of(metadata, "generation");
    if (!generation) {
        return seen;
    }
    seen.understood = true;
    seen.generation = *generation;
    JsonValue* status = object_of(&*read, "status");
    JsonValue* reconciliation = object_of(status, "reconciliationStatus");
    seen.reconciled = count_of(status, "observedGeneration").value_or(0);
    if (seen.reconciled == 0) {
        seen.reconciled = generation_in(text_of(reconciliation, "lastReconciledSpec"));
    }
    seen.reconciliation = std::string(text_of(reconciliation, "state"));
    seen.lifecycle = std::string(text_of(status, "lifecycleState"));
    JsonValue* job = object_of(status, "jobStatus");
    seen.job_state = std::string(text_of(job, "state"));
    const std::string_view id = text_of(job, "jobId");
    seen.job_id = is_job_id(id) ? std::string(id) : std::string{};
    seen.error = !text_of(status, "error").empty();
    return seen;
}

Evidence judge_spec(const DeploymentSeen& seen, const std::vector<std::string>& differs) {
    Evidence evidence;
    evidence.kind = EvidenceKind::DeploymentSpec;
    if (!seen.understood) {
        evidence.message = "what the cluster answers is no FlinkDeployment";
        evidence.help = "Look whether the operator's CRD is the one of flink.apache.org/v1beta1.";
        return evidence;
    }
    evidence.value = fmt::format("generation {}", seen.generation);
    evidence.ok = false;
    if (!differs.empty()) {
        evidence.message = fmt::format("the deployment is not what the contract says, at {}{}", differs.front(),
                                       differs.size() == 1 ? "" : fmt::format(" and {} more", differs.size() - 1));
        evidence.help = "weir diff FILE tells the fields; weir plan and weir apply bring the contract to the cluster.";
        return evidence;
    }
    if (seen.reconciled < seen.generation || seen.reconciliation != kDeployed) {
        evidence.waits = true;
        evidence.message = seen.reconciled == 0 ? "the operator has not reconciled it yet"
                                                : fmt::format("the operator has reconciled generation {} (state {})",
                                                              seen.reconciled, word_or(seen.reconciliation, "unknown"));
        evidence.help = seen.error ? "The operator reports an error: kubectl describe flinkdeployment shows it."
                                   : "Look whether the operator runs and watches this namespace.";
        return evidence;
    }
    evidence.ok = true;
    evidence.message =
        fmt::format("the operator has reconciled generation {}, which is the contract's", seen.generation);
    return evidence;
}

Evidence judge_state(const DeploymentSeen& seen, bool suspended) {
    Evidence evidence;
    evidence.kind = EvidenceKind::DeploymentState;
    if (!seen.understood) {
        return evidence;
    }
    evidence.value = fmt::format("{}, job {}", word_or(seen.lifecycle, "no state"), word_or(seen.job_state, "unknown"));
    evidence.waits = true;
    if (suspended) {
        evidence.ok = seen.lifecycle == kSuspended;
        evidence.message = *evidence.ok ? "the job is suspended, as the contract says"
                                        : "the contract says suspended, and the job is not";
        evidence.help = *evidence.ok ? "" : "Wait for its savepoint; kubectl describe flinkdeployment shows errors.";
        return evidence;
    }
    evidence.ok = seen.lifecycle == kStable && seen.job_state == kRunning;
    evidence.message = *evidence.ok ? "the job is running" : "the job is not running in a stable state";
    if (!*evidence.ok) {
        evidence.help = seen.error ? "The operator reports an error: kubectl describe flinkdeployment shows it."
                                   : "Look at the JobManager's log, and at the operator's.";
    }
    return evidence;
}

} // namespace weir
