// The stream as one table: formats, key, metadata and the scope of names. contract.md section 4.

#include <algorithm>

#include <fmt/format.h>

#include "contract/fixes.h"
#include "contract/rules.h"
#include "types/binary_arrays.h"
#include "types/find.h"

namespace weir {

namespace {

/// Where a name of the stream comes from; repeats within one schema are told by the columns' own rule.
enum class Part : std::uint8_t { Value, Key, Metadata };

struct Scope {
    Context& context;
    std::unordered_map<std::string, std::pair<Place, Part>> seen;

    void add(std::string_view name, Place place, Part part, std::string_view help) {
        if (name.empty()) {
            return;
        }
        const auto [first, fresh] = seen.try_emplace(folded(name), std::pair{place, part});
        const bool told_already = first->second.second == part && part != Part::Metadata;
        if (fresh || told_already) {
            return;
        }
        constexpr std::string_view kParts[] = {"value", "key", "metadata"};
        Finding& finding = context.add(
            Code::stream_name_clash, place,
            fmt::format("{} is also the name of a {} column; value, key and metadata share one scope, without case",
                        shown(name), kParts[static_cast<std::size_t>(first->second.second)]));
        finding.help = std::string(help);
        relate(context, finding, "the other column is here", first->second.first.node);
    }
};

void check_scope(Context& context, const Stream& stream) {
    Scope scope{context, {}};
    const Columns& columns = context.contract.columns;
    for (std::uint32_t i = 0; i < stream.schema.count; ++i) {
        const Column& column = columns[stream.schema.first + i];
        scope.add(column.name, column.name_at, Part::Value, {});
    }
    if (stream.key) {
        const bool bare = !context.doc.find_entry(stream.key->at.node, "prefix");
        for (std::uint32_t i = 0; i < stream.key->schema.count; ++i) {
            const Column& column = columns[stream.key->schema.first + i];
            scope.add(stream_name(*stream.key, column), column.name_at, Part::Key,
                      bare ? "Set key.prefix, such as key_, and name the prefixed column in the mapping."
                           : "Choose another prefix or another name.");
        }
    }
    for (const MetadataColumn& entry : stream.metadata) {
        if (entry.name.present()) {
            scope.add(entry.name.value, entry.name.at, Part::Metadata, "Give the metadata column another name.");
        }
    }
}

void check_key(Context& context, const StreamKey& key) {
    const Columns& columns = context.contract.columns;
    for (std::uint32_t i = 0; i < key.schema.count; ++i) {
        const Column& column = columns[key.schema.first + i];
        if (column.required) {
            Finding& finding = context.add(Code::key_required, column.required_at,
                                           "a record may have no key, so a key column is nullable whatever it says");
            finding.help = "Leave required out.";
            leave_out(context, finding, column.at.node, "required");
        }
    }
    if (!key.format.present() || key.format.value != KeyFormat::Raw || key.schema.count == 0) {
        return;
    }
    if (key.schema.count > 1) {
        Finding& finding =
            context.add(Code::key_raw_columns, key.schema.at, "a raw key is exactly one column of string or binary");
        finding.at = finding_span(context.doc, columns[key.schema.first + 1].at.node);
        finding.help = "Keep one column, or write format: json.";
        return;
    }
    const Column& column = columns[key.schema.first];
    if (column.kind != TypeKind::Unknown && column.kind != TypeKind::String && column.kind != TypeKind::Binary) {
        Finding& finding =
            context.add(Code::key_raw_type, column.type_at,
                        fmt::format("a raw key is one column of string or binary, not {}", contract_type(column)));
        finding.help = "Write string or binary, or format: json.";
    }
}

/// Flink 1.20 reads no Avro timestamp finer than milliseconds, and converts a timestamp_ltz only where
/// the query can reach it.
class AvroCheck {
  public:
    explicit AvroCheck(Context& context) : context_(context), columns_(context.contract.columns) {}

    void list(ColumnId first, std::uint32_t count, bool inside) {
        for (std::uint32_t i = 0; i < count; ++i) {
            column(first + i, inside);
        }
    }

