#include "facade/answers.h"
#include "report/json_parts.h"
#include "weir/names.h"
#include "weir/report.h"

namespace weir {

namespace {

std::string_view how_name(OutputBinding::How how) {
    switch (how) {
    case OutputBinding::How::Copy:
        return "copy";
    case OutputBinding::How::Widen:
        return "widen";
    case OutputBinding::How::Decode:
        return "decode";
    case OutputBinding::How::Rebuild:
        return "rebuild";
    case OutputBinding::How::Build:
        return "build";
    case OutputBinding::How::Unbound:
        break;
    }
    return "unbound";
}

std::string type_text(const Contract& contract, ColumnId column) {
    return column == kNoColumn ? std::string() : full_type(contract.columns, contract.columns[column]);
}

void write_statements(JsonWriter& json, const Script& script) {
    json.begin_array();
    for (const Statement& statement : script.statements) {
        json.begin_object();
        json.member("kind", kind_name(statement.kind));
        json.member("text", statement.text);
        json.end_object();
    }
    json.end_array();
}

void write_sources(JsonWriter& json, const Contract& contract, const Script& script) {
    Sources sql;
    const FileId file = sql.add("job.sql", script.text);
    json.begin_array();
    for (const SqlSource& source : script.sources) {
        if (!source.place.known()) {
            continue;
        }
        json.begin_object();
        json.key("sql");
        write_range(json, sql.range({file, source.begin, source.end}));
        json.member("path", contract.paths.str(source.place.path));
        write_place(json, &contract.document->sources(), finding_span(*contract.document, source.place.node), {});
        json.end_object();
    }
    json.end_array();
}

void write_stream(JsonWriter& json, const Contract& contract, const BuildPlan& plan) {
    json.begin_array();
    for (const SourceColumn& column : plan.sources) {
        json.begin_object();
        json.member("name", column.name);
        json.member("type", type_text(contract, column.column));
        json.member("origin", origin_name(column.origin));
        json.member("nullable", column.nullable);
        json.end_object();
    }
    json.end_array();
}

void write_output(JsonWriter& json, const Contract& contract, const OutputBinding& output) {
    const bool known = output.output != kNoColumn;
    json.begin_object();
    json.member("name", known ? contract.columns[output.output].name : std::string_view());
    json.member("type", type_text(contract, output.output));
    json.member("required", known && contract.columns[output.output].required);
    json.member("how", how_name(output.how));
    json.member("from", output.from.text);
    json.member("nullable", output.how != OutputBinding::How::Build && output.from.nullable);
    json.key("fields");
    json.begin_array();
    // As deep as the contract's types, which the reader bounds.
    for (const OutputBinding& field : output.fields) {
        write_output(json, contract, field);
    }
    json.end_array();
    json.end_object();
}

void write_build(JsonWriter& json, const Contract& contract, const BuildPlan& plan) {
    const Script script = plan.complete ? compile(contract, plan) : Script();
    json.begin_object();
    json.member("id", contract.builds[plan.build].id.value);
    json.member("expose", plan.expose < contract.exposes.size() ? contract.exposes[plan.expose].expose_id.value
                                                                : std::string_view());
    json.member("sql", script.text);
    json.key("statements");
    write_statements(json, script);
    json.key("sources");
    write_sources(json, contract, script);
    json.key("stream");
    write_stream(json, contract, plan);
    json.key("outputs");
    json.begin_array();
    for (const OutputBinding& output : plan.outputs) {
        write_output(json, contract, output);
    }
    json.end_array();
    json.member("complete", plan.complete && !script.text.empty());
    json.end_object();
}

} // namespace

Answer answer_compile(const Request& request) {
    return answer_checked(request, [](JsonWriter& json, const Request& /*request*/, const Checked& checked) {
        json.key("builds");
        json.begin_array();
        for (const BuildPlan& plan : checked.plan.builds) {
            write_build(json, checked.contract, plan);
        }
        json.end_array();
    });
}

} // namespace weir
