#include "weir/types.h"

#include <fmt/format.h>

namespace weir {

namespace {

void append_quoted(std::string& out, std::string_view name) {
    out += '`';
    for (const char c : name) {
        out += c;
        if (c == '`') {
            out += c;
        }
    }
    out += '`';
}

std::string_view plain_name(TypeKind kind) {
    switch (kind) {
    case TypeKind::String:
        return "string";
    case TypeKind::Boolean:
        return "boolean";
    case TypeKind::Int:
        return "int";
    case TypeKind::Long:
        return "long";
    case TypeKind::Float:
        return "float";
    case TypeKind::Double:
        return "double";
    case TypeKind::Decimal:
        return "decimal";
    case TypeKind::Date:
        return "date";
    case TypeKind::Timestamp:
        return "timestamp";
    case TypeKind::TimestampLtz:
        return "timestamp_ltz";
    case TypeKind::Binary:
        return "binary";
    case TypeKind::Struct:
        return "struct";
    case TypeKind::Array:
        return "array";
    case TypeKind::Map:
        return "map";
    case TypeKind::Unknown:
        break;
    }
    return "unknown";
}

std::string_view flink_name(TypeKind kind) {
    switch (kind) {
    case TypeKind::String:
        return "STRING";
    case TypeKind::Boolean:
        return "BOOLEAN";
    case TypeKind::Int:
        return "INT";
    case TypeKind::Long:
        return "BIGINT";
    case TypeKind::Float:
        return "FLOAT";
    case TypeKind::Double:
        return "DOUBLE";
    case TypeKind::Decimal:
        return "DECIMAL";
    case TypeKind::Date:
        return "DATE";
    case TypeKind::Timestamp:
        return "TIMESTAMP";
    case TypeKind::TimestampLtz:
        return "TIMESTAMP_LTZ";
    case TypeKind::Binary:
        return "BYTES";
    case TypeKind::Struct:
        return "ROW";
    case TypeKind::Array:
        return "ARRAY";
    case TypeKind::Map:
        return "MAP";
    case TypeKind::Unknown:
        break;
    }
    return "UNKNOWN";
}

/// Writes a type with its children until `limit` bytes are reached.
class ContractTypeWriter {
  public:
    ContractTypeWriter(const Columns& columns, std::size_t limit) : columns_(columns), limit_(limit) {}

    void write(const Column& column) {
        out_ += contract_type(column);
        if (column.count == 0) {
            return;
        }
        out_ += '<';
        std::string_view separator;
        for (const Column& child : columns_.children(column)) {
            out_ += separator;
            separator = ", ";
            if (out_.size() > limit_) {
                out_ += "…";
                break;
            }
            if (column.kind == TypeKind::Struct) {
                out_ += child.name;
                out_ += ": ";
            }
            write(child);
        }
        out_ += '>';
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    const Columns& columns_;
    std::size_t limit_;
    std::string out_;
};

void append_flink(std::string& out, const Columns& columns, const Column& column, FlinkNulls nulls) {
    out += flink_name(column.kind);
    if (column.kind == TypeKind::Decimal) {
        out += fmt::format("({}, {})", column.precision, column.scale);
    } else if (column.kind == TypeKind::Timestamp || column.kind == TypeKind::TimestampLtz) {
        out += fmt::format("({})", column.precision);
    }
    if (column.count == 0) {
        return;
    }
    out += '<';
    bool first = true;
    for (const Column& child : columns.children(column)) {
        if (!first) {
            out += ", ";
        }
        if (column.kind == TypeKind::Struct) {
            append_quoted(out, child.name);
            out += ' ';
        }
        append_flink(out, columns, child, nulls);
        const bool map_key = column.kind == TypeKind::Map && first;
        if (map_key || (nulls == FlinkNulls::AsDeclared && child.required)) {
            out += " NOT NULL";
        }
        first = false;
    }
    out += '>';
}

} // namespace

std::string contract_type(const Column& column) {
    switch (column.kind) {
    case TypeKind::Decimal:
        return fmt::format("decimal({},{})", column.precision, column.scale);
    case TypeKind::Timestamp:
    case TypeKind::TimestampLtz:
        return fmt::format("{}({})", plain_name(column.kind), column.precision);
    default:
        return std::string(plain_name(column.kind));
    }
}

std::string full_type(const Columns& columns, const Column& column) {
    ContractTypeWriter writer(columns, std::string::npos);
    writer.write(column);
    return writer.take();
}

std::string brief_type(const Columns& columns, const Column& column) {
    constexpr std::size_t kBytes = 120;
    ContractTypeWriter writer(columns, kBytes);
    writer.write(column);
    return writer.take();
}

std::string flink_type(const Columns& columns, const Column& column, FlinkNulls nulls) {
    std::string out;
    append_flink(out, columns, column, nulls);
    return out;
}

std::string iceberg_type(const Column& column) {
    switch (column.kind) {
    case TypeKind::Decimal:
        return fmt::format("decimal({}, {})", column.precision, column.scale);
    case TypeKind::Timestamp:
        return "timestamp";
    case TypeKind::TimestampLtz:
        return "timestamptz";
    case TypeKind::Array:
        return "list";
    default:
        return std::string(plain_name(column.kind));
    }
}

} // namespace weir
