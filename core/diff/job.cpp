#include <array>

#include <fmt/format.h>

#include "diff/build.h"

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

constexpr std::string_view kNewDeployment =
    "That is another deployment: the old one keeps running, and both write the table, until someone stops it.";
constexpr std::string_view kOffsetsInState =
    "A running job keeps the offsets of its savepoint; one that starts afresh may read records again or skip some.";

constexpr std::array<TextRule<FlinkSource>, 3> kSourceTexts = {{
    {&FlinkSource::bootstrap_servers,
     "bootstrapServers",
     {"bootstrap-servers-changed", "the Kafka brokers",
      "Offsets in the savepoint are the old cluster's. Review: the same cluster under other names carries them over; "
      "another "
      "cluster does not, even with the same topic."}},
    {&FlinkSource::group_id,
     "groupId",
     {"group-id-changed", "the consumer group",
      "Offsets committed under the old group do not carry over. Review: a job restored from its savepoint keeps its "
      "offsets; "
      "one that starts afresh reads from the earliest record."}},
    {&FlinkSource::schema_registry_url,
     "schemaRegistryUrl",
     {"schema-registry-changed", "the schema registry",
      "Review: schema ids in records already on the topic must mean the same schemas there, or the job fails or "
      "misreads "
      "them."}},
}};

constexpr std::array<TextRule<FlinkDeployment>, 10> kDeploymentTexts = {{
    {&FlinkDeployment::name, "name", {"deployment-name-changed", "the deployment's name", kNewDeployment}},
    {&FlinkDeployment::name_space,
     "namespace",
     {"deployment-namespace-changed", "the deployment's namespace", kNewDeployment}},
    {&FlinkDeployment::context, "context", {"deployment-context-changed", "the kube context", kNewDeployment}},
    {&FlinkDeployment::service_account,
     "serviceAccount",
     {"service-account-changed", "the service account",
      "Review what the job may then do in the cluster; the operator's allowlist must name it."}},
    {&FlinkDeployment::image,
     "image",
     {"image-changed", "the image",
      "The job restarts from a savepoint on the new image; the operator's allowlist must name it."}},
    {&FlinkDeployment::checkpoint_uri,
     "checkpointUri",
     {"checkpoint-uri-changed", "the place of checkpoints",
      "Review: checkpoints taken so far stay at the old place and are not carried over; keep it until the job has "
      "restored from "
      "its savepoint."}},
    {&FlinkDeployment::savepoint_uri,
     "savepointUri",
     {"savepoint-uri-changed", "the place of savepoints",
      "Review: savepoints taken so far stay at the old place; keep it readable until the job runs again."}},
    {&FlinkDeployment::ha_uri,
     "haUri",
     {"ha-uri-changed", "the place of high-availability metadata",
      "Review: a job that is recovering at that moment does not find its last checkpoint; upgrade from a savepoint."}},
    {&FlinkDeployment::state_endpoint,
     "stateEndpoint",
     {"state-endpoint-changed", "the storage endpoint of the state",
      "Review: state that is not at the new endpoint is not carried over."}},
    {&FlinkDeployment::state,
     "state",
     {"deployment-state-changed", "the job's state", "Suspending takes a savepoint, and running resumes from it."},
     "running"},
}};

constexpr std::string_view kRestart = "The job restarts from a savepoint and keeps its offsets.";

constexpr std::array<WholeRule<FlinkDeployment>, 2> kDeploymentWholes = {{
    {&FlinkDeployment::parallelism, "parallelism", {"parallelism-changed", "the parallelism", kRestart}, "1"},
    {&FlinkDeployment::checkpoint_interval_seconds,
     "checkpointIntervalSeconds",
     {"checkpoint-interval-changed", "the seconds between checkpoints",
      "Each checkpoint commits: rows appear, and snapshots and files are made, that often."},
     "60"},
}};

constexpr std::string_view kBudget = "Only weir verify reads it; the job stays as it is.";

constexpr std::array<WholeRule<Verification>, 2> kVerificationWholes = {{
    {&Verification::max_checkpoint_age_seconds,
     "maxCheckpointAgeSeconds",
     {"verification-changed", "the oldest checkpoint that verifies, in seconds,", kBudget},
     "300"},
    {&Verification::max_snapshot_age_seconds,
     "maxSnapshotAgeSeconds",
     {"verification-changed", "the oldest snapshot that verifies, in seconds,", kBudget},
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

constexpr ScalarRule kStartupMode = {"startup-mode-changed", "the start of a job without saved state", kOffsetsInState};

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

constexpr std::string_view kWatermark = "Review: watermarks, and whatever reads them, move with it; the table's rows "
                                        "stay as they are. The job restores from its "
                                        "savepoint.";
constexpr ScalarRule kEventColumn = {"event-time-changed", "the event-time column", kWatermark};
constexpr ScalarRule kEventDelay = {"event-time-changed", "the delay of the watermark, in seconds,", kWatermark};

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
                    fmt::format("{}: {} becomes the event time. {} A record in which it is null fails the job.",
                                pair.subject, head->column.value, kWatermark),
                    {}, shown(changes.head().document(), head->at.node), kNoNode, head->at.node);
    } else if (base) {
        changes.base().judge(base->at);
        changes.add("event-time-removed", path,
                    fmt::format("{}: {} is no longer the event time. {}", pair.subject, base->column.value, kWatermark),
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
    compare_text(changes, {"resources-changed", memory, kRestart}, pair.subject, blocks, "memory", before.memory,
                 after.memory);
    compare_whole(changes, {"resources-changed", slots, kRestart}, pair.subject, blocks, "slots", before.slots,
                  after.slots);
    // A number of CPUs is compared as it is written: 1 and 1.0 are the same, and no digit is lost.
    const auto read = [](Side& side, const Resources& resources) {
        const Place at = resources.cpu.at;
        return scalar(side, resources.at, "cpu", at, at.known() ? shown(side.document(), at.node) : Shown{});
    };
    compare_scalars(changes, {"resources-changed", cpu, kRestart}, pair.subject, path + ".cpu",
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
                                    "Review which variables the job then sees: a later Secret wins over an earlier "
                                    "one. The operator's allowlist must name each."};
constexpr ScalarRule kPathStyle = {"state-endpoint-changed", "path-style access to the state",
                                   "Review: the endpoint must answer that form, or state is not found."};

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
