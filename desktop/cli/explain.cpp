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

namespace weir::cli {

namespace {

constexpr std::size_t kLargestPage = 256UL * 1024;

/// A row of either table.
struct Meaning {
    std::string_view slug;
    std::string_view severity;
    std::string_view meaning;
    std::string_view folder; ///< of its page, below docs
};

std::vector<Meaning> codes() {
    std::vector<Meaning> rows;
    for (const CodeInfo& info : all_codes()) {
        rows.push_back({info.slug, severity_name(info.severity), info.meaning, "codes"});
    }
    return rows;
}

std::vector<Meaning> changes() {
    std::vector<Meaning> rows;
    for (const RuleInfo& info : all_rules()) {
        rows.push_back({info.rule, severity_name(info.severity), info.meaning, "rules"});
    }
    return rows;
}

std::string page_of(const Meaning& row) {
    return fmt::format("docs/{}/{}.md", row.folder, row.slug);
}

nlohmann::ordered_json object_of(std::string_view kind, const Meaning& row) {
    return {{kind, row.slug}, {"severity", row.severity}, {"meaning", row.meaning}, {"page", page_of(row)}};
}

std::string explained(const Io& io, const Meaning& row) {
    std::string text = fmt::format("{}[{}]: {}\n", row.severity, row.slug, row.meaning);
    const std::string page = find_asset(io.program, page_of(row));
    const FileAnswer answer = page.empty() ? FileAnswer() : live::read_regular(page, kLargestPage);
    if (!answer.text.empty()) {
        text += "\n" + answer.text;
    }
    return text;
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
    std::vector<Meaning> rows = codes();
    const std::size_t code_count = rows.size();
    const std::vector<Meaning> more = changes();
    rows.insert(rows.end(), more.begin(), more.end());
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
    const bool is_code = static_cast<std::size_t>(found - rows.begin()) < code_count;
    return emit(io, options.common, json_line(object_of(is_code ? "code" : "rule", *found)));
}

Exit rules(Io& io, const Common& common) {
    if (!common.json()) {
        return emit(io, common, listed("Findings of validate", codes()) + "\n" + listed("Rules of diff", changes()));
    }
    nlohmann::ordered_json object = {
        {"schema", 1}, {"codes", nlohmann::ordered_json::array()}, {"rules", nlohmann::ordered_json::array()}};
    for (const Meaning& row : codes()) {
        object["codes"].push_back(object_of("code", row));
    }
    for (const Meaning& row : changes()) {
        object["rules"].push_back(object_of("rule", row));
    }
    return emit(io, common, json_line(object));
}

Exit completion(Io& io, const CompletionOptions& options, const CLI::App& app) {
    std::vector<std::string_view> slugs;
    for (const std::vector<Meaning>& rows : {codes(), changes()}) {
        for (const Meaning& row : rows) {
            slugs.push_back(row.slug);
        }
    }
    return emit(io, options.common, completion_script(options.shell, command_words(app), slugs));
}

} // namespace weir::cli
