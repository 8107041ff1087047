// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: builds, their
// patterns, triggers and orchestration.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kBuildPatternValues[] = {"hybrid-reference", "embedded-logic", "multi-stage", "acquisition"};
constexpr std::string_view kEngineValues[] = {"dbt",    "sql",           "python",  "spark",   "glue",
                                              "custom", "duckdb",        "airbyte", "meltano", "dlt",
                                              "flink",  "kafka-connect", "debezium"};
constexpr std::string_view kBuildCapabilitiesValues[] = {
    "full_refresh", "incremental_append", "incremental_dedup", "incremental_merge",
    "cdc",          "streaming",          "schema_discovery",  "schema_evolution",
    "dlp_scan",     "at_most_once",       "at_least_once",     "exactly_once"};
constexpr std::string_view kBuildDependenciesConditionValues[] = {"success", "completion", "always"};
constexpr std::string_view kEmbeddedLogicLanguageValues[] = {"sql", "flink_sql", "pyspark", "scala", "python", "r"};
constexpr std::string_view kBuildExecutionOrchestrationEngineValues[] = {"airflow",  "dagster", "prefect",
                                                                         "kubeflow", "custom",  "none"};
constexpr std::string_view kBuildExecutionOrchestrationModeValues[] = {"generated", "manual", "hybrid"};
constexpr std::string_view kTriggerTypeValues[] = {
    "schedule", "event", "manual", "dependency", "dataset", "schedule_and_dataset", "timetable", "continuous"};
constexpr std::string_view kTriggerDatasetsOperatorValues[] = {"any", "all"};
constexpr std::string_view kRuntimePlatformValues[] = {"gcp",        "aws",      "azure", "local",
                                                       "kubernetes", "composer", "mwaa",  "databricks",
                                                       "snowflake",  "athena",   "glue",  "redshift"};
constexpr std::string_view kRuntimeExecutorValues[] = {"LocalExecutor", "CeleryExecutor", "KubernetesExecutor",
                                                       "SequentialExecutor"};
constexpr std::string_view kRetryPolicyBackoffStrategyValues[] = {"fixed", "exponential", "linear"};
constexpr std::string_view kNotificationTypeValues[] = {"email", "slack", "webhook", "pagerduty"};
constexpr std::string_view kNotificationConditionValues[] = {"success", "failure", "always"};
constexpr std::string_view kBuildStagePatternValues[] = {"hybrid-reference", "embedded-logic"};

constexpr KeyRule kBuild[] = {
    {.name = "id",
     .shape = Shape::String,
     .pattern = Pattern::Identifier,
     .doc = "Name of the build, unique in the contract."},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "pattern",
     .shape = Shape::String,
     .values = kBuildPatternValues,
     .doc = "How the build is described; decides what properties holds. Default hybrid-reference."},
    {.name = "engine",
     .shape = Shape::String,
     .values = kEngineValues,
     .pattern = Pattern::DbtAdapter,
     .judged_later = true,
     .proposals = true,
     .doc = "What runs the build. Default dbt."},
    {.name = "capabilities",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kBuildCapabilitiesValues,
     .unique = true,
     .doc = "What the build can do."},
    {.name = "repository", .shape = Shape::String, .doc = "Where the code is kept."},
    {.name = "properties", .shape = Shape::Object, .doc = "What the build does, by its pattern."},
    {.name = "execution", .shape = Shape::Object, .child = ObjectId::kBuildExecution, .doc = "When and where it runs."},
    {.name = "outputs",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Identifier,
     .doc = "exposeIds that the build writes."},
    {.name = "dependencies",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kBuildDependencies,
     .doc = "Builds that run before this one."},
    {.name = "transformations", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kTransformation},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kBuildDependencies[] = {
    {.name = "buildId", .shape = Shape::String, .pattern = Pattern::Identifier},
    {.name = "condition", .shape = Shape::String, .values = kBuildDependenciesConditionValues},
};

