#include "deploy/iceberg.h"

#include "deploy/lines.h"

namespace weir {

IcebergSchemaWriter::IcebergSchemaWriter(const Contract& contract, ColumnList columns)
    : contract_(contract), columns_(columns) {}

std::string IcebergSchemaWriter::schema() {
    next_id_ = 1 + std::uint64_t{columns_.count};
    std::vector<std::string> fields;
    for (std::uint32_t i = 0; i < columns_.count; ++i) {
        JsonWriter json;
        field(json, contract_.columns[columns_.first + i], 1 + std::uint64_t{i});
        fields.push_back(json.take());
    }
    return lines(R"({"type":"struct","schema-id":0,"fields":[)", fields, "]}");
}

void IcebergSchemaWriter::field(JsonWriter& json, const Column& column, std::uint64_t id) {
    json.begin_object();
    json.member("id", id);
    json.member("name", column.name);
    json.member("required", column.required);
    json.key("type");
    type(json, column);
    const std::string_view doc = description(column);
    if (!doc.empty()) {
        json.member("doc", doc);
    }
    json.end_object();
}

/// Recurses as deep as the contract's types, which the reader bounds.
void IcebergSchemaWriter::type(JsonWriter& json, const Column& column) {
    const std::uint64_t id = next_id_;
    const auto children = contract_.columns.children(column);
    if (column.is_scalar()) {
        json.string(iceberg_type(column));
        return;
    }
    next_id_ += column.count;
    json.begin_object();
    json.member("type", iceberg_type(column));
    if (column.kind == TypeKind::Struct) {
        json.key("fields");
        json.begin_array();
        for (std::size_t i = 0; i < children.size(); ++i) {
            field(json, children[i], id + i);
        }
        json.end_array();
    } else if (column.kind == TypeKind::Array) {
        json.member("element-id", id);
        json.member("element-required", children[0].required);
        json.key("element");
        type(json, children[0]);
    } else {
        json.member("key-id", id);
        json.key("key");
        type(json, children[0]);
        json.member("value-id", id + 1);
        json.member("value-required", children[1].required);
        json.key("value");
        type(json, children[1]);
    }
    json.end_object();
}

std::string_view IcebergSchemaWriter::description(const Column& column) const {
    const Document& document = *contract_.document;
    const NodeId node = column.at.known() ? document.find(column.at.node, "description") : kNoNode;
    return node != kNoNode && document.node(node).is_scalar() ? document.node(node).text : std::string_view{};
}

std::string IcebergSchemaWriter::partition_spec(const std::optional<IcebergConfig>& iceberg) const {
    constexpr std::uint64_t kFirstPartitionId = 1000; // where Iceberg begins
    JsonWriter json;
    json.begin_object();
    json.member("spec-id", std::uint64_t{0});
    json.key("fields");
    json.begin_array();
    std::uint64_t id = kFirstPartitionId;
    for (std::size_t f = 0; iceberg && f < iceberg->partition_spec.size(); ++f) {
        const std::string_view name = iceberg->partition_spec[f].source_column.value;
        for (std::uint32_t i = 0; i < columns_.count; ++i) {
            if (contract_.columns[columns_.first + i].name == name) {
                json.begin_object();
                json.member("name", name);
                json.member("transform", "identity");
                json.member("source-id", 1 + std::uint64_t{i});
                json.member("field-id", id++);
                json.end_object();
            }
        }
    }
    json.end_array();
    json.end_object();
    return json.take();
}

} // namespace weir
