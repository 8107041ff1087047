#include "weir/alerts.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/cost.h"

namespace weir {

namespace {

constexpr std::uint64_t kCheckpointsWithoutCommit = 12;
constexpr std::uint64_t kDefaultSnapshotAge = 600;
constexpr std::uint64_t kMostSeconds = 1'000'000'000'000;

/// A text of a contract inside double quotes of YAML, as Prometheus's template language leaves it alone.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '{') {
            out += "{{`{`}}";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + "\"";
}

/// The job's name as Flink's Prometheus reporter writes a label's value: everything but letters, digits, `:` and `_`
/// becomes `_`.
std::string job_label(std::string_view job) {
    std::string out(job);
    std::replace_if(
        out.begin(), out.end(),
        [](char c) {
            const bool kept =
                (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' || c == '_';
            return !kept;
        },
        '_');
    return out;
}

struct Rule {
    std::string_view name;
    std::string expression;
    std::string_view lasts;
    std::string_view severity;
    std::string summary;
    std::string_view description;
};

void write_rule(std::string& out, const Rule& rule, std::string_view product, std::string_view build) {
    out += fmt::format(
        "      - alert: {}\n        expr: '{}'\n        for: {}\n        labels:\n          severity: {}\n"
        "          weir_product: {}\n          weir_build: {}\n        annotations:\n          summary: {}\n"
        "          description: {}\n",
        rule.name, rule.expression, rule.lasts, rule.severity, quoted(product), quoted(build), quoted(rule.summary),
        quoted(rule.description));
}

} // namespace

std::uint64_t commit_age_limit(const Build& build) {
    const DailyCost cost = daily_cost(build, nullptr);
    const std::uint64_t checkpoints = std::min(cost.checkpoint_seconds, kMostSeconds) * kCheckpointsWithoutCommit;
    const bool said = build.verification && build.verification->max_snapshot_age_seconds.present() &&
                      build.verification->max_snapshot_age_seconds.value > 0;
    const std::uint64_t allowed =
        said ? static_cast<std::uint64_t>(build.verification->max_snapshot_age_seconds.value) : kDefaultSnapshotAge;
    return std::max(checkpoints, allowed);
}

std::string alerts_yaml(const Contract& contract, const BuildPlan& plan) {
    const Build& build = contract.builds[plan.build];
    const std::string job = fmt::format("{}/{}", contract.id.value, build.id.value);
    const std::string label = job_label(job);
    const std::uint64_t age = commit_age_limit(build);
    const std::uint64_t interval = daily_cost(build, nullptr).checkpoint_seconds;
    // Long enough for three checkpoints to fail in it.
    const std::uint64_t window = std::max<std::uint64_t>(std::min(interval, kMostSeconds) * 4, 600);
    std::string out = fmt::format(
        "# Prometheus rules for a job that Weir wrote: see docs/alerts.md.\ngroups:\n  - name: {}\n    rules:\n",
        quoted("weir/" + job));
    write_rule(
        out,
        {"WeirTableNotCommitted",
         fmt::format("max by (job_name) ({{__name__=~\"flink_taskmanager_job_task_operator_"
                     "(.+_)?elapsedSecondsSinceLastSuccessfulCommit\",job_name=\"{}\"}}) > {}",
                     label, age),
         "1m", "critical", fmt::format("{} has committed nothing to its table for {} s", job, age),
         "The job may run and its checkpoints may complete all the same: look for failed commits in its log, and "
         "whether the catalog refuses it."},
        contract.id.value, build.id.value);
    write_rule(out,
               {"WeirCheckpointsFail",
                fmt::format("increase(flink_jobmanager_job_numberOfFailedCheckpoints{{job_name=\"{}\"}}[{}s]) >= 3",
                            label, window),
                "0m", "warning", fmt::format("checkpoints of {} fail", job),
                "Without a checkpoint nothing is committed, and a restart reads everything since the last one again."},
               contract.id.value, build.id.value);
    write_rule(
        out,
        {"WeirJobRestarts",
         fmt::format("delta(flink_jobmanager_job_numRestarts{{job_name=\"{}\"}}[{}s]) >= 3", label, window), "0m",
         "warning", fmt::format("{} restarts again and again", job),
         "A record that cannot be read or written restarts the job at the same place each time: its log names it."},
        contract.id.value, build.id.value);
    return out;
}

} // namespace weir
