// Verdicts as JSON and as text.

#include <fmt/format.h>

#include "report/json_parts.h"
#include "report/snippet.h"
#include "text/secrecy.h"
#include "weir/policy.h"
#include "weir/shell.h"

namespace weir {

namespace {

void member_or_null(JsonWriter& json, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        json.member(name, text);
        return;
    }
    json.key(name);
    json.null();
}

void write_refusals(JsonWriter& json, const PolicyReport& report) {
    for (const Refusal& refusal : report.verdict->refusals) {
        json.begin_object();
        json.member("code", refusal.code);
        member_or_null(json, "variable", refusal.variable);
        member_or_null(json, "entry", refusal.entry);
        json.member("path", report.model->paths.str(refusal.at.path));
        json.member("message", refusal.message);
        write_place(json, report.contract.sources, finding_span(*report.model->document, refusal.at.node), {});
        json.end_object();
    }
}

void write_warnings(JsonWriter& json, const PolicyReport& report) {
    for (const PolicyWarning& warning : report.verdict->warnings) {
        json.begin_object();
        json.member("code", warning.code);
        member_or_null(json, "variable", warning.variable);
        member_or_null(json, "entry", warning.entry);
        json.member("message", warning.message);
        json.end_object();
    }
}

void write_needs(JsonWriter& json, const std::vector<PolicyNeed>& needs) {
    for (const PolicyNeed& need : needs) {
        json.begin_object();
        json.member("variable", need.variable);
        json.key("entries");
        json.begin_array();
        for (const std::string& entry : need.entries) {
            json.string(entry);
        }
        json.end_array();
        json.end_object();
    }
}

/// `export` lines that add what is lacking to what the variables hold.
std::string exports(const PolicyReport& report) {
    std::string text;
    for (const PolicyNeed& need : missing(*report.verdict)) {
        const auto now = report.environment->find(need.variable);
        const bool more = now != report.environment->end() && now->second.find_first_not_of(" ,") != std::string::npos;
        std::string entries;
        for (const std::string& entry : need.entries) {
            entries += fmt::format("{}{}", entries.empty() ? "" : ",", entry);
        }
        text += fmt::format("export {}={}{}\n", need.variable, more ? fmt::format("\"${},\"", need.variable) : "",
                            terminal_safe(shell_word(entries)));
    }
    return text;
}

std::string summary_of(const PolicyVerdict& verdict) {
    const std::string_view command = policy_command_names()[static_cast<std::size_t>(verdict.command)];
    const std::size_t count = verdict.refusals.size() + verdict.more;
    return count == 0 ? fmt::format("allowed for {}\n", command)
                      : fmt::format("refused for {}: {} refusal{}\n", command, count, count == 1 ? "" : "s");
}

} // namespace

std::string policy_json(const PolicyReport& report, PolicyCommand command) {
    const bool judged = report.model != nullptr;
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.member("for", policy_command_names()[static_cast<std::size_t>(command)]);
    json.member("allowed", judged && report.verdict->allowed());
    json.key("refusals");
    json.begin_array();
    if (judged) {
        write_refusals(json, report);
    }
    json.end_array();
    if (judged && report.verdict->more > 0) {
        json.member("more", std::uint64_t{report.verdict->more});
    }
    json.key("warnings");
    json.begin_array();
    if (judged) {
        write_warnings(json, report);
    }
    json.end_array();
    json.key("needs");
    json.begin_array();
    if (judged) {
        write_needs(json, needs(*report.model, command));
    }
    json.end_array();
    if (!judged) {
        json.key("contracts");
        json.begin_array();
        json.raw(contract_json(report.contract));
        json.end_array();
    }
    json.end_object();
    return json.take() + "\n";
}

std::string policy_text(const PolicyReport& report, const TextStyle& style) {
    if (report.model == nullptr) {
        return findings_text({report.contract}, style);
    }
    const Sources& sources = *report.contract.sources;
    const SecretSpans secrets(sources, *report.contract.findings, report.contract.hidden);
    const PolicyVerdict& verdict = *report.verdict;
    std::string text;
    for (const PolicyWarning& warning : verdict.warnings) {
        BlockWriter out(style);
        out.headline(Ink::Yellow, "warning", warning.code, warning.message);
        text += out.take() + "\n";
    }
    for (const Refusal& refusal : verdict.refusals) {
        BlockWriter out(style);
        out.headline(Ink::Red, "refused", refusal.code, refusal.message);
        const Span span = finding_span(*report.model->document, refusal.at.node);
        if (span.known()) {
            out.snippets({{&sources, &secrets, span, {}, true}});
        }
        text += out.take() + "\n";
    }
    const std::string lines = exports(report);
    if (!lines.empty()) {
        text += "# The entries that are missing:\n" + lines + "\n";
    }
    return style.summary ? text + summary_of(verdict) : text;
}

} // namespace weir
