// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: exposes, their
// bindings and columns.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kMetadataClassificationValues[] = {"public", "internal", "confidential", "restricted"};
constexpr std::string_view kExposeKindValues[] = {"table",         "view",  "api",    "file",  "stream",      "topic",
                                                  "feature_store", "model", "vector", "graph", "time_series", "other"};
constexpr std::string_view kExposeCrawlerSchemaChangePolicyUpdateBehaviorValues[] = {"UPDATE_IN_DATABASE", "LOG"};
constexpr std::string_view kExposeCrawlerSchemaChangePolicyDeleteBehaviorValues[] = {"LOG", "DELETE_FROM_DATABASE",
                                                                                     "DEPRECATE_IN_DATABASE"};
constexpr std::string_view kExposeIcebergWriteFormatValues[] = {"parquet", "orc", "avro"};
constexpr std::string_view kExposeContractSchemaPolicyValues[] = {"strict", "discover_and_freeze", "evolve_safe",
                                                                  "evolve_all"};
constexpr std::string_view kExposeContractGuaranteesCompatibilityValues[] = {"none",     "patch",   "minor",
                                                                             "backward", "forward", "strict"};
constexpr std::string_view kExposeContractGuaranteesEvolutionValues[] = {
    "additive_columns",          "additive_fields",      "additive_endpoints", "nullable_to_required_disallowed",
    "field_removal_with_notice", "type_widening_allowed"};
constexpr std::string_view kExposeContractQualitySeverityValues[] = {"error", "warning", "info"};
constexpr std::string_view kColumnSensitivityValues[] = {"none",       "internal",      "confidential", "restricted",
                                                         "pii",        "phi",           "cleartext",    "treated",
                                                         "anonymized", "pseudonymized", "tokenized",    "encrypted"};
constexpr std::string_view kColumnValidationRulesTypeValues[] = {"range", "regex", "enum", "custom"};
constexpr std::string_view kColumnQualityTypeValues[] = {"text", "library", "sql", "custom"};
constexpr std::string_view kColumnQualityMetricValues[] = {"nullValues", "missingValues", "invalidValues",
                                                           "duplicateValues", "rowCount"};
constexpr std::string_view kColumnQualityDimensionValues[] = {"accuracy", "completeness", "conformity", "consistency",
                                                              "coverage", "timeliness",   "uniqueness"};
constexpr std::string_view kDqRuleTypeValues[] = {"freshness", "completeness", "uniqueness",        "valid_values",
                                                  "accuracy",  "schema",       "anomaly_detection", "drift_detection"};
constexpr std::string_view kDqRuleOperatorValues[] = {">=", ">", "<=", "<", "==", "!="};
constexpr std::string_view kDqRuleSeverityValues[] = {"info", "warn", "error", "critical"};
constexpr std::string_view kExposePolicyAuthnValues[] = {"oidc", "oauth2", "api_key", "none", "custom", "iam", "jwt"};
constexpr std::string_view kExposePolicyClassificationValues[] = {"Public", "Internal", "Confidential", "Restricted"};
constexpr std::string_view kExposePolicyAuthzColumnRestrictionsAccessValues[] = {"allow", "deny", "mask"};
constexpr std::string_view kExposePolicyAuthzColumnRestrictionsMaskValues[] = {"last_four", "first_four", "nullify"};
constexpr std::string_view kExposePolicyPrivacyMaskingStrategyValues[] = {"mask", "hash", "tokenize", "encrypt",
                                                                          "k_anonymity"};
constexpr std::string_view kBindingPlatformValues[] = {"gcp",        "aws",      "azure",     "snowflake",
                                                       "databricks", "kafka",    "confluent", "local",
                                                       "kubernetes", "postgres", "pgvector",  "other"};
