#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/exchange.h"
#include "report/json_writer.h"
#include "weir/report.h"
#include "weir/sha256.h"

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

/// What relative names are relative to. Build servers know it as the top of the checkout.
constexpr std::string_view kRoot = "%SRCROOT%";

void write_artifact(JsonWriter& json, std::string_view name, std::string_view file) {
    json.key(name);
    json.begin_object();
    json.member("uri", file_uri(file));
    if (!file.starts_with('/')) {
        json.member("uriBaseId", kRoot);
    }
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
        write_artifact(json, "artifactLocation", (*report.sources)[span.file].name());
        write_region(json, "region", report, span);
    } else {
        write_artifact(json, "artifactLocation", report.file);
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

void write_replacement(JsonWriter& json, const ContractReport& report, const Edit& edit) {
    json.begin_object();
    write_region(json, "deletedRegion", report, edit.span);
    write_text(json, "insertedContent", edit.text);
    json.end_object();
}

/// A fix whose edits all lie in known texts, one artifact change for each text.
void write_fix(JsonWriter& json, const ContractReport& report, const Fix& fix) {
    std::map<FileId, std::vector<const Edit*>> by_file;
    for (const Edit& edit : fix.edits) {
        by_file[edit.span.file].push_back(&edit);
    }
    json.key("fixes");
    json.begin_array();
    json.begin_object();
    write_text(json, "description", fix.title);
    json.key("artifactChanges");
    json.begin_array();
    for (const auto& [file, edits] : by_file) {
        json.begin_object();
        write_artifact(json, "artifactLocation", (*report.sources)[file].name());
        json.key("replacements");
        json.begin_array();
        for (const Edit* edit : edits) {
            write_replacement(json, report, *edit);
        }
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

/// `YamlDuplicateKey` for `yaml-duplicate-key`: viewers show a rule's name in this form.
std::string friendly_name(std::string_view slug) {
    std::string name;
    bool starts = true;
    for (const char c : slug) {
        const bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (word) {
            name += starts && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
        }
        starts = !word;
    }
    return name;
}

/// A meaning of the table of codes as a sentence. A key such as timestampFormat stays as it is.
std::string sentence(std::string_view meaning) {
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const std::string_view word = meaning.substr(0, meaning.find(' '));
    std::string text(meaning);
    if (std::all_of(word.begin(), word.end(), is_lower)) {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text + ".";
}

void write_help(JsonWriter& json, const CodeInfo& info) {
    json.key("help");
    json.begin_object();
    json.member("text", fmt::format("weir explain {0} shows the page docs/codes/{0}.md.", info.slug));
    json.member("markdown", fmt::format("`weir explain {0}` shows the page `docs/codes/{0}.md`.", info.slug));
    json.end_object();
}

void write_rule(JsonWriter& json, const CodeInfo& info) {
    json.begin_object();
    json.member("id", info.slug);
    json.member("name", friendly_name(info.slug));
    write_text(json, "shortDescription", info.meaning);
    write_text(json, "fullDescription", sentence(info.meaning));
    write_help(json, info);
    json.key("defaultConfiguration");
    json.begin_object();
    json.member("level", level_name(info.severity, "note"));
    json.end_object();
    json.end_object();
}

/// Tells findings apart wherever lines move to: by code and path, and by number where both repeat.
class Fingerprints {
  public:
    std::string next(const Finding& finding) {
        const std::string key = fmt::format("{}\n{}", code_info(finding.code).slug, finding.path);
        return sha256_hex(fmt::format("{}\n{}", key, ++seen_[key])).substr(0, 16);
    }

  private:
    std::map<std::string, std::size_t> seen_;
};

void write_result(JsonWriter& json, const ContractReport& report, const Finding& finding, Fingerprints& fingerprints) {
    json.begin_object();
    json.member("ruleId", code_info(finding.code).slug);
    json.member("ruleIndex", static_cast<std::uint64_t>(finding.code));
    json.member("level", level_name(finding.severity(), "note"));
    write_text(json, "message", finding.help.empty() ? finding.message : finding.message + "\n" + finding.help);
    write_location(json, report, finding);
    if (!finding.related.empty()) {
        write_related(json, report, finding);
    }
    json.key("partialFingerprints");
    json.begin_object();
    json.member("codeAndPath/v1", fingerprints.next(finding));
    json.end_object();
    if (can_fix(report, finding)) {
        write_fix(json, report, *finding.fix);
    }
    json.end_object();
}

void write_notification(JsonWriter& json, const ContractReport& report, const Finding& finding) {
    json.begin_object();
    json.key("descriptor");
    json.begin_object();
    json.member("id", code_info(finding.code).slug);
    json.member("index", std::uint64_t{0});
    json.end_object();
    json.member("level", "error");
    write_text(json, "message", finding.message);
    json.key("locations");
    json.begin_array();
    json.begin_object();
    write_physical(json, report, finding.at);
    json.end_object();
    json.end_array();
    json.end_object();
}

void write_driver(JsonWriter& json, std::string_view version) {
    json.key("tool");
    json.begin_object();
    json.key("driver");
    json.begin_object();
    json.member("name", "Weir");
    json.member("version", version);
    json.member("semanticVersion", version);
    json.key("rules");
    json.begin_array();
    for (const CodeInfo& info : all_codes()) {
        write_rule(json, info);
    }
    json.end_array();
    json.key("notifications");
    json.begin_array();
    write_rule(json, code_info(Code::file_unreadable));
    json.end_array();
    json.end_object();
    json.end_object();
}

void write_array(JsonWriter& json, std::string_view name, const std::vector<SarifPart>& parts,
                 std::string SarifPart::*member) {
    json.key(name);
    json.begin_array();
    for (const SarifPart& part : parts) {
        if (!(part.*member).empty()) {
            json.raw(part.*member);
        }
    }
    json.end_array();
}

void write_invocation(JsonWriter& json, const std::vector<SarifPart>& parts) {
    const bool whole =
        std::all_of(parts.begin(), parts.end(), [](const SarifPart& part) { return part.notifications.empty(); });
    json.key("invocations");
    json.begin_array();
    json.begin_object();
    json.member("executionSuccessful", whole);
    write_array(json, "toolExecutionNotifications", parts, &SarifPart::notifications);
    json.end_object();
    json.end_array();
}

void write_files(JsonWriter& json, const std::vector<SarifPart>& parts) {
    std::vector<std::string_view> files;
    for (const SarifPart& part : parts) {
        files.insert(files.end(), part.files.begin(), part.files.end());
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    json.key("artifacts");
    json.begin_array();
    for (const std::string_view file : files) {
        json.begin_object();
        write_artifact(json, "location", file);
        json.end_object();
    }
    json.end_array();
}

} // namespace

SarifPart contract_sarif(const ContractReport& report) {
    JsonWriter results;
    JsonWriter notifications;
    Fingerprints fingerprints;
    for (const Finding& finding : *report.findings) {
        write_result(results, report, finding, fingerprints);
        if (finding.code == Code::file_unreadable) {
            write_notification(notifications, report, finding);
        }
    }
    SarifPart part{results.take(), notifications.take(), {std::string(report.file)}};
    for (FileId file = 0; report.sources != nullptr && file < report.sources->size(); ++file) {
        part.files.push_back((*report.sources)[file].name());
    }
    return part;
}

std::string findings_sarif(const std::vector<SarifPart>& contracts, std::string_view version) {
    JsonWriter json;
    json.begin_object();
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.member("version", "2.1.0");
    json.key("runs");
    json.begin_array();
    json.begin_object();
    write_driver(json, version);
    write_invocation(json, contracts);
    json.key("originalUriBaseIds");
    json.begin_object();
    json.key(kRoot);
    json.begin_object();
    json.key("description");
    json.begin_object();
    json.member("text", "The folder in which weir ran.");
    json.end_object();
    json.end_object();
    json.end_object();
    json.member("columnKind", "unicodeCodePoints");
    write_files(json, contracts);
    write_array(json, "results", contracts, &SarifPart::results);
    json.end_object();
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

} // namespace weir
