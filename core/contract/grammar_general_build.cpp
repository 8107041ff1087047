// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: builds.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kBuildPatternValues[] = {"hybrid-reference", "embedded-logic", "multi-stage", "acquisition"};
constexpr std::string_view kBuildCapabilitiesValues[] = {
    "full_refresh", "incremental_append", "incremental_dedup", "incremental_merge",
    "cdc",          "streaming",          "schema_discovery",  "schema_evolution",
    "dlp_scan",     "at_most_once",       "at_least_once",     "exactly_once"};
constexpr std::string_view kBuildDependenciesConditionValues[] = {"success", "completion", "always"};
constexpr std::string_view kEmbeddedLogicLanguageValues[] = {"sql", "flink_sql", "pyspark", "scala", "python", "r"};
constexpr std::string_view kAcquisitionPreLandValues[] = {"dlp_scan", "tokenize_pii", "quality_gate",
                                                          "emit_lineage_input"};
constexpr std::string_view kAcquisitionDebeziumSnapshot_modeValues[] = {"initial", "schema_only", "never",
                                                                        "when_needed", "always"};
constexpr std::string_view kAcquisitionSourceModeValues[] = {
    "full_refresh", "incremental_append", "incremental_dedup", "incremental_merge", "cdc", "streaming"};
constexpr std::string_view kAcquisitionSourceWatermarkStrategyValues[] = {"high_water_mark", "log_position", "lsn"};
constexpr std::string_view kAcquisitionSourceReaderFormatValues[] = {"csv", "parquet", "json", "ndjson", "avro", "orc"};
constexpr std::string_view kAcquisitionSinkFormatValues[] = {
    "iceberg",         "delta",          "parquet",        "csv",         "json",
    "snowflake_table", "bigquery_table", "redshift_table", "duckdb_table"};
constexpr std::string_view kAcquisitionSinkCatalogValues[] = {
    "rest", "glue", "nessie", "unity", "snowflake-managed", "hive", "lakekeeper", "polaris"};
constexpr std::string_view kAcquisitionSinkCatalogAuthTypeValues[] = {"oauth2", "bearer"};
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
    {.name = "engine", .shape = Shape::String, .judged_later = true, .doc = "What runs the build. Default dbt."},
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
    {.name = "transformations", .shape = Shape::List},
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

constexpr KeyRule kAcquisition[] = {
    {.name = "source", .shape = Shape::Object, .required = true, .child = ObjectId::kAcquisitionSource},
    {.name = "sink", .shape = Shape::Object, .child = ObjectId::kAcquisitionSink},
    {.name = "delivery", .shape = Shape::Object},
    {.name = "schemaEvolution", .shape = Shape::Object},
    {.name = "preLand", .shape = Shape::List, .item = Shape::String, .values = kAcquisitionPreLandValues},
    {.name = "quality", .shape = Shape::Object},
    {.name = "cost", .shape = Shape::Object},
    {.name = "catalog", .shape = Shape::Object},
    {.name = "concurrency", .shape = Shape::Object},
    {.name = "lineage", .shape = Shape::Object, .child = ObjectId::kAcquisitionLineage},
    {.name = "duckdb", .shape = Shape::Object, .child = ObjectId::kAcquisitionDuckdb},
    {.name = "airbyte", .shape = Shape::Object, .child = ObjectId::kAcquisitionAirbyte},
    {.name = "meltano", .shape = Shape::Object, .child = ObjectId::kAcquisitionMeltano},
    {.name = "dlt", .shape = Shape::Object, .child = ObjectId::kAcquisitionDlt},
    {.name = "kafka-connect", .shape = Shape::Object, .child = ObjectId::kAcquisitionKafkaConnect},
    {.name = "debezium", .shape = Shape::Object, .child = ObjectId::kAcquisitionDebezium},
};

constexpr KeyRule kAcquisitionLineage[] = {
    {.name = "emit", .shape = Shape::Boolean},
};

constexpr KeyRule kAcquisitionDuckdb[] = {
    {.name = "extensions", .shape = Shape::List, .item = Shape::String},
};

constexpr KeyRule kAcquisitionAirbyte[] = {
    {.name = "connector_image", .shape = Shape::String}, {.name = "version", .shape = Shape::String},
    {.name = "normalization", .shape = Shape::Boolean},  {.name = "image_signature", .shape = Shape::Object},
    {.name = "deployment", .shape = Shape::Object},
};

constexpr KeyRule kAcquisitionMeltano[] = {
    {.name = "tap", .shape = Shape::String},
    {.name = "project_dir", .shape = Shape::String},
    {.name = "deployment", .shape = Shape::Object},
};

