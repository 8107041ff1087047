#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "preview/html.h"
#include "preview/parts.h"
#include "report/markdown.h"
#include "weir/preview.h"

namespace weir {

namespace {

/// 0 for what needs a look first.
int urgency(const PreviewEntry& entry) {
    if (entry.alarming()) {
        return 0;
    }
    return entry.counts.non_breaking > 0 ? 1 : entry.counts.info > 0 || entry.status == PreviewStatus::Added ? 2 : 3;
}

struct Verdict {
    std::string_view level; ///< class of the badge
    std::string_view text;
};

Verdict verdict_of(const PreviewEntry& entry) {
    if (entry.unreadable) {
        return {"breaking", "✕ unreadable"};
    }
    if (entry.status == PreviewStatus::Removed) {
        return {"breaking", "✕ removed"};
    }
    if (entry.counts.breaking > 0) {
        return {"breaking", "✕ breaking"};
    }
    if (!entry.valid) {
        return {"breaking", "✕ not valid"};
    }
    if (entry.counts.non_breaking > 0) {
        return {"non-breaking", "! review"};
    }
    if (entry.status == PreviewStatus::Added) {
        return {"info", "+ new"};
    }
    if (entry.counts.info == 0 && entry.counts.waived > 0) {
        return {"info", "~ waived"};
    }
    return entry.counts.info > 0 ? Verdict{"info", "i info"} : Verdict{"same", "= same meaning"};
}

void write_count(Html& html, std::size_t number, std::string_view level, std::string_view label) {
    html.raw("<td data-label=\"")
        .raw(label)
        .raw(number > 0 ? "\" class=\"num some " : "\" class=\"num zero ")
        .raw(level);
    html.raw("\">").number(number).raw("</td>");
}

void write_row(Html& html, const PreviewEntry& entry, std::string_view page) {
    const Verdict verdict = verdict_of(entry);
    html.raw("<tr><td><span class=\"badge ").raw(verdict.level).raw("\">").raw(verdict.text).raw("</span></td>");
    html.raw("<th scope=\"row\"><a href=\"").attribute(page).raw("\">");
    html.text(entry.id.empty() ? entry.file : entry.id).raw("</a><small>");
    if (!entry.moved_from.empty()) {
        html.text(entry.moved_from).raw(" → ");
    }
    html.text(entry.file)
        .raw("</small></th><td data-label=\"Status\">")
        .raw(preview_status_name(entry.status))
        .raw("</td>");
    write_count(html, entry.counts.breaking, "breaking", "Breaking");
    write_count(html, entry.counts.non_breaking, "non-breaking", "Non-breaking");
    write_count(html, entry.counts.info, "info", "Info");
    write_count(html, entry.errors, "breaking", "Errors");
    html.raw("<td data-label=\"Commits per day\" class=\"num\">");
    if (entry.commits_before == entry.commits_after) {
        html.number(entry.commits_after);
    } else {
        html.number(entry.commits_before).raw(" → <b>").number(entry.commits_after).raw("</b>");
    }
    html.raw("</td></tr>\n");
}

void write_table_head(Html& html) {
    html.raw("<table class=\"contracts\">\n<thead><tr><th scope=\"col\">Verdict</th><th scope=\"col\">Contract</th>");
    html.raw("<th scope=\"col\">Status</th><th scope=\"col\" class=\"num\">Breaking</th>");
    html.raw("<th scope=\"col\" class=\"num\">Non-breaking</th><th scope=\"col\" class=\"num\">Info</th>");
    html.raw("<th scope=\"col\" class=\"num\">Errors</th><th scope=\"col\" class=\"num\">Commits per day</th></tr>");
    html.raw("</thead>\n<tbody>\n");
}

void write_card(Html& html, std::size_t number, std::string_view level, std::string_view one, std::string_view many) {
    html.raw(number > 0 ? "<li class=\"card " : "<li class=\"card none ").raw(level).raw("\"><b>").number(number);
    html.raw("</b> ").raw(number == 1 ? one : many).raw("</li>\n");
}

std::string headline_of(const PreviewTotals& totals, const PreviewSummary& summary) {
    const auto alarming = static_cast<std::size_t>(std::count_if(
        summary.entries.begin(), summary.entries.end(), [](const PreviewEntry& entry) { return entry.alarming(); }));
    if (summary.entries.empty()) {
        return summary.problems.empty() ? "No contract changed" : "Not everything could be looked at";
    }
    if (alarming > 0) {
        return fmt::format("{} {} a look before this is merged", counted(alarming, "contract", "contracts"),
                           alarming == 1 ? "needs" : "need");
    }
    if (std::any_of(summary.warnings.begin(), summary.warnings.end(),
                    [](const ChangesWarning& warning) { return warning.code == "baseline-invalid"; })) {
        return "Nothing breaks that could be compared";
    }
    return totals.counts.non_breaking > 0 ? "Nothing breaks; some changes are for review" : "Nothing breaks";
}

/// What needs a look first comes first.
std::vector<const PreviewEntry*> ordered(const std::vector<PreviewEntry>& entries) {
    std::vector<const PreviewEntry*> order;
    order.reserve(entries.size());
    for (const PreviewEntry& entry : entries) {
        order.push_back(&entry);
    }
    std::sort(order.begin(), order.end(), [](const PreviewEntry* a, const PreviewEntry* b) {
        const auto key = [](const PreviewEntry& entry) {
            return std::tuple(urgency(entry), std::string_view(entry.file), std::string_view(entry.moved_from));
        };
        return key(*a) < key(*b);
    });
    return order;
}

void write_entries(Html& html, const std::vector<PreviewEntry>& entries, const PreviewLimits& limits) {
    const std::vector<const PreviewEntry*> order = ordered(entries);
    constexpr std::size_t kOpen = 500;
    const std::size_t shown = std::min(order.size(), limits.rows);
    write_table_head(html);
    for (std::size_t i = 0; i < shown; ++i) {
        if (i == kOpen) {
            html.raw("</tbody>\n</table>\n<details class=\"table\"><summary>").number(shown - i);
            html.raw(" more contracts</summary>\n");
            write_table_head(html);
        }
        write_row(html, *order[i], order[i]->page);
    }
    html.raw("</tbody>\n</table>\n").raw(shown > kOpen ? "</details>\n" : "");
    if (order.size() > shown) {
        html.raw("<p class=\"cut\">").raw(counted(order.size() - shown, "more contract", "more contracts"));
        html.raw(" not listed here; each has its page in the folder <code>contracts</code></p>\n");
    }
}

/// A row of the comment. Nothing in `<code>` is a mention or a reference.
std::string comment_row(const PreviewEntry& entry) {
    Html html;
    html.raw("<tr><td>").raw(verdict_of(entry).text).raw("</td><td><code>");
    html.text(clipped(entry.id.empty() ? entry.file : entry.id, 200)).raw("</code><br><code>");
    if (!entry.moved_from.empty()) {
        html.text(clipped(entry.moved_from, 300)).raw("</code> → <code>");
    }
    html.text(clipped(entry.file, 300)).raw("</code></td><td>").number(entry.counts.breaking).raw("</td><td>");
    html.number(entry.counts.non_breaking).raw("</td><td>").number(entry.counts.info).raw("</td><td>");
    html.number(entry.errors).raw("</td><td>");
    if (entry.commits_before != entry.commits_after) {
        html.number(entry.commits_before).raw(" → ");
    }
    html.number(entry.commits_after).raw("</td></tr>\n");
    return html.take();
}

void write_names(Html& html, const std::vector<std::string>& names, std::string_view what, std::size_t most) {
    if (names.empty()) {
        return;
    }
    html.raw("<details class=\"table\"><summary>").number(names.size()).raw(" ").raw(what).raw("</summary>\n<ul ");
    html.raw("class=\"names\">\n");
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
        html.raw("<li><code>").text(names[i]).raw("</code></li>\n");
    }
    html.raw("</ul>\n");
    if (names.size() > most) {
        html.raw("<p class=\"cut\">").number(names.size() - most).raw(" more not listed here</p>\n");
    }
    html.raw("</details>\n");
}

} // namespace

