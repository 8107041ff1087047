#include <algorithm>

#include <fmt/format.h>

#include "odcs/tree.h"
#include "odcs/writer.h"
#include "weir/odcs.h"
#include "weir/odcs_import.h"

namespace weir {

namespace {

struct Logical {
    std::string_view type;
    std::string_view format; ///< of logicalTypeOptions; empty for none
};

Logical logical_of(TypeKind kind) {
    switch (kind) {
    case TypeKind::String:
        return {"string", ""};
    case TypeKind::Binary:
        return {"string", "binary"};
    case TypeKind::Boolean:
        return {"boolean", ""};
    case TypeKind::Int:
        return {"integer", "i32"};
    case TypeKind::Long:
        return {"integer", "i64"};
    case TypeKind::Float:
        return {"number", "f32"};
    case TypeKind::Double:
        return {"number", "f64"};
    case TypeKind::Decimal:
        return {"number", ""};
    case TypeKind::Date:
        return {"date", ""};
    case TypeKind::Timestamp:
    case TypeKind::TimestampLtz:
        return {"timestamp", ""};
    case TypeKind::Array:
        return {"array", ""};
    case TypeKind::Struct:
    case TypeKind::Map: // ODCS 3.1 has no typed maps; the custom property has the whole type
        return {"object", ""};
    case TypeKind::Unknown:
        break;
    }
    return {"", ""};
}

bool is_timestamp(const Column& column) {
    return column.kind == TypeKind::Timestamp || column.kind == TypeKind::TimestampLtz;
}

/// A type in the contract's own form: `{"type": "array", "element": {…}}`.
void write_contract_type(OdcsWriter& out, const Column& column) {
    JsonWriter& json = out.json();
    const auto children = out.contract().columns.children(column);
    json.begin_object();
    out.member("name", column.name);
    json.member("type", contract_type(column));
    if (column.required) {
        json.member("required", true);
    }
    if (column.kind == TypeKind::Struct) {
        json.key("fields");
        json.begin_array();
        for (const Column& child : children) {
            write_contract_type(out, child);
        }
        json.end_array();
    } else if (column.kind == TypeKind::Array) {
        json.key("element");
        write_contract_type(out, children[0]);
    } else if (column.kind == TypeKind::Map) {
        json.key("key");
        write_contract_type(out, children[0]);
        json.key("value");
        write_contract_type(out, children[1]);
    }
    json.end_object();
}

void collect_paths(const OutputBinding& binding, std::vector<std::string>& paths) {
    if (binding.how == OutputBinding::How::Build) {
        for (const OutputBinding& field : binding.fields) {
            collect_paths(field, paths);
        }
    } else if (binding.how != OutputBinding::How::Unbound &&
               std::find(paths.begin(), paths.end(), binding.from.text) == paths.end()) {
        paths.push_back(binding.from.text);
    }
}

std::string logic_of(const Contract& contract, const OutputBinding& binding) {
    using How = OutputBinding::How;
    switch (binding.how) {
    case How::Copy:
        return fmt::format("copied from {}", binding.from.text);
    case How::Widen:
        return fmt::format("{} of {}, widened to {}", contract_type(contract.columns[binding.from.column]),
                           binding.from.text, contract_type(contract.columns[binding.output]));
    case How::Decode:
        return fmt::format("bytes of {}, decoded as UTF-8", binding.from.text);
    case How::Rebuild:
        return fmt::format("made of the fields of {}, null where that is", binding.from.text);
    case How::Build:
        return "made field by field; never null";
    case How::Unbound:
        break;
    }
    return {};
}

/// What an import kept of a column that no build of the contract fills.
void write_kept_transform(OdcsWriter& out, const Column& column) {
    const std::optional<JsonValue> sources = tree_of_label(out.label(column.at.node, kLabelSources));
    if (sources && sources->kind == JsonValue::Kind::Array) {
        out.json().key("transformSourceObjects");
        out.tree(*sources);
    }
    out.member("transformLogic", out.label(column.at.node, kLabelLogic));
}

void write_transform(OdcsWriter& out, const Column& column, const OutputBinding* binding) {
    if (binding == nullptr || binding->how == OutputBinding::How::Unbound) {
        write_kept_transform(out, column);
        return;
    }
    std::vector<std::string> paths;
    collect_paths(*binding, paths);
    JsonWriter& json = out.json();
    json.key("transformSourceObjects");
    json.begin_array();
    for (const std::string& path : paths) {
        out.text(path);
    }
    json.end_array();
    out.member("transformLogic", logic_of(out.contract(), *binding));
}

/// What an import kept of a nested column; nothing for any other.
std::optional<JsonValue> kept_nested(const OdcsWriter& out, const Column& column) {
    if (column.kind != TypeKind::Unknown || !column.type_at.known()) {
        return std::nullopt;
    }
    const std::string_view type = out.contract().document->node(column.type_at.node).text;
    if (type != "struct" && type != "array" && type != "map") {
        return std::nullopt;
    }
    std::optional<JsonValue> nested = tree_of_label(out.label(column.at.node, kLabelNested));
    return nested && nested->kind == JsonValue::Kind::Object ? std::move(nested) : std::nullopt;
}

/// As the column was written before it was imported.
void write_kept_nested(OdcsWriter& out, JsonValue& nested) {
    JsonWriter& json = out.json();
    for (const std::string_view key : {"properties", "items"}) {
        if (const JsonValue* held = nested.find(key); held != nullptr) {
            json.key(key);
            out.tree(*held);
        }
    }
    if (const JsonValue* whole = nested.find("type"); whole != nullptr) {
        json.key("customProperties");
        json.begin_array();
        json.begin_object();
        json.member("property", kRecursiveType);
        json.key("value");
        out.tree(*whole);
        json.end_object();
        json.end_array();
    }
}

/// \param kept  the column is one whose nested type an import kept
void write_type(OdcsWriter& out, const Column& column, bool kept) {
    if (kept) {
        const std::string_view type = out.contract().document->node(column.type_at.node).text;
        out.json().member("logicalType", type == "array" ? "array" : "object");
        out.json().member("physicalType", type == "array" ? "list" : type);
        return;
    }
    const Logical logical = logical_of(column.kind);
    if (logical.type.empty()) {
        // Outside the lane a type may be one of a platform's own.
        const Document& document = *out.contract().document;
        out.member("physicalType",
                   column.type_at.known() ? document.node(column.type_at.node).text : std::string_view{});
        return;
    }
    JsonWriter& json = out.json();
    json.member("logicalType", logical.type);
    if (!logical.format.empty() || is_timestamp(column)) {
        json.key("logicalTypeOptions");
        json.begin_object();
        if (is_timestamp(column)) {
            json.member("timezone", column.kind == TypeKind::TimestampLtz);
        } else {
            json.member("format", logical.format);
        }
        json.end_object();
    }
    json.member("physicalType", iceberg_type(column));
}

/// What ODCS has no word for.
void write_custom(OdcsWriter& out, const Column& column) {
    if (column.kind == TypeKind::Unknown) {
        return;
    }
    JsonWriter& json = out.json();
    json.key("customProperties");
    json.begin_array();
    if (column.is_scalar()) {
        out.custom(kScalarType, contract_type(column));
    } else {
        json.begin_object();
        json.member("property", kRecursiveType);
        json.key("value");
        write_contract_type(out, column);
        json.end_object();
    }
    if (column.kind == TypeKind::Decimal) {
        for (const auto& [name, number] :
             {std::pair("precision", column.precision), std::pair("scale", column.scale)}) {
            json.begin_object();
            json.member("property", name);
            json.member("value", std::uint64_t{number});
            json.end_object();
        }
    }
    json.end_array();
}

/// Where a column stands among those that the table is partitioned by, from 1; 0 when it does not.
std::uint64_t partition_position(const OdcsWriter& out, const Expose& expose, const Column& column) {
    if (!expose.binding || !expose.binding->iceberg) {
        // ODCS does not tell the transform, so an import only remembers the position.
        const std::optional<JsonValue> kept = tree_of_label(out.label(column.at.node, kLabelPartition));
        return kept && kept->kind == JsonValue::Kind::Count ? kept->count : 0;
    }
    const std::vector<PartitionField>& spec = expose.binding->iceberg->partition_spec;
    const auto found = std::find_if(spec.begin(), spec.end(), [&](const PartitionField& field) {
        return field.source_column.value == column.name;
    });
    return found == spec.end() ? 0 : static_cast<std::uint64_t>(found - spec.begin()) + 1;
}

/// The members of a property; its object is open. Recurses as deep as the contract's types.
void write_members(OdcsWriter& out, const Column& column, const OutputBinding* binding);

void write_children(OdcsWriter& out, const Column& column, const OutputBinding* binding) {
    JsonWriter& json = out.json();
    const auto children = out.contract().columns.children(column);
    if (column.kind == TypeKind::Struct) {
        json.key("properties");
        json.begin_array();
        for (std::size_t i = 0; i < children.size(); ++i) {
            const bool known = binding != nullptr && i < binding->fields.size();
            json.begin_object();
            write_members(out, children[i], known ? &binding->fields[i] : nullptr);
            json.end_object();
        }
        json.end_array();
    } else if (column.kind == TypeKind::Array) {
        json.key("items");
        json.begin_object();
        write_members(out, children[0], nullptr);
        json.end_object();
    }
}

void write_members(OdcsWriter& out, const Column& column, const OutputBinding* binding) {
    const NodeId node = column.at.node;
    JsonWriter& json = out.json();
    if (!column.name.empty()) {
        json.key("name");
        out.text(column.name);
    }
    std::optional<JsonValue> nested = kept_nested(out, column);
    write_type(out, column, nested.has_value());
    json.member("required", column.required);
    out.member("businessName", out.scalar(node, "businessName"));
    out.member("description", out.scalar(node, "description"));
    out.member("classification", out.scalar(node, "sensitivity"));
    out.texts("tags", node, "tags");
    write_transform(out, column, binding);
    if (nested) {
        write_kept_nested(out, *nested);
        return;
    }
    write_children(out, column, binding);
    write_custom(out, column);
}

} // namespace

void write_properties(OdcsWriter& out, const Expose& expose, const BuildPlan* build) {
    JsonWriter& json = out.json();
    json.key("properties");
    json.begin_array();
    for (std::uint32_t i = 0; i < expose.schema.count; ++i) {
        const Column& column = out.contract().columns[expose.schema.first + i];
        const bool known = build != nullptr && i < build->outputs.size();
        json.begin_object();
        write_members(out, column, known ? &build->outputs[i] : nullptr);
        if (const std::uint64_t position = partition_position(out, expose, column); position > 0) {
            json.member("partitioned", true);
            json.member("partitionKeyPosition", position);
        }
        json.end_object();
    }
    json.end_array();
}

} // namespace weir
