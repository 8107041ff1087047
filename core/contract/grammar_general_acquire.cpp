// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: builds that acquire
// data.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kExposeContractSchemaPolicyValues[] = {"strict", "discover_and_freeze", "evolve_safe",
                                                                  "evolve_all"};
constexpr std::string_view kAcquisitionPreLandValues[] = {"dlp_scan", "tokenize_pii", "quality_gate",
                                                          "emit_lineage_input"};
constexpr std::string_view kAcquisitionDebeziumSnapshotModeValues[] = {"initial", "schema_only", "never", "when_needed",
                                                                       "always"};
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
constexpr std::string_view kAcquisitionDeliveryDlqSinkFormatValues[] = {"parquet", "json", "ndjson"};
constexpr std::string_view kAcquisitionDeliveryDlqAlertOnValues[] = {"pii_classification_failed", "schema_violation",
                                                                     "destination_write_failed", "quality_gate_failed"};
constexpr std::string_view kAcquisitionDeliveryGuaranteeValues[] = {"at_most_once", "at_least_once", "exactly_once"};
constexpr std::string_view kAcquisitionSchemaEvolutionOnAddedColumnValues[] = {"include", "warn", "fail"};
constexpr std::string_view kAcquisitionSchemaEvolutionOnRemovedColumnValues[] = {"drop", "warn", "fail"};
constexpr std::string_view kAcquisitionSchemaEvolutionOnTypeChangeValues[] = {"cast", "warn", "fail"};
constexpr std::string_view kAcquisitionSchemaEvolutionSourceFingerprintValues[] = {"required", "optional", "disabled"};
constexpr std::string_view kAcquisitionQualityGatesRuleValues[] = {"not_null",          "unique",   "regex", "range",
                                                                   "row_count_anomaly", "freshness"};
constexpr std::string_view kAcquisitionQualityGatesAlgorithmValues[] = {"ewma", "iqr", "exact"};
constexpr std::string_view kAcquisitionQualityGatesSeverityValues[] = {"info", "warn", "error"};
constexpr std::string_view kAcquisitionQualityAnomaliesSignalValues[] = {
    "record_count_drop", "record_count_surge", "bytes_per_record_outlier",  "latency_outlier",
    "dlq_rate_spike",    "cursor_stalled",     "schema_fingerprint_changed"};
constexpr std::string_view kAcquisitionQualityOnErrorValues[] = {"route_to_dlq", "abort_run", "best_effort"};
constexpr std::string_view kAcquisitionCostBudgetOnExceedValues[] = {"warn", "abort"};
constexpr std::string_view kAcquisitionCatalogRegisterValues[] = {"datahub", "openmetadata", "datamesh_manager",
                                                                  "unity",   "glue",         "snowflake_horizon"};
constexpr std::string_view kAcquisitionCatalogDocumentationValues[] = {"auto", "manual", "none"};
constexpr std::string_view kAcquisitionConcurrencyLockScopeValues[] = {"product", "build"};
constexpr std::string_view kAcquisitionConcurrencyLockOnContendedValues[] = {"abort", "queue", "replace"};
constexpr std::string_view kAcquisitionImageSignatureVerifierValues[] = {"cosign"};
constexpr std::string_view kAcquisitionDeploymentManagedTargetValues[] = {"docker", "kubernetes", "terraform",
                                                                          "opentofu"};
constexpr std::string_view kAcquisitionDeploymentManagedProfileValues[] = {"small", "medium", "large"};
constexpr std::string_view kAcquisitionDeploymentModeValues[] = {"embedded", "bring-your-own", "managed"};

