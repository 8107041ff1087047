// Structs that hold an array of binary. Flink 1.20 writes Java that does not compile for each cast of such a
// type, the one that a CASE implies included. So the struct is made without one: its fields have the types of
// the table already, and the table takes them by position.

#include <fmt/format.h>

#include "sql/expression.h"
#include "types/binary_arrays.h"

namespace weir {

using How = OutputBinding::How;

bool needs_stored_types(const Columns& columns, const ColumnList& outputs) {
    for (ColumnId id = outputs.first; id < outputs.first + outputs.count; ++id) {
        if (types::holds_binary_array(columns, columns[id])) {
            return true;
        }
    }
    return false;
}

std::string stored_type(const Columns& columns, const Column& column) {
    const auto children = columns.children(column);
    switch (column.kind) {
    case TypeKind::Timestamp:
        return "TIMESTAMP(6)";
    case TypeKind::TimestampLtz:
        return "TIMESTAMP_LTZ(6)";
    case TypeKind::Array:
        return fmt::format("ARRAY<{}>", stored_type(columns, children[0]));
    case TypeKind::Map:
        return fmt::format("MAP<STRING NOT NULL, {}>", stored_type(columns, children[1]));
    case TypeKind::Struct:
        break;
    default:
        return flink_type(columns, column, FlinkNulls::Nowhere);
    }
    std::string out = "ROW<";
    for (const Column& child : children) {
        out += fmt::format("{}{} {}", out.back() == '<' ? "" : ", ", quote_identifier(child.name),
                           stored_type(columns, child));
    }
    return out + '>';
}

std::string ExpressionWriter::target_type(const Column& column) const {
    return stored_ ? stored_type(columns_, column) : flink_type(columns_, column, FlinkNulls::Nowhere);
}

bool ExpressionWriter::takes_no_cast(const OutputBinding& binding) const {
    const Column& column = columns_[binding.output];
    if (column.kind != TypeKind::Struct || !types::holds_binary_array(columns_, column)) {
        return false;
    }
    return binding.how != How::Copy || types::holds_short_timestamp(columns_, column);
}

void put_when_present(ScriptWriter& out, std::string_view value) {
    out.put(fmt::format("][CASE WHEN {} IS NULL THEN 2 ELSE 1 END]", value));
}

void put_stored(ScriptWriter& out, const Columns& columns, const std::string& value, const Column& column, int indent) {
    const bool anew = column.kind == TypeKind::Struct && types::holds_binary_array(columns, column) &&
                      types::holds_short_timestamp(columns, column);
    if (!anew) {
        const std::string type = stored_type(columns, column);
        const bool same = flink_type(columns, column, FlinkNulls::Nowhere) == type;
        out.put(same ? value : fmt::format("CAST({} AS {})", value, type));
        return;
    }
    out.put("ARRAY[ROW(");
    for (std::uint32_t i = 0; i < column.count && !out.too_large(); ++i) {
        const Column& field = columns[column.first + i];
        out.new_line(indent + 1);
        put_stored(out, columns, fmt::format("{}.{}", value, quote_identifier(field.name)), field, indent + 1);
        out.put(i + 1 < column.count ? "," : "");
    }
    out.new_line(indent);
    out.put(")");
    put_when_present(out, value);
}

/// What a path ends at, in the type that the table has for it.
void ExpressionWriter::uncast_value(const BoundPath& path, const Column& from, const Column& to) {
    const std::string type = target_type(to);
    const bool same = flink_type(columns_, from, FlinkNulls::Nowhere) == type;
    out_.put(same ? "" : "CAST(");
    this->path(path);
    out_.put(same ? "" : fmt::format(" AS {})", type));
}

void ExpressionWriter::uncast(const OutputBinding& binding, std::string_view name, int indent) {
    if (binding.how == How::Copy) {
        put_stored(out_, columns_, path_text(binding.from), columns_[binding.output], indent);
        return;
    }
    if (binding.how == How::Widen) {
        uncast_value(binding.from, columns_[binding.from.column], columns_[binding.output]);
        return;
    }
    if (binding.how == How::Decode) {
        scalar(binding);
        return;
    }
    const bool keeps_null = binding.how == How::Rebuild;
    out_.put(keeps_null ? "ARRAY[ROW(" : "ROW(");
    for (std::size_t i = 0; i < binding.fields.size() && !out_.too_large(); ++i) {
        const OutputBinding& child = binding.fields[i];
        const std::string child_name = dotted(name, columns_[child.output].name);
        out_.new_line(indent + 1);
        const ScriptWriter::From from(out_, child.said_at);
        uncast(child, child_name, indent + 1);
        out_.put(i + 1 < binding.fields.size() ? "," : "");
        if (child.how != How::Rebuild && child.how != How::Build) {
            out_.note(fmt::format("{}: {}", child_name, origin(child)));
        }
    }
    out_.new_line(indent);
    out_.put(")");
    if (keeps_null) {
        put_when_present(out_, path_text(binding.from));
    }
}

} // namespace weir
