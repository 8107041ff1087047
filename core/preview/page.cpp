#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "preview/parts.h"
#include "weir/cost.h"
#include "weir/sha256.h"

namespace weir {

namespace {

std::string_view status_name(PreviewStatus status) {
    switch (status) {
    case PreviewStatus::Added:
        return "new contract";
    case PreviewStatus::Removed:
        return "contract removed";
    case PreviewStatus::Moved:
        return "moved";
    case PreviewStatus::Changed:
        break;
    }
    return "changed";
}

std::string verdict_of(const PreviewEntry& entry, const PreviewPair& pair) {
    if (entry.unreadable) {
        return pair.changes == nullptr || pair.changes->error.code.empty() ? "This contract cannot be read"
                                                                           : "The two sides cannot be compared";
    }
    switch (entry.status) {
    case PreviewStatus::Added:
        return entry.valid ? "A new contract" : "A new contract, which is not valid";
    case PreviewStatus::Removed:
        return "This contract is removed: whoever reads its tables loses them";
    default:
        break;
    }
    if (entry.counts.breaking > 0) {
        return counted(entry.counts.breaking, "breaking change", "breaking changes");
    }
    if (entry.counts.non_breaking > 0) {
        return counted(entry.counts.non_breaking, "change to review", "changes to review") + ", none breaking";
    }
    if (entry.counts.info > 0) {
        return counted(entry.counts.info, "change", "changes") + " for your information";
    }
    if (entry.counts.waived > 0) {
        return counted(entry.counts.waived, "change that is waived", "changes that are waived");
    }
    return entry.status == PreviewStatus::Moved ? "Moved, without a change of meaning" : "No change of meaning";
}

std::string_view level_of(const PreviewEntry& entry) {
    if (entry.alarming()) {
        return "breaking";
    }
    return entry.counts.non_breaking > 0                 ? "non-breaking"
           : entry.counts.info + entry.counts.waived > 0 ? "info"
                                                         : "same";
}

void write_badge(Html& html, std::string_view level, std::size_t number, std::string_view what) {
    if (number > 0) {
        html.raw("<li class=\"badge ").raw(level).raw("\"><b>").number(number).raw("</b> ").raw(what).raw("</li>\n");
    }
}

void write_top(Html& html, const PageContext& context, const PreviewEntry& entry, const PreviewFrame& frame) {
    html.raw("<header class=\"top\">\n");
    if (!frame.index.empty()) {
        html.raw("<p class=\"up\"><a href=\"").attribute(frame.index).raw("\">← All contracts</a></p>\n");
    }
    html.raw("<p class=\"kicker\">Contract change · ").raw(status_name(entry.status)).raw("</p>\n<h1>");
    html.text(entry.id.empty() ? entry.file : entry.id).raw("</h1>\n<p class=\"sub\">");
    if (!entry.name.empty()) {
        html.text(entry.name).raw(" · ");
    }
    if (!entry.moved_from.empty()) {
        html.raw("<code>").text(entry.moved_from).raw("</code> → ");
    }
    html.raw("<code>").text(entry.file).raw("</code></p>\n<div class=\"verdict ").raw(level_of(entry)).raw("\">\n<p>");
    html.text(verdict_of(entry, context.pair)).raw("</p>\n<ul class=\"badges\">\n");
    write_badge(html, "breaking", entry.counts.breaking, "breaking");
    write_badge(html, "non-breaking", entry.counts.non_breaking, "non-breaking");
    write_badge(html, "info", entry.counts.info, "informational");
    write_badge(html, "info", entry.counts.waived, "waived");
    write_badge(html, "breaking", entry.errors, entry.errors == 1 ? "error" : "errors");
    write_badge(html, "non-breaking", entry.warnings, entry.warnings == 1 ? "warning" : "warnings");
    html.raw(entry.valid ? "<li class=\"badge good\">✓ valid</li>\n"
                         : "<li class=\"badge breaking\">✕ not valid</li>\n");
    html.raw("</ul>\n</div>\n");
    if (context.pair.changes != nullptr && !context.pair.changes->error.code.empty()) {
        html.raw("<p class=\"note warning\">")
            .text(clipped(context.veil.text(context.pair.changes->error.message), 1'000));
        html.raw("</p>\n");
    }
    html.raw("</header>\n");
}

struct Section {
    std::string_view id;
    std::string_view title;
};

std::size_t errors_of(const PreviewSide& side, Severity severity) {
    return side.report.findings == nullptr
               ? 0
               : static_cast<std::size_t>(
                     std::count_if(side.report.findings->begin(), side.report.findings->end(),
                                   [&](const Finding& finding) { return finding.severity() == severity; }));
}

std::uint64_t commits_of(const PreviewSide* side) {
    std::uint64_t commits = 0;
    if (side != nullptr && side->contract != nullptr) {
        for (const DailyCost& cost : daily_costs(*side->contract)) {
            commits += cost.commits;
        }
    }
    return commits;
}

} // namespace

std::vector<BuildPair> builds_of(const PageContext& context) {
    const auto plans = [](const PreviewSide* side) {
        return side == nullptr || side->contract == nullptr || side->plan == nullptr ? nullptr : &side->plan->builds;
    };
    const auto* base = plans(context.pair.base);
    const auto* head = plans(context.pair.head);
    std::map<std::string_view, const BuildPlan*> by_id;
    std::map<std::string_view, const BuildPlan*> by_expose;
    const auto expose_of = [](const Contract& contract, const BuildPlan& plan) {
        const Build& build = contract.builds[plan.build];
        return build.outputs.empty() ? std::string_view() : build.outputs.front().value;
    };
    for (std::size_t i = 0; base != nullptr && i < base->size(); ++i) {
        by_id.emplace(context.base()->builds[(*base)[i].build].id.value, &(*base)[i]);
    }
    std::vector<BuildPair> pairs;
    for (std::size_t i = 0; head != nullptr && i < head->size(); ++i) {
        pairs.push_back({nullptr, &(*head)[i]});
        const auto found = by_id.find(context.head()->builds[(*head)[i].build].id.value);
        if (found != by_id.end()) {
            pairs.back().base = found->second;
            by_id.erase(found);
        }
    }
    for (const auto& [id, plan] : by_id) {
        by_expose.emplace(expose_of(*context.base(), *plan), plan);
    }
    for (BuildPair& pair : pairs) {
        const auto found =
            pair.base == nullptr ? by_expose.find(expose_of(*context.head(), *pair.head)) : by_expose.end();
        if (found != by_expose.end() && !found->first.empty()) {
            pair.base = found->second;
            by_id.erase(context.base()->builds[found->second->build].id.value);
            by_expose.erase(found);
        }
    }
    for (const auto& [id, plan] : by_id) {
        pairs.push_back({plan, nullptr});
    }
    return pairs;
}

PreviewEntry preview_entry(const PreviewPair& pair) {
    const Veil veil(pair);
    const PreviewSide& shown = pair.head != nullptr ? *pair.head : *pair.base;
    PreviewEntry entry;
    entry.file = veil.text(shown.report.file);
    entry.page = preview_page_name(shown.report.file);
    if (pair.base == nullptr || pair.head == nullptr) {
        entry.status = pair.base == nullptr ? PreviewStatus::Added : PreviewStatus::Removed;
    } else if (pair.base->report.file != pair.head->report.file) {
        entry.status = PreviewStatus::Moved;
        entry.moved_from = veil.text(pair.base->report.file);
    }
    const Contract* named = shown.contract != nullptr || pair.base == nullptr ? shown.contract : pair.base->contract;
    if (named != nullptr) {
        entry.id = clipped(veil.text(named->id.value), 200);
        entry.name = clipped(veil.text(named->name.value), 200);
    }
    entry.unreadable = shown.contract == nullptr || (pair.changes != nullptr && !pair.changes->error.code.empty());
    entry.valid = shown.report.valid;
    if (pair.changes != nullptr) {
        entry.counts = count(*pair.changes);
    }
    if (pair.head != nullptr) {
        entry.errors = errors_of(*pair.head, Severity::Error);
        entry.warnings = errors_of(*pair.head, Severity::Warning);
    }
    entry.commits_before = commits_of(pair.base);
    entry.commits_after = commits_of(pair.head);
    return entry;
}

std::string preview_page(const PreviewPair& pair, const PreviewEntry& entry, const PreviewFrame& frame,
                         const PreviewLimits& limits) {
    const Veil veil(pair);
    const PageContext context{pair, veil, limits};
    const std::vector<FilePair> files = files_of(context);
    const Anchors anchors(context, files);
    // The sections first: the page's own list of contents names those that there are.
    Html body;
    std::vector<Section> sections;
    const auto add = [&](bool written, std::string_view id, std::string_view title) {
        if (written) {
            sections.push_back({id, title});
        }
    };
    add(write_changes(body, context, anchors), "changes", "Changes");
    add(write_findings(body, context, anchors), "findings", "Findings");
    // Of two sides, one of which cannot be read, everything would look as if it came or went.
    if (pair.changes == nullptr || pair.changes->error.code.empty()) {
        add(write_cost(body, context), "cost", "Cost per day");
        add(write_lineages(body, context), "lineage", "Lineage");
        add(write_texts(body, context, anchors, files), "yaml", "Contract");
        add(write_sql(body, context), "sql", "Flink SQL");
    }

    Html html;
    write_head(html, fmt::format("{}: {}", entry.id.empty() ? entry.file : entry.id, verdict_of(entry, pair)));
    write_top(html, context, entry, frame);
    html.raw("<nav aria-label=\"On this page\"><ul>\n");
    for (const Section& section : sections) {
        html.raw("<li><a href=\"#").raw(section.id).raw("\">").raw(section.title).raw("</a></li>\n");
    }
    html.raw("</ul></nav>\n<main>\n").raw(body.take()).raw("</main>\n");
    write_foot(html, frame.version);
    return html.take();
}

std::string preview_page_name(std::string_view file) {
    constexpr std::size_t kSlug = 60;
    constexpr std::size_t kDigits = 16;
    std::string slug;
    std::string_view stem = file;
    for (const std::string_view end : {".fluid.yaml", ".fluid.yml", ".yaml"}) {
        if (stem.ends_with(end)) {
            stem.remove_suffix(end.size());
            break;
        }
    }
    for (const char c : stem) {
        const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const bool plain = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9');
        if (plain) {
            slug += low;
        } else if (!slug.empty() && slug.back() != '-') {
            slug += '-';
        }
    }
    // The end of a path tells more than its start.
    slug = slug.size() > kSlug ? slug.substr(slug.size() - kSlug) : slug;
    while (slug.starts_with('-')) {
        slug.erase(0, 1);
    }
    while (slug.ends_with('-')) {
        slug.pop_back();
    }
    return fmt::format("contracts/{}-{}.html", slug.empty() ? "contract" : slug, sha256_hex(file).substr(0, kDigits));
}

} // namespace weir