constexpr KeyRule kEmbeddedLogic[] = {
    {.name = "sql", .shape = Shape::String, .required = true, .doc = "The query."},
    {.name = "language",
     .shape = Shape::String,
     .values = kEmbeddedLogicLanguageValues,
     .doc = "Language of the logic."},
    {.name = "parameters", .shape = Shape::Object, .doc = "Free parameters of the engine."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "stream", .shape = Shape::Object, .lane = Lane::ManagedOnly},
    {.name = "mapping", .shape = Shape::Object, .lane = Lane::ManagedOnly},
};

constexpr KeyRule kBuildExecution[] = {
    {.name = "trigger", .shape = Shape::Object, .child = ObjectId::kTrigger},
    {.name = "runtime", .shape = Shape::Object, .child = ObjectId::kRuntime},
    {.name = "retries", .shape = Shape::Object, .child = ObjectId::kRetryPolicy},
    {.name = "notifications", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kNotification},
    {.name = "orchestration", .shape = Shape::Object, .child = ObjectId::kBuildExecutionOrchestration},
};

constexpr KeyRule kBuildExecutionOrchestration[] = {
    {.name = "engine", .shape = Shape::String, .required = true, .values = kBuildExecutionOrchestrationEngineValues},
    {.name = "mode", .shape = Shape::String, .values = kBuildExecutionOrchestrationModeValues},
    {.name = "generateOnChange", .shape = Shape::Boolean},
    {.name = "airflow", .shape = Shape::Object, .child = ObjectId::kAirflowOrchestration},
    {.name = "dagster", .shape = Shape::Object},
    {.name = "prefect", .shape = Shape::Object},
};

constexpr KeyRule kTrigger[] = {
    {.name = "type", .shape = Shape::String, .values = kTriggerTypeValues, .doc = "What starts a run."},
    {.name = "schedule", .shape = Shape::String},
    {.name = "event", .shape = Shape::String},
    {.name = "condition", .shape = Shape::String},
    {.name = "datasets", .shape = Shape::List, .item = Shape::TextOrObject, .child = ObjectId::kTriggerDataset},
    {.name = "datasetsOperator", .shape = Shape::String, .values = kTriggerDatasetsOperatorValues},
    {.name = "cron", .shape = Shape::String, .doc = "Cron expression of a schedule."},
    {.name = "timezone", .shape = Shape::String},
    {.name = "timetable", .shape = Shape::Object},
};

constexpr KeyRule kTriggerDataset[] = {
    {.name = "productId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "exposeId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "versionConstraint", .shape = Shape::String},
};

constexpr KeyRule kRuntime[] = {
    {.name = "resources", .shape = Shape::Object, .child = ObjectId::kRuntimeResources},
    {.name = "timeout", .shape = Shape::String},
    {.name = "environment", .shape = Shape::TextMap},
    {.name = "platform", .shape = Shape::String, .values = kRuntimePlatformValues, .doc = "Where it runs."},
    {.name = "executor", .shape = Shape::String, .values = kRuntimeExecutorValues},
    {.name = "image", .shape = Shape::String},
    {.name = "serviceAccount", .shape = Shape::String},
};

constexpr KeyRule kRuntimeResources[] = {
    {.name = "cpu", .shape = Shape::String},
    {.name = "memory", .shape = Shape::String},
    {.name = "disk", .shape = Shape::String},
};

constexpr KeyRule kRetryPolicy[] = {
    {.name = "maxAttempts", .shape = Shape::Integer, .minimum = 1},
    {.name = "backoffStrategy", .shape = Shape::String, .values = kRetryPolicyBackoffStrategyValues},
    {.name = "initialDelay", .shape = Shape::String},
    {.name = "maxDelay", .shape = Shape::String},
};

constexpr KeyRule kNotification[] = {
    {.name = "type", .shape = Shape::String, .values = kNotificationTypeValues},
    {.name = "target", .shape = Shape::String},
    {.name = "condition", .shape = Shape::String, .values = kNotificationConditionValues},
};