std::string_view preview_status_name(PreviewStatus status) {
    switch (status) {
    case PreviewStatus::Added:
        return "added";
    case PreviewStatus::Removed:
        return "removed";
    case PreviewStatus::Moved:
        return "moved";
    case PreviewStatus::Changed:
        break;
    }
    return "changed";
}

PreviewTotals preview_totals(const std::vector<PreviewEntry>& entries) {
    PreviewTotals totals;
    for (const PreviewEntry& entry : entries) {
        switch (entry.status) {
        case PreviewStatus::Added:
            ++totals.added;
            break;
        case PreviewStatus::Removed:
            ++totals.removed;
            break;
        case PreviewStatus::Moved:
            ++totals.moved;
            break;
        case PreviewStatus::Changed:
            ++totals.changed;
            break;
        }
        totals.invalid += !entry.valid && entry.status != PreviewStatus::Removed ? 1 : 0;
        totals.counts.breaking += entry.counts.breaking;
        totals.counts.non_breaking += entry.counts.non_breaking;
        totals.counts.info += entry.counts.info;
        totals.counts.waived += entry.counts.waived;
        totals.commits_before += entry.commits_before;
        totals.commits_after += entry.commits_after;
    }
    return totals;
}

std::string preview_index(const PreviewSummary& summary, const PreviewFrame& frame, const PreviewLimits& limits) {
    const PreviewTotals totals = preview_totals(summary.entries);
    const std::string headline = headline_of(totals, summary);
    const bool alarm = std::any_of(summary.entries.begin(), summary.entries.end(),
                                   [](const PreviewEntry& entry) { return entry.alarming(); }) ||
                       !summary.problems.empty();
    Html html;
    write_head(html, "Contract changes: " + headline);
    html.raw("<header class=\"top\">\n<p class=\"kicker\">Contract changes</p>\n<h1>").raw(headline).raw("</h1>\n");
    html.raw("<p class=\"sub\">").raw(counted(summary.entries.size(), "contract differs", "contracts differ"));
    html.raw(", ").number(summary.unchanged.size()).raw(" unchanged. Commits per day of those that differ: ");
    html.number(totals.commits_before).raw(" before, ").number(totals.commits_after).raw(" after.</p>\n");
    html.raw(alarm ? "<ul class=\"cards alarm\">\n" : "<ul class=\"cards\">\n");
    write_card(html, totals.counts.breaking, "breaking", "breaking change", "breaking changes");
    write_card(html, totals.counts.non_breaking, "non-breaking", "change to review", "changes to review");
    write_card(html, totals.counts.info, "info", "change to know of", "changes to know of");
    write_card(html, totals.removed, "breaking", "removed", "removed");
    write_card(html, totals.added, "info", "added", "added");
    write_card(html, totals.moved, "info", "moved", "moved");
    write_card(html, totals.invalid, "breaking", "not valid", "not valid");
    html.raw("</ul>\n</header>\n<main>\n");
    for (std::size_t i = 0; i < std::min<std::size_t>(summary.problems.size(), 100); ++i) {
        html.raw("<p class=\"note warning\"><b class=\"sign\">!</b> ").text(summary.problems[i]).raw("</p>\n");
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(summary.warnings.size(), 100); ++i) {
        html.raw("<p class=\"note warning\"><b class=\"sign\">!</b> ").text(summary.warnings[i].message).raw("</p>\n");
    }
    if (!summary.entries.empty()) {
        html.raw("<h2>Contracts that differ</h2>\n");
        write_entries(html, summary.entries, limits);
    }
    write_names(html, summary.unchanged, "unchanged", limits.names);
    html.raw("</main>\n");
    write_foot(html, frame.version);
    return html.take();
}

