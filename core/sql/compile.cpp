#include <fmt/format.h>

#include "sql/sink.h"
#include "sql/source.h"
#include "sql/writer.h"

namespace weir {

namespace {

void write_header(const Contract& contract, const BuildPlan& plan, ScriptWriter& out) {
    const Expose& expose = contract.exposes[plan.expose];
    const Location& location = *expose.binding->location;
    const std::string title = contract.name.value.empty() ? "" : fmt::format(" ({})", contract.name.value);
    out.comment_line("Flink SQL of a managed build, written by Weir: change the contract, not this text.");
    out.comment_line(fmt::format("Product: {}{}", contract.id.value, title));
    out.comment_line(fmt::format("Build:   {}", contract.builds[plan.build].id.value));
    out.comment_line(fmt::format("Expose:  {}, the table {}.{}", expose.expose_id.value, location.name_space.value,
                                 location.table.value));
    out.blank_line();
}

void write_setting(ScriptWriter& out, std::string_view key, std::string_view value) {
    out.begin(StatementKind::Set);
    out.put("SET ");
    out.literal(key);
    out.put(" = ");
    out.literal(value);
    out.end();
}

/// What correctness needs; everything else is the operator's to set.
void write_settings(const Contract& contract, const Build& build, ScriptWriter& out) {
    write_setting(out, "table.local-time-zone", "UTC");
    write_setting(out, "table.exec.sink.not-null-enforcer", "ERROR");
    {
        const ScriptWriter::From from(out, build.id.at);
        write_setting(out, "pipeline.name", fmt::format("{}/{}", contract.id.value, build.id.value));
    }
    // Without reuse every hand-over of a row copies the whole array that it was unnested from.
    write_setting(out, "pipeline.object-reuse", "true");
    // Both together let the job restore its savepoint strictly after each change of the mapping.
    write_setting(out, "table.exec.iceberg.use-v2-sink", "true");
    write_setting(out, "table.exec.uid.generation", "ALWAYS");
    out.blank_line();
}

} // namespace

std::string_view kind_name(StatementKind kind) {
    switch (kind) {
    case StatementKind::Set:
        return "set";
    case StatementKind::CreateTable:
        return "create-table";
    case StatementKind::CreateView:
        return "create-view";
    case StatementKind::CreateCatalog:
        return "create-catalog";
    case StatementKind::CreateDatabase:
        return "create-database";
    case StatementKind::Insert:
        break;
    }
    return "insert";
}

Script compile(const Contract& contract, const BuildPlan& plan) {
    const Build& build = contract.builds[plan.build];
    const Expose& expose = contract.exposes[plan.expose];
    if (!plan.complete || !build.stream || !build.source || !expose.binding || !expose.binding->location) {
        return {};
    }
    ScriptWriter out;
    write_header(contract, plan, out);
    write_settings(contract, build, out);
    SourceWriter(contract, plan, out).write();
    SinkWriter sink(contract, plan, out);
    sink.write_catalog();
    sink.write_database();
    sink.write_table();
    sink.write_insert();
    return out.take();
}

} // namespace weir
