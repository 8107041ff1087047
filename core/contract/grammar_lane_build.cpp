// A managed build: contract.md sections 2 and 4.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kEngine[] = {"flink"};
constexpr std::string_view kPattern[] = {"embedded-logic"};
constexpr std::string_view kLanguage[] = {"flink_sql"};
constexpr std::string_view kTrigger[] = {"continuous"};
constexpr std::string_view kPlatform[] = {"kubernetes"};
constexpr std::string_view kManagement[] = {"operator"};
constexpr std::string_view kStartup[] = {"group-offsets", "earliest-offset"};
constexpr std::string_view kFlinkVersions[] = {"v1_19", "v1_20"};
constexpr std::string_view kState[] = {"running", "suspended"};
constexpr std::string_view kCapabilities[] = {
    "full_refresh", "incremental_append", "incremental_dedup", "incremental_merge",
    "cdc",          "streaming",          "schema_discovery",  "schema_evolution",
    "dlp_scan",     "at_most_once",       "at_least_once",     "exactly_once"};

constexpr std::string_view kDescription = "In words for people.";
constexpr std::string_view kTags = "Short lower-case words to find it by.";
constexpr std::string_view kLabels = "Free pairs of texts.";

constexpr KeyRule kLaneBuild[] = {
    {.name = "id",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::Identifier,
     .doc = "Name of the build, unique in the contract."},
    {.name = "description", .shape = Shape::String, .doc = kDescription},
    {.name = "engine", .shape = Shape::String, .required = true, .values = kEngine, .doc = "flink."},
    {.name = "pattern", .shape = Shape::String, .required = true, .values = kPattern, .doc = "embedded-logic."},
    {.name = "capabilities",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kCapabilities,
     .unique = true,
     .doc = "What the build can do."},
    {.name = "repository", .shape = Shape::String, .doc = "Where the code is kept."},
    {.name = "outputs",
     .shape = Shape::List,
     .item = Shape::String,
     .required = true,
     .doc = "The one exposeId that the build writes."},
    {.name = "dependencies",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kBuildDependencies,
     .doc = "Builds that run before this one."},
    {.name = "transformations", .shape = Shape::List, .doc = "Steps in words of other tools."},
    {.name = "execution",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneExecution,
     .doc = "When and where the job runs."},
    {.name = "properties",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneProperties,
     .doc = "What the job reads and how it becomes rows."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = kTags},
    {.name = "labels", .shape = Shape::TextMap, .doc = kLabels},
};

constexpr KeyRule kLaneExecution[] = {
    {.name = "trigger",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneTrigger,
     .doc = "What starts the job."},
    {.name = "runtime",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneRuntime,
     .doc = "Where the job runs."},
    {.name = "retries",
     .shape = Shape::Object,
     .child = ObjectId::kRetryPolicy,
     .doc = "How failures are tried again."},
    {.name = "notifications",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kNotification,
     .doc = "Who hears of it."},
    {.name = "orchestration",
     .shape = Shape::Object,
     .child = ObjectId::kBuildExecutionOrchestration,
     .doc = "Which orchestrator runs it."},
};

constexpr KeyRule kLaneTrigger[] = {
    {.name = "type", .shape = Shape::String, .required = true, .values = kTrigger, .doc = "continuous."},
    {.name = "condition", .shape = Shape::String, .doc = "When the trigger counts, in words."},
    {.name = "timezone", .shape = Shape::String, .doc = "Time zone of a schedule."},
    {.name = "schedule", .shape = Shape::Any, .judged_later = true},
    {.name = "cron", .shape = Shape::Any, .judged_later = true},
    {.name = "event", .shape = Shape::Any, .judged_later = true},
    {.name = "datasets", .shape = Shape::Any, .judged_later = true},
    {.name = "datasetsOperator", .shape = Shape::Any, .judged_later = true},
    {.name = "timetable", .shape = Shape::Any, .judged_later = true},
};

