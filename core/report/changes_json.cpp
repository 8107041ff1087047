#include "report/changes.h"
#include "report/json_parts.h"
#include "weir/names.h"

namespace weir {

namespace {

void write_value(JsonWriter& json, std::string_view name, std::string_view value) {
    json.key(name);
    value.empty() ? json.null() : json.value(value);
}

void write_side(JsonWriter& json, std::string_view name, const Sources* sources, Span span) {
    json.key(name);
    if (sources == nullptr || !span.known() || span.file >= sources->size()) {
        json.null();
        return;
    }
    json.begin_object();
    write_place(json, sources, span, {});
    json.end_object();
}

void write_statements(JsonWriter& json, std::string_view name, const std::vector<std::string>& statements) {
    json.key(name);
    json.begin_array();
    for (const std::string& statement : statements) {
        json.string(statement);
    }
    json.end_array();
}

void write_migration(JsonWriter& json, const Migration& migration) {
    json.key("migration");
    if (!migration.needed()) {
        json.null();
        return;
    }
    json.begin_object();
    json.member("note", migration.note);
    write_statements(json, "spark", migration.spark);
    write_statements(json, "trino", migration.trino);
    json.end_object();
}

void write_savepoint(JsonWriter& json, const Change& change) {
    json.key("savepoint");
    if (change.savepoint == Savepoint::NotConcerned) {
        json.null();
        return;
    }
    json.begin_object();
    json.member("state", savepoint_name(change.savepoint));
    json.member("why", change.savepoint_why);
    json.end_object();
}

void write_waived(JsonWriter& json, const std::optional<WaivedBy>& waived) {
    json.key("waived");
    if (!waived) {
        json.null();
        return;
    }
    json.begin_object();
    json.member("reason", waived->reason);
    json.member("owner", waived->owner);
    json.member("expires", waived->expires);
    json.end_object();
}

void write_change(JsonWriter& json, const ChangesReport& report, const Change& change, const ShownChange& shown) {
    json.begin_object();
    json.member("rule", change.rule);
    json.member("severity", severity_name(change.severity));
    json.member("path", change.path);
    json.member("message", shown.message);
    write_value(json, "before", shown.before);
    write_value(json, "after", shown.after);
    write_side(json, "base", report.base, change.base);
    write_side(json, "head", report.head, change.head);
    json.member("fingerprint", change.fingerprint);
    write_waived(json, change.waived);
    json.member("what", shown.what);
    json.member("affected", shown.affected);
    json.member("action", shown.action);
    write_migration(json, *shown.migration);
    write_savepoint(json, change);
    json.end_object();
}

void write_warning(JsonWriter& json, const ChangesWarning& warning) {
    json.begin_object();
    json.member("code", warning.code);
    json.member("message", warning.message);
    json.end_object();
}

void write_error(JsonWriter& json, const ChangesReport& report) {
    json.begin_object();
    json.member("code", report.error.code);
    json.member("message", report.error.message);
    if (!report.problems.empty()) {
        json.key("problems");
        json.begin_array();
        for (const WaiverProblem& problem : report.problems) {
            json.begin_object();
            json.member("message", problem.message);
            json.member("file", report.problems_file);
            json.key("range");
            write_range(json, problem.at);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
}

void write_summary(JsonWriter& json, const ChangesReport& report) {
    const ChangeCounts counts = count(report);
    json.begin_object();
    json.member("breaking", std::uint64_t{counts.breaking});
    json.member("nonBreaking", std::uint64_t{counts.non_breaking});
    json.member("info", std::uint64_t{counts.info});
    json.member("waived", std::uint64_t{counts.waived});
    json.end_object();
}

} // namespace

std::string changes_json(const ChangesReport& report) {
    const ChangeSecrets secrets(report);
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    if (!report.error.code.empty()) {
        json.key("error");
        write_error(json, report);
    }
    json.key("changes");
    json.begin_array();
    for (const Change& change : *report.changes) {
        write_change(json, report, change, secrets.shown(change));
    }
    json.end_array();
    json.key("summary");
    write_summary(json, report);
    json.key("warnings");
    json.begin_array();
    for (const ChangesWarning& warning : report.warnings) {
        write_warning(json, warning);
    }
    json.end_array();
    json.key("head");
    json.begin_object();
    json.member("valid", report.head_report.valid);
    json.key("findings");
    write_findings(json, report.head_report);
    json.end_object();
    json.end_object();
    return json.take() + "\n";
}

} // namespace weir
