// An expose that a managed build writes: contract.md section 2.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kKinds[] = {"table"};
constexpr std::string_view kFormats[] = {"iceberg"};
constexpr std::string_view kCatalogs[] = {"rest", "polaris", "gravitino", "lakekeeper", "nessie", "unity"};
constexpr std::string_view kAuthTypes[] = {"oauth2", "bearer", "basic"};
constexpr std::string_view kFileFormats[] = {"parquet", "orc", "avro"};
constexpr std::string_view kPlatforms[] = {"gcp",       "aws",   "azure",      "snowflake", "databricks", "kafka",
                                           "confluent", "local", "kubernetes", "postgres",  "pgvector",   "other"};
constexpr std::string_view kPolicies[] = {"strict", "discover_and_freeze", "evolve_safe", "evolve_all"};
constexpr std::string_view kTransforms[] = {"identity"};

constexpr KeyRule kLaneExpose[] = {
    {.name = "exposeId",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::Identifier,
     .doc = "Name of the expose, unique in the contract."},
    {.name = "title", .shape = Shape::String, .doc = "Title for people."},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "version", .shape = Shape::String, .pattern = Pattern::Semver, .doc = "Version of the expose."},
    {.name = "kind", .shape = Shape::String, .required = true, .values = kKinds, .doc = "table."},
    {.name = "binding",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneBinding,
     .doc = "The Iceberg table."},
    {.name = "contract",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneExposeContract,
     .doc = "The table's columns."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "qos", .shape = Shape::Object, .child = ObjectId::kExposeQoS, .doc = "Promises in numbers."},
    {.name = "policy", .shape = Shape::Any, .lane = Lane::Unenforced},
    {.name = "lifecycle", .shape = Shape::Object, .child = ObjectId::kExposeLifecycle, .doc = "Its stage of life."},
    {.name = "observability", .shape = Shape::Object, .child = ObjectId::kObservability, .doc = "What is watched."},
    {.name = "docs", .shape = Shape::Object, .child = ObjectId::kDocs, .doc = "Where it is described."},
    {.name = "semantics", .shape = Shape::Object, .doc = "Its semantic model."},
    {.name = "crawler", .shape = Shape::Object, .child = ObjectId::kExposeCrawler, .doc = "Settings of a crawler."},
    {.name = "iceberg", .shape = Shape::Object, .child = ObjectId::kExposeIceberg, .doc = "Upkeep by other tools."},
    {.name = "mcp", .shape = Shape::Object, .child = ObjectId::kExposeMcp, .doc = "What agents may sample."},
};

