#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "preview/parts.h"
#include "weir/names.h"

namespace weir {

namespace {

struct Level {
    ChangeSeverity severity;
    std::string_view title;
    std::string_view sign; ///< says the severity without colour
};

constexpr std::array kLevels = {
    Level{ChangeSeverity::Breaking, "Breaking", "✕"},
    Level{ChangeSeverity::NonBreaking, "Non-breaking, for review", "!"},
    Level{ChangeSeverity::Info, "Informational", "i"},
};

class Changes {
  public:
    Changes(Html& html, const PageContext& context, const Anchors& anchors)
        : html_(html), context_(context), anchors_(anchors), report_(*context.pair.changes), secrets_(report_) {}

    void write() {
        const std::array<std::size_t, 3> cut = {report_.cut.breaking, report_.cut.non_breaking, report_.cut.info};
        for (std::size_t i = 0; i < kLevels.size(); ++i) {
            const auto of_level = [&](const Change& change) { return change.severity == kLevels[i].severity; };
            const std::size_t number =
                cut[i] +
                static_cast<std::size_t>(std::count_if(report_.changes->begin(), report_.changes->end(), of_level));
            if (number > 0) {
                level(kLevels[i], number);
            }
        }
        for (const ChangesWarning& warning : report_.warnings) {
            html_.raw("<p class=\"note warning\"><b class=\"sign\">!</b> ");
            html_.text(context_.veil.text(warning.message)).raw("</p>\n");
        }
    }

  private:
    void level(const Level& level, std::size_t number) {
        html_.raw("<h3>").raw(level.title).raw(" <span class=\"count\">").number(number).raw("</span></h3>\n");
        std::size_t left_out = number;
        for (const Change& change : *report_.changes) {
            if (change.severity == level.severity && written_ < context_.limits.changes) {
                ++written_;
                --left_out;
                write(level, change);
            }
        }
        if (left_out > 0) {
            html_.raw("<p class=\"cut\">").raw(counted(left_out, "more change", "more changes"));
            html_.raw(" of this severity not on this page</p>\n");
        }
    }

    void write(const Level& level, const Change& change) {
        const ShownChange shown = secrets_.shown(change);
        html_.raw("<article class=\"change ").raw(severity_name(level.severity));
        html_.raw(change.waived ? " waived" : "").raw("\">\n<h4><b class=\"sign\">");
        html_.raw(level.sign).raw("</b> ").text(told(shown.what)).raw("</h4>\n");
        values(shown);
        html_.raw("<dl>\n");
        if (change.waived) {
            item("Waived", fmt::format("until {} by {}: {}", change.waived->expires, change.waived->owner,
                                       change.waived->reason));
        }
        item("Affected", shown.affected);
        item("What to do", shown.action);
        migration(*shown.migration);
        if (change.savepoint != Savepoint::NotConcerned) {
            html_.raw("<dt>Savepoint</dt><dd><b>").raw(savepoint_name(change.savepoint)).raw("</b>. ");
            html_.text(change.savepoint_why).raw("</dd>\n");
        }
        html_.raw("</dl>\n<p class=\"meta\"><code class=\"rule\">").text(change.rule).raw("</code> <code>");
        html_.text(clipped(context_.veil.text(change.path), kPath)).raw("</code></p>\n<p class=\"meta\">");
        side("before", false, change.base);
        side("after", true, change.head);
        html_.raw("<span>fingerprint <code>").text(change.fingerprint).raw("</code></span></p>\n</article>\n");
    }

    [[nodiscard]] std::string told(std::string_view text) const { return clipped(context_.veil.text(text), kMessage); }

    void item(std::string_view label, std::string_view text) {
        if (!text.empty()) {
            html_.raw("<dt>").raw(label).raw("</dt><dd>").text(told(text)).raw("</dd>\n");
        }
    }

    /// Statements stay whole, so that they can be copied, unless a hostile contract made them endless.
    void migration(const Migration& migration) {
        if (!migration.needed()) {
            return;
        }
        html_.raw("<dt>Table</dt><dd>").text(told(migration.note));
        for (const auto& [engine, statements] :
             {std::pair{"Spark", &migration.spark}, std::pair{"Trino", &migration.trino}}) {
            if (statements->empty()) {
                continue;
            }
            html_.raw("\n<pre class=\"migration\" tabindex=\"0\"><b>").raw(engine).raw("</b>\n");
            for (const std::string& statement : *statements) {
                html_.text(clipped(context_.veil.text(statement), kStatement)).raw(";\n");
            }
            html_.raw("</pre>");
        }
        html_.raw("</dd>\n");
    }

    void values(const ShownChange& shown) {
        if (shown.before.empty() && shown.after.empty()) {
            return;
        }
        html_.raw("<p class=\"values\">");
        if (!shown.before.empty()) {
            html_.raw("<del>").text(clipped(context_.veil.text(shown.before), kValue)).raw("</del>");
        }
        html_.raw(!shown.before.empty() && !shown.after.empty() ? " <span class=\"to\">→</span> " : "");
        if (!shown.after.empty()) {
            html_.raw("<ins>").text(clipped(context_.veil.text(shown.after), kValue)).raw("</ins>");
        }
        html_.raw("</p>\n");
    }

    void side(std::string_view label, bool head, Span at) {
        const Sources* sources = head ? report_.head : report_.base;
        if (sources == nullptr || !at.known() || at.file >= sources->size()) {
            return;
        }
        html_.raw("<span>").raw(label).raw(" ");
        write_location(html_, context_, anchors_, head, at);
        html_.raw("</span> ");
    }

    static constexpr std::size_t kMessage = 2'000;
    static constexpr std::size_t kStatement = 4'000;
    static constexpr std::size_t kPath = 300;
    static constexpr std::size_t kValue = 400;

    Html& html_;
    const PageContext& context_;
    const Anchors& anchors_;
    const ChangesReport& report_;
    ChangeSecrets secrets_;
    std::size_t written_ = 0;
};

} // namespace

bool write_changes(Html& html, const PageContext& context, const Anchors& anchors) {
    if (context.pair.changes == nullptr || !context.pair.changes->error.code.empty()) {
        return false;
    }
    html.raw("<section id=\"changes\">\n<h2>Changes</h2>\n");
    if (context.pair.changes->changes->empty()) {
        const Sources& base = *context.pair.changes->base;
        const Sources& head = *context.pair.changes->head;
        const bool same = base.size() == 1 && head.size() == 1 && base[0].text() == head[0].text();
        html.raw(same ? "<p class=\"quiet\">The text is the same.</p>\n"
                      : "<p class=\"quiet\">The contracts mean the same. Where their texts differ, it is by comments, "
                        "spelling, order of keys, or where a part is written.</p>\n");
    }
    Changes(html, context, anchors).write();
    html.raw("</section>\n");
    return true;
}

} // namespace weir
