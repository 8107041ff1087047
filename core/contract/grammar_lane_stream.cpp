// The stream, its mapping, and columns with children: contract.md sections 3 to 5.

#include "contract/grammar_tables.h"
#include "contract/metadata_words.h"

namespace weir {

namespace {

constexpr std::string_view kStreamKinds[] = {"kafka"};
constexpr std::string_view kValueFormats[] = {"json", "avro-confluent"};
constexpr std::string_view kKeyFormats[] = {"raw", "json", "avro-confluent"};
constexpr std::string_view kTimestampFormats[] = {"iso-8601", "sql"};
constexpr std::string_view kCasts[] = {"string"};
constexpr std::string_view kTypes[] = {"string", "boolean", "int",       "long",          "float",  "double", "decimal",
                                       "date",   "binary",  "timestamp", "timestamp_ltz", "struct", "array",  "map"};
constexpr std::string_view kSensitivity[] = {"none",       "internal",      "confidential", "restricted",
                                             "pii",        "phi",           "cleartext",    "treated",
                                             "anonymized", "pseudonymized", "tokenized",    "encrypted"};

constexpr KeyRule kStream[] = {
    {.name = "kind", .shape = Shape::String, .required = true, .values = kStreamKinds, .doc = "kafka."},
    {.name = "topic",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::Topic,
     .doc = "Name of the one topic that is read."},
    {.name = "format",
     .shape = Shape::String,
     .required = true,
     .values = kValueFormats,
     .doc = "How the record's value is written: json or avro-confluent."},
    {.name = "timestampFormat",
     .shape = Shape::String,
     .values = kTimestampFormats,
     .doc = "How json writes timestamps: iso-8601 (default) or sql."},
    {.name = "schema",
     .shape = Shape::List,
     .item = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneColumn,
     .not_empty = true,
     .doc = "The record's value, as columns."},
    {.name = "key", .shape = Shape::Object, .child = ObjectId::kStreamKey, .doc = "The record's key, as columns."},
    {.name = "metadata",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kStreamMetadata,
     .doc = "Kafka's own facts about a record, as columns."},
};

constexpr KeyRule kStreamKey[] = {
    {.name = "format",
     .shape = Shape::String,
     .required = true,
     .values = kKeyFormats,
     .doc = "How the key is written: raw, json or avro-confluent."},
    {.name = "schema",
     .shape = Shape::List,
     .item = Shape::Object,
     .required = true,
     .child = ObjectId::kLaneColumn,
     .not_empty = true,
     .doc = "The key, as columns; raw takes exactly one of type string or binary."},
    {.name = "prefix",
     .shape = Shape::String,
     .pattern = Pattern::KeyPrefix,
     .doc = "Put before the names of key columns, so that they differ from the value's."},
};

constexpr KeyRule kStreamMetadata[] = {
    {.name = "name",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::ColumnName,
     .doc = "Name of the column."},
    {.name = "from", .shape = Shape::String, .required = true, .values = kMetadataWords, .doc = "Which fact it holds."},
    {.name = "type", .shape = Shape::Any, .judged_later = true},
};

constexpr KeyRule kMapping[] = {
    {.name = "explode",
     .shape = Shape::Object,
     .child = ObjectId::kMappingExplode,
     .doc = "One output row for each element of an array."},
    {.name = "columns",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kMappingColumn,
     .doc = "Output columns that are not read from the stream column of the same name."},
};

constexpr KeyRule kMappingExplode[] = {
    {.name = "path", .shape = Shape::String, .required = true, .judged_later = true, .doc = "Path to the array."},
    {.name = "as",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::ColumnName,
     .judged_later = true,
     .doc = "Name of the element in paths."},
};

constexpr KeyRule kMappingColumn[] = {
    {.name = "name",
     .shape = Shape::String,
     .required = true,
     .judged_later = true,
     .doc = "An output column, or a field of one with dots."},
    {.name = "from",
     .shape = Shape::String,
     .required = true,
     .judged_later = true,
     .doc = "Path in the stream: names with dots, map keys as ['literal']."},
    {.name = "cast",
     .shape = Shape::String,
     .values = kCasts,
     .judged_later = true,
     .doc = "string: reads binary as UTF-8 text."},
};

// Columns, and what an array or a map holds, differ by the name only.
#define WEIR_COLUMN_KEYS                                                                                               \
    {.name = "type",                                                                                                   \
     .shape = Shape::String,                                                                                           \
     .required = true,                                                                                                 \
     .values = kTypes,                                                                                                 \
     .judged_later = true,                                                                                             \
     .proposals = true,                                                                                                \
     .doc = "Type, such as string, decimal(18,2), timestamp_ltz(3), struct."},                                         \
        {.name = "required", .shape = Shape::Boolean, .doc = "True when it is never null. Default false."},            \
        {.name = "fields",                                                                                             \
         .shape = Shape::List,                                                                                         \
         .item = Shape::Object,                                                                                        \
         .child = ObjectId::kLaneColumn,                                                                               \
         .doc = "Fields of a struct."},                                                                                \
        {.name = "element",                                                                                            \
         .shape = Shape::Object,                                                                                       \
         .child = ObjectId::kLaneNestedColumn,                                                                         \
         .doc = "What an array holds."},                                                                               \
        {.name = "key",                                                                                                \
         .shape = Shape::Object,                                                                                       \
         .child = ObjectId::kLaneNestedColumn,                                                                         \
         .doc = "Key of a map: {type: string, required: true}."},                                                      \
        {.name = "value",                                                                                              \
         .shape = Shape::Object,                                                                                       \
         .child = ObjectId::kLaneNestedColumn,                                                                         \
         .doc = "What a map holds under each key."},                                                                   \
        {.name = "description", .shape = Shape::String, .doc = "In words for people."},                                \
        {.name = "sensitivity",                                                                                        \
         .shape = Shape::String,                                                                                       \
         .values = kSensitivity,                                                                                       \
         .doc = "How sensitive the values are."},                                                                      \
        {.name = "semanticType", .shape = Shape::String, .doc = "What the values mean, such as email."},               \
        {.name = "businessName", .shape = Shape::String, .doc = "Name for people."},                                   \
        {.name = "businessDefinition", .shape = Shape::String, .doc = "Meaning for people."},                          \
        {.name = "tags",                                                                                               \
         .shape = Shape::List,                                                                                         \
         .item = Shape::String,                                                                                        \
         .pattern = Pattern::Tag,                                                                                      \
         .unique = true,                                                                                               \
         .doc = "Short lower-case words to find it by."},                                                              \
        {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},                                    \
        {.name = "validationRules", .shape = Shape::Any, .lane = Lane::Unenforced},                                    \
        {.name = "quality", .shape = Shape::Any, .lane = Lane::Unenforced},

constexpr KeyRule kLaneColumn[] = {{.name = "name",
                                    .shape = Shape::String,
                                    .required = true,
                                    .pattern = Pattern::ColumnName,
                                    .doc = "Name of the column: letters, digits and _, no digit first."},
                                   WEIR_COLUMN_KEYS};

constexpr KeyRule kLaneNestedColumn[] = {WEIR_COLUMN_KEYS};

#undef WEIR_COLUMN_KEYS

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kStream, .what = "properties.stream", .keys = kStream},
    {.id = ObjectId::kStreamKey, .what = "a stream's key", .keys = kStreamKey},
    {.id = ObjectId::kStreamMetadata, .what = "a metadata column", .keys = kStreamMetadata},
    {.id = ObjectId::kMapping, .what = "properties.mapping", .keys = kMapping},
    {.id = ObjectId::kMappingExplode, .what = "explode", .keys = kMappingExplode},
    {.id = ObjectId::kMappingColumn, .what = "a mapped column", .keys = kMappingColumn},
    {.id = ObjectId::kLaneColumn, .what = "a column", .keys = kLaneColumn},
    {.id = ObjectId::kLaneNestedColumn, .what = "a column without a name", .keys = kLaneNestedColumn},
};

} // namespace

std::span<const ObjectRule> lane_stream_objects() {
    return kObjects;
}

} // namespace weir