constexpr KeyRule kLaneRuntime[] = {
    {.name = "platform", .shape = Shape::String, .required = true, .values = kPlatform, .doc = "kubernetes."},
    {.name = "resources", .shape = Shape::Object, .child = ObjectId::kRuntimeResources, .doc = "For people only."},
    {.name = "timeout", .shape = Shape::String, .doc = "For people only."},
    {.name = "environment", .shape = Shape::TextMap, .doc = "For people only."},
    {.name = "executor", .shape = Shape::String, .doc = "For people only."},
    {.name = "image", .shape = Shape::String, .doc = "For people only; the job's image is deployment.image."},
    {.name = "serviceAccount",
     .shape = Shape::String,
     .doc = "For people only; the job's account is deployment.serviceAccount."},
};

constexpr KeyRule kLaneProperties[] = {
    {.name = "language", .shape = Shape::String, .required = true, .values = kLanguage, .doc = "flink_sql."},
    {.name = "stream",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kStream,
     .doc = "What the records of the topic are."},
    {.name = "mapping",
     .shape = Shape::Object,
     .child = ObjectId::kMapping,
     .doc = "How records become rows, where names alone do not say it."},
    {.name = "sql", .shape = Shape::String, .doc = "Instead of a mapping: one SELECT from source_events."},
    {.name = "parameters",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneParameters,
     .doc = "Settings of the engine."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = kTags},
    {.name = "labels", .shape = Shape::TextMap, .doc = kLabels},
};

constexpr KeyRule kLaneParameters[] = {
    {.name = "flink",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneFlink,
     .doc = "Settings of Flink."},
};

constexpr KeyRule kLaneFlink[] = {
    {.name = "management",
     .shape = Shape::String,
     .required = true,
     .values = kManagement,
     .doc = "operator: the job is deployed through the Flink Kubernetes operator."},
    {.name = "source",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kFlinkSource,
     .doc = "How the topic is reached."},
    {.name = "eventTime", .shape = Shape::Object, .child = ObjectId::kEventTime, .doc = "Which column is event time."},
    {.name = "deployment",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kFlinkDeployment,
     .doc = "Where and as what the job is deployed."},
    {.name = "verification",
     .shape = Shape::Object,
     .child = ObjectId::kVerification,
     .doc = "How old evidence of a healthy job may be."},
};

constexpr KeyRule kFlinkSource[] = {
    {.name = "bootstrapServers",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::BootstrapServers,
     .doc = "Kafka brokers, host:port, separated by commas."},
    {.name = "groupId",
     .shape = Shape::String,
     .required = true,
     .not_empty = true,
     .doc = "Consumer group that holds the job's offsets."},
    {.name = "startupMode",
     .shape = Shape::String,
     .values = kStartup,
     .doc = "Where the first start reads from. Default group-offsets."},
    {.name = "schemaRegistryUrl",
     .shape = Shape::String,
     .pattern = Pattern::Url,
     .doc = "Schema registry; needed with avro-confluent."},
    {.name = "topic", .shape = Shape::Any, .judged_later = true},
    {.name = "format", .shape = Shape::Any, .judged_later = true},
    {.name = "schema", .shape = Shape::Any, .judged_later = true},
};

constexpr KeyRule kEventTime[] = {
    {.name = "column",
     .shape = Shape::String,
     .required = true,
     .doc = "A timestamp or timestamp_ltz of precision 3 or less at the top of the stream."},
    {.name = "delaySeconds",
     .shape = Shape::Integer,
     .required = true,
     .minimum = 0,
     .maximum = 86'399'999,
     .doc = "How far the watermark stays behind, in seconds."},
};