constexpr KeyRule kAcquisition[] = {
    {.name = "source", .shape = Shape::Object, .required = true, .child = ObjectId::kAcquisitionSource},
    {.name = "sink", .shape = Shape::Object, .child = ObjectId::kAcquisitionSink},
    {.name = "delivery", .shape = Shape::Object, .child = ObjectId::kAcquisitionDelivery},
    {.name = "schemaEvolution", .shape = Shape::Object, .child = ObjectId::kAcquisitionSchemaEvolution},
    {.name = "preLand", .shape = Shape::List, .item = Shape::String, .values = kAcquisitionPreLandValues},
    {.name = "quality", .shape = Shape::Object, .child = ObjectId::kAcquisitionQuality},
    {.name = "cost", .shape = Shape::Object, .child = ObjectId::kAcquisitionCost},
    {.name = "catalog", .shape = Shape::Object, .child = ObjectId::kAcquisitionCatalog},
    {.name = "concurrency", .shape = Shape::Object, .child = ObjectId::kAcquisitionConcurrency},
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
    {.name = "connector_image", .shape = Shape::String},
    {.name = "version", .shape = Shape::String},
    {.name = "normalization", .shape = Shape::Boolean},
    {.name = "image_signature", .shape = Shape::Object, .child = ObjectId::kAcquisitionImageSignature},
    {.name = "deployment", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeployment},
};

