#include "report/json_parts.h"
#include "report/secrets.h"
#include "weir/names.h"
#include "weir/report.h"

namespace weir {

namespace {

void write_position(JsonWriter& json, Position position) {
    json.begin_object();
    json.member("line", std::uint64_t{position.line});
    json.member("column", std::uint64_t{position.column});
    json.end_object();
}

void write_related(JsonWriter& json, const ContractReport& report, const Finding& finding) {
    json.begin_array();
    for (const Related& related : finding.related) {
        json.begin_object();
        json.member("message", related.message);
        write_place(json, report.sources, related.at, report.file);
        json.end_object();
    }
    json.end_array();
}

void write_fix(JsonWriter& json, const ContractReport& report, const SecretSpans& secrets, const Finding& finding) {
    bool told = !finding.fix || (finding.secret && secrets.told_by(finding.fix->title));
    if (!told && finding.secret) {
        for (const Edit& edit : finding.fix->edits) {
            told = told || secrets.told_by(edit.text);
        }
    }
    if (told) {
        json.null();
        return;
    }
    json.begin_object();
    json.member("title", finding.fix->title);
    json.key("edits");
    json.begin_array();
    for (const Edit& edit : finding.fix->edits) {
        json.begin_object();
        write_place(json, report.sources, edit.span, report.file);
        json.member("text", edit.text);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace

void write_range(JsonWriter& json, const Range& range) {
    json.begin_object();
    json.key("start");
    write_position(json, range.start);
    json.key("end");
    write_position(json, range.end);
    json.end_object();
}

void write_place(JsonWriter& json, const Sources* sources, Span span, std::string_view fallback_file) {
    const bool known = sources != nullptr && span.known() && span.file < sources->size();
    constexpr Range kStart = {{1, 1}, {1, 1}};
    json.member("file", known ? std::string_view((*sources)[span.file].name()) : fallback_file);
    json.key("range");
    write_range(json, known ? sources->range(span) : kStart);
}

void write_findings(JsonWriter& json, const ContractReport& report) {
    const SecretSpans secrets =
        report.sources == nullptr ? SecretSpans() : SecretSpans(*report.sources, *report.findings, report.hidden);
    json.begin_array();
    for (const Finding& finding : *report.findings) {
        json.begin_object();
        json.member("code", code_info(finding.code).slug);
        json.member("severity", severity_name(finding.severity()));
        json.member("path", finding.path);
        json.member("message", finding.message);
        write_place(json, report.sources, finding.at, report.file);
        json.member("help", finding.help);
        json.key("related");
        write_related(json, report, finding);
        json.key("fix");
        write_fix(json, report, secrets, finding);
        json.end_object();
    }
    json.end_array();
}

namespace {

void write_costs(JsonWriter& json, const std::vector<DailyCost>& costs) {
    json.begin_array();
    for (const DailyCost& cost : costs) {
        json.begin_object();
        json.member("build", without_secrets(cost.build));
        json.member("suspended", cost.suspended);
        json.member("checkpointSeconds", cost.checkpoint_seconds);
        json.member("parallelism", cost.parallelism);
        json.member("commits", cost.commits);
        json.member("snapshots", cost.commits);
        json.member("dataFiles", cost.files);
        json.member("metadataFiles", cost.metadata_files);
        json.key("partitions");
        json.begin_array();
        for (const std::string_view column : cost.partitions) {
            json.string(without_secrets(column));
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

} // namespace

std::string contract_json(const ContractReport& report) {
    JsonWriter json;
    json.begin_object();
    json.member("file", report.file);
    json.member("id", without_secrets(report.id));
    json.member("valid", report.valid);
    json.key("findings");
    write_findings(json, report);
    if (report.costs != nullptr) {
        json.key("cost");
        write_costs(json, *report.costs);
    }
    json.end_object();
    return json.take();
}

std::string findings_json(const std::vector<std::string>& contract_objects, bool valid) {
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.member("valid", valid);
    json.key("contracts");
    json.begin_array();
    for (const std::string& object : contract_objects) {
        json.raw(object);
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

std::string findings_json(const std::vector<ContractReport>& contracts) {
    std::vector<std::string> objects;
    bool valid = true;
    objects.reserve(contracts.size());
    for (const ContractReport& report : contracts) {
        objects.push_back(contract_json(report));
        valid = valid && report.valid;
    }
    return findings_json(objects, valid);
}

} // namespace weir
