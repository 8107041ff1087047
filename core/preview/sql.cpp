#include "weir/sql.h"

#include <fmt/format.h>

#include "preview/align.h"
#include "preview/parts.h"
#include "preview/side_by_side.h"

namespace weir {

namespace {

/// The script of one side, as it may be shown; empty with the reason when there is none.
struct ShownScript {
    std::string text;
    std::string_view missing;
};

ShownScript script_of(const Veil& veil, const VeiledSide& side, const Contract* contract, const BuildPlan* plan) {
    if (plan == nullptr) {
        return {{}, "This side has no such build."};
    }
    if (!plan->complete) {
        return {{}, "No SQL is written of a contract that is not valid."};
    }
    const Script script = compile(*contract, *plan);
    if (script.too_large) {
        return {{}, "The SQL would be larger than 16 MiB."};
    }
    return {veil.script(side, *contract, script), {}};
}

ShownText shown_text(const Veil& veil, const std::string& script) {
    ShownText text;
    text.lines = lines_of(script);
    text.language = Language::Sql;
    text.show = [&veil](std::string_view line) { return veil.text(line); };
    return text;
}

void write_build(Html& html, const PageContext& context, const BuildPair& pair, const SideBySideLimits& limits) {
    const BuildPlan& plan = pair.head != nullptr ? *pair.head : *pair.base;
    const Contract& contract = pair.head != nullptr ? *context.head() : *context.base();
    const ShownScript base = script_of(context.veil, context.veil.base(), context.base(), pair.base);
    const ShownScript head = script_of(context.veil, context.veil.head(), context.head(), pair.head);
    html.raw("<h3>Build <code>");
    html.text(context.veil.text(clipped(contract.builds[plan.build].id.value, 100))).raw("</code></h3>\n");
    const ShownText left = shown_text(context.veil, base.text);
    const ShownText right = shown_text(context.veil, head.text);
    const auto say = [&](std::string_view side, std::string_view missing) {
        html.raw("<p class=\"quiet\">").raw(side).raw(missing).raw("</p>\n");
    };
    const bool two_sides = context.pair.base != nullptr && context.pair.head != nullptr;
    if (two_sides && !base.missing.empty()) {
        say("Before: ", base.missing);
    }
    if (!head.missing.empty() && context.pair.head != nullptr) {
        say(two_sides ? "After: " : "", head.missing);
    }
    if (base.missing.empty() && head.missing.empty()) {
        if (base.text == head.text) {
            html.raw("<p class=\"quiet\">The SQL is the same.</p>\n");
        }
        write_side_by_side(html, left, right, limits);
    } else if (head.missing.empty()) {
        write_alone(html, right, "i", limits);
    } else if (base.missing.empty()) {
        write_alone(html, left, "d", limits);
    }
}

} // namespace

bool write_sql(Html& html, const PageContext& context) {
    const std::vector<BuildPair> builds = builds_of(context);
    if (builds.empty()) {
        return false;
    }
    html.raw("<section id=\"sql\">\n<h2>Flink SQL</h2>\n");
    const std::size_t begin = html.size();
    for (std::size_t i = 0; i < builds.size(); ++i) {
        const std::size_t used = html.size() - begin;
        if (used >= context.limits.sql_bytes) {
            html.raw("<p class=\"cut\">The SQL of ").raw(counted(builds.size() - i, "more build", "more builds"));
            html.raw(" not on this page: it would be too large</p>\n");
            break;
        }
        write_build(html, context, builds[i], {context.limits.sql_bytes - used, context.limits.line_bytes});
    }
    html.raw("</section>\n");
    return true;
}

} // namespace weir
