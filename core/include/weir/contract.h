#pragma once

/// \file
/// The typed contract: everything the managed lane's grammar knows (contract.md sections 2 to 6),
/// each value with the place it was read from. Later stages never look at YAML again.
///
/// A value that is missing or of the wrong shape is simply absent here (its Place is not known); the
/// finding about it has been made by the reader.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weir/document.h"
#include "weir/types.h"

namespace weir {

/// A value with its place. Absent when `at` is not known.
template <class T> struct Located {
    T value{};
    Place at;

    [[nodiscard]] bool present() const { return at.known(); }
};

using Text = Located<std::string_view>;
using Whole = Located<std::int64_t>;
using Real = Located<double>;
using Flag = Located<bool>;

/// A key with its value from an open map, such as table properties.
struct Property {
    Text key;
    Text value;
};

/// Columns [first, first + count) of the contract's Columns.
struct ColumnList {
    ColumnId first = kNoColumn;
    std::uint32_t count = 0;
    Place at;
};

// ---- properties.stream (section 4) ----

enum class ValueFormat : std::uint8_t { Unknown, Json, AvroConfluent };
enum class KeyFormat : std::uint8_t { Unknown, Raw, Json, AvroConfluent };
enum class TimestampFormat : std::uint8_t { Iso8601, Sql };

enum class MetadataKey : std::uint8_t {
    Unknown,
    Topic,
    Partition,
    Offset,
    Timestamp,
    TimestampType,
    Headers,
    LeaderEpoch
};

struct StreamKey {
    Place at;
    Located<KeyFormat> format;
    Text prefix;
    ColumnList schema; ///< under their own names; weir/binding.h puts the prefix before them
};

struct MetadataColumn {
    Place at;
    Text name;
    Located<MetadataKey> from;
    /// The fixed type of this metadata, with the column's name; made by the reader.
    ColumnId column = kNoColumn;
};

struct Stream {
    Place at;
    Text kind;
    Text topic;
    Located<ValueFormat> format;
    Located<TimestampFormat> timestamp_format;
    ColumnList schema;
    std::optional<StreamKey> key;
    std::vector<MetadataColumn> metadata;
    /// A key, a prefix or a list of columns stands there that could not be read: the stream may have
    /// columns of any name.
    bool open = false;
};

// ---- properties.mapping (section 5) ----

struct Explode {
    Place at;
    Text path;
    Text as;
};

struct MappingColumn {
    Place at;
    Text name;
    Text from;
    Text cast;
    /// A cast stands there that could not be read: the type of what is read is open.
    bool cast_open = false;
};

struct Mapping {
    Place at;
    std::optional<Explode> explode;
    Place columns_at;
    std::vector<MappingColumn> columns;
    /// explode stands there but its alias could not be read: paths may start with any name.
    bool open_starts = false;
    /// An entry stands there whose output could not be read: it may be any.
    bool open_outputs = false;
};

// ---- properties.parameters.flink (section 4) ----

enum class StartupMode : std::uint8_t { GroupOffsets, EarliestOffset };

struct FlinkSource {
    Place at;
    Text bootstrap_servers;
    Text group_id;
    Located<StartupMode> startup_mode;
    Text schema_registry_url;
};

struct EventTime {
    Place at;
    Text column;
    Whole delay_seconds;
};

struct Resources {
    Place at;
    Real cpu;
    Text memory;
    Whole slots; ///< taskManager only
};

struct FlinkDeployment {
    Place at;
    Text name;
    Text name_space;
    Text context;
    Text service_account;
    Text image;
    Text flink_version; ///< a row of weir/runtimes.h
    Text checkpoint_uri;
    Text savepoint_uri;
    Text ha_uri;
    Text state_endpoint;
    Flag state_path_style_access;
    Text state; ///< running (default) or suspended
    std::vector<Text> secret_refs;
    Whole parallelism;
    Whole checkpoint_interval_seconds;
    std::optional<Resources> job_manager;
    std::optional<Resources> task_manager;
};

struct Verification {
    Place at;
    Whole max_checkpoint_age_seconds;
    Whole max_snapshot_age_seconds;
};

struct Build {
    Place at;
    Text id;
    Text engine;
    Text pattern;
    Text language;
    std::vector<Text> outputs;
    Place outputs_at;
    Place properties_at;
    Place flink_at; ///< properties.parameters.flink
    Text management;
    Text trigger_type;
    Text platform;
    std::optional<Stream> stream;
    std::optional<Mapping> mapping;
    /// A mapping stands there that could not be read.
    bool mapping_open = false;
    Text sql;
    std::optional<FlinkSource> source;
    std::optional<EventTime> event_time;
    std::optional<FlinkDeployment> deployment;
    std::optional<Verification> verification;
    /// fluidVersion 0.7.7 and management: operator.
    bool managed = false;
};

// ---- exposes (section 2) ----

enum class CatalogAuthType : std::uint8_t { Unknown, OAuth2, Bearer, Basic };

struct CatalogAuth {
    Place at;
    Located<CatalogAuthType> type;
    Text credential_env;
    Text oauth2_server_uri;
    Text scope;
    Text audience;
    Text resource;
    Text token_env;
    Text username_env;
    Text password_env;
    Flag token_exchange; ///< see weir/catalogs.h for what either spelling gives
    Flag token_refresh;
};

struct Location {
    Place at;
    Text catalog;
    Text uri;
    Text warehouse;
    Text name_space; ///< `namespace`, or its alias `database`
    Text table;
    Place catalog_properties_at;
    std::vector<Property> catalog_properties; ///< keys folded to lower case, in the contract's order
    Flag credential_vending;
    std::optional<CatalogAuth> catalog_auth;
};

struct PartitionField {
    Place at;
    Text source_column;
    Text transform;
};

struct IcebergConfig {
    Place at;
    Whole write_version;
    Text file_format;
    std::vector<PartitionField> partition_spec;
    std::vector<Property> properties;
};

struct Binding {
    Place at;
    Text platform;
    Text format;
    std::optional<Location> location;
    std::optional<IcebergConfig> iceberg;
};

struct Expose {
    Place at;
    Text expose_id;
    Text kind;
    Text title;
    Text description;
    Text version;
    std::optional<Binding> binding;
    Place contract_at;
    ColumnList schema;
};

// ---- root ----

struct Contract {
    std::shared_ptr<const Document> document;
    Columns columns;
    Paths paths;
    /// Texts made while reading (folded property keys, prefixed key names); string views point here.
    std::vector<std::unique_ptr<std::string>> owned;