constexpr std::string_view kBindingFormatValues[] = {"bigquery_table",
                                                     "snowflake_table",
                                                     "snowflake_view",
                                                     "gcs_file",
                                                     "s3_file",
                                                     "http_api",
                                                     "grpc_api",
                                                     "pubsub_topic",
                                                     "kafka_topic",
                                                     "delta_table",
                                                     "iceberg",
                                                     "parquet",
                                                     "csv",
                                                     "json",
                                                     "redshift_table",
                                                     "redshift_serverless",
                                                     "redshift_external_schema",
                                                     "postgres_table",
                                                     "athena_table",
                                                     "glue_table",
                                                     "pgvector_table",
                                                     "other",
                                                     "iceberg_table",
                                                     "iceberg-table",
                                                     "kafka"};
constexpr std::string_view kBindingIcebergConfigPartitionSpecTransformValues[] = {
    "identity", "year", "month", "day", "hour", "bucket", "truncate"};
constexpr std::string_view kBindingIcebergConfigSortOrderDirectionValues[] = {"asc", "desc"};
constexpr std::string_view kBindingIcebergConfigSortOrderNullOrderValues[] = {"nulls-first", "nulls-last"};
constexpr std::string_view kBindingVectorConfigVectorTypeValues[] = {"vector", "halfvec"};
constexpr std::string_view kBindingVectorConfigIndexTypeValues[] = {"hnsw", "ivfflat", "none"};
constexpr std::string_view kBindingVectorConfigDistanceMetricValues[] = {"cosine", "l2", "inner_product", "l1"};
constexpr std::string_view kBindingSerializationValueValues[] = {"json", "avro",           "protobuf",
                                                                 "xml",  "avro-confluent", "json-confluent"};
constexpr std::string_view kLifecycleStateValues[] = {"preview", "active", "deprecated", "retired"};
constexpr std::string_view kAgentPolicyAllowedUseCasesValues[] = {
    "inference", "reasoning", "analysis",        "summarization", "classification", "embedding",
    "search",    "qa",        "code_generation", "fine_tuning",   "training",       "rag"};
constexpr std::string_view kObservabilityOnBreachTypeValues[] = {"slack", "email", "webhook", "pagerduty", "custom"};
constexpr std::string_view kObservabilityOnBreachSeverityValues[] = {"info", "warning", "critical"};
constexpr std::string_view kObservabilityAlertChannelsKindValues[] = {"log", "file", "webhook"};

constexpr KeyRule kExpose[] = {
    {.name = "exposeId",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::Identifier,
     .doc = "Name of the expose, unique in the contract."},
    {.name = "title", .shape = Shape::String, .doc = "Title for people."},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "version", .shape = Shape::String, .pattern = Pattern::Semver},
    {.name = "kind",
     .shape = Shape::String,
     .required = true,
     .values = kExposeKindValues,
     .doc = "What sort of thing is exposed."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "contract",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kExposeContract,
     .doc = "What consumers may rely on: its columns or its OpenAPI document."},
    {.name = "qos", .shape = Shape::Object, .child = ObjectId::kExposeQoS},
    {.name = "policy", .shape = Shape::Object, .child = ObjectId::kExposePolicy},
    {.name = "binding",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kBinding,
     .doc = "Where it lives."},
    {.name = "lifecycle", .shape = Shape::Object, .child = ObjectId::kExposeLifecycle},
    {.name = "observability", .shape = Shape::Object, .child = ObjectId::kObservability},
    {.name = "docs", .shape = Shape::Object, .child = ObjectId::kDocs},
    {.name = "semantics", .shape = Shape::Object},
    {.name = "crawler", .shape = Shape::Object, .child = ObjectId::kExposeCrawler},
    {.name = "iceberg", .shape = Shape::Object, .child = ObjectId::kExposeIceberg},
    {.name = "mcp", .shape = Shape::Object, .child = ObjectId::kExposeMcp},
};

constexpr KeyRule kExposeCrawler[] = {
    {.name = "name", .shape = Shape::String},
    {.name = "role", .shape = Shape::String},
    {.name = "schedule", .shape = Shape::String},
    {.name = "classifiers", .shape = Shape::List, .item = Shape::String},
    {.name = "schemaChangePolicy", .shape = Shape::Object, .child = ObjectId::kExposeCrawlerSchemaChangePolicy},
};