constexpr KeyRule kHybridReference[] = {
    {.name = "model", .shape = Shape::String, .required = true},
    {.name = "target", .shape = Shape::String},
    {.name = "select", .shape = Shape::Any},
    {.name = "models", .shape = Shape::Any},
    {.name = "vars", .shape = Shape::Object},
    {.name = "materializations", .shape = Shape::Object},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "stream", .shape = Shape::Object, .lane = Lane::ManagedOnly},
    {.name = "mapping", .shape = Shape::Object, .lane = Lane::ManagedOnly},
};

constexpr KeyRule kBuildStage[] = {
    {.name = "name", .shape = Shape::String},
    {.name = "pattern", .shape = Shape::String, .values = kBuildStagePatternValues},
    {.name = "properties", .shape = Shape::Object},
    {.name = "dependsOn", .shape = Shape::List, .item = Shape::String},
    {.name = "outputs", .shape = Shape::List, .item = Shape::String, .pattern = Pattern::Identifier},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kMultiStageOrchestration[] = {
    {.name = "parallelism", .shape = Shape::Integer, .minimum = 1},
    {.name = "retryPolicy", .shape = Shape::Object, .child = ObjectId::kRetryPolicy},
};

constexpr KeyRule kMultiStage[] = {
    {.name = "stages", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kBuildStage},
    {.name = "orchestration", .shape = Shape::Object, .child = ObjectId::kMultiStageOrchestration},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "stream", .shape = Shape::Object, .lane = Lane::ManagedOnly},
    {.name = "mapping", .shape = Shape::Object, .lane = Lane::ManagedOnly},
};

constexpr KeyRule kTransformation[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "model", .shape = Shape::String},
    {.name = "outputs", .shape = Shape::List, .item = Shape::String, .pattern = Pattern::Identifier},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kOrchestration[] = {
    {.name = "engine", .shape = Shape::String, .required = true, .values = kBuildExecutionOrchestrationEngineValues},
    {.name = "mode", .shape = Shape::String, .values = kBuildExecutionOrchestrationModeValues},
    {.name = "generateOnChange", .shape = Shape::Boolean},
    {.name = "airflow", .shape = Shape::Object, .child = ObjectId::kAirflowOrchestration},
    {.name = "dagster", .shape = Shape::Object},
    {.name = "prefect", .shape = Shape::Object},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kBuild, .what = "a build", .keys = kBuild},
    {.id = ObjectId::kBuildDependencies, .what = "build dependencies", .keys = kBuildDependencies},
    {.id = ObjectId::kEmbeddedLogic, .what = "embedded logic", .keys = kEmbeddedLogic},
    {.id = ObjectId::kBuildExecution, .what = "an execution", .keys = kBuildExecution},
    {.id = ObjectId::kBuildExecutionOrchestration,
     .what = "build execution orchestration",
     .keys = kBuildExecutionOrchestration,
     .open = true},
    {.id = ObjectId::kTrigger, .what = "a trigger", .keys = kTrigger, .open = true},
    {.id = ObjectId::kTriggerDataset, .what = "a dataset of a trigger", .keys = kTriggerDataset, .open = true},
    {.id = ObjectId::kRuntime, .what = "a runtime", .keys = kRuntime, .open = true},
    {.id = ObjectId::kRuntimeResources, .what = "runtime resources", .keys = kRuntimeResources, .open = true},
    {.id = ObjectId::kRetryPolicy, .what = "retry policy", .keys = kRetryPolicy, .open = true},
    {.id = ObjectId::kNotification, .what = "notification", .keys = kNotification},
    {.id = ObjectId::kHybridReference, .what = "hybrid reference", .keys = kHybridReference},
    {.id = ObjectId::kBuildStage, .what = "build stage", .keys = kBuildStage},
    {.id = ObjectId::kMultiStageOrchestration,
     .what = "multi stage orchestration",
     .keys = kMultiStageOrchestration,
     .open = true},
    {.id = ObjectId::kMultiStage, .what = "multi stage", .keys = kMultiStage},
    {.id = ObjectId::kTransformation, .what = "transformation", .keys = kTransformation},
    {.id = ObjectId::kOrchestration, .what = "orchestration", .keys = kOrchestration, .open = true},
};

} // namespace

std::span<const ObjectRule> general_build_objects() {
    return kObjects;
}

} // namespace weir
