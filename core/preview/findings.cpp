#include <algorithm>

#include <fmt/format.h>

#include "preview/align.h"
#include "preview/parts.h"
#include "report/glyph.h"
#include "report/snippet.h"
#include "weir/names.h"

namespace weir {

namespace {

constexpr std::size_t kMessage = 2'000;
constexpr std::uint32_t kSnippetWidth = 100;

std::string_view sign_of(Severity severity) {
    switch (severity) {
    case Severity::Error:
        return "✕";
    case Severity::Warning:
        return "!";
    case Severity::Info:
        break;
    }
    return "i";
}

bool can_show(const Sources* sources, Span at) {
    return sources != nullptr && at.known() && at.file < sources->size();
}

/// The source lines of a finding with their carets, as the command line prints them.
std::string snippet_of(const PageContext& context, const Sources& sources, const SecretSpans& secrets,
                       const Finding& finding) {
    TextStyle style;
    style.width = kSnippetWidth;
    std::vector<Snippet> snippets = {{&sources, &secrets, finding.at, {}, true}};
    for (const Related& related : finding.related) {
        if (can_show(&sources, related.at) && snippets.size() < 3) {
            snippets.push_back({&sources, &secrets, related.at,
                                terminal_safe(context.veil.text(clipped(related.message, kMessage))), false});
        }
    }
    BlockWriter out(style);
    out.snippets(snippets);
    return out.take();
}

void write_finding(Html& html, const PageContext& context, const Anchors& anchors, bool head, const PreviewSide& side,
                   const Finding& finding) {
    const SecretSpans& secrets = (head ? context.veil.head() : context.veil.base()).spans();
    const CodeInfo& info = code_info(finding.code);
    html.raw("<article class=\"finding ")
        .raw(severity_name(info.severity))
        .raw("\">\n<h3 class=\"what\"><b class=\"sign\">");
    html.raw(sign_of(info.severity)).raw("</b> ");
    html.text(clipped(context.veil.text(finding.message), kMessage)).raw("</h3>\n<p class=\"meta\"><code ");
    html.raw("class=\"rule\">").raw(severity_name(info.severity)).raw("[").raw(info.slug).raw("]</code> ");
    if (can_show(side.report.sources, finding.at)) {
        write_location(html, context, anchors, head, finding.at);
    } else {
        html.text(side.report.file);
    }
    html.raw("</p>\n");
    if (can_show(side.report.sources, finding.at)) {
        html.raw("<pre class=\"caret\" tabindex=\"0\">");
        const std::string snippet = snippet_of(context, *side.report.sources, secrets, finding);
        for (const std::string_view line : lines_of(snippet)) {
            html.text(context.veil.text(line)).raw("\n");
        }
        html.raw("</pre>\n");
    }
    if (!finding.help.empty()) {
        html.raw("<p class=\"help\"><b>Help:</b> ").text(clipped(context.veil.text(finding.help), kMessage));
        html.raw("</p>\n");
    }
    html.raw("</article>\n");
}

} // namespace

bool write_findings(Html& html, const PageContext& context, const Anchors& anchors) {
    const bool head = context.pair.head != nullptr;
    const PreviewSide* side = head ? context.pair.head : context.pair.base;
    // Of a baseline that can be compared only its changes count.
    const bool broken_base = head && context.pair.base != nullptr && context.pair.base->contract == nullptr;
    const auto count_of = [](const PreviewSide& of) {
        return static_cast<std::size_t>(
            std::count_if(of.report.findings->begin(), of.report.findings->end(), is_on_page));
    };
    if (side == nullptr || side->report.findings == nullptr || (count_of(*side) == 0 && !broken_base)) {
        return false;
    }
    html.raw("<section id=\"findings\">\n<h2>Findings</h2>\n");
    const auto write_all = [&](bool of_head, const PreviewSide& of) {
        std::size_t written = 0;
        for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info}) {
            for (const Finding& finding : *of.report.findings) {
                if (finding.severity() == severity && is_on_page(finding) && written < context.limits.findings) {
                    write_finding(html, context, anchors, of_head, of, finding);
                    ++written;
                }
            }
        }
        if (count_of(of) > written) {
            html.raw("<p class=\"cut\">");
            html.raw(counted(count_of(of) - written, "more finding", "more findings"));
            html.raw(" not on this page; <code>weir validate</code> lists all</p>\n");
        }
    };
    write_all(head, *side);
    if (broken_base) {
        html.raw("<h3>In the base</h3>\n");
        write_all(false, *context.pair.base);
    }
    html.raw("</section>\n");
    return true;
}

} // namespace weir
