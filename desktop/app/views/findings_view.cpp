#include "views/findings_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/names.h"

namespace weir::app {

namespace {

std::string place_text(const Snapshot& snapshot, const SourcePlace& place) {
    if (!place.known || place.file >= snapshot.files.size()) {
        return "the whole contract";
    }
    const std::string& name = snapshot.files[place.file].name;
    const std::size_t slash = name.rfind('/');
    return fmt::format("{}:{}:{}", slash == std::string::npos ? name : name.substr(slash + 1), place.at.line,
                       place.at.column);
}

/// A wrapped paragraph after a coloured word; returns its height. Measures only when `draw` is null.
float paragraph(const Stage& stage, ImDrawList* draw, ImVec2 at, float width, std::string_view word, Rgb word_colour,
                std::string_view text) {
    const float indent = text_width(stage.fonts.text, word) + stage.px(6);
    if (draw == nullptr) {
        return wrapped_height(stage.fonts.text, width - indent, text);
    }
    draw_text(draw, stage.fonts.text, at, colour(word_colour), word);
    return draw_wrapped(draw, stage.fonts.text, ImVec2(at.x + indent, at.y), width - indent, colour(stage.colours.text),
                        text);
}

} // namespace

float FindingsView::card(const Stage& stage, ImDrawList* draw, const FindingRow& finding, const Snapshot& snapshot,
                         const Rect& row) {
    const Palette& c = stage.colours;
    const float x = row.x + stage.px(46);
    const float width = std::max(row.width - stage.px(66), stage.px(60));
    const float gap = stage.px(6);
    float y = row.y + stage.px(13);
    if (draw != nullptr) {
        draw_icon(stage, draw, icon_of(finding.severity),
                  ImVec2(row.x + stage.px(27), y + stage.fonts.text->FontSize / 2));
        draw_wrapped(draw, stage.fonts.text, ImVec2(x, y), width, colour(c.text), finding.message);
    }
    y += wrapped_height(stage.fonts.text, width, finding.message) + gap;
    if (draw != nullptr) {
        const Rgb ink = c.severity(finding.severity);
        const std::string head = fmt::format("{}  {}", severity_name(finding.severity), finding.code);
        const float used = draw_text_fitting(draw, stage.fonts.small, ImVec2(x, y), width, colour(ink), head);
        draw_text_fitting(draw, stage.fonts.small, ImVec2(x + used + stage.px(12), y), width - used - stage.px(12),
                          colour(c.muted), place_text(snapshot, finding.place));
    }
    y += stage.fonts.small->FontSize + gap;
    if (!finding.help.empty()) {
        y += paragraph(stage, draw, ImVec2(x, y), width, "help:", c.accent, finding.help) + gap;
    }
    for (const RelatedRow& related : finding.related) {
        const std::string text = fmt::format("{} ({})", related.message, place_text(snapshot, related.place));
        y += paragraph(stage, draw, ImVec2(x, y), width, "note:", c.info, text) + gap;
    }
    if (!finding.fix.empty()) {
        y += paragraph(stage, draw, ImVec2(x, y), width, "fix:", c.ok, finding.fix) + gap;
    }
    return y + stage.px(8) - row.y;
}

void FindingsView::draw(Stage& stage, const Rect& area) {
    Workspace& work = stage.work;
    const Snapshot* snapshot = work.snapshot();
    if (snapshot == nullptr) {
        return;
    }
    if (snapshot->summary.state == ContractState::Unreadable) {
        draw_empty(stage, area, Icon::Unreadable, "Nothing could be checked", snapshot->summary.why);
        return;
    }
    if (snapshot->findings.empty()) {
        draw_empty(stage, area, Icon::Ok, "Valid, without a remark", "Its SQL is one tab further: Ctrl+2.");
        return;
    }
    const float width = area.width - stage.px(14);
    if (scale_ != stage.scale) {
        scale_ = stage.scale;
        rows_ = RowList();
    }
    stage.screen.unfinished |= !rows_.layout(work.revision(), snapshot->findings.size(), width, [&](std::size_t i) {
        return card(stage, nullptr, snapshot->findings[i], *snapshot, {0, 0, width, 0});
    });
    if (seen_revision_ != work.revision() || seen_finding_ != work.finding()) {
        seen_revision_ = work.revision();
        seen_finding_ = work.finding();
        rows_.reveal(seen_finding_);
    }
    const bool focused = work.focus() == Focus::Panel;
    const std::size_t clicked = rows_.draw(
        "findings", area,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool hovered) {
            const Palette& c = stage.colours;
            const bool selected = i == work.finding();
            const Rect box{row.x + stage.px(8), row.y + stage.px(4), row.width - stage.px(16),
                           row.height - stage.px(4)};
            fill(draw, box, colour(selected ? c.selected : hovered ? c.hover : c.raised), stage.px(8));
            if (selected) {
                fill(draw, {box.x, box.y + stage.px(8), stage.px(3), box.height - stage.px(16)},
                     colour(c.accent, focused ? 1.0F : 0.55F), stage.px(2));
            }
            card(stage, draw, snapshot->findings[i], *snapshot, row);
            stage.screen.regions[fmt::format("finding.{}", i)] = row;
        },
        stage.screen.findings);
    page_ = std::max(static_cast<int>(stage.screen.findings.size()) - 1, 1);
    if (clicked < snapshot->findings.size()) {
        work.set_focus(Focus::Panel);
        work.set_finding(clicked);
    }
}

bool FindingsView::key(Stage& stage, const KeyPress& press) {
    const Snapshot* snapshot = stage.work.snapshot();
    if (snapshot == nullptr || snapshot->findings.empty()) {
        return false;
    }
    const int step = step_of(press, page_);
    if (step != 0) {
        stage.work.set_finding(stepped(stage.work.finding(), step, snapshot->findings.size()));
        return true;
    }
    if (press.plain() && press.key == Key::Enter) {
        stage.work.set_finding(stage.work.finding());
        stage.work.set_focus(Focus::Source);
        return true;
    }
    return false;
}

std::string FindingsView::copy(const Stage& stage) const {
    const Snapshot* snapshot = stage.work.snapshot();
    if (snapshot == nullptr || stage.work.finding() >= snapshot->findings.size()) {
        return {};
    }
    const FindingRow& row = snapshot->findings[stage.work.finding()];
    std::string text = fmt::format("{}: {} [{}]: {}", place_text(*snapshot, row.place), severity_name(row.severity),
                                   row.code, row.message);
    if (!row.help.empty()) {
        text += "\nhelp: " + row.help;
    }
    return text;
}

} // namespace weir::app