std::string preview_comment(const PreviewSummary& summary, std::size_t bytes) {
    const PreviewTotals totals = preview_totals(summary.entries);
    std::string text = fmt::format("### Contract changes: {}\n\n{}, {} unchanged.\n\n", headline_of(totals, summary),
                                   counted(summary.entries.size(), "contract differs", "contracts differ"),
                                   grouped(summary.unchanged.size()));
    for (std::size_t i = 0; i < std::min<std::size_t>(summary.problems.size(), 10); ++i) {
        text += "<p>! <code>" + Html().text(clipped(summary.problems[i], 300)).take() + "</code></p>\n\n";
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(summary.warnings.size(), 10); ++i) {
        text += "<p>! " + html_text(clipped(summary.warnings[i].message, 300)) + "</p>\n\n";
    }
    if (summary.entries.empty()) {
        return text;
    }
    text += "<table>\n<tr><th>Verdict</th><th>Contract</th><th>Breaking</th><th>Non-breaking</th><th>Info</th>"
            "<th>Errors</th><th>Commits per day</th></tr>\n";
    const std::vector<const PreviewEntry*> order = ordered(summary.entries);
    std::size_t written = 0;
    while (written < order.size()) {
        const std::string row = comment_row(*order[written]);
        if (text.size() + row.size() + 200 > bytes) {
            break;
        }
        text += row;
        ++written;
    }
    text += "</table>\n\n";
    if (written < order.size()) {
        text +=
            fmt::format("{} more contracts differ; the preview lists them all.\n\n", grouped(order.size() - written));
    }
    return text;
}

} // namespace weir
