#include "facade/answers.h"

#include <algorithm>

#include <fmt/format.h>

#include "facade/secrecy.h"
#include "report/json_parts.h"
#include "report/json_writer.h"
#include "weir/grammar.h"
#include "weir/names.h"
#include "weir/report.h"

namespace weir {

namespace {

void need_once(std::vector<std::string>& need, const std::vector<std::string>& more) {
    for (const std::string& name : more) {
        if (std::find(need.begin(), need.end(), name) == need.end()) {
            need.push_back(name);
        }
    }
}

/// `file` checked, or asked for when its own text is not there.
Checked check_side(const Request& request, const std::string& file, const std::string& ref_root,
                   std::optional<FragmentKind> fragment = std::nullopt) {
    if (request.files.find(file) == request.files.end()) {
        Checked missing;
        missing.file = file;
        missing.need.push_back(file);
        return missing;
    }
    return check(request.files, file, ref_root, fragment);
}

/// A code of a finding, or a rule of diff.
void write_meaning(JsonWriter& json, std::string_view slug, std::string_view severity, std::string_view meaning,
                   std::string_view folder) {
    json.begin_object();
    json.member("code", slug);
    json.member("severity", severity);
    json.member("meaning", meaning);
    json.member("page", fmt::format("docs/{}/{}.md", folder, slug));
    json.end_object();
}

/// No secret is in it: the place of an error, never its words.
std::string baseline_invalid(const Checked& base) {
    const auto is_error = [](const Finding& finding) { return finding.severity() == Severity::Error; };
    const auto first = std::find_if(base.findings.begin(), base.findings.end(), is_error);
    const auto count = std::count_if(base.findings.begin(), base.findings.end(), is_error);
    return fmt::format(
        "the baseline {} is itself invalid ({} error{}, the first {} at {}): what an error stands in the "
        "way of, such as where an output is read from, is not compared",
        base.file, count, count == 1 ? "" : "s", code_info(first->code).slug,
        first->path.empty() ? std::string_view("its top") : std::string_view(first->path));
}

} // namespace

Answer answer_checked(const Request& request, void (*more)(JsonWriter&, const Request&, const Checked&)) {
    const Checked checked = check_side(request, request.file, request.ref_root);
    Answer answer;
    answer.need = checked.need;
    if (!answer.need.empty()) {
        return answer;
    }
    const ContractReport report = report_of(checked, request.strict);
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.member("file", report.file);
    json.member("id", report.id);
    json.member("valid", report.valid);
    json.key("findings");
    write_findings(json, report);
    more(json, request, checked);
    json.end_object();
    answer.result = json.take();
    return answer;
}

Answer failed(std::string code, std::string message) {
    Answer answer;
    answer.error = CallError{std::move(code), std::move(message)};
    return answer;
}

ContractReport report_of(const Checked& checked, bool strict) {
    ContractReport report;
    report.file = checked.file;
    report.id = checked.contract.id.value;
    report.valid = checked.valid(strict);
    report.sources = checked.document == nullptr ? nullptr : &checked.document->sources();
    report.findings = &checked.findings;
    report.hidden = &checked.hidden;
    return report;
}

ChangesReport compare(const Checked& base, const Checked& head, bool strict, std::vector<Change>& changes) {
    ChangesReport report;
    report.changes = &changes;
    report.base = base.document == nullptr ? nullptr : &base.document->sources();
    report.head = head.document == nullptr ? nullptr : &head.document->sources();
    report.head_report = report_of(head, strict);
    report.base_findings = &base.findings;
    report.base_hidden = &base.hidden;
    const auto first_message = [](const Checked& checked) {
        return checked.findings.empty() ? std::string() : ": " + checked.findings.front().message;
    };
    if (!base.readable()) {
        report.error = {"baseline-unreadable",
                        fmt::format("the baseline {} cannot be compared{}", base.file, first_message(base))};
    } else if (!head.readable()) {
        report.error = {"head-unreadable", fmt::format("{} cannot be compared{}", head.file, first_message(head))};
    } else {
        Diff found = diff(BoundContract{base.contract, base.plan}, BoundContract{head.contract, head.plan});
        changes = std::move(found.changes);
        report.cut = found.cut;
        seal(changes, base, head);
        if (report.cut.all() > 0) {
            report.warnings.push_back(
                {"changes-cut",
                 fmt::format("{} more changes are counted and not listed: {} breaking, {} non-breaking, "
                             "{} info; the most severe are listed",
                             report.cut.all(), report.cut.breaking, report.cut.non_breaking, report.cut.info)});
        }
        if (!base.valid()) {
            report.warnings.push_back({"baseline-invalid", baseline_invalid(base)});
        }
    }
    return report;
}

void waive(ChangesReport& report, std::vector<Change>& changes, std::string_view file, std::string_view text,
           std::string_view today) {
    if (!is_date(today)) {
        report.error = {"today-missing", "waivers expire, so the day must be given, such as 2026-11-30"};
        return;
    }
    ReadWaivers read = read_waivers(text);
    if (!read.problems.empty()) {
        const WaiverProblem& first = read.problems.front();
        report.error = {"waivers-invalid",
                        fmt::format("{}:{}:{}: {}", file, first.at.start.line, first.at.start.column, first.message)};
        report.problems = std::move(read.problems);
        report.problems_file = file;
        return;
    }
    for (ChangesWarning& warning : waive(changes, read.waivers, today)) {
        report.warnings.push_back(std::move(warning));
    }
}

Answer answer_validate(const Request& request) {
    const FragmentChoice fragment = choose_fragment(request.fragment, request.schema_version);
    if (!fragment.code.empty()) {
        return failed(fragment.code, fragment.message);
    }
    const Checked checked = check_side(request, request.file, request.ref_root, fragment.kind);
    Answer answer;
    answer.need = checked.need;
    if (answer.need.empty()) {
        answer.result = findings_json(std::vector<ContractReport>{report_of(checked, request.strict)});
    }
    return answer;
}

Answer answer_diff(const Request& request) {
    return answer_comparison(request, [](const Request&, const Checked&, const Checked&, const ChangesReport& report) {
        return changes_json(report);
    });
}

Answer answer_comparison(const Request& request, WriteChanges write) {
    const Checked head = check_side(request, request.file, request.ref_root);
    const Checked base = check_side(request, request.baseline, request.baseline_ref_root);
    Answer answer;
    need_once(answer.need, head.need);
    need_once(answer.need, base.need);
    if (!answer.need.empty()) {
        return answer;
    }
    const auto waivers = request.files.find(request.waivers);
    if (!request.waivers.empty() && waivers == request.files.end()) {
        answer.need.push_back(request.waivers);
        return answer;
    }
    std::vector<Change> changes;
    ChangesReport report = compare(base, head, request.strict, changes);
    if (!request.waivers.empty() && report.error.code.empty()) {
        waive(report, changes, request.waivers, waivers->second.text, request.today);
    }
    if (!report.error.code.empty()) {
        return failed(report.error.code, report.error.message);
    }
    answer.result = write(request, base, head, report);
    return answer;
}

Answer answer_schema(const Request& request) {
    const FragmentChoice fragment =
        choose_fragment(request.fragment, request.fragment.empty() ? std::string_view{} : kLaneVersion);
    if (!fragment.code.empty()) {
        return failed(fragment.code, fragment.message);
    }
    Answer answer;
    answer.result = json_schema(fragment.kind);
    return answer;
}

Answer answer_explain(const Request& request) {
    JsonWriter json;
    bool found = false;
    const auto write = [&](std::string_view slug, std::string_view severity, std::string_view meaning,
                           std::string_view folder) {
        if (request.code.empty() || (!found && request.code == slug)) {
            found = true;
            write_meaning(json, slug, severity, meaning, folder);
        }
    };
    if (request.code.empty()) {
        json.begin_array();
    }
    for (const CodeInfo& info : all_codes()) {
        write(info.slug, severity_name(info.severity), info.meaning, "codes");
    }
    for (const RuleInfo& info : all_rules()) {
        write(info.rule, severity_name(info.severity), info.meaning, "rules");
    }
    if (!found) {
        return failed("code-unknown", fmt::format("there is no code {}", request.code));
    }
    if (request.code.empty()) {
        json.end_array();
    }
    Answer answer;
    answer.result = json.take();
    return answer;
}

} // namespace weir