constexpr KeyRule kLaneExposeContract[] = {
    {.name = "id", .shape = Shape::String, .not_empty = true, .doc = "Name of this contract."},
    {.name = "schema",
     .shape = Shape::List,
     .item = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneColumn,
     .not_empty = true,
     .doc = "The table's columns, in their order."},
    {.name = "schemaSignature", .shape = Shape::String, .pattern = Pattern::Signature, .doc = "Digest of the schema."},
    {.name = "schemaPolicy", .shape = Shape::String, .values = kPolicies, .doc = "How the schema may change."},
    {.name = "openapiRef", .shape = Shape::String, .pattern = Pattern::Link, .doc = "Link to an OpenAPI document."},
    {.name = "guarantees",
     .shape = Shape::Object,
     .child = ObjectId::kExposeContractGuarantees,
     .doc = "What consumers may rely on."},
    {.name = "dq", .shape = Shape::Any, .lane = Lane::Unenforced},
    {.name = "quality", .shape = Shape::Any, .lane = Lane::Unenforced},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLaneBinding[] = {
    {.name = "platform",
     .shape = Shape::String,
     .required = true,
     .values = kPlatforms,
     .doc = "Platform that holds the table."},
    {.name = "format", .shape = Shape::String, .required = true, .values = kFormats, .doc = "iceberg."},
    {.name = "location",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneLocation,
     .doc = "Catalog, namespace and table."},
    {.name = "icebergConfig",
     .shape = Shape::Object,
     .child = ObjectId::kLaneIcebergConfig,
     .doc = "How the table is made."},
    {.name = "properties", .shape = Shape::Object, .doc = "Free room; nothing reads it."},
    {.name = "governance", .shape = Shape::Any, .lane = Lane::Unenforced},
    {.name = "packaging", .shape = Shape::Object, .child = ObjectId::kPackaging, .doc = "How it is packaged."},
    {.name = "encryption", .shape = Shape::Object, .child = ObjectId::kBindingEncryption, .doc = "Key of the storage."},
    {.name = "principals", .shape = Shape::Object, .doc = "Who stands behind names."},
    {.name = "serialization",
     .shape = Shape::Object,
     .child = ObjectId::kBindingSerialization,
     .doc = "How records are written."},
    {.name = "vectorConfig", .shape = Shape::Object, .child = ObjectId::kBindingVectorConfig, .doc = "Vector columns."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLaneLocation[] = {
    {.name = "catalog",
     .shape = Shape::String,
     .values = kCatalogs,
     .doc = "Which kind of catalog it is. Default rest."},
    {.name = "uri",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::Url,
     .doc = "The REST catalog's address."},
    {.name = "warehouse",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::AnyWarehouse,
     .judged_later = true,
     .doc = "Where a catalog of kind rest keeps its tables; to the other kinds, the name that they know it by."},
    {.name = "namespace",
     .shape = Shape::String,
     .pattern = Pattern::CatalogNamespace,
     .doc = "Namespace of the table; parts separated by dots."},
    {.name = "database", .shape = Shape::String, .pattern = Pattern::CatalogNamespace, .doc = "Alias of namespace."},
    {.name = "table", .shape = Shape::String, .required = true, .pattern = Pattern::TableName, .doc = "The table."},
    {.name = "catalogProperties",
     .shape = Shape::TextMap,
     .judged_later = true,
     .doc = "Settings of the catalog and of file access, all texts."},
    {.name = "credentialVending",
     .shape = Shape::Boolean,
     .doc = "The job asks the catalog for credentials of the table's storage."},
    {.name = "catalogAuth",
     .shape = Shape::Object,
     .child = ObjectId::kCatalogAuth,
     .doc = "How the job and verify sign in to the catalog."},
};

constexpr KeyRule kCatalogAuth[] = {
    {.name = "type", .shape = Shape::String, .required = true, .values = kAuthTypes, .doc = "oauth2, bearer or basic."},
    {.name = "credentialEnv",
     .shape = Shape::String,
     .pattern = Pattern::EnvName,
     .doc = "oauth2: variable that holds client_id:client_secret."},
    {.name = "oauth2ServerUri", .shape = Shape::String, .pattern = Pattern::Url, .doc = "oauth2: the token endpoint."},
    {.name = "scope", .shape = Shape::String, .not_empty = true, .doc = "oauth2: the scope asked for."},
    {.name = "audience", .shape = Shape::String, .not_empty = true, .doc = "oauth2: the audience asked for."},
    {.name = "resource", .shape = Shape::String, .not_empty = true, .doc = "oauth2: the resource asked for."},
    {.name = "tokenEnv",
     .shape = Shape::String,
     .pattern = Pattern::EnvName,
     .doc = "bearer: variable that holds the token."},
    {.name = "usernameEnv",
     .shape = Shape::String,
     .pattern = Pattern::EnvName,
     .doc = "basic: variable that holds the user's name."},
    {.name = "passwordEnv",
     .shape = Shape::String,
     .pattern = Pattern::EnvName,
     .doc = "basic: variable that holds the password."},
    {.name = "tokenExchange",
     .shape = Shape::Boolean,
     .doc = "A token is renewed by exchanging it (RFC 8693), not by the credential."},
    {.name = "tokenRefresh", .shape = Shape::Boolean, .doc = "A token is renewed before it expires. Default true."},
};

constexpr KeyRule kLaneIcebergConfig[] = {
    {.name = "writeVersion", .shape = Shape::Integer, .doc = "2, the default."},
    {.name = "fileFormat",
     .shape = Shape::String,
     .values = kFileFormats,
     .doc = "Format of the data files. Default parquet."},
    {.name = "partitionSpec",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kLanePartitionField,
     .doc = "Columns that partition the table."},
    {.name = "sortOrder", .shape = Shape::Any, .judged_later = true},
    {.name = "properties", .shape = Shape::TextMap, .judged_later = true, .doc = "Table properties, all texts."},
};

constexpr KeyRule kLanePartitionField[] = {
    {.name = "sourceColumn",
     .shape = Shape::String,
     .required = true,
     .doc = "A scalar column at the top of contract.schema."},
    {.name = "transform",
     .shape = Shape::String,
     .required = true,
     .values = kTransforms,
     .judged_later = true,
     .doc = "identity."},
    {.name = "name", .shape = Shape::Any, .judged_later = true},
    {.name = "numBuckets", .shape = Shape::Any, .judged_later = true},
    {.name = "width", .shape = Shape::Any, .judged_later = true},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kLaneExpose, .what = "an expose", .keys = kLaneExpose},
    {.id = ObjectId::kLaneExposeContract, .what = "an expose's contract", .keys = kLaneExposeContract},
    {.id = ObjectId::kLaneBinding, .what = "a binding", .keys = kLaneBinding},
    {.id = ObjectId::kLaneLocation, .what = "a managed table's location", .keys = kLaneLocation},
    {.id = ObjectId::kCatalogAuth, .what = "catalogAuth", .keys = kCatalogAuth},
    {.id = ObjectId::kLaneIcebergConfig, .what = "icebergConfig", .keys = kLaneIcebergConfig},
    {.id = ObjectId::kLanePartitionField, .what = "a partition field", .keys = kLanePartitionField},
};

} // namespace

std::span<const ObjectRule> lane_expose_objects() {
    return kObjects;
}

} // namespace weir
