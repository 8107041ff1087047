#include <fmt/format.h>

#include "evidence/answer.h"
#include "weir/evidence.h"

namespace weir {

Evidence judge_checkpoint(std::string_view answer, std::int64_t now, std::uint64_t budget) {
    Evidence evidence;
    evidence.kind = EvidenceKind::Checkpoint;
    evidence.budget_seconds = budget;
    evidence.waits = true;
    std::optional<JsonValue> read = read_answer(answer);
    JsonValue* counts = read ? object_of(&*read, "counts") : nullptr;
    JsonValue* completed = read ? object_of(object_of(&*read, "latest"), "completed") : nullptr;
    if (counts == nullptr) {
        evidence.message = "what Flink answers about checkpoints is not what Flink 1.20 answers";
        evidence.help = "Look whether another program answers at the deployment's REST service.";
        return evidence;
    }
    const std::uint64_t failed = count_of(counts, "failed").value_or(0);
    const std::optional<std::uint64_t> moment = count_of(completed, "latest_ack_timestamp");
    if (completed == nullptr || !moment) {
        evidence.ok = false;
        evidence.message = failed == 0 ? "no checkpoint has completed yet"
                                       : fmt::format("no checkpoint has completed yet; {} failed", failed);
        evidence.help = failed == 0 ? "Wait for checkpointIntervalSeconds, and look whether the job gets its resources."
                                    : "Look at the JobManager's log for why checkpoints fail.";
        return evidence;
    }
    const Age age = age_of(*moment, now);
    evidence.value = fmt::format("checkpoint {}", count_of(completed, "id").value_or(0));
    if (age.ahead) {
        evidence.message = "the newest checkpoint lies in the future: the cluster's clock and this one differ";
        evidence.help = "Set both clocks, then verify again.";
        return evidence;
    }
    evidence.age_seconds = age.seconds;
    evidence.ok = age.seconds <= budget;
    evidence.message = fmt::format("the newest checkpoint completed {} ago; the budget is {}",
                                   duration_words(age.seconds), duration_words(budget));
    if (!*evidence.ok) {
        evidence.help = fmt::format("Look at the JobManager's log for why no newer one completes{}, or raise "
                                    "parameters.flink.verification.maxCheckpointAgeSeconds.",
                                    failed == 0 ? "" : fmt::format(" ({} failed)", failed));
    }
    return evidence;
}

} // namespace weir
