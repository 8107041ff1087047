#include <array>

#include <fmt/format.h>

#include "diff/build.h"
#include "weir/runtimes.h"

namespace weir::changes {

namespace {

/// A rule about one text of properties.parameters.flink, found by its key.
template <class Block> struct TextRule {
    Text Block::*member;
    std::string_view key;
    ScalarRule rule;
    std::string_view fallback = {};
};

template <class Block> struct WholeRule {
    Whole Block::*member;
    std::string_view key;
    ScalarRule rule;
    std::string_view fallback;
};

constexpr std::string_view kTwoJobs =
    "That is another deployment: the old one keeps running, and both write the table.";
constexpr std::string_view kStopOld = "Stop the old deployment before the new one starts.";
constexpr std::string_view kOffsets = "A job that starts afresh may read records again or skip some.";

constexpr std::array<TextRule<FlinkSource>, 3> kSourceTexts = {{
    {&FlinkSource::bootstrap_servers,
     "bootstrapServers",
     {"bootstrap-servers-changed", "the Kafka brokers", "The job may read another topic of the same name.",
      "Review whether they are the same cluster under other names; for another one start afresh."}},
    {&FlinkSource::group_id,
     "groupId",
     {"group-id-changed", "the consumer group",
      "Offsets committed under the old group do not carry over: a job that starts afresh reads from the earliest "
      "record.",
      "Review, and restart the job from its savepoint."}},
    {&FlinkSource::schema_registry_url,
     "schemaRegistryUrl",
     {"schema-registry-changed", "the schema registry",
      "Schema ids in records already on the topic must mean the same schemas there, or the job fails or misreads them.",
      "Review that the new registry holds the old one's schemas under the same ids."}},
}};

constexpr std::array<TextRule<FlinkDeployment>, 11> kDeploymentTexts = {{
    {&FlinkDeployment::name, "name", {"deployment-name-changed", "the deployment's name", kTwoJobs, kStopOld}},
    {&FlinkDeployment::name_space,
     "namespace",
     {"deployment-namespace-changed", "the deployment's namespace", kTwoJobs, kStopOld}},
    {&FlinkDeployment::context, "context", {"deployment-context-changed", "the kube context", kTwoJobs, kStopOld}},
    {&FlinkDeployment::service_account,
     "serviceAccount",
     {"service-account-changed", "the service account", "The job may do other things in the cluster.",
      "Review what it may then do; the operator's allowlist must name it."}},
    {&FlinkDeployment::image,
     "image",
     {"image-changed", "the image", "The job restarts on other code.", "The operator's allowlist must name it."}},
    {&FlinkDeployment::flink_version,
     "flinkVersion",
     {"flink-version-changed", "the version of Flink",
      "The job restarts on another Flink, which plans it anew; the image has to hold that version.",
      "Review that the image is built for it, and upgrade from a savepoint."},
     kDefaultFlinkVersion},
    {&FlinkDeployment::checkpoint_uri,
     "checkpointUri",
     {"checkpoint-uri-changed", "the place of checkpoints",
      "Checkpoints taken so far stay at the old place and are not carried over.",
      "Review, and keep the old place until the job has restored from its savepoint."}},
    {&FlinkDeployment::savepoint_uri,
     "savepointUri",
     {"savepoint-uri-changed", "the place of savepoints", "Savepoints taken so far stay at the old place.",
      "Review, and keep it readable until the job runs again."}},
    {&FlinkDeployment::ha_uri,
     "haUri",
     {"ha-uri-changed", "the place of high-availability metadata",
      "A job that is recovering at that moment does not find its last checkpoint.",
      "Review, and upgrade from a savepoint."}},
    {&FlinkDeployment::state_endpoint,
     "stateEndpoint",
     {"state-endpoint-changed", "the storage endpoint of the state",
      "State that is not at the new endpoint is not carried over.",
      "Review that the same buckets are reached through it."}},
    {&FlinkDeployment::state,
     "state",
     {"deployment-state-changed", "the job's state", "A suspended job writes no rows.", ""},
     "running"},
}};

constexpr std::string_view kRestart = "The job restarts; its rows stay the same.";

constexpr std::array<WholeRule<FlinkDeployment>, 2> kDeploymentWholes = {{
    {&FlinkDeployment::parallelism, "parallelism", {"parallelism-changed", "the parallelism", kRestart, ""}, "1"},
    {&FlinkDeployment::checkpoint_interval_seconds,
     "checkpointIntervalSeconds",
     {"checkpoint-interval-changed", "the seconds between checkpoints",
      "Each checkpoint commits: rows appear, and snapshots and files are made, that often.", ""},
     "60"},
}};

constexpr std::string_view kBudget = "Only weir verify reads it; the job stays as it is.";

constexpr std::array<WholeRule<Verification>, 2> kVerificationWholes = {{
    {&Verification::max_checkpoint_age_seconds,
     "maxCheckpointAgeSeconds",
     {"verification-changed", "the oldest checkpoint that verifies, in seconds,", kBudget, ""},
     "300"},
    {&Verification::max_snapshot_age_seconds,
     "maxSnapshotAgeSeconds",
     {"verification-changed", "the oldest snapshot that verifies, in seconds,", kBudget, ""},
     "600"},
}};

template <class Block, std::size_t N> void compare_texts(Changes& changes, const std::array<TextRule<Block>, N>& rules,
                                                         const BuildPair& pair, const std::string& path,
                                                         const Block& base, const Block& head) {
    for (const TextRule<Block>& rule : rules) {
        compare_text(changes, rule.rule, pair.subject, {path, base.at, head.at}, rule.key, base.*rule.member,
                     head.*rule.member, rule.fallback);
    }
}

template <class Block, std::size_t N>
void compare_wholes(Changes& changes, const std::array<WholeRule<Block>, N>& rules, const BuildPair& pair,
                    const std::string& path, const Block& base, const Block& head) {
    for (const WholeRule<Block>& rule : rules) {
        compare_whole(changes, rule.rule, pair.subject, {path, base.at, head.at}, rule.key, base.*rule.member,
                      head.*rule.member, rule.fallback);
    }
}

void touch_both(Changes& changes, Place base, Place head) {
    changes.base().touch(base);
    changes.head().touch(head);
}

constexpr ScalarRule kStartupMode = {"startup-mode-changed", "the start of a job without saved state", kOffsets,
                                     "Review, and restart the job from its savepoint."};

void compare_sources(Changes& changes, const BuildPair& pair, const FlinkSource& base, const FlinkSource& head,
                     const std::string& path) {
    compare_texts(changes, kSourceTexts, pair, path, base, head);
    const auto read = [](Side& side, const FlinkSource& source) {
        const bool earliest = source.startup_mode.value == StartupMode::EarliestOffset;
        return scalar(side, source.at, "startupMode", source.startup_mode.at,
                      shown(earliest ? "earliest-offset" : "group-offsets"), "group-offsets");
    };
    compare_scalars(changes, kStartupMode, pair.subject, path + ".startupMode", read(changes.base(), base),
                    read(changes.head(), head));
}

constexpr const char* kWatermark = "Watermarks, and whatever reads them, move with it; the table's rows stay as they "
                                   "are.";
constexpr const char* kReviewTime = "Review who relies on the watermark.";
constexpr ScalarRule kEventColumn = {"event-time-changed", "the event-time column", kWatermark, kReviewTime};
constexpr ScalarRule kEventDelay = {"event-time-changed", "the delay of the watermark, in seconds,", kWatermark,
                                    kReviewTime};

void compare_event_times(Changes& changes, const BuildPair& pair, const std::optional<EventTime>& base,
                         const std::optional<EventTime>& head, const std::string& path) {
    if (base && head) {
        const Blocks blocks{path, base->at, head->at};
        compare_text(changes, kEventColumn, pair.subject, blocks, "column", base->column, head->column);
        compare_whole(changes, kEventDelay, pair.subject, blocks, "delaySeconds", base->delay_seconds,
                      head->delay_seconds);
    } else if (head) {
        changes.head().judge(head->at);
        changes.add("event-time-added", path,
                    {fmt::format("{}: {} becomes the event time", pair.subject, head->column.value),
                     fmt::format("{} A record in which it is null fails the job.", kWatermark), kReviewTime},
                    {}, shown(changes.head().document(), head->at.node), kNoNode, head->at.node);
    } else if (base) {
        changes.base().judge(base->at);
        changes.add("event-time-removed", path,
                    {fmt::format("{}: {} is no longer the event time", pair.subject, base->column.value), kWatermark,
                     kReviewTime},
                    shown(changes.base().document(), base->at.node), {}, base->at.node, kNoNode);
    }
}

void compare_resources(Changes& changes, const BuildPair& pair, std::string_view what,
                       const std::optional<Resources>& base, const std::optional<Resources>& head,
                       const std::string& path) {
    static const Resources kNone;
    const Resources& before = base ? *base : kNone;
    const Resources& after = head ? *head : kNone;
    touch_both(changes, before.at, after.at);
    const std::string cpu = fmt::format("the {}'s CPU", what);
    const std::string memory = fmt::format("the {}'s memory", what);
    const std::string slots = fmt::format("the {}'s slots", what);
    const Blocks blocks{path, before.at, after.at};
    compare_text(changes, {"resources-changed", memory, kRestart, ""}, pair.subject, blocks, "memory", before.memory,
                 after.memory);
    compare_whole(changes, {"resources-changed", slots, kRestart, ""}, pair.subject, blocks, "slots", before.slots,
                  after.slots);
    // A number of CPUs is compared as it is written: 1 and 1.0 are the same, and no digit is lost.
    const auto read = [](Side& side, const Resources& resources) {
        const Place at = resources.cpu.at;
        return scalar(side, resources.at, "cpu", at, at.known() ? shown(side.document(), at.node) : Shown{});
    };
    compare_scalars(changes, {"resources-changed", cpu, kRestart, ""}, pair.subject, path + ".cpu",
                    read(changes.base(), before), read(changes.head(), after));
}

Shown shown_secrets(const std::vector<Text>& refs) {
    Shown out;
    for (const Text& ref : refs) {
        out.json += (out.json.empty() ? "[" : ",") + json_text(ref.value);
        out.words += (out.words.empty() ? "" : ", ") + std::string(ref.value);
    }
    if (!refs.empty()) {
        out.json += ']';
    }
    out.exact = out.json;
    return out;
}

constexpr ScalarRule kSecretRefs = {"secret-refs-changed", "the list of Secrets mounted into the job",
                                    "The job may see other variables: a later Secret wins over an earlier one.",
                                    "Review which it then sees; the operator's allowlist must name each Secret."};
constexpr ScalarRule kPathStyle = {"state-endpoint-changed", "path-style access to the state",
                                   "State is not found where the endpoint does not answer that form.",
                                   "Review that it does."};

void compare_deployments(Changes& changes, const BuildPair& pair, const FlinkDeployment& base,
                         const FlinkDeployment& head, const std::string& path) {
    compare_texts(changes, kDeploymentTexts, pair, path, base, head);
    compare_wholes(changes, kDeploymentWholes, pair, path, base, head);
    const auto path_style = [](Side& side, const FlinkDeployment& deployment) {
        const Flag& flag = deployment.state_path_style_access;
        Scalar value = scalar(side, deployment.at, "statePathStyleAccess", flag.at, shown(flag.value));
        return value.exact.empty() ? Scalar{"false", shown(false), kNoNode} : value;
    };
    compare_scalars(changes, kPathStyle, pair.subject, path + ".statePathStyleAccess", path_style(changes.base(), base),
                    path_style(changes.head(), head));
    changes.base().judge_list(base.at, "secretRefs", base.secret_refs.size());
    changes.head().judge_list(head.at, "secretRefs", head.secret_refs.size());
    compare_shown(changes, kSecretRefs, pair.subject, path + ".secretRefs", shown_secrets(base.secret_refs),
                  shown_secrets(head.secret_refs),
                  base.secret_refs.empty() ? kNoNode : base.secret_refs.front().at.node,
                  head.secret_refs.empty() ? kNoNode : head.secret_refs.front().at.node);
    compare_resources(changes, pair, "job manager", base.job_manager, head.job_manager, path + ".jobManager");
    compare_resources(changes, pair, "task manager", base.task_manager, head.task_manager, path + ".taskManager");
}

template <class T> const T& or_empty(const std::optional<T>& value) {
    static const T kEmpty;
    return value ? *value : kEmpty;
}

} // namespace

void compare_jobs(Changes& changes, const BuildPair& pair) {
    const Build& base = changes.base().contract().builds[pair.base];
    const Build& head = changes.head().contract().builds[pair.head];
    const std::string path = pair.path + ".properties.parameters.flink";
    if (base.source && head.source) {
        compare_sources(changes, pair, *base.source, *head.source, path + ".source");
    }
    compare_event_times(changes, pair, base.event_time, head.event_time, path + ".eventTime");
    if (base.deployment && head.deployment) {
        compare_deployments(changes, pair, *base.deployment, *head.deployment, path + ".deployment");
    }
    const Verification& before = or_empty(base.verification);
    const Verification& after = or_empty(head.verification);
    touch_both(changes, before.at, after.at);
    compare_wholes(changes, kVerificationWholes, pair, path + ".verification", before, after);
}

} // namespace weir::changes
