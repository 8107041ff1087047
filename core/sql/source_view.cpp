#include <algorithm>

#include <fmt/format.h>

#include "sql/source.h"

namespace weir {

using Origin = SourceColumn::Origin;

namespace {

/// Alias of a raw table within the view.
constexpr std::string_view kRawAlias = "r";

std::string raw_column(std::string_view name) {
    return fmt::format("{}.{}", quote_identifier(kRawAlias), quote_identifier(name));
}

bool holds_struct(const Columns& columns, const Column& column) {
    const auto children = columns.children(column);
    return column.kind == TypeKind::Struct || std::any_of(children.begin(), children.end(), [&](const Column& child) {
               return holds_struct(columns, child);
           });
}

/// A cast that stays as it is written. The planner wraps a bare cast to a type with structs, in a view, into a
/// second one: of an array of binary that one does not compile, and where own SQL asks whether the struct IS
/// NULL, the planner fails on it.
std::string hidden_cast(std::string_view value, std::string_view type) {
    return fmt::format("COALESCE(CAST({0} AS {1}), CAST(NULL AS {1}))", value, type);
}

} // namespace

void SourceWriter::view() {
    out_.comment_line("The columns of the stream as the contract declares them.");
    out_.begin(StatementKind::CreateView);
    {
        const ScriptWriter::From from(out_, stream_.at);
        out_.put("CREATE TEMPORARY VIEW ");
        out_.name(kSourceName);
        out_.put(" AS");
        out_.new_line(0);
        switch (plan_.key_reading) {
        case KeyReading::TwoTables:
            view_branch(kKeyedTable, RawKey::Declared);
            out_.new_line(0);
            out_.put("UNION ALL");
            out_.new_line(0);
            view_branch(kKeylessTable, RawKey::None);
            out_.new_line(0);
            out_.put(fmt::format("WHERE {} IS NULL", raw_column(key_text_)));
            break;
        case KeyReading::RawJson:
            view_branch(kRawTable, RawKey::OneText);
            break;
        case KeyReading::Format:
        case KeyReading::None:
            view_branch(kRawTable, RawKey::Declared);
            break;
        }
    }
    out_.end();
    out_.blank_line();
}

void SourceWriter::view_branch(std::string_view table, RawKey key) {
    out_.put("SELECT");
    for (std::size_t i = 0; i < plan_.sources.size(); ++i) {
        const SourceColumn& source = plan_.sources[i];
        out_.new_line(1);
        const ScriptWriter::From from(out_, source.at);
        view_column(source, key);
        out_.put(" AS ");
        out_.name(source.name);
        out_.put(i + 1 < plan_.sources.size() ? "," : "");
    }
    out_.new_line(0);
    out_.put(fmt::format("FROM {} AS {}", quote_identifier(table), quote_identifier(kRawAlias)));
}

void SourceWriter::view_column(const SourceColumn& source, RawKey key) {
    const Column& column = contract_.columns[source.column];
    const std::string type = flink_type(contract_.columns, column, FlinkNulls::Nowhere);
    if (source.origin == Origin::Metadata) {
        out_.put(raw_column(metadata_column(source).name));
    } else if (source.origin == Origin::Key && key == RawKey::OneText) {
        json_key(source);
    } else if (source.origin == Origin::Key && key == RawKey::None) {
        const bool hidden = holds_struct(contract_.columns, column);
        out_.put(hidden ? hidden_cast("NULL", type) : fmt::format("CAST(NULL AS {})", type));
    } else if (is_event_time(source) && !event_time_.empty()) {
        out_.put(raw_column(event_time_)); // a cast here would lose the watermark
    } else if (!converted(source)) {
        out_.put(raw_column(source.name));
    } else if (plan_.own_sql && holds_struct(contract_.columns, column)) {
        out_.put(hidden_cast(raw_column(source.name), type));
    } else {
        out_.put(fmt::format("CAST({} AS {})", raw_column(source.name), type));
    }
}

/// A field of a json key that was read as text. JSON_VALUE returns text exactly as it stands but for
/// numbers beyond double's reach; every type that Weir reads this way survives that.
void SourceWriter::json_key(const SourceColumn& source) {
    const Column& column = contract_.columns[source.column];
    const std::string_view field = column.name; // without the prefix
    const std::string type = flink_type(contract_.columns, column, FlinkNulls::Nowhere);
    switch (column.kind) {
    case TypeKind::String:
        json_key_text(field, false);
        break;
    case TypeKind::Boolean:
        json_key_text(field, true);
        break;
    case TypeKind::Timestamp:
    case TypeKind::TimestampLtz:
        // The text is UTC, and the session's zone is UTC.
        out_.put(column.kind == TypeKind::TimestampLtz ? "CAST(" : "");
        out_.put("CAST(REPLACE(REPLACE(");
        json_key_text(field, false);
        out_.put(fmt::format(", 'T', ' '), 'Z', '') AS TIMESTAMP({}))", column.precision));
        out_.put(column.kind == TypeKind::TimestampLtz ? fmt::format(" AS {})", type) : "");
        break;
    default:
        out_.put("CAST(");
        json_key_text(field, false);
        out_.put(fmt::format(" AS {})", type));
        break;
    }
}

/// The one form that reads a missing key, the key `null`, a missing field and a null field as NULL and
/// fails on everything that is not a JSON object with a scalar there. Lax mode alone would read
/// malformed keys as NULL without a word; strict mode alone fails on a missing field.
void SourceWriter::json_key_text(std::string_view field, bool boolean) {
    const std::string key = raw_column(key_text_);
    const std::string lax = quote_literal(fmt::format("lax $[\"{}\"]", field));
    const std::string strict = quote_literal(fmt::format("strict $[\"{}\"]", field));
    const std::string_view returning = boolean ? " RETURNING BOOLEAN" : "";
    out_.put("CASE");
    out_.new_line(2);
    out_.put(fmt::format("WHEN {0} IS NULL OR TRIM({0}) = 'null' THEN NULL", key));
    out_.new_line(2);
    out_.put(
        fmt::format("WHEN {0} IS JSON OBJECT AND JSON_QUERY({0}, {1} NULL ON EMPTY NULL ON ERROR) IS NULL", key, lax));
    out_.new_line(3);
    out_.put(fmt::format("THEN JSON_VALUE({}, {}{} NULL ON EMPTY ERROR ON ERROR)", key, lax, returning));
    out_.new_line(2);
    out_.put(fmt::format("ELSE JSON_VALUE({}, {}{} ERROR ON EMPTY ERROR ON ERROR)", key, strict, returning));
    out_.new_line(1);
    out_.put("END");
}

} // namespace weir