constexpr KeyRule kAcquisitionMeltano[] = {
    {.name = "tap", .shape = Shape::String},
    {.name = "project_dir", .shape = Shape::String},
    {.name = "deployment", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeployment},
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
    {.name = "image_signature", .shape = Shape::Object, .child = ObjectId::kAcquisitionImageSignature},
    {.name = "deployment", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeployment},
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
    {.name = "snapshot_mode", .shape = Shape::String, .values = kAcquisitionDebeziumSnapshotModeValues},
    {.name = "deployment", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeployment},
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
    {.name = "secretRef", .shape = Shape::String, .pattern = Pattern::SecretReference},
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

constexpr KeyRule kAcquisitionDeliveryDlqSink[] = {
    {.name = "format", .shape = Shape::String, .values = kAcquisitionDeliveryDlqSinkFormatValues},
    {.name = "location", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionDeliveryDlq[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "sink", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeliveryDlqSink},
    {.name = "maxRecordsBeforeAbort", .shape = Shape::Integer, .minimum = 0},
    {.name = "alertOn", .shape = Shape::List, .item = Shape::String, .values = kAcquisitionDeliveryDlqAlertOnValues},
};

constexpr KeyRule kAcquisitionDelivery[] = {
    {.name = "guarantee", .shape = Shape::String, .values = kAcquisitionDeliveryGuaranteeValues},
    {.name = "idempotencyKey", .shape = Shape::String},
    {.name = "dlq", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeliveryDlq},
};

constexpr KeyRule kAcquisitionSchemaEvolution[] = {
    {.name = "policy", .shape = Shape::String, .values = kExposeContractSchemaPolicyValues},
    {.name = "onAddedColumn", .shape = Shape::String, .values = kAcquisitionSchemaEvolutionOnAddedColumnValues},
    {.name = "onRemovedColumn", .shape = Shape::String, .values = kAcquisitionSchemaEvolutionOnRemovedColumnValues},
    {.name = "onTypeChange", .shape = Shape::String, .values = kAcquisitionSchemaEvolutionOnTypeChangeValues},
    {.name = "sourceFingerprint", .shape = Shape::String, .values = kAcquisitionSchemaEvolutionSourceFingerprintValues},
};

constexpr KeyRule kAcquisitionQualityGates[] = {
    {.name = "rule", .shape = Shape::String, .required = true, .values = kAcquisitionQualityGatesRuleValues},
    {.name = "columns", .shape = Shape::List, .item = Shape::String},
    {.name = "column", .shape = Shape::String},
    {.name = "pattern", .shape = Shape::String},
    {.name = "min", .shape = Shape::Number},
    {.name = "max", .shape = Shape::Number},
    {.name = "algorithm", .shape = Shape::String, .values = kAcquisitionQualityGatesAlgorithmValues},
    {.name = "sensitivity", .shape = Shape::Number},
    {.name = "severity", .shape = Shape::String, .required = true, .values = kAcquisitionQualityGatesSeverityValues},
};

constexpr KeyRule kAcquisitionQualityAnomalies[] = {
    {.name = "signal", .shape = Shape::String, .required = true, .values = kAcquisitionQualityAnomaliesSignalValues},
    {.name = "algorithm", .shape = Shape::String, .values = kAcquisitionQualityGatesAlgorithmValues},
    {.name = "sensitivity", .shape = Shape::Number},
    {.name = "severity", .shape = Shape::String, .required = true, .values = kAcquisitionQualityGatesSeverityValues},
};

constexpr KeyRule kAcquisitionQuality[] = {
    {.name = "gates", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAcquisitionQualityGates},
    {.name = "onError", .shape = Shape::String, .values = kAcquisitionQualityOnErrorValues},
    {.name = "anomalies", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAcquisitionQualityAnomalies},
};

constexpr KeyRule kAcquisitionCostBudgetMonthly[] = {
    {.name = "rows", .shape = Shape::Integer, .minimum = 0},
    {.name = "bytes", .shape = Shape::String},
    {.name = "computeMinutes", .shape = Shape::Integer, .minimum = 0},
};

constexpr KeyRule kAcquisitionCostBudget[] = {
    {.name = "monthly", .shape = Shape::Object, .child = ObjectId::kAcquisitionCostBudgetMonthly},
    {.name = "onExceed", .shape = Shape::String, .values = kAcquisitionCostBudgetOnExceedValues},
};

constexpr KeyRule kAcquisitionCostChargeback[] = {
    {.name = "team", .shape = Shape::String},
    {.name = "project", .shape = Shape::String},
    {.name = "costCenter", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionCost[] = {
    {.name = "budget", .shape = Shape::Object, .child = ObjectId::kAcquisitionCostBudget},
    {.name = "chargeback", .shape = Shape::Object, .child = ObjectId::kAcquisitionCostChargeback},
};

constexpr KeyRule kAcquisitionCatalog[] = {
    {.name = "register", .shape = Shape::List, .item = Shape::String, .values = kAcquisitionCatalogRegisterValues},
    {.name = "documentation", .shape = Shape::String, .values = kAcquisitionCatalogDocumentationValues},
};

constexpr KeyRule kAcquisitionConcurrencyLock[] = {
    {.name = "scope", .shape = Shape::String, .values = kAcquisitionConcurrencyLockScopeValues},
    {.name = "timeout", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "onContended", .shape = Shape::String, .values = kAcquisitionConcurrencyLockOnContendedValues},
};

constexpr KeyRule kAcquisitionConcurrency[] = {
    {.name = "lock", .shape = Shape::Object, .child = ObjectId::kAcquisitionConcurrencyLock},
};

constexpr KeyRule kAcquisitionImageSignature[] = {
    {.name = "verifier", .shape = Shape::String, .values = kAcquisitionImageSignatureVerifierValues},
    {.name = "publicKey", .shape = Shape::String},
    {.name = "slsaProvenance", .shape = Shape::String, .values = kAcquisitionSchemaEvolutionSourceFingerprintValues},
};

constexpr KeyRule kAcquisitionDeploymentAuth[] = {
    {.name = "secretRef", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionDeploymentManagedChart[] = {
    {.name = "repo", .shape = Shape::String},
    {.name = "name", .shape = Shape::String},
    {.name = "version", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionDeploymentManagedSecrets[] = {
    {.name = "name", .shape = Shape::String},
    {.name = "ref", .shape = Shape::String},
};

constexpr KeyRule kAcquisitionDeploymentManagedNetwork[] = {
    {.name = "egressAllowList", .shape = Shape::List, .item = Shape::String},
};

constexpr KeyRule kAcquisitionDeploymentManaged[] = {
    {.name = "target", .shape = Shape::String, .required = true, .values = kAcquisitionDeploymentManagedTargetValues},
    {.name = "profile", .shape = Shape::String, .values = kAcquisitionDeploymentManagedProfileValues},
    {.name = "chart", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeploymentManagedChart},
    {.name = "values_overlay", .shape = Shape::Object},
    {.name = "secrets",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kAcquisitionDeploymentManagedSecrets},
    {.name = "network", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeploymentManagedNetwork},
};

constexpr KeyRule kAcquisitionDeployment[] = {
    {.name = "mode", .shape = Shape::String, .required = true, .values = kAcquisitionDeploymentModeValues},
    {.name = "server_url", .shape = Shape::String},
    {.name = "auth", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeploymentAuth},
    {.name = "managed", .shape = Shape::Object, .child = ObjectId::kAcquisitionDeploymentManaged},
};

constexpr ObjectRule kObjects[] = {
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
    {.id = ObjectId::kAcquisitionDeliveryDlqSink,
     .what = "acquisition delivery dlq sink",
     .keys = kAcquisitionDeliveryDlqSink},
    {.id = ObjectId::kAcquisitionDeliveryDlq, .what = "acquisition delivery dlq", .keys = kAcquisitionDeliveryDlq},
    {.id = ObjectId::kAcquisitionDelivery, .what = "acquisition delivery", .keys = kAcquisitionDelivery},
    {.id = ObjectId::kAcquisitionSchemaEvolution,
     .what = "acquisition schema evolution",
     .keys = kAcquisitionSchemaEvolution},
    {.id = ObjectId::kAcquisitionQualityGates,
     .what = "acquisition quality gates",
     .keys = kAcquisitionQualityGates,
     .open = true},
    {.id = ObjectId::kAcquisitionQualityAnomalies,
     .what = "acquisition quality anomalies",
     .keys = kAcquisitionQualityAnomalies},
    {.id = ObjectId::kAcquisitionQuality, .what = "acquisition quality", .keys = kAcquisitionQuality},
    {.id = ObjectId::kAcquisitionCostBudgetMonthly,
     .what = "acquisition cost budget monthly",
     .keys = kAcquisitionCostBudgetMonthly},
    {.id = ObjectId::kAcquisitionCostBudget, .what = "acquisition cost budget", .keys = kAcquisitionCostBudget},
    {.id = ObjectId::kAcquisitionCostChargeback,
     .what = "acquisition cost chargeback",
     .keys = kAcquisitionCostChargeback,
     .open = true},
    {.id = ObjectId::kAcquisitionCost, .what = "acquisition cost", .keys = kAcquisitionCost},
    {.id = ObjectId::kAcquisitionCatalog, .what = "acquisition catalog", .keys = kAcquisitionCatalog},
    {.id = ObjectId::kAcquisitionConcurrencyLock,
     .what = "acquisition concurrency lock",
     .keys = kAcquisitionConcurrencyLock},
    {.id = ObjectId::kAcquisitionConcurrency, .what = "acquisition concurrency", .keys = kAcquisitionConcurrency},
    {.id = ObjectId::kAcquisitionImageSignature,
     .what = "acquisition image signature",
     .keys = kAcquisitionImageSignature},
    {.id = ObjectId::kAcquisitionDeploymentAuth,
     .what = "acquisition deployment auth",
     .keys = kAcquisitionDeploymentAuth,
     .open = true},
    {.id = ObjectId::kAcquisitionDeploymentManagedChart,
     .what = "acquisition deployment managed chart",
     .keys = kAcquisitionDeploymentManagedChart,
     .open = true},
    {.id = ObjectId::kAcquisitionDeploymentManagedSecrets,
     .what = "acquisition deployment managed secrets",
     .keys = kAcquisitionDeploymentManagedSecrets},
    {.id = ObjectId::kAcquisitionDeploymentManagedNetwork,
     .what = "acquisition deployment managed network",
     .keys = kAcquisitionDeploymentManagedNetwork},
    {.id = ObjectId::kAcquisitionDeploymentManaged,
     .what = "acquisition deployment managed",
     .keys = kAcquisitionDeploymentManaged},
    {.id = ObjectId::kAcquisitionDeployment, .what = "acquisition deployment", .keys = kAcquisitionDeployment},
};

} // namespace

std::span<const ObjectRule> general_acquire_objects() {
    return kObjects;
}

} // namespace weir