constexpr KeyRule kFlinkDeployment[] = {
    {.name = "name",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::DeploymentName,
     .doc = "Name of the FlinkDeployment."},
    {.name = "namespace",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::DeploymentNamespace,
     .doc = "Kubernetes namespace."},
    {.name = "context",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::KubeContext,
     .doc = "kubeconfig context of the cluster."},
    {.name = "serviceAccount",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::ServiceAccount,
     .doc = "Service account of the job's pods."},
    {.name = "image",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::Image,
     .doc = "Image with Weir's runner, pinned by digest."},
    {.name = "flinkVersion",
     .shape = Shape::String,
     .values = kFlinkVersions,
     .doc = "Flink in the image, as the operator writes it. Default v1_20."},
    {.name = "checkpointUri",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::StateUri,
     .doc = "Where checkpoints go."},
    {.name = "savepointUri",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::StateUri,
     .doc = "Where savepoints go."},
    {.name = "haUri",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::StateUri,
     .doc = "Where high availability keeps its data."},
    {.name = "stateEndpoint",
     .shape = Shape::String,
     .pattern = Pattern::Url,
     .doc = "Endpoint of S3-compatible storage for state."},
    {.name = "statePathStyleAccess",
     .shape = Shape::Boolean,
     .doc = "The state storage names buckets in the path, not in the host."},
    {.name = "secretRefs",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::SecretName,
     .unique = true,
     .doc = "Secrets whose entries become environment variables of the pods."},
    {.name = "state", .shape = Shape::String, .values = kState, .doc = "running or suspended. Default running."},
    {.name = "parallelism", .shape = Shape::Integer, .minimum = 1, .maximum = 32'768, .doc = "Default 1."},
    {.name = "checkpointIntervalSeconds",
     .shape = Shape::Integer,
     .minimum = 1,
     .maximum = 2'147'483,
     .doc = "Seconds between checkpoints, and so between commits. Default 60."},
    {.name = "jobManager",
     .shape = Shape::Object,
     .child = ObjectId::kJobManager,
     .doc = "Resources of the job manager."},
    {.name = "taskManager",
     .shape = Shape::Object,
     .child = ObjectId::kTaskManager,
     .doc = "Resources of each task manager."},
};

constexpr KeyRule kJobManager[] = {
    {.name = "cpu", .shape = Shape::Number, .minimum = 0, .maximum = 32'768, .doc = "CPUs, more than 0."},
    {.name = "memory", .shape = Shape::String, .pattern = Pattern::Memory, .doc = "Memory, such as 2048m or 2g."},
};

constexpr KeyRule kTaskManager[] = {
    {.name = "cpu", .shape = Shape::Number, .minimum = 0, .maximum = 32'768, .doc = "CPUs, more than 0."},
    {.name = "memory", .shape = Shape::String, .pattern = Pattern::Memory, .doc = "Memory, such as 2048m or 2g."},
    {.name = "slots", .shape = Shape::Integer, .minimum = 1, .maximum = 32'768, .doc = "Task slots. Default 1."},
};

constexpr KeyRule kVerification[] = {
    {.name = "maxCheckpointAgeSeconds",
     .shape = Shape::Integer,
     .minimum = 1,
     .maximum = 2'147'483'647,
     .doc = "Age at which a checkpoint is too old. Default 300."},
    {.name = "maxSnapshotAgeSeconds",
     .shape = Shape::Integer,
     .minimum = 1,
     .maximum = 2'147'483'647,
     .doc = "Age at which the table's snapshot is too old. Default 600."},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kLaneBuild, .what = "a managed build", .keys = kLaneBuild},
    {.id = ObjectId::kLaneExecution, .what = "execution", .keys = kLaneExecution},
    {.id = ObjectId::kLaneTrigger, .what = "a trigger", .keys = kLaneTrigger},
    {.id = ObjectId::kLaneRuntime, .what = "a runtime", .keys = kLaneRuntime},
    {.id = ObjectId::kLaneProperties, .what = "a managed build's properties", .keys = kLaneProperties},
    {.id = ObjectId::kLaneParameters, .what = "a managed build's parameters", .keys = kLaneParameters},
    {.id = ObjectId::kLaneFlink, .what = "parameters.flink", .keys = kLaneFlink},
    {.id = ObjectId::kFlinkSource, .what = "a source", .keys = kFlinkSource},
    {.id = ObjectId::kEventTime, .what = "eventTime", .keys = kEventTime},
    {.id = ObjectId::kFlinkDeployment, .what = "a deployment", .keys = kFlinkDeployment},
    {.id = ObjectId::kJobManager, .what = "jobManager", .keys = kJobManager},
    {.id = ObjectId::kTaskManager, .what = "taskManager", .keys = kTaskManager},
    {.id = ObjectId::kVerification, .what = "verification", .keys = kVerification},
};

} // namespace

std::span<const ObjectRule> lane_build_objects() {
    return kObjects;
}

} // namespace weir