  private:
    // Depth is bounded by the reader's 32 levels.
    void column(ColumnId id, bool inside) {
        const Column& column = columns_[id];
        const bool ltz = column.kind == TypeKind::TimestampLtz;
        if ((ltz || column.kind == TypeKind::Timestamp) && column.precision > 3) {
            Finding& finding = context_.add(
                Code::avro_timestamp_precision, column.type_at,
                fmt::format("{} is finer than the milliseconds that Flink reads from Avro", contract_type(column)));
            const std::string wanted = ltz ? "timestamp_ltz(3)" : "timestamp(3)";
            finding.help = fmt::format("Write {}.", wanted);
            suggest(context_, finding, column.type_at.node, wanted);
        } else if (ltz && inside) {
            Finding& finding = context_.add(Code::avro_nested_timestamp_ltz, column.type_at,
                                            "Flink reads no timestamp_ltz inside an array or a map of an Avro record");
            finding.help = "Write timestamp(3), which holds the same instant in UTC.";
            suggest(context_, finding, column.type_at.node, "timestamp(3)");
        }
        list(column.first, column.count, inside || column.kind == TypeKind::Array || column.kind == TypeKind::Map);
    }

    Context& context_;
    const Columns& columns_;
};

bool holds_local_time(const Columns& columns, const Column& column) {
    return types::find_within(columns, column, [](const Column& one) { return one.kind == TypeKind::TimestampLtz; }) !=
           nullptr;
}

/// A timestamp_ltz inside an Avro struct is made by a cast of the whole struct.
void check_avro_columns(Context& context, const ColumnList& schema) {
    const Columns& columns = context.contract.columns;
    AvroCheck(context).list(schema.first, schema.count, false);
    for (std::uint32_t i = 0; i < schema.count; ++i) {
        const Column& column = columns[schema.first + i];
        if (types::holds_binary_array(columns, column) && holds_local_time(columns, column)) {
            Finding& finding =
                context.add(Code::avro_nested_timestamp_ltz, column.at,
                            "holds an array of binary and a timestamp_ltz, which Flink cannot convert from Avro");
            finding.help = "Write timestamp(3), which holds the same instant in UTC, or leave one of the two out.";
        }
    }
}

void check_formats(Context& context, const Stream& stream) {
    const bool avro = stream.format.present() && stream.format.value == ValueFormat::AvroConfluent;
    const bool avro_key =
        stream.key && stream.key->format.present() && stream.key->format.value == KeyFormat::AvroConfluent;
    if (avro) {
        check_avro_columns(context, stream.schema);
    }
    if (avro_key) {
        check_avro_columns(context, stream.key->schema);
    }
    const bool json_key = stream.key && stream.key->format.present() && stream.key->format.value == KeyFormat::Json;
    if (avro && !json_key && stream.timestamp_format.present()) {
        Finding& finding = context.add_at_key(
            Code::timestamp_format_unused, *context.doc.find_entry(stream.at.node, "timestampFormat"),
            stream.timestamp_format.at.path, "says how json writes timestamps; Avro has one way of its own");
        finding.help = "Leave it out.";
        relate(context, finding, "the format is chosen here", stream.format.at.node);
        leave_out(context, finding, stream.at.node, "timestampFormat");
    }
}

} // namespace

void check_stream(Context& context, const Stream& stream) {
    check_scope(context, stream);
    if (stream.key) {
        check_key(context, *stream.key);
    }
    for (const MetadataColumn& entry : stream.metadata) {
        if (const Entry* type = context.doc.find_entry(entry.at.node, "type")) {
            Finding& finding =
                context.add_at_key(Code::metadata_type_given, *type, context.contract.paths.key(entry.at.path, "type"),
                                   "the type of a metadata column is fixed");
            finding.help =
                entry.column == kNoColumn
                    ? std::string("Leave it out.")
                    : fmt::format("Leave it out; it is {}.",
                                  full_type(context.contract.columns, context.contract.columns[entry.column]));
            leave_out(context, finding, entry.at.node, *type);
        }
    }
    check_formats(context, stream);
}

} // namespace weir
