#include <array>

#include <fmt/format.h>

#include "preview/parts.h"
#include "report/names.h"

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

/// The first sentence says what changed, the rest what follows from it.
std::pair<std::string_view, std::string_view> first_sentence(std::string_view message) {
    const std::size_t end = message.find(". ");
    return end == std::string_view::npos ? std::pair(message, std::string_view{})
                                         : std::pair(message.substr(0, end), message.substr(end + 2));
}

class Changes {
  public:
    Changes(Html& html, const PageContext& context, const Anchors& anchors)
        : html_(html), context_(context), anchors_(anchors), report_(*context.pair.changes), secrets_(report_) {}

    void write() {
        const ChangeCounts counts = count(report_);
        const std::array<std::size_t, 3> of_level = {counts.breaking, counts.non_breaking, counts.info};
        for (std::size_t i = 0; i < kLevels.size(); ++i) {
            if (of_level[i] > 0) {
                level(kLevels[i], of_level[i]);
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
        std::size_t left_out = 0;
        for (const Change& change : *report_.changes) {
            if (change.severity != level.severity) {
                continue;
            }
            if (written_ == context_.limits.changes) {
                ++left_out;
            } else {
                ++written_;
                write(level, change);
            }
        }
        if (left_out > 0) {
            html_.raw("<p class=\"cut\">").raw(counted(left_out, "more change", "more changes"));
            html_.raw(" of this severity not on this page; <code>weir diff</code> lists all</p>\n");
        }
    }

    void write(const Level& level, const Change& change) {
        const ShownChange shown = secrets_.shown(change);
        const auto [what, consequence] = first_sentence(shown.message);
        html_.raw("<article class=\"change ").raw(severity_name(level.severity)).raw("\">\n<h4><b class=\"sign\">");
        html_.raw(level.sign).raw("</b> ").text(shortened(context_.veil.text(what), kMessage)).raw("</h4>\n");
        if (!consequence.empty()) {
            html_.raw("<p>").text(shortened(context_.veil.text(consequence), kMessage)).raw("</p>\n");
        }
        values(shown);
        html_.raw("<p class=\"meta\"><code class=\"rule\">").text(change.rule).raw("</code> <code>");
        html_.text(shortened(context_.veil.text(change.path), kPath)).raw("</code></p>\n<p class=\"meta\">");
        side("before", false, change.base);
        side("after", true, change.head);
        html_.raw("<span>fingerprint <code>").text(change.fingerprint).raw("</code></span></p>\n</article>\n");
    }

    void values(const ShownChange& shown) {
        if (shown.before.empty() && shown.after.empty()) {
            return;
        }
        html_.raw("<p class=\"values\">");
        if (!shown.before.empty()) {
            html_.raw("<del>").text(shortened(context_.veil.text(shown.before), kValue)).raw("</del>");
        }
        html_.raw(!shown.before.empty() && !shown.after.empty() ? " <span class=\"to\">→</span> " : "");
        if (!shown.after.empty()) {
            html_.raw("<ins>").text(shortened(context_.veil.text(shown.after), kValue)).raw("</ins>");
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
        html.raw("<p class=\"quiet\">The texts differ, and mean the same: comments, spelling, order of keys, or where "
                 "a part is written.</p>\n");
    }
    Changes(html, context, anchors).write();
    html.raw("</section>\n");
    return true;
}

} // namespace weir