constexpr KeyRule kExposeCrawlerSchemaChangePolicy[] = {
    {.name = "updateBehavior", .shape = Shape::String, .values = kExposeCrawlerSchemaChangePolicyUpdateBehaviorValues},
    {.name = "deleteBehavior", .shape = Shape::String, .values = kExposeCrawlerSchemaChangePolicyDeleteBehaviorValues},
};

constexpr KeyRule kExposeIceberg[] = {
    {.name = "writeFormat", .shape = Shape::String, .values = kExposeIcebergWriteFormatValues},
    {.name = "snapshotRetention", .shape = Shape::Object, .child = ObjectId::kExposeIcebergSnapshotRetention},
    {.name = "compaction", .shape = Shape::Object, .child = ObjectId::kExposeIcebergCompaction},
};

constexpr KeyRule kExposeIcebergSnapshotRetention[] = {
    {.name = "maxSnapshotAgeMs", .shape = Shape::Integer},
    {.name = "minSnapshotsToKeep", .shape = Shape::Integer},
};

constexpr KeyRule kExposeIcebergCompaction[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "targetFileSizeMb", .shape = Shape::Integer},
};

constexpr KeyRule kExposeContract[] = {
    {.name = "id", .shape = Shape::String, .not_empty = true},
    {.name = "schemaSignature", .shape = Shape::String, .pattern = Pattern::Signature},
    {.name = "schemaPolicy", .shape = Shape::String, .values = kExposeContractSchemaPolicyValues},
    {.name = "schema",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kColumn,
     .not_empty = true,
     .doc = "The columns."},
    {.name = "openapiRef", .shape = Shape::String, .pattern = Pattern::Link, .doc = "Link to the OpenAPI document."},
    {.name = "guarantees", .shape = Shape::Object, .child = ObjectId::kExposeContractGuarantees},
    {.name = "dq", .shape = Shape::Object, .child = ObjectId::kDqSpec},
    {.name = "quality", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kExposeContractQuality},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposeContractGuarantees[] = {
    {.name = "compatibility", .shape = Shape::String, .values = kExposeContractGuaranteesCompatibilityValues},
    {.name = "evolution",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kExposeContractGuaranteesEvolutionValues},
};

constexpr KeyRule kExposeContractQuality[] = {
    {.name = "rule", .shape = Shape::String, .required = true},
    {.name = "expression", .shape = Shape::String, .required = true},
    {.name = "severity", .shape = Shape::String, .required = true, .values = kExposeContractQualitySeverityValues},
};

constexpr KeyRule kColumn[] = {
    {.name = "name", .shape = Shape::String, .required = true, .not_empty = true, .doc = "Name of the column."},
    {.name = "type", .shape = Shape::String, .required = true, .judged_later = true, .doc = "Type of the column."},
    {.name = "required", .shape = Shape::Boolean, .doc = "True when no row has a null here."},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "sensitivity",
     .shape = Shape::String,
     .values = kColumnSensitivityValues,
     .doc = "How sensitive the values are."},
    {.name = "semanticType", .shape = Shape::String, .doc = "What the values mean, such as email."},
    {.name = "businessName", .shape = Shape::String, .doc = "Name for people."},
    {.name = "businessDefinition", .shape = Shape::String, .doc = "Meaning for people."},
    {.name = "validationRules", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kColumnValidationRules},
    {.name = "quality", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kColumnQuality},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "fields", .shape = Shape::List, .lane = Lane::ManagedOnly},
    {.name = "element", .shape = Shape::Object, .lane = Lane::ManagedOnly},
    {.name = "key", .shape = Shape::Object, .lane = Lane::ManagedOnly},
    {.name = "value", .shape = Shape::Object, .lane = Lane::ManagedOnly},
};

constexpr KeyRule kColumnValidationRules[] = {
    {.name = "type", .shape = Shape::String, .values = kColumnValidationRulesTypeValues},
    {.name = "constraint", .shape = Shape::String},
    {.name = "message", .shape = Shape::String},
};

