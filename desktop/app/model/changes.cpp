#include "model/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weir::app {

namespace {

using nlohmann::json;

std::string text_of(const json& object, const char* key) {
    const auto at = object.find(key);
    if (at == object.end() || at->is_null()) {
        return {};
    }
    return at->is_string() ? at->get<std::string>() : at->dump();
}

/// What a migration would need and what becomes of the savepoint.
std::string further_of(const json& shown) {
    std::string text;
    const auto migration = shown.find("migration");
    if (migration != shown.end() && migration->is_object()) {
        text += text_of(*migration, "note");
        for (const auto& [engine, key] : {std::pair{"Spark", "spark"}, std::pair{"Trino", "trino"}}) {
            for (const json& statement : (*migration)[key]) {
                text += fmt::format(" {}: {};", engine, statement.get<std::string>());
            }
        }
    }
    const auto savepoint = shown.find("savepoint");
    if (savepoint != shown.end() && savepoint->is_object()) {
        text += (text.empty() ? "" : " ") + text_of(*savepoint, "why");
    }
    return text;
}

/// The change as the report shows it: it masks what may be a secret.
ChangeRow change_row(const json& shown, const Change& change, const Sources& base, const Sources& head) {
    ChangeRow row;
    row.severity = change.severity;
    row.rule = change.rule;
    row.path = text_of(shown, "path");
    row.message = text_of(shown, "message");
    row.further = further_of(shown);
    row.before = text_of(shown, "before");
    row.after = text_of(shown, "after");
    row.base = source_place(base, change.base);
    row.head = source_place(head, change.head);
    if (row.base.known) {
        row.base_file = base[change.base.file].name();
    }
    return row;
}

} // namespace

std::shared_ptr<const ChangesSnapshot> compare(const ContractFile& baseline, const Snapshot& head) {
    auto result = std::make_shared<ChangesSnapshot>();
    result->baseline = baseline.path;
    result->read = baseline.read;
    result->why = baseline.why;
    if (!result->why.empty()) {
        return result;
    }
    std::vector<Change> changes;
    const ChangesReport report = weir::compare(baseline.checked, head.checked, false, changes);
    result->why = report.error.message;
    if (!report.error.code.empty() || report.base == nullptr || report.head == nullptr) {
        result->why = result->why.empty() ? "one of the two cannot be read" : result->why;
        return result;
    }
    const ContractSummary base = summarize(baseline);
    if (base.errors > 0) {
        result->note = fmt::format("The baseline has {} error{} itself; what could not be read is not compared.",
                                   base.errors, base.errors == 1 ? "" : "s");
    }
    const ChangeCounts counts = count(report);
    result->breaking = static_cast<std::uint32_t>(counts.breaking);
    result->non_breaking = static_cast<std::uint32_t>(counts.non_breaking);
    result->info = static_cast<std::uint32_t>(counts.info);
    const json shown = json::parse(changes_json(report), nullptr, false);
    const auto rows = shown.find("changes");
    for (std::size_t i = 0; rows != shown.end() && i < rows->size() && i < changes.size(); ++i) {
        result->changes.push_back(change_row((*rows)[i], changes[i], *report.base, *report.head));
    }
    return result;
}

} // namespace weir::app