    Text fluid_version;
    Text kind;
    Text id;
    Text name;
    Text description;
    Text owner_team;
    std::vector<Build> builds;
    std::vector<Expose> exposes;
    /// At least one build is managed: the rules of the lane apply.
    bool managed = false;

    /// Index into exposes of the expose with this id, or nothing.
    [[nodiscard]] std::optional<std::size_t> expose_index(std::string_view expose_id) const;
    /// The expose that the build writes: that of its first output; null when there is none.
    [[nodiscard]] const Expose* written_by(const Build& build) const;
};

/// The property with this key; null when there is none.
[[nodiscard]] const Property* find_property(const std::vector<Property>& properties, std::string_view key);

/// The image's digest is all zeros: it stands for one that is not built yet.
[[nodiscard]] bool is_placeholder_image(std::string_view image);

struct ReadContract {
    Contract contract;
    std::vector<Finding> findings;
};

/// Checks the document against the grammar of its fluidVersion, reads it, and applies every rule
/// that needs no binding of outputs to the stream (those are weir/binding.h). Findings of the
/// document itself are not repeated.
[[nodiscard]] ReadContract read_contract(std::shared_ptr<const Document> document);

/// What fragment kinds `validate --fragment` knows.
enum class FragmentKind : std::uint8_t { StreamSource, Schema, RecordMapping };
/// Names of the kinds, in their order: streamSource, schema, recordMapping.
[[nodiscard]] std::span<const std::string_view> fragment_kind_names();
[[nodiscard]] std::optional<FragmentKind> fragment_kind(std::string_view name);
/// Reads a fragment on its own, as fluidVersion 0.7.7.
[[nodiscard]] ReadContract read_fragment(std::shared_ptr<const Document> document, FragmentKind kind);

/// How messages of the lane name a place: `Flink build ingest-orders: properties.sql` inside a build,
/// `exposes[0].contract.schema.channel` for a column of an expose. The prefix `Managed Flink: ` is not
/// part of it.
[[nodiscard]] std::string lane_subject(const Contract& contract, PathId path);

/// A finding at `place` with `Managed Flink: <subject>: <what>` as its message.
[[nodiscard]] Finding lane_finding(const Contract& contract, Code code, Place place, std::string_view what);

/// The span that a finding about a place covers: a scalar's token; a column's name for a column; the
/// first key for another mapping; the first item for a sequence.
[[nodiscard]] Span finding_span(const Document& document, NodeId node);

} // namespace weir
