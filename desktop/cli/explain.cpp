#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/assets.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/words.h"
#include "live/open.h"
#include "weir/facade.h"
#include "weir/names.h"
#include "weir/policy.h"

namespace weir::cli {

namespace {

constexpr std::size_t kLargestPage = 256UL * 1024;

/// A row of one of the tables.
struct Meaning {
    std::string_view slug;
    std::string_view severity;
    std::string_view meaning;
    std::string_view kind;   ///< what JSON calls its slug
    std::string_view folder; ///< of its page, below docs; empty for a section of docs/policy.md
};

std::vector<Meaning> codes() {
    std::vector<Meaning> rows;
    for (const CodeInfo& info : all_codes()) {
        rows.push_back({info.slug, severity_name(info.severity), info.meaning, "code", "codes"});
    }
    return rows;
}

std::vector<Meaning> changes() {
    std::vector<Meaning> rows;
    for (const RuleInfo& info : all_rules()) {
        rows.push_back({info.rule, severity_name(info.severity), info.meaning, "rule", "rules"});
    }
    return rows;
}

std::vector<Meaning> refusals() {
    std::vector<Meaning> rows;
    for (const RefusalCode& info : refusal_codes()) {
        rows.push_back({info.code, "refused", info.meaning, "refusal", ""});
    }
    return rows;
}

/// All rows. A code comes before the refusal that shares its slug and says more.
std::vector<Meaning> all_meanings() {
    std::vector<Meaning> rows = codes();
    for (const std::vector<Meaning>& more : {changes(), refusals()}) {
        rows.insert(rows.end(), more.begin(), more.end());
    }
    return rows;
}

std::string page_of(const Meaning& row) {
    return row.folder.empty() ? std::string("docs/policy.md") : fmt::format("docs/{}/{}.md", row.folder, row.slug);
}

nlohmann::ordered_json object_of(const Meaning& row) {
    return {{row.kind, row.slug},
            {"severity", row.severity},
            {"meaning", row.meaning},
            {"page", row.folder.empty() ? fmt::format("{}#{}", page_of(row), row.slug) : page_of(row)}};
}

/// The part of a page below the heading `### slug`.
std::string_view section_of(std::string_view page, std::string_view slug) {
    const std::string heading = fmt::format("\n### {}\n", slug);
    const std::size_t at = page.find(heading);
    if (at == std::string_view::npos) {
        return {};
    }
    page.remove_prefix(at + 1);
    return page.substr(0, std::min(page.find("\n### ", 1), page.find("\n## ", 1)));
}

std::string explained(const Io& io, const Meaning& row) {
    std::string text = fmt::format("{}[{}]: {}\n", row.severity, row.slug, row.meaning);
    const std::string page = find_asset(io.program, page_of(row));
    const FileAnswer answer = page.empty() ? FileAnswer() : live::read_regular(page, kLargestPage);
    const std::string_view shown = row.folder.empty() ? section_of(answer.text, row.slug) : answer.text;
    if (!shown.empty()) {
        text += fmt::format("\n{}", shown);
    }
    return text;
}

nlohmann::ordered_json object_of(const AllowlistInfo& info) {
    nlohmann::ordered_json commands = nlohmann::ordered_json::array();
    for (const PolicyCommand command : info.checked_by) {
        commands.push_back(policy_command_names()[static_cast<std::size_t>(command)]);
    }
    return {{"variable", info.variable},
            {"bounds", info.bounds},
            {"entry", info.entry},
            {"checkedBy", std::move(commands)},
            {"narrowed", info.narrowed}};
}

std::string listed(std::string_view title, const std::vector<Meaning>& rows) {
    std::size_t width = 0;
    for (const Meaning& row : rows) {
        width = std::max(width, row.slug.size());
    }
    std::string text = fmt::format("{}\n", title);
    for (const Meaning& row : rows) {
        text += fmt::format("  {:{}}  {:12}  {}\n", row.slug, width, row.severity, row.meaning);
    }
    return text;
}

} // namespace

Exit explain(Io& io, const ExplainOptions& options) {
    const std::vector<Meaning> rows = all_meanings();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const Meaning& row) { return row.slug == options.code; });
    if (found == rows.end()) {
        std::vector<std::string_view> slugs;
        slugs.reserve(rows.size());
        for (const Meaning& row : rows) {
            slugs.push_back(row.slug);
        }
        const std::string_view near = nearest(options.code, slugs);
        return fail(io, options.common, "code-unknown",
                    near.empty() ? fmt::format("there is no code {}", options.code)
                                 : fmt::format("there is no code {}; did you mean {}?", options.code, near));
    }
    if (!options.common.json()) {
        return emit(io, options.common, explained(io, *found));
    }
    return emit(io, options.common, json_line(object_of(*found)));
}

Exit rules(Io& io, const Common& common) {
    if (!common.json()) {
        return emit(io, common,
                    fmt::format("{}\n{}\n{}", listed("Findings of validate", codes()),
                                listed("Rules of diff", changes()), listed("Refusals of policy", refusals())));
    }
    nlohmann::ordered_json object = {{"schema", 1}};
    for (const auto& [name, rows] : {std::pair("codes", codes()), std::pair("rules", changes())}) {
        object[name] = nlohmann::ordered_json::array();
        for (const Meaning& row : rows) {
            object[name].push_back(object_of(row));
        }
    }
    object["refusals"] = nlohmann::ordered_json::array();
    for (const RefusalCode& info : refusal_codes()) {
        nlohmann::ordered_json row = object_of({info.code, "refused", info.meaning, "refusal", ""});
        row["variable"] = info.variable.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(info.variable);
        object["refusals"].push_back(std::move(row));
    }
    object["allowlists"] = nlohmann::ordered_json::array();
    for (const AllowlistInfo& info : allowlists()) {
        object["allowlists"].push_back(object_of(info));
    }
    return emit(io, common, json_line(object));
}

Exit completion(Io& io, const CompletionOptions& options, const CLI::App& app) {
    std::vector<std::string_view> slugs;
    for (const Meaning& row : all_meanings()) {
        slugs.push_back(row.slug);
    }
    return emit(io, options.common, completion_script(options.shell, command_words(app), slugs));
}

} // namespace weir::cli
