// Changes as build servers want them: JUnit, workflow commands, SARIF.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/changes.h"
#include "report/exchange.h"
#include "report/sarif_parts.h"
#include "weir/names.h"

namespace weir {

namespace {

bool is_known(const Sources* sources, Span span) {
    return sources != nullptr && span.known() && span.file < sources->size();
}

/// `error`, `warning`, or what the format calls an info.
std::string_view level_of(ChangeSeverity severity, std::string_view info) {
    return severity == ChangeSeverity::Breaking ? "error" : severity == ChangeSeverity::NonBreaking ? "warning" : info;
}

/// The message, what the table would need, what becomes of the savepoint, and who waived it.
std::string whole_text(const Change& change, const ShownChange& shown) {
    std::string text(shown.message);
    text += shown.migration->needed() ? "\n" + shown.migration->note : "";
    for (const auto& [engine, statements] :
         {std::pair{"Spark", &shown.migration->spark}, std::pair{"Trino", &shown.migration->trino}}) {
        for (const std::string& statement : *statements) {
            text += fmt::format("\n{}: {}", engine, statement);
        }
    }
    if (change.savepoint != Savepoint::NotConcerned) {
        text += fmt::format("\nSavepoint {}: {}", savepoint_name(change.savepoint), change.savepoint_why);
    }
    if (change.waived) {
        text += fmt::format("\nWaived until {} by {}: {}", change.waived->expires, change.waived->owner,
                            change.waived->reason);
    }
    return text;
}

/// Escapes a text of several lines line by line: a line break of the text itself stays, one from a contract does not.
template <class Escape> std::string by_line(std::string_view text, std::string_view between, Escape escape) {
    std::string out;
    for (bool first = true; first || !text.empty(); first = false) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += first ? "" : between;
        out += escape(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

/// `new.yaml:12:3`, or where it stood.
std::string place_of(const ChangesReport& report, const Change& change) {
    const bool in_head = is_known(report.head, change.head);
    const Sources* sources = in_head ? report.head : report.base;
    const Span span = in_head ? change.head : change.base;
    if (!is_known(sources, span)) {
        return std::string(report.head_report.file);
    }
    const Position start = sources->range(span).start;
    return fmt::format("{}:{}:{}", (*sources)[span.file].name(), start.line, start.column);
}

std::string test_case(const ChangesReport& report, const Change& change, const ShownChange& shown, FailOn fail_on) {
    const std::string file = xml_text(report.head_report.file);
    std::string out = fmt::format("    <testcase classname=\"{0}\" name=\"{1} at {2}\" file=\"{0}\" time=\"0\">\n",
                                  file, change.rule, xml_text(change.path));
    const std::string what = xml_text(shown.what);
    const std::string text =
        xml_text(place_of(report, change)) + "\n" +
        by_line(whole_text(change, shown), "\n", [](std::string_view line) { return xml_text(line); });
    if (change.waived) {
        out += fmt::format("      <skipped message=\"{}\"/>\n",
                           xml_text(fmt::format("waived until {} by {}: {}", change.waived->expires,
                                                change.waived->owner, change.waived->reason)));
        out += fmt::format("      <system-out>{}</system-out>\n", text);
    } else if (fails(change.severity, fail_on)) {
        out += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", change.rule, what, text);
    } else {
        out += fmt::format("      <system-out>{}[{}] {}</system-out>\n", severity_name(change.severity), change.rule,
                           text);
    }
    return out + "    </testcase>\n";
}

/// A note about the comparison, such as an expired waiver, or why there is none.
std::string note_case(const ChangesReport& report, const ChangesWarning& note, bool error) {
    const std::string file = xml_text(report.head_report.file);
    const std::string told = xml_text(note.message);
    const std::string inner = error ? fmt::format("<error type=\"{}\" message=\"{}\"/>", note.code, told)
                                    : fmt::format("<system-out>{}</system-out>", told);
    return fmt::format("    <testcase classname=\"{0}\" name=\"{1}\" file=\"{0}\" time=\"0\">\n      {2}\n"
                       "    </testcase>\n",
                       file, note.code, inner);
}

std::string github_line(std::string_view level, std::string_view file, const Sources* sources, Span span,
                        std::string_view title, std::string_view text) {
    std::string out = fmt::format("::{} file={}", level, command_text(file, true));
    if (is_known(sources, span)) {
        const Range range = sources->range(span);
        out += fmt::format(",line={},endLine={},col={},endColumn={}", range.start.line, range.end.line,
                           range.start.column, range.end.column);
    }
    return out + fmt::format(",title={}::{}\n", command_text(title, true),
                             by_line(text, "%0A", [](std::string_view line) { return command_text(line, false); }));
}

void write_suppression(JsonWriter& json, const WaivedBy& waived) {
    json.key("suppressions");
    json.begin_array();
    json.begin_object();
    json.member("kind", "external");
    json.member("status", "accepted");
    json.member("justification", fmt::format("{} ({}, until {})", waived.reason, waived.owner, waived.expires));
    json.end_object();
    json.end_array();
}

void write_result(JsonWriter& json, const ChangesReport& report, const Change& change, const ShownChange& shown,
                  std::uint64_t index) {
    json.begin_object();
    json.member("ruleId", change.rule);
    json.member("ruleIndex", index);
    json.member("level", level_of(change.severity, "note"));
    write_sarif_text(json, "message", whole_text(change, shown));
    json.key("locations");
    json.begin_array();
    json.begin_object();
    // What is gone stands nowhere in the head: viewers show it at the top of the contract.
    const Span at = is_known(report.head, change.head) ? change.head : Span{0, 0, 1};
    write_sarif_place(json, report.head, at, report.head_report.file);
    json.key("logicalLocations");
    json.begin_array();
    json.begin_object();
    json.member("fullyQualifiedName", change.path);
    json.end_object();
    json.end_array();
    json.end_object();
    json.end_array();
    if (is_known(report.base, change.base)) {
        json.key("relatedLocations");
        json.begin_array();
        json.begin_object();
        json.member("id", std::uint64_t{1});
        write_sarif_place(json, report.base, change.base, {});
        write_sarif_text(json, "message", "before");
        json.end_object();
        json.end_array();
    }
    json.key("partialFingerprints");
    json.begin_object();
    json.member("ruleAndPathAndValues/v1", change.fingerprint);
    json.end_object();
    if (change.waived) {
        write_suppression(json, *change.waived);
    }
    json.end_object();
}

} // namespace

bool fails(ChangeSeverity severity, FailOn fail_on) {
    switch (fail_on) {
    case FailOn::Breaking:
        return severity == ChangeSeverity::Breaking;
    case FailOn::NonBreaking:
        return severity != ChangeSeverity::Info;
    case FailOn::Info:
        return true;
    case FailOn::None:
        break;
    }
    return false;
}

bool fails(const ChangeCounts& counts, FailOn fail_on) {
    return (counts.breaking > 0 && fails(ChangeSeverity::Breaking, fail_on)) ||
           (counts.non_breaking > 0 && fails(ChangeSeverity::NonBreaking, fail_on)) ||
           (counts.info > 0 && fails(ChangeSeverity::Info, fail_on));
}

std::string changes_junit(const ChangesReport& report, FailOn fail_on) {
    const ChangeSecrets secrets(report);
    std::string cases;
    std::size_t count = 0;
    std::size_t failed = 0;
    std::size_t skipped = 0;
    for (const Change& change : *report.changes) {
        count += 1;
        skipped += change.waived ? 1 : 0;
        failed += !change.waived && fails(change.severity, fail_on) ? 1 : 0;
        cases += test_case(report, change, secrets.shown(change), fail_on);
    }
    for (const ChangesWarning& warning : report.warnings) {
        count += 1;
        cases += note_case(report, warning, false);
    }
    const bool error = !report.error.code.empty();
    if (error) {
        count += 1;
        cases += note_case(report, report.error, true);
    }
    if (count == 0) {
        count = 1;
        cases = fmt::format("    <testcase classname=\"{0}\" name=\"no changes\" file=\"{0}\" time=\"0\"/>\n",
                            xml_text(report.head_report.file));
    }
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weir diff\">\n";
    text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
                        "time=\"0\">\n{}  </testsuite>\n",
                        xml_text(fmt::format("changes of {}", report.head_report.file)), count, failed, error ? 1 : 0,
                        skipped, cases);
    if (!report.head_report.valid && report.head_report.findings != nullptr && !error) {
        text += contract_junit(report.head_report);
    }
    return text + "</testsuites>\n";
}

std::string changes_github(const ChangesReport& report, bool summary) {
    if (!report.error.code.empty()) {
        return github_line("error", report.head_report.file, nullptr, {}, report.error.code, report.error.message);
    }
    const ChangeSecrets secrets(report);
    std::string text;
    if (!report.head_report.valid && report.head_report.findings != nullptr) {
        text += findings_github({contract_github(report.head_report)}, nullptr);
    }
    for (const Change& change : *report.changes) {
        const bool known = is_known(report.head, change.head);
        const std::string_view file =
            known ? std::string_view((*report.head)[change.head.file].name()) : report.head_report.file;
        text += github_line(change.waived ? "notice" : level_of(change.severity, "notice"), file, report.head,
                            change.head, fmt::format("{}: {}", severity_name(change.severity), change.rule),
                            whole_text(change, secrets.shown(change)));
    }
    for (const ChangesWarning& warning : report.warnings) {
        text += github_line("warning", report.head_report.file, nullptr, {}, warning.code, warning.message);
    }
    if (summary) {
        const ChangeCounts counts = count(report);
        text += fmt::format("{} breaking, {} non-breaking, {} info, {} waived\n", counts.breaking, counts.non_breaking,
                            counts.info, counts.waived);
    }
    return text;
}

std::string changes_sarif(const ChangesReport& report, std::string_view version) {
    std::vector<SarifRule> rules = sarif_codes();
    const std::size_t first = rules.size();
    for (const RuleInfo& info : all_rules()) {
        rules.push_back({info.rule, info.meaning, level_of(info.severity, "note"), "rules"});
    }
    const ChangeSecrets secrets(report);
    JsonWriter results;
    for (const Change& change : *report.changes) {
        const auto rule =
            std::lower_bound(all_rules().begin(), all_rules().end(), change.rule,
                             [](const RuleInfo& info, std::string_view slug) { return info.rule < slug; });
        write_result(results, report, change, secrets.shown(change),
                     first + static_cast<std::uint64_t>(rule - all_rules().begin()));
    }
    std::vector<SarifPart> parts = {{results.take(), {}, {}}};
    if (!report.error.code.empty()) {
        JsonWriter note;
        note.begin_object();
        note.member("level", "error");
        write_sarif_text(note, "message", report.error.message);
        note.end_object();
        parts.front().notifications = note.take();
    }
    for (const Sources* sources : {report.head, report.base}) {
        for (FileId file = 0; sources != nullptr && file < sources->size(); ++file) {
            parts.front().files.push_back((*sources)[file].name());
        }
    }
    if (report.head_report.findings != nullptr && report.error.code.empty()) {
        parts.push_back(contract_sarif(report.head_report));
    }
    return sarif_log(rules, parts, version);
}

} // namespace weir