constexpr KeyRule kAcquisitionDlt[] = {
    {.name = "source_module", .shape = Shape::String},
    {.name = "pipeline_name", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionKafkaConnect[] = {
    {.name = "connector_class", .shape = Shape::String},
    {.name = "connector_name", .shape = Shape::String},
    {.name = "tasks_max", .shape = Shape::Integer, .minimum = 1},
    {.name = "schema_registry", .shape = Shape::Object, .child = ObjectId::kAcquisitionKafkaConnectSchemaRegistry},
    {.name = "sink_connector_name", .shape = Shape::String},
    {.name = "sink_connector_config", .shape = Shape::Object},
    {.name = "image_signature", .shape = Shape::Object},
    {.name = "deployment", .shape = Shape::Object},
    {.name = "iceberg_sink_enabled", .shape = Shape::Boolean},
    {.name = "sink_topics", .shape = Shape::List, .item = Shape::String},
    {.name = "iceberg_catalog_overrides", .shape = Shape::Object},
    {.name = "streamingSink", .shape = Shape::Object, .child = ObjectId::kAcquisitionKafkaConnectStreamingSink},
};

constexpr KeyRule kAcquisitionKafkaConnectSchemaRegistry[] = {
    {.name = "url", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "auth", .shape = Shape::Object, .child = ObjectId::kAcquisitionKafkaConnectSchemaRegistryAuth},
};

constexpr KeyRule kAcquisitionKafkaConnectSchemaRegistryAuth[] = {
    {.name = "secretRef", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionKafkaConnectStreamingSink[] = {
    {.name = "commitIntervalMs", .shape = Shape::Integer, .minimum = 1},
    {.name = "routeField", .shape = Shape::String},
    {.name = "dynamicEnabled", .shape = Shape::Boolean},
    {.name = "autoCreate", .shape = Shape::Boolean},
    {.name = "evolveSchema", .shape = Shape::Boolean},
    {.name = "upsertMode", .shape = Shape::Boolean},
    {.name = "controlTopic", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionDebezium[] = {
    {.name = "connector_class", .shape = Shape::String},
    {.name = "snapshot_mode", .shape = Shape::String, .values = kAcquisitionDebeziumSnapshot_modeValues},
    {.name = "deployment", .shape = Shape::Object},
};

constexpr KeyRule kAcquisitionSource[] = {
    {.name = "kind", .shape = Shape::String, .required = true},
    {.name = "connection", .shape = Shape::Object, .child = ObjectId::kAcquisitionSourceConnection},
    {.name = "mode", .shape = Shape::String, .required = true, .values = kAcquisitionSourceModeValues},
    {.name = "cursor_field", .shape = Shape::String},
    {.name = "watermark", .shape = Shape::Object, .child = ObjectId::kAcquisitionSourceWatermark},
    {.name = "streams", .shape = Shape::List, .item = Shape::String},
    {.name = "reader", .shape = Shape::Object, .child = ObjectId::kAcquisitionSourceReader},
};

constexpr KeyRule kAcquisitionSourceConnection[] = {
    {.name = "uri", .shape = Shape::String},
    {.name = "host", .shape = Shape::String},
    {.name = "port", .shape = Shape::TextOrInteger},
    {.name = "database", .shape = Shape::String},
    {.name = "instance_url", .shape = Shape::String},
    {.name = "secretRef", .shape = Shape::String},
    {.name = "user", .shape = Shape::String},
    {.name = "schema", .shape = Shape::String},
    {.name = "schemas", .shape = Shape::List, .item = Shape::String, .unique = true},
};

constexpr KeyRule kAcquisitionSourceWatermark[] = {
    {.name = "strategy", .shape = Shape::String, .values = kAcquisitionSourceWatermarkStrategyValues},
    {.name = "allowedLateness", .shape = Shape::String, .pattern = Pattern::Duration},
};

constexpr KeyRule kAcquisitionSourceReader[] = {
    {.name = "format", .shape = Shape::String, .values = kAcquisitionSourceReaderFormatValues},
    {.name = "options", .shape = Shape::Object},
};

constexpr KeyRule kAcquisitionSink[] = {
    {.name = "format", .shape = Shape::String, .values = kAcquisitionSinkFormatValues},
    {.name = "catalog", .shape = Shape::String, .values = kAcquisitionSinkCatalogValues},
    {.name = "partitionBy", .shape = Shape::List, .item = Shape::String},
    {.name = "catalogAuth", .shape = Shape::Object, .child = ObjectId::kAcquisitionSinkCatalogAuth},
};

constexpr KeyRule kAcquisitionSinkCatalogAuth[] = {
    {.name = "type", .shape = Shape::String, .required = true, .values = kAcquisitionSinkCatalogAuthTypeValues},
    {.name = "credentialEnv", .shape = Shape::String, .pattern = Pattern::EnvName},
    {.name = "oauth2ServerUri", .shape = Shape::String, .pattern = Pattern::Url},
    {.name = "scope", .shape = Shape::String, .not_empty = true},
    {.name = "audience", .shape = Shape::String, .not_empty = true},
    {.name = "resource", .shape = Shape::String, .not_empty = true},
    {.name = "tokenEnv", .shape = Shape::String, .pattern = Pattern::EnvName},
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
    {.name = "airflow", .shape = Shape::Object},
    {.name = "dagster", .shape = Shape::Object},
    {.name = "prefect", .shape = Shape::Object},
};

constexpr KeyRule kTrigger[] = {
    {.name = "type", .shape = Shape::String, .values = kTriggerTypeValues, .doc = "What starts a run."},
    {.name = "schedule", .shape = Shape::String},
    {.name = "event", .shape = Shape::String},
    {.name = "condition", .shape = Shape::String},
    {.name = "datasets", .shape = Shape::List},
    {.name = "datasetsOperator", .shape = Shape::String, .values = kTriggerDatasetsOperatorValues},
    {.name = "cron", .shape = Shape::String, .doc = "Cron expression of a schedule."},
    {.name = "timezone", .shape = Shape::String},
    {.name = "timetable", .shape = Shape::Object},
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

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kBuild, .what = "a build", .keys = kBuild},
    {.id = ObjectId::kBuildDependencies, .what = "build dependencies", .keys = kBuildDependencies},
    {.id = ObjectId::kEmbeddedLogic, .what = "embedded logic", .keys = kEmbeddedLogic},
    {.id = ObjectId::kAcquisition, .what = "acquisition", .keys = kAcquisition},
    {.id = ObjectId::kAcquisitionLineage, .what = "acquisition lineage", .keys = kAcquisitionLineage},
    {.id = ObjectId::kAcquisitionDuckdb, .what = "acquisition duckdb", .keys = kAcquisitionDuckdb, .open = true},
    {.id = ObjectId::kAcquisitionAirbyte, .what = "acquisition airbyte", .keys = kAcquisitionAirbyte, .open = true},
    {.id = ObjectId::kAcquisitionMeltano, .what = "acquisition meltano", .keys = kAcquisitionMeltano, .open = true},
    {.id = ObjectId::kAcquisitionDlt, .what = "acquisition dlt", .keys = kAcquisitionDlt, .open = true},
    {.id = ObjectId::kAcquisitionKafkaConnect,
     .what = "acquisition kafka connect",
     .keys = kAcquisitionKafkaConnect,
     .open = true},
    {.id = ObjectId::kAcquisitionKafkaConnectSchemaRegistry,
     .what = "acquisition kafka connect schema registry",
     .keys = kAcquisitionKafkaConnectSchemaRegistry},
    {.id = ObjectId::kAcquisitionKafkaConnectSchemaRegistryAuth,
     .what = "acquisition kafka connect schema registry auth",
     .keys = kAcquisitionKafkaConnectSchemaRegistryAuth},
    {.id = ObjectId::kAcquisitionKafkaConnectStreamingSink,
     .what = "acquisition kafka connect streaming sink",
     .keys = kAcquisitionKafkaConnectStreamingSink},
    {.id = ObjectId::kAcquisitionDebezium, .what = "acquisition debezium", .keys = kAcquisitionDebezium, .open = true},
    {.id = ObjectId::kAcquisitionSource, .what = "acquisition source", .keys = kAcquisitionSource},
    {.id = ObjectId::kAcquisitionSourceConnection,
     .what = "acquisition source connection",
     .keys = kAcquisitionSourceConnection,
     .open = true},
    {.id = ObjectId::kAcquisitionSourceWatermark,
     .what = "acquisition source watermark",
     .keys = kAcquisitionSourceWatermark},
    {.id = ObjectId::kAcquisitionSourceReader,
     .what = "acquisition source reader",
     .keys = kAcquisitionSourceReader,
     .open = true},
    {.id = ObjectId::kAcquisitionSink, .what = "acquisition sink", .keys = kAcquisitionSink},
    {.id = ObjectId::kAcquisitionSinkCatalogAuth,
     .what = "acquisition sink catalog auth",
     .keys = kAcquisitionSinkCatalogAuth},
    {.id = ObjectId::kBuildExecution, .what = "an execution", .keys = kBuildExecution},
    {.id = ObjectId::kBuildExecutionOrchestration,
     .what = "build execution orchestration",
     .keys = kBuildExecutionOrchestration,
     .open = true},
    {.id = ObjectId::kTrigger, .what = "a trigger", .keys = kTrigger, .open = true},
    {.id = ObjectId::kRuntime, .what = "a runtime", .keys = kRuntime, .open = true},
    {.id = ObjectId::kRuntimeResources, .what = "runtime resources", .keys = kRuntimeResources, .open = true},
    {.id = ObjectId::kRetryPolicy, .what = "retry policy", .keys = kRetryPolicy, .open = true},
    {.id = ObjectId::kNotification, .what = "notification", .keys = kNotification},
};

} // namespace

std::span<const ObjectRule> general_build_objects() {
    return kObjects;
}

} // namespace weir
