#include "report/exchange.h"
#include "report/json_writer.h"
#include "report/secrets.h"
#include "weir/report.h"

namespace weir {

namespace {

bool is_known(const ContractReport& report, Span span) {
    return report.sources != nullptr && span.known() && span.file < report.sources->size();
}

void write_text(JsonWriter& json, std::string_view name, std::string_view text) {
    json.key(name);
    json.begin_object();
    json.member("text", text);
    json.end_object();
}

void write_artifact(JsonWriter& json, std::string_view file) {
    json.key("artifactLocation");
    json.begin_object();
    json.member("uri", file_uri(file));
    json.end_object();
}

void write_region(JsonWriter& json, std::string_view name, const ContractReport& report, Span span) {
    const Range range = report.sources->range(span);
    json.key(name);
    json.begin_object();
    json.member("startLine", std::uint64_t{range.start.line});
    json.member("startColumn", std::uint64_t{range.start.column});
    json.member("endLine", std::uint64_t{range.end.line});
    json.member("endColumn", std::uint64_t{range.end.column});
    json.end_object();
}

void write_physical(JsonWriter& json, const ContractReport& report, Span span) {
    json.key("physicalLocation");
    json.begin_object();
    if (is_known(report, span)) {
        write_artifact(json, (*report.sources)[span.file].name());
        write_region(json, "region", report, span);
    } else {
        write_artifact(json, report.file);
    }
    json.end_object();
}

void write_location(JsonWriter& json, const ContractReport& report, const Finding& finding) {
    json.key("locations");
    json.begin_array();
    json.begin_object();
    write_physical(json, report, finding.at);
    if (!finding.path.empty()) {
        json.key("logicalLocations");
        json.begin_array();
        json.begin_object();
        json.member("fullyQualifiedName", finding.path);
        json.end_object();
        json.end_array();
    }
    json.end_object();
    json.end_array();
}

void write_related(JsonWriter& json, const ContractReport& report, const Finding& finding) {
    json.key("relatedLocations");
    json.begin_array();
    std::uint64_t id = 0;
    for (const Related& related : finding.related) {
        json.begin_object();
        json.member("id", ++id);
        write_physical(json, report, related.at);
        write_text(json, "message", related.message);
        json.end_object();
    }
    json.end_array();
}

/// A fix whose edits all lie in known texts, one artifact change for each edit.
void write_fix(JsonWriter& json, const ContractReport& report, const Fix& fix) {
    json.key("fixes");
    json.begin_array();
    json.begin_object();
    write_text(json, "description", fix.title);
    json.key("artifactChanges");
    json.begin_array();
    for (const Edit& edit : fix.edits) {
        json.begin_object();
        write_artifact(json, (*report.sources)[edit.span.file].name());
        json.key("replacements");
        json.begin_array();
        json.begin_object();
        write_region(json, "deletedRegion", report, edit.span);
        write_text(json, "insertedContent", edit.text);
        json.end_object();
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
    json.end_array();
}

bool can_fix(const ContractReport& report, const Finding& finding) {
    if (!finding.fix || finding.fix->edits.empty() || finding.secret) {
        return false;
    }
    for (const Edit& edit : finding.fix->edits) {
        if (!is_known(report, edit.span)) {
            return false;
        }
    }
    return true;
}

void write_rules(JsonWriter& json) {
    json.begin_array();
    for (const CodeInfo& info : all_codes()) {
        json.begin_object();
        json.member("id", info.slug);
        write_text(json, "shortDescription", info.meaning);
        json.key("defaultConfiguration");
        json.begin_object();
        json.member("level", level_name(info.severity, "note"));
        json.end_object();
        json.end_object();
    }
    json.end_array();
}

} // namespace

std::string contract_sarif(const ContractReport& report) {
    JsonWriter json;
    for (const Finding& finding : *report.findings) {
        const std::string_view help = finding.help;
        json.begin_object();
        json.member("ruleId", code_info(finding.code).slug);
        json.member("ruleIndex", static_cast<std::uint64_t>(finding.code));
        json.member("level", level_name(finding.severity(), "note"));
        write_text(json, "message", help.empty() ? finding.message : finding.message + "\n" + finding.help);
        write_location(json, report, finding);
        if (!finding.related.empty()) {
            write_related(json, report, finding);
        }
        if (can_fix(report, finding)) {
            write_fix(json, report, *finding.fix);
        }
        json.end_object();
    }
    return json.take();
}

std::string findings_sarif(const std::vector<std::string>& contracts, std::string_view version) {
    JsonWriter json;
    json.begin_object();
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.member("version", "2.1.0");
    json.key("runs");
    json.begin_array();
    json.begin_object();
    json.key("tool");
    json.begin_object();
    json.key("driver");
    json.begin_object();
    json.member("name", "Weir");
    json.member("version", version);
    json.key("rules");
    write_rules(json);
    json.end_object();
    json.end_object();
    json.member("columnKind", "unicodeCodePoints");
    json.key("results");
    json.begin_array();
    for (const std::string& results : contracts) {
        if (!results.empty()) {
            json.raw(results);
        }
    }
    json.end_array();
    json.end_object();
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

} // namespace weir