constexpr KeyRule kColumnQuality[] = {
    {.name = "id", .shape = Shape::String, .pattern = Pattern::QualityId},
    {.name = "type", .shape = Shape::String, .values = kColumnQualityTypeValues},
    {.name = "metric", .shape = Shape::String, .values = kColumnQualityMetricValues},
    {.name = "arguments", .shape = Shape::Object},
    {.name = "query", .shape = Shape::String},
    {.name = "engine", .shape = Shape::String},
    {.name = "implementation", .shape = Shape::Any},
    {.name = "dimension", .shape = Shape::String, .values = kColumnQualityDimensionValues},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "severity", .shape = Shape::String},
    {.name = "unit", .shape = Shape::String},
};

constexpr KeyRule kDqSpec[] = {
    {.name = "rules", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kDqRule},
    {.name = "monitoring", .shape = Shape::Object, .child = ObjectId::kDqSpecMonitoring},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kDqSpecMonitoring[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "window", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "owner", .shape = Shape::String},
};

constexpr KeyRule kDqRule[] = {
    {.name = "id", .shape = Shape::String, .required = true},
    {.name = "type", .shape = Shape::String, .required = true, .values = kDqRuleTypeValues},
    {.name = "selector", .shape = Shape::String},
    {.name = "threshold", .shape = Shape::Number},
    {.name = "operator", .shape = Shape::String, .values = kDqRuleOperatorValues},
    {.name = "window", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "severity", .shape = Shape::String, .required = true, .values = kDqRuleSeverityValues},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposePolicy[] = {
    {.name = "authn", .shape = Shape::String, .values = kExposePolicyAuthnValues},
    {.name = "authz", .shape = Shape::Object, .child = ObjectId::kExposePolicyAuthz},
    {.name = "privacy", .shape = Shape::Object, .child = ObjectId::kExposePolicyPrivacy},
    {.name = "classification", .shape = Shape::String, .values = kExposePolicyClassificationValues},
    {.name = "agentPolicy", .shape = Shape::Object, .child = ObjectId::kAgentPolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposePolicyAuthz[] = {
    {.name = "readers", .shape = Shape::List, .item = Shape::String},
    {.name = "writers", .shape = Shape::List, .item = Shape::String},
    {.name = "columnRestrictions",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kExposePolicyAuthzColumnRestrictions},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "rowFilters",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kExposePolicyAuthzRowFilters},
};

constexpr KeyRule kExposePolicyAuthzColumnRestrictions[] = {
    {.name = "principal", .shape = Shape::String},
    {.name = "columns", .shape = Shape::List, .item = Shape::String},
    {.name = "access", .shape = Shape::String, .values = kExposePolicyAuthzColumnRestrictionsAccessValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "mask", .shape = Shape::String, .values = kExposePolicyAuthzColumnRestrictionsMaskValues},
};

constexpr KeyRule kExposePolicyAuthzRowFilters[] = {
    {.name = "principal", .shape = Shape::String, .required = true},
    {.name = "name", .shape = Shape::String, .pattern = Pattern::RowFilterName},
    {.name = "where", .shape = Shape::String, .required = true, .not_empty = true},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
};

constexpr KeyRule kExposePolicyPrivacy[] = {
    {.name = "masking", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kExposePolicyPrivacyMasking},
    {.name = "rowLevelPolicy", .shape = Shape::Object, .child = ObjectId::kExposePolicyPrivacyRowLevelPolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposePolicyPrivacyMasking[] = {
    {.name = "column", .shape = Shape::String, .required = true},
    {.name = "strategy", .shape = Shape::String, .required = true, .values = kExposePolicyPrivacyMaskingStrategyValues},
    {.name = "params", .shape = Shape::Object, .child = ObjectId::kExposePolicyPrivacyMaskingParams},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposePolicyPrivacyMaskingParams[] = {
    {.name = "saltEnv", .shape = Shape::String, .pattern = Pattern::GeneralEnvName},
    {.name = "keyEnv", .shape = Shape::String, .pattern = Pattern::GeneralEnvName},
    {.name = "keepFirst", .shape = Shape::Integer, .minimum = 0, .maximum = 64},
    {.name = "keepLast", .shape = Shape::Integer, .minimum = 0, .maximum = 64},
};

constexpr KeyRule kExposePolicyPrivacyRowLevelPolicy[] = {
    {.name = "expression", .shape = Shape::String, .required = true},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposeQoS[] = {
    {.name = "availability", .shape = Shape::String, .pattern = Pattern::Percent},
    {.name = "freshnessSLO", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "dataLossSLO", .shape = Shape::String},
    {.name = "latencyP95", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "completenessTarget", .shape = Shape::Number, .minimum = 0, .maximum = 1},
    {.name = "errorBudget", .shape = Shape::Number, .minimum = 0, .maximum = 1},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kBinding[] = {
    {.name = "platform",
     .shape = Shape::String,
     .required = true,
     .values = kBindingPlatformValues,
     .doc = "Platform that holds it."},
    {.name = "format",
     .shape = Shape::String,
     .required = true,
     .values = kBindingFormatValues,
     .doc = "Format of what is there."},
    {.name = "icebergConfig",
     .shape = Shape::Object,
     .child = ObjectId::kBindingIcebergConfig,
     .doc = "How the Iceberg table is made."},
    {.name = "vectorConfig", .shape = Shape::Object, .child = ObjectId::kBindingVectorConfig},
    {.name = "location",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kBindingLocation,
     .doc = "Where exactly: database, table, bucket, …"},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "properties", .shape = Shape::Object},
    {.name = "governance", .shape = Shape::Object},
    {.name = "packaging", .shape = Shape::Object, .child = ObjectId::kPackaging},
    {.name = "encryption", .shape = Shape::Object, .child = ObjectId::kBindingEncryption},
    {.name = "principals", .shape = Shape::Object},
    {.name = "serialization", .shape = Shape::Object, .child = ObjectId::kBindingSerialization},
};

constexpr KeyRule kBindingIcebergConfig[] = {
    {.name = "writeVersion", .shape = Shape::Integer, .minimum = 1, .maximum = 2, .doc = "Iceberg's format version."},
    {.name = "fileFormat",
     .shape = Shape::String,
     .values = kExposeIcebergWriteFormatValues,
     .doc = "Format of the data files."},
    {.name = "partitionSpec",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kBindingIcebergConfigPartitionSpec,
     .doc = "How the table is partitioned."},
    {.name = "sortOrder",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kBindingIcebergConfigSortOrder,
     .doc = "How rows are sorted within files."},
    {.name = "properties", .shape = Shape::TextMap, .doc = "Table properties, all texts."},
};

constexpr KeyRule kBindingIcebergConfigPartitionSpec[] = {
    {.name = "name", .shape = Shape::String},
    {.name = "sourceColumn", .shape = Shape::String, .required = true},
    {.name = "transform",
     .shape = Shape::String,
     .required = true,
     .values = kBindingIcebergConfigPartitionSpecTransformValues},
    {.name = "numBuckets", .shape = Shape::Integer},
    {.name = "width", .shape = Shape::Integer},
};

constexpr KeyRule kBindingIcebergConfigSortOrder[] = {
    {.name = "column", .shape = Shape::String, .required = true},
    {.name = "direction", .shape = Shape::String, .values = kBindingIcebergConfigSortOrderDirectionValues},
    {.name = "nullOrder", .shape = Shape::String, .values = kBindingIcebergConfigSortOrderNullOrderValues},
};

constexpr KeyRule kBindingVectorConfig[] = {
    {.name = "dimensions", .shape = Shape::Integer, .required = true, .minimum = 1, .maximum = 16000},
    {.name = "embeddingModel", .shape = Shape::String},
    {.name = "vectorType", .shape = Shape::String, .values = kBindingVectorConfigVectorTypeValues},
    {.name = "indexType", .shape = Shape::String, .values = kBindingVectorConfigIndexTypeValues},
    {.name = "distanceMetric", .shape = Shape::String, .values = kBindingVectorConfigDistanceMetricValues},
    {.name = "table", .shape = Shape::String},
    {.name = "sourceKeyColumn", .shape = Shape::String},
    {.name = "hnsw", .shape = Shape::Object, .child = ObjectId::kBindingVectorConfigHnsw},
    {.name = "ivfflat", .shape = Shape::Object, .child = ObjectId::kBindingVectorConfigIvfflat},
};

constexpr KeyRule kBindingVectorConfigHnsw[] = {
    {.name = "m", .shape = Shape::Integer, .minimum = 1},
    {.name = "efConstruction", .shape = Shape::Integer, .minimum = 1},
};

constexpr KeyRule kBindingVectorConfigIvfflat[] = {
    {.name = "lists", .shape = Shape::Integer, .minimum = 1},
};

constexpr KeyRule kBindingEncryption[] = {
    {.name = "kms", .shape = Shape::String},
};

constexpr KeyRule kBindingSerialization[] = {
    {.name = "value", .shape = Shape::String, .values = kBindingSerializationValueValues},
    {.name = "key", .shape = Shape::String, .values = kBindingSerializationValueValues},
};

constexpr KeyRule kBindingLocation[] = {
    {.name = "account", .shape = Shape::String},
    {.name = "project", .shape = Shape::String},
    {.name = "dataset", .shape = Shape::String},
    {.name = "database", .shape = Shape::String},
    {.name = "schema", .shape = Shape::String},
    {.name = "table", .shape = Shape::String},
    {.name = "bucket", .shape = Shape::String},
    {.name = "path", .shape = Shape::String},
    {.name = "gateway", .shape = Shape::String},
    {.name = "host", .shape = Shape::String},
    {.name = "baseUrl", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "topic", .shape = Shape::String},
    {.name = "subscription", .shape = Shape::String},
    {.name = "region", .shape = Shape::String},
    {.name = "zone", .shape = Shape::String},
    {.name = "environment_id", .shape = Shape::String},
    {.name = "kafka_cluster_id", .shape = Shape::String},
    {.name = "stream", .shape = Shape::String},
    {.name = "namespace", .shape = Shape::String},
    {.name = "workgroup", .shape = Shape::String},
    {.name = "iam_role_arn", .shape = Shape::String},
    {.name = "external_schema", .shape = Shape::String},
    {.name = "glue_database", .shape = Shape::String},
    {.name = "confluent_role_arn", .shape = Shape::String},
    {.name = "catalog", .shape = Shape::String},
    {.name = "warehouse", .shape = Shape::String},
    {.name = "uri", .shape = Shape::String},
    {.name = "partitionBy", .shape = Shape::List, .item = Shape::String},
    {.name = "catalogProperties", .shape = Shape::Object, .lane = Lane::ManagedOnly},
    {.name = "catalogAuth", .shape = Shape::Object, .lane = Lane::ManagedOnly},
};

constexpr KeyRule kExposeLifecycle[] = {
    {.name = "state", .shape = Shape::String, .values = kLifecycleStateValues},
    {.name = "retention", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "expire", .shape = Shape::Boolean},
    {.name = "deprecationPolicy", .shape = Shape::Object, .child = ObjectId::kExposeLifecycleDeprecationPolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposeLifecycleDeprecationPolicy[] = {
    {.name = "noticePeriod", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "contact", .shape = Shape::String},
    {.name = "replacement", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kAgentPolicy[] = {
    {.name = "allowedModels",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::ModelName,
     .unique = true},
    {.name = "deniedModels", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "maxTokensPerRequest", .shape = Shape::Integer, .minimum = 1},
    {.name = "maxTokensPerDay", .shape = Shape::Integer, .minimum = 1},
    {.name = "allowedUseCases",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kAgentPolicyAllowedUseCasesValues,
     .unique = true},
    {.name = "deniedUseCases",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kAgentPolicyAllowedUseCasesValues,
     .unique = true},
    {.name = "canReason", .shape = Shape::Boolean},
    {.name = "canStore", .shape = Shape::Boolean},
    {.name = "retentionPolicy", .shape = Shape::Object, .child = ObjectId::kAgentPolicyRetentionPolicy},
    {.name = "auditRequired", .shape = Shape::Boolean},
    {.name = "purposeLimitation", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kAgentPolicyRetentionPolicy[] = {
    {.name = "maxRetentionDays", .shape = Shape::Integer, .minimum = 0},
    {.name = "requireDeletion", .shape = Shape::Boolean},
};

constexpr KeyRule kObservability[] = {
    {.name = "metrics", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kObservabilityMetrics},
    {.name = "onBreach", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kObservabilityOnBreach},
    {.name = "defaultSLIs", .shape = Shape::Object},
    {.name = "alert", .shape = Shape::Object, .child = ObjectId::kObservabilityAlert},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kObservabilityMetrics[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "source", .shape = Shape::String, .required = true},
    {.name = "sli", .shape = Shape::String},
};

constexpr KeyRule kObservabilityOnBreach[] = {
    {.name = "type", .shape = Shape::String, .required = true, .values = kObservabilityOnBreachTypeValues},
    {.name = "channel", .shape = Shape::String},
    {.name = "target", .shape = Shape::String},
    {.name = "url", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "severity", .shape = Shape::String, .values = kObservabilityOnBreachSeverityValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kObservabilityAlert[] = {
    {.name = "channels", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kObservabilityAlertChannels},
};

constexpr KeyRule kObservabilityAlertChannels[] = {
    {.name = "kind", .shape = Shape::String, .required = true, .values = kObservabilityAlertChannelsKindValues},
    {.name = "path", .shape = Shape::String},
    {.name = "url", .shape = Shape::String, .pattern = Pattern::Link},
};

constexpr KeyRule kExposeMcp[] = {
    {.name = "sampling", .shape = Shape::Object, .child = ObjectId::kExposeMcpSampling},
    {.name = "classification", .shape = Shape::Object, .child = ObjectId::kExposeMcpClassification},
};

constexpr KeyRule kExposeMcpSampling[] = {
    {.name = "maxRows", .shape = Shape::Integer, .minimum = 1},
};

constexpr KeyRule kExposeMcpClassification[] = {
    {.name = "dataClass", .shape = Shape::String, .values = kMetadataClassificationValues},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kExpose, .what = "an expose", .keys = kExpose},
    {.id = ObjectId::kExposeCrawler, .what = "expose crawler", .keys = kExposeCrawler, .open = true},
    {.id = ObjectId::kExposeCrawlerSchemaChangePolicy,
     .what = "expose crawler schema change policy",
     .keys = kExposeCrawlerSchemaChangePolicy,
     .open = true},
    {.id = ObjectId::kExposeIceberg, .what = "expose iceberg", .keys = kExposeIceberg, .open = true},
    {.id = ObjectId::kExposeIcebergSnapshotRetention,
     .what = "expose iceberg snapshot retention",
     .keys = kExposeIcebergSnapshotRetention,
     .open = true},
    {.id = ObjectId::kExposeIcebergCompaction,
     .what = "expose iceberg compaction",
     .keys = kExposeIcebergCompaction,
     .open = true},
    {.id = ObjectId::kExposeContract, .what = "an expose's contract", .keys = kExposeContract},
    {.id = ObjectId::kExposeContractGuarantees,
     .what = "expose contract guarantees",
     .keys = kExposeContractGuarantees},
    {.id = ObjectId::kExposeContractQuality,
     .what = "expose contract quality",
     .keys = kExposeContractQuality,
     .open = true},
    {.id = ObjectId::kColumn, .what = "a column", .keys = kColumn},
    {.id = ObjectId::kColumnValidationRules, .what = "column validation rules", .keys = kColumnValidationRules},
    {.id = ObjectId::kColumnQuality, .what = "column quality", .keys = kColumnQuality, .open = true},
    {.id = ObjectId::kDqSpec, .what = "dq spec", .keys = kDqSpec},
    {.id = ObjectId::kDqSpecMonitoring, .what = "dq spec monitoring", .keys = kDqSpecMonitoring},
    {.id = ObjectId::kDqRule, .what = "dq rule", .keys = kDqRule},
    {.id = ObjectId::kExposePolicy, .what = "expose policy", .keys = kExposePolicy},
    {.id = ObjectId::kExposePolicyAuthz, .what = "expose policy authz", .keys = kExposePolicyAuthz},
    {.id = ObjectId::kExposePolicyAuthzColumnRestrictions,
     .what = "expose policy authz column restrictions",
     .keys = kExposePolicyAuthzColumnRestrictions},
    {.id = ObjectId::kExposePolicyAuthzRowFilters,
     .what = "expose policy authz row filters",
     .keys = kExposePolicyAuthzRowFilters},
    {.id = ObjectId::kExposePolicyPrivacy, .what = "expose policy privacy", .keys = kExposePolicyPrivacy},
    {.id = ObjectId::kExposePolicyPrivacyMasking,
     .what = "expose policy privacy masking",
     .keys = kExposePolicyPrivacyMasking},
    {.id = ObjectId::kExposePolicyPrivacyMaskingParams,
     .what = "expose policy privacy masking params",
     .keys = kExposePolicyPrivacyMaskingParams,
     .open = true},
    {.id = ObjectId::kExposePolicyPrivacyRowLevelPolicy,
     .what = "expose policy privacy row level policy",
     .keys = kExposePolicyPrivacyRowLevelPolicy},
    {.id = ObjectId::kExposeQoS, .what = "expose qo s", .keys = kExposeQoS},
    {.id = ObjectId::kBinding, .what = "a binding", .keys = kBinding},
    {.id = ObjectId::kBindingIcebergConfig, .what = "icebergConfig", .keys = kBindingIcebergConfig},
    {.id = ObjectId::kBindingIcebergConfigPartitionSpec,
     .what = "binding iceberg config partition spec",
     .keys = kBindingIcebergConfigPartitionSpec,
     .open = true},
    {.id = ObjectId::kBindingIcebergConfigSortOrder,
     .what = "binding iceberg config sort order",
     .keys = kBindingIcebergConfigSortOrder,
     .open = true},
    {.id = ObjectId::kBindingVectorConfig, .what = "binding vector config", .keys = kBindingVectorConfig},
    {.id = ObjectId::kBindingVectorConfigHnsw, .what = "binding vector config hnsw", .keys = kBindingVectorConfigHnsw},
    {.id = ObjectId::kBindingVectorConfigIvfflat,
     .what = "binding vector config ivfflat",
     .keys = kBindingVectorConfigIvfflat},
    {.id = ObjectId::kBindingEncryption, .what = "binding encryption", .keys = kBindingEncryption},
    {.id = ObjectId::kBindingSerialization, .what = "binding serialization", .keys = kBindingSerialization},
    {.id = ObjectId::kBindingLocation, .what = "a location", .keys = kBindingLocation},
    {.id = ObjectId::kExposeLifecycle, .what = "expose lifecycle", .keys = kExposeLifecycle},
    {.id = ObjectId::kExposeLifecycleDeprecationPolicy,
     .what = "expose lifecycle deprecation policy",
     .keys = kExposeLifecycleDeprecationPolicy},
    {.id = ObjectId::kAgentPolicy, .what = "agent policy", .keys = kAgentPolicy},
    {.id = ObjectId::kAgentPolicyRetentionPolicy,
     .what = "agent policy retention policy",
     .keys = kAgentPolicyRetentionPolicy,
     .open = true},
    {.id = ObjectId::kObservability, .what = "observability", .keys = kObservability},
    {.id = ObjectId::kObservabilityMetrics, .what = "observability metrics", .keys = kObservabilityMetrics},
    {.id = ObjectId::kObservabilityOnBreach, .what = "observability on breach", .keys = kObservabilityOnBreach},
    {.id = ObjectId::kObservabilityAlert, .what = "observability alert", .keys = kObservabilityAlert},
    {.id = ObjectId::kObservabilityAlertChannels,
     .what = "observability alert channels",
     .keys = kObservabilityAlertChannels},
    {.id = ObjectId::kExposeMcp, .what = "expose mcp", .keys = kExposeMcp},
    {.id = ObjectId::kExposeMcpSampling, .what = "expose mcp sampling", .keys = kExposeMcpSampling},
    {.id = ObjectId::kExposeMcpClassification, .what = "expose mcp classification", .keys = kExposeMcpClassification},
};

} // namespace

std::span<const ObjectRule> general_expose_objects() {
    return kObjects;
}

} // namespace weir
