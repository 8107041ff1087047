// properties.stream and properties.mapping: contract.md sections 4 and 5.

#include "contract/metadata_words.h"
#include "contract/reading.h"

namespace weir {

namespace {

struct MetadataType {
    MetadataKey key;
    TypeKind kind;
    std::uint8_t precision;
    bool required;
};

/// Types that Flink's Kafka connector gives its metadata; all but the leader epoch are never null.
constexpr MetadataType kMetadata[] = {
    {MetadataKey::Topic, TypeKind::String, 0, true},         {MetadataKey::Partition, TypeKind::Int, 0, true},
    {MetadataKey::Offset, TypeKind::Long, 0, true},          {MetadataKey::Timestamp, TypeKind::TimestampLtz, 3, true},
    {MetadataKey::TimestampType, TypeKind::String, 0, true}, {MetadataKey::Headers, TypeKind::Map, 0, true},
    {MetadataKey::LeaderEpoch, TypeKind::Int, 0, false},
};

/// The column that a metadata entry stands for.
ColumnId metadata_column(Columns& columns, const MetadataType& type, const MetadataColumn& entry) {
    const ColumnId id = columns.add(1);
    ColumnId children = kNoColumn;
    if (type.kind == TypeKind::Map) {
        children = columns.add(2);
        for (ColumnId child = children; child < children + 2; ++child) {
            columns[child].kind = child == children ? TypeKind::String : TypeKind::Binary;
            columns[child].required = child == children;
            columns[child].at = entry.at;
            columns[child].type_at = entry.from.at;
        }
    }
    Column& column = columns[id];
    column.name = entry.name.value;
    column.kind = type.kind;
    column.precision = type.precision;
    column.required = type.required;
    column.first = children;
    column.count = children == kNoColumn ? 0 : 2;
    column.at = entry.at;
    column.name_at = entry.name.at;
    column.type_at = entry.from.at;
    return id;
}

MetadataColumn read_metadata(Context& context, Place at) {
    MetadataColumn entry;
    entry.at = at;
    if (context.doc.node(at.node).kind != NodeKind::Mapping) {
        return entry;
    }
    const Fields fields(context, at);
    entry.name = fields.text("name");
    const Text from = fields.text("from");
    for (const MetadataType& type : kMetadata) {
        if (from.present() && metadata_word(type.key) == from.value) {
            entry.from = {type.key, from.at};
            entry.column = metadata_column(context.contract.columns, type, entry);
        }
    }
    return entry;
}

StreamKey read_key(Context& context, Place at) {
    const Fields fields(context, at);
    StreamKey key;
    key.at = at;
    key.prefix = fields.text("prefix");
    if (const Text format = fields.text("format"); format.present()) {
        key.format = {format.value == "raw"    ? KeyFormat::Raw
                      : format.value == "json" ? KeyFormat::Json
                                               : KeyFormat::AvroConfluent,
                      format.at};
    }
    if (const Place schema = fields.list("schema"); schema.known()) {
        key.schema = read_columns(context, schema, true);
    }
    return key;
}

} // namespace

Stream read_stream(Context& context, Place at) {
    const Fields fields(context, at);
    Stream stream;
    stream.at = at;
    stream.kind = fields.text("kind");
    stream.topic = fields.text("topic");
    if (const Text format = fields.text("format"); format.present()) {
        stream.format = {format.value == "json" ? ValueFormat::Json : ValueFormat::AvroConfluent, format.at};
    }
    if (const Text format = fields.text("timestampFormat"); format.present()) {
        stream.timestamp_format = {format.value == "sql" ? TimestampFormat::Sql : TimestampFormat::Iso8601, format.at};
    }
    if (const Place schema = fields.list("schema"); schema.known()) {
        stream.schema = read_columns(context, schema, true);
    }
    if (const Place key = fields.mapping("key"); key.known()) {
        stream.key = read_key(context, key);
        const Fields inner(context, key);
        stream.open = inner.broken("prefix", stream.key->prefix.at) || inner.broken("schema", stream.key->schema.at);
    }
    const Place metadata = fields.list("metadata");
    for (const Place& entry : items_of(context, metadata)) {
        stream.metadata.push_back(read_metadata(context, entry));
    }
    stream.open = stream.open || fields.broken("metadata", metadata) || (fields.intended("key") && !stream.key);
    return stream;
}

Mapping read_mapping(Context& context, Place at) {
    const Fields fields(context, at);
    Mapping mapping;
    mapping.at = at;
    if (const Place explode = fields.mapping("explode"); explode.known()) {
        const Fields inner(context, explode);
        mapping.explode = Explode{explode, inner.text("path"), inner.text("as")};
    }
    mapping.open_starts = fields.intended("explode") && (!mapping.explode || !mapping.explode->as.present());
    mapping.columns_at = fields.list("columns");
    mapping.open_outputs = fields.broken("columns", mapping.columns_at);
    for (const Place& entry : items_of(context, mapping.columns_at)) {
        MappingColumn column;
        column.at = entry;
        if (context.doc.node(entry.node).kind == NodeKind::Mapping) {
            const Fields inner(context, entry);
            column.name = inner.text("name");
            column.from = inner.text("from");
            column.cast = inner.text("cast");
            column.cast_open = inner.broken("cast", column.cast.at);
        }
        mapping.open_outputs = mapping.open_outputs || !column.name.present();
        mapping.columns.push_back(column);
    }
    return mapping;
}

} // namespace weir
