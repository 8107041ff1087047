#include "diff/alter.h"

#include <fmt/format.h>

namespace weir::changes {

namespace {

enum class Engine : std::uint8_t { Spark, Trino };

/// The engine's quotes around a name, the quote itself doubled.
std::string quoted(Engine engine, std::string_view name) {
    const char quote = engine == Engine::Spark ? '`' : '"';
    std::string out(1, quote);
    for (const char c : name) {
        out += c;
        if (c == quote) {
            out += c;
        }
    }
    return out + quote;
}

/// Spark takes a namespace of several parts as several names, Trino as one schema name with dots.
std::string table_name(Engine engine, const AlterTarget& target) {
    if (engine == Engine::Trino) {
        return fmt::format("{}.{}", quoted(engine, target.name_space), quoted(engine, target.table));
    }
    std::string out;
    std::string_view rest = target.name_space;
    while (!rest.empty()) {
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        out += quoted(engine, rest.substr(0, dot)) + '.';
        rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
    return out + quoted(engine, target.table);
}

std::string column_name(Engine engine, const AlterTarget& target) {
    std::string out;
    for (const std::string_view step : target.steps) {
        out += (out.empty() ? "" : ".") + quoted(engine, step);
    }
    return out;
}

std::string scalar_type(Engine engine, const Column& column) {
    const bool spark = engine == Engine::Spark;
    switch (column.kind) {
    case TypeKind::String:
        return spark ? "STRING" : "varchar";
    case TypeKind::Boolean:
        return spark ? "BOOLEAN" : "boolean";
    case TypeKind::Int:
        return spark ? "INT" : "integer";
    case TypeKind::Long:
        return spark ? "BIGINT" : "bigint";
    case TypeKind::Float:
        return spark ? "FLOAT" : "real";
    case TypeKind::Double:
        return spark ? "DOUBLE" : "double";
    case TypeKind::Decimal:
        return fmt::format("{}({},{})", spark ? "DECIMAL" : "decimal", column.precision, column.scale);
    case TypeKind::Date:
        return spark ? "DATE" : "date";
    case TypeKind::Timestamp:
        return spark ? "TIMESTAMP_NTZ" : "timestamp(6)";
    case TypeKind::TimestampLtz:
        return spark ? "TIMESTAMP" : "timestamp(6) with time zone";
    case TypeKind::Binary:
        return spark ? "BINARY" : "varbinary";
    default:
        return spark ? "STRING" : "varchar";
    }
}

std::string type(Engine engine, const Columns& columns, const Column& column) {
    const bool spark = engine == Engine::Spark;
    const auto children = columns.children(column);
    switch (column.kind) {
    case TypeKind::Struct: {
        std::string fields;
        for (const Column& field : children) {
            fields += fmt::format("{}{}{} {}", fields.empty() ? "" : ", ", quoted(engine, field.name), spark ? ":" : "",
                                  type(engine, columns, field));
        }
        return fmt::format("{}{}{}", spark ? "STRUCT<" : "row(", fields, spark ? ">" : ")");
    }
    case TypeKind::Array:
        return children.empty() ? ""
                                : fmt::format("{}{}{}", spark ? "ARRAY<" : "array(", type(engine, columns, children[0]),
                                              spark ? ">" : ")");
    case TypeKind::Map:
        return children.size() < 2
                   ? ""
                   : fmt::format("{}{}, {}{}", spark ? "MAP<" : "map(", type(engine, columns, children[0]),
                                 type(engine, columns, children[1]), spark ? ">" : ")");
    default:
        return scalar_type(engine, column);
    }
}

/// `Spark: ALTER TABLE … ; Trino: ALTER TABLE …`
std::string both(const AlterTarget& target, std::string_view spark, std::string_view trino) {
    return fmt::format("Spark: ALTER TABLE {} {}; Trino: ALTER TABLE {} {}", table_name(Engine::Spark, target), spark,
                       table_name(Engine::Trino, target), trino);
}

std::string position(Engine engine, std::string_view after) {
    return after.empty() ? " FIRST" : fmt::format(" AFTER {}", quoted(engine, after));
}

} // namespace

std::string spark_type(const Columns& columns, const Column& column) {
    return type(Engine::Spark, columns, column);
}

std::string trino_type(const Columns& columns, const Column& column) {
    return type(Engine::Trino, columns, column);
}

std::string alter_add(const AlterTarget& target, const Columns& columns, const Column& column, std::string_view after,
                      bool last) {
    return both(target,
                fmt::format("ADD COLUMN {} {}{}", column_name(Engine::Spark, target), spark_type(columns, column),
                            last ? "" : position(Engine::Spark, after)),
                fmt::format("ADD COLUMN {} {}{}", column_name(Engine::Trino, target), trino_type(columns, column),
                            last ? "" : position(Engine::Trino, after)));
}

std::string alter_drop(const AlterTarget& target) {
    return both(target, fmt::format("DROP COLUMN {}", column_name(Engine::Spark, target)),
                fmt::format("DROP COLUMN {}", column_name(Engine::Trino, target)));
}

std::string alter_type(const AlterTarget& target, const Columns& columns, const Column& column) {
    return both(target,
                fmt::format("ALTER COLUMN {} TYPE {}", column_name(Engine::Spark, target), spark_type(columns, column)),
                fmt::format("ALTER COLUMN {} SET DATA TYPE {}", column_name(Engine::Trino, target),
                            trino_type(columns, column)));
}

std::string alter_drop_not_null(const AlterTarget& target) {
    return both(target, fmt::format("ALTER COLUMN {} DROP NOT NULL", column_name(Engine::Spark, target)),
                fmt::format("ALTER COLUMN {} DROP NOT NULL", column_name(Engine::Trino, target)));
}

std::string alter_move(const AlterTarget& target, std::string_view after) {
    return fmt::format("Spark: ALTER TABLE {} ALTER COLUMN {}{}; Trino has no statement that moves a column",
                       table_name(Engine::Spark, target), column_name(Engine::Spark, target),
                       position(Engine::Spark, after));
}

} // namespace weir::changes
