#include "views/panel_view.h"

#include <array>

#include <fmt/format.h>

namespace weir::app {

namespace {

struct Tab {
    Panel panel;
    std::string label;
    std::string count;
    Rgb count_ink;
};

std::array<Tab, 3> tabs_of(const Stage& stage) {
    const Palette& c = stage.colours;
    std::array<Tab, 3> tabs = {{{Panel::Findings, "Findings", "", c.muted},
                                {Panel::Sql, "SQL", "", c.muted},
                                {Panel::Diff, "Diff", "", c.muted}}};
    if (const Snapshot* snapshot = stage.work.snapshot()) {
        const ContractSummary& summary = snapshot->summary;
        tabs[0].count = fmt::format("{}", snapshot->findings.size());
        tabs[0].count_ink = summary.errors > 0 ? c.error : summary.warnings > 0 ? c.warning : c.muted;
    }
    const ChangesSnapshot* changes = stage.work.changes();
    if (changes != nullptr && changes->why.empty()) {
        tabs[2].count = fmt::format("{}", changes->changes.size());
        tabs[2].count_ink = changes->breaking > 0 ? c.error : changes->non_breaking > 0 ? c.warning : c.muted;
    }
    return tabs;
}

} // namespace

View& PanelView::shown(Panel panel) {
    switch (panel) {
    case Panel::Sql:
        return sql_;
    case Panel::Diff:
        return diff_;
    case Panel::Findings:
        break;
    }
    return findings_;
}

void PanelView::draw_tabs(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, area, colour(c.chrome));
    draw->AddLine(ImVec2(area.x, area.y + area.height - 1), ImVec2(area.x + area.width, area.y + area.height - 1),
                  colour(c.border));
    float x = area.x + stage.px(4);
    for (const Tab& tab : tabs_of(stage)) {
        const bool on = stage.work.panel() == tab.panel;
        const ImFont* font = stage.fonts.text;
        const float label = text_width(font, tab.label);
        const float badge = tab.count.empty() ? 0 : text_width(stage.fonts.small, tab.count) + stage.px(20);
        const float width = label + badge + stage.px(28);
        ImGui::SetCursorScreenPos(ImVec2(x, area.y));
        if (ImGui::InvisibleButton(tab.label.c_str(), ImVec2(width, area.height))) {
            stage.work.set_panel(tab.panel);
            stage.work.set_focus(Focus::Panel);
        }
        const bool hovered = ImGui::IsItemHovered();
        if (on) {
            fill(draw, {x, area.y, width, area.height}, colour(c.surface));
            fill(draw, {x, area.y, width, stage.px(2)},
                 colour(stage.work.focus() == Focus::Panel ? c.accent : c.faint));
        }
        const float y = area.y + (area.height - font->FontSize) / 2;
        draw_text(draw, font, ImVec2(x + stage.px(14), y), colour(on || hovered ? c.text : c.muted), tab.label);
        if (!tab.count.empty()) {
            const float left = x + stage.px(14) + label + stage.px(8);
            const float height = stage.fonts.small->FontSize + stage.px(4);
            const float top = area.y + (area.height - height) / 2;
            fill(draw, {left, top, badge - stage.px(8), height}, colour(c.raised), height / 2);
            draw_text(draw, stage.fonts.small, ImVec2(left + stage.px(6), top + stage.px(2)), colour(tab.count_ink),
                      tab.count);
        }
        stage.screen.regions[std::string("tab.") + panel_word(tab.panel)] = {x, area.y, width, area.height};
        x += width;
    }
}

void PanelView::draw(Stage& stage, const Rect& area) {
    begin_area("panel", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    fill(ImGui::GetWindowDrawList(), area, colour(stage.colours.surface));
    const float tabs = stage.px(36);
    draw_tabs(stage, {area.x, area.y, area.width, tabs});
    shown(stage.work.panel()).draw(stage, {area.x, area.y + tabs, area.width, area.height - tabs});
    ImGui::EndChild();
}

bool PanelView::key(Stage& stage, const KeyPress& press) {
    return shown(stage.work.panel()).key(stage, press);
}

std::string PanelView::copy(const Stage& stage) const {
    switch (stage.work.panel()) {
    case Panel::Sql:
        return sql_.copy(stage);
    case Panel::Diff:
        return diff_.copy(stage);
    case Panel::Findings:
        break;
    }
    return findings_.copy(stage);
}

} // namespace weir::app
