// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: bindings.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kExposeIcebergWriteFormatValues[] = {"parquet", "orc", "avro"};
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
    {.name = "governance", .shape = Shape::Object, .child = ObjectId::kBindingGovernance},
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
    {.name = "kms", .shape = Shape::String, .pattern = Pattern::EncryptionKey},
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
    {.name = "credentialVending", .shape = Shape::Boolean, .lane = Lane::ManagedOnly},
};

constexpr ObjectRule kObjects[] = {
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
};

} // namespace

std::span<const ObjectRule> general_binding_objects() {
    return kObjects;
}

} // namespace weir
