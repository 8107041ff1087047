// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: exposes and columns.

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

/// Names that a column's type may have outside the lane; parameters in brackets are not interpreted. Sorted.
constexpr std::string_view kColumnTypeValues[] = {"array",
                                                  "bigint",
                                                  "bignumeric",
                                                  "bigserial",
                                                  "binary",
                                                  "bit",
                                                  "blob",
                                                  "bool",
                                                  "boolean",
                                                  "bytea",
                                                  "bytes",
                                                  "char",
                                                  "character",
                                                  "clob",
                                                  "date",
                                                  "datetime",
                                                  "datetime2",
                                                  "dec",
                                                  "decimal",
                                                  "double",
                                                  "double precision",
                                                  "enum",
                                                  "float",
                                                  "float32",
                                                  "float4",
                                                  "float64",
                                                  "float8",
                                                  "geography",
                                                  "geom",
                                                  "geometry",
                                                  "guid",
                                                  "hll",
                                                  "int",
                                                  "int16",
                                                  "int2",
                                                  "int32",
                                                  "int4",
                                                  "int64",
                                                  "int8",
                                                  "integer",
                                                  "interval",
                                                  "json",
                                                  "jsonb",
                                                  "long",
                                                  "longint",
                                                  "map",
                                                  "mediumint",
                                                  "money",
                                                  "nchar",
                                                  "number",
                                                  "numeric",
                                                  "nvarchar",
                                                  "object",
                                                  "point",
                                                  "raw",
                                                  "real",
                                                  "record",
                                                  "row",
                                                  "serial",
                                                  "smalldatetime",
                                                  "smallint",
                                                  "string",
                                                  "struct",
                                                  "super",
                                                  "text",
                                                  "time",
                                                  "timestamp",
                                                  "timestamp with time zone",
                                                  "timestamp without time zone",
                                                  "timestamp_ltz",
                                                  "timestamp_ntz",
                                                  "timestamp_tz",
                                                  "timestampntz",
                                                  "timestamptz",
                                                  "tinyint",
                                                  "uniqueidentifier",
                                                  "uuid",
                                                  "varbinary",
                                                  "varchar",
                                                  "varchar2",
                                                  "variant",
                                                  "year"};

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
    {.name = "semantics", .shape = Shape::Object, .child = ObjectId::kSemanticModel},
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
    {.name = "type",
     .shape = Shape::String,
     .required = true,
     .values = kColumnTypeValues,
     .judged_later = true,
     .proposals = true,
     .doc = "Type of the column."},
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
    {.id = ObjectId::kExposeMcp, .what = "expose mcp", .keys = kExposeMcp},
    {.id = ObjectId::kExposeMcpSampling, .what = "expose mcp sampling", .keys = kExposeMcpSampling},
    {.id = ObjectId::kExposeMcpClassification, .what = "expose mcp classification", .keys = kExposeMcpClassification},
};

} // namespace

std::span<const ObjectRule> general_expose_objects() {
    return kObjects;
}

} // namespace weir
