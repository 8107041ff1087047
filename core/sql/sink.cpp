#include "sql/sink.h"

#include <fmt/format.h>

#include "sql/expression.h"
#include "sql/source.h"

namespace weir {

namespace {

/// Alias of the contract's own SELECT.
constexpr std::string_view kOwnAlias = "t";

} // namespace

SinkWriter::SinkWriter(const Contract& contract, const BuildPlan& plan, ScriptWriter& out)
    : contract_(contract), plan_(plan), build_(contract.builds[plan.build]), expose_(contract.exposes[plan.expose]),
      location_(*expose_.binding->location), out_(out) {
    const std::string_view name = location_.name_space.value;
    database_ = name.substr(name.rfind('.') + 1); // npos + 1 is 0
}

void SinkWriter::options(const std::vector<SqlOption>& options) {
    out_.put("(");
    for (const SqlOption& option : options) {
        out_.option(&option == &options.front(), option.key, option.value, option.place);
    }
    out_.new_line(0);
    out_.put(")");
}

void SinkWriter::write_catalog() {
    out_.begin(StatementKind::CreateCatalog);
    {
        const ScriptWriter::From from(out_, location_.at);
        out_.put("CREATE CATALOG ");
        out_.name(kCatalogName);
        out_.put(" WITH ");
        options(catalog_options(location_));
    }
    out_.end();
    out_.blank_line();
}

void SinkWriter::write_database() {
    out_.begin(StatementKind::CreateDatabase);
    {
        const ScriptWriter::From from(out_, location_.name_space.at);
        out_.put("CREATE DATABASE IF NOT EXISTS ");
        out_.name(kCatalogName);
        out_.put(".");
        out_.name(database_);
    }
    out_.end();
    out_.blank_line();
}

void SinkWriter::table_name() {
    out_.name(kCatalogName);
    out_.put(".");
    {
        const ScriptWriter::From from(out_, location_.name_space.at);
        out_.name(database_);
    }
    out_.put(".");
    const ScriptWriter::From from(out_, location_.table.at);
    out_.name(location_.table.value);
}

void SinkWriter::partitions(const IcebergConfig& iceberg) {
    for (std::size_t i = 0; i < iceberg.partition_spec.size(); ++i) {
        out_.put(i == 0 ? " PARTITIONED BY (" : ", ");
        const ScriptWriter::From field(out_, iceberg.partition_spec[i].at);
        out_.name(iceberg.partition_spec[i].source_column.value);
    }
    out_.put(iceberg.partition_spec.empty() ? "" : ")");
}

void SinkWriter::write_table() {
    out_.begin(StatementKind::CreateTable);
    {
        const ScriptWriter::From from(out_, expose_.contract_at);
        out_.put("CREATE TABLE IF NOT EXISTS ");
        table_name();
        out_.put(" (");
        for (std::uint32_t i = 0; i < expose_.schema.count; ++i) {
            const Column& column = contract_.columns[expose_.schema.first + i];
            out_.new_line(1);
            const ScriptWriter::From column_from(out_, column.at);
            out_.name(column.name);
            out_.put(" ");
            out_.put(flink_type(contract_.columns, column, FlinkNulls::AsDeclared));
            out_.put(column.required ? " NOT NULL" : "");
            out_.put(i + 1 < expose_.schema.count ? "," : "");
        }
        out_.new_line(0);
        out_.put(")");
        if (expose_.binding->iceberg) {
            partitions(*expose_.binding->iceberg);
        }
        out_.put(" WITH ");
        options(table_options(*expose_.binding));
    }
    out_.end();
    out_.blank_line();
}

void SinkWriter::insert_columns() {
    for (std::uint32_t i = 0; i < expose_.schema.count; ++i) {
        const Column& column = contract_.columns[expose_.schema.first + i];
        out_.new_line(1);
        const ScriptWriter::From from(out_, column.at);
        out_.name(column.name);
        out_.put(i + 1 < expose_.schema.count ? "," : "");
    }
}

void SinkWriter::write_insert() {
    out_.begin(StatementKind::Insert);
    {
        const ScriptWriter::From from(out_, build_.at);
        out_.put("INSERT INTO ");
        table_name();
        out_.put(" (");
        insert_columns();
        out_.new_line(0);
        out_.put(")");
        out_.new_line(0);
        if (plan_.own_sql) {
            own_query();
        } else {
            mapped_query();
        }
    }
    out_.end();
}

void SinkWriter::mapped_query() {
    ExpressionWriter expressions(contract_, plan_, out_);
    out_.put("SELECT");
    for (std::size_t i = 0; i < plan_.outputs.size() && !out_.too_large(); ++i) {
        out_.new_line(1);
        expressions.output(plan_.outputs[i], i + 1 == plan_.outputs.size());
    }
    out_.new_line(0);
    out_.put(fmt::format("FROM {} AS {}", quote_identifier(kSourceName), quote_identifier(kEventAlias)));
    if (!plan_.explode) {
        return;
    }
    // UNNEST of an array of structs drops its null elements. Two copies of the array as a map's keys
    // and values give each element, null or not, as one column.
    out_.new_line(0);
    out_.comment_line(fmt::format("One row for each element of {}.", plan_.explode->path.text));
    const bool declared = build_.mapping && build_.mapping->explode;
    const ScriptWriter::From from(out_, declared ? build_.mapping->explode->at : Place{});
    FreeNames names;
    names.take(plan_.explode->as);
    out_.put("CROSS JOIN UNNEST(MAP_FROM_ARRAYS(");
    expressions.path(plan_.explode->path);
    out_.put(", ");
    expressions.path(plan_.explode->path);
    out_.put(fmt::format(")) AS {}({}, {})", quote_identifier(kElementAlias), quote_identifier(names.make("weir_k")),
                         quote_identifier(plan_.explode->as)));
}

void SinkWriter::own_query() {
    const bool stored = needs_stored_types(contract_.columns, expose_.schema);
    out_.put("SELECT");
    for (std::uint32_t i = 0; i < expose_.schema.count; ++i) {
        const Column& column = contract_.columns[expose_.schema.first + i];
        out_.new_line(1);
        const ScriptWriter::From from(out_, column.at);
        const std::string value = fmt::format("{}.{}", quote_identifier(kOwnAlias), quote_identifier(column.name));
        if (stored) {
            put_stored(out_, contract_.columns, value, column, 1);
            out_.put(" AS ");
            out_.name(column.name);
        } else {
            out_.put(value);
        }
        out_.put(i + 1 < expose_.schema.count ? "," : "");
    }
    out_.new_line(0);
    out_.put("FROM (");
    out_.new_line(0);
    {
        const ScriptWriter::From from(out_, build_.sql.at);
        out_.put(build_.sql.value);
    }
    // On a line of its own, so that a comment at the end of the SQL cannot swallow the bracket.
    out_.new_line(0);
    out_.put(fmt::format(") AS {}", quote_identifier(kOwnAlias)));
}

} // namespace weir
