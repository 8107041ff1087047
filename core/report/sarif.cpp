#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/exchange.h"
#include "report/json_writer.h"
#include "report/sarif_parts.h"
#include "weir/report.h"
#include "weir/sha256.h"

namespace weir {

namespace {

bool is_known(const ContractReport& report, Span span) {
    return report.sources != nullptr && span.known() && span.file < report.sources->size();
}

void write_physical(JsonWriter& json, const ContractReport& report, Span span) {
    write_sarif_place(json, report.sources, span, report.file);
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
        write_sarif_text(json, "message", related.message);
        json.end_object();
    }
    json.end_array();
}

void write_replacement(JsonWriter& json, const ContractReport& report, const Edit& edit) {
    json.begin_object();
    write_sarif_region(json, "deletedRegion", *report.sources, edit.span);
    write_sarif_text(json, "insertedContent", edit.text);
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
    write_sarif_text(json, "description", fix.title);
    json.key("artifactChanges");
    json.begin_array();
    for (const auto& [file, edits] : by_file) {
        json.begin_object();
        write_sarif_artifact(json, "artifactLocation", (*report.sources)[file].name());
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
    write_sarif_text(json, "message", finding.help.empty() ? finding.message : finding.message + "\n" + finding.help);
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
    write_sarif_text(json, "message", finding.message);
    json.key("locations");
    json.begin_array();
    json.begin_object();
    write_physical(json, report, finding.at);
    json.end_object();
    json.end_array();
    json.end_object();
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
    return sarif_log(sarif_codes(), contracts, version);
}

} // namespace weir
