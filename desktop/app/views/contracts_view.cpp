#include "views/contracts_view.h"

#include <algorithm>

#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace weir::app {

namespace {

constexpr float kRowHeight = 50;
constexpr std::string_view kEnd = ".fluid.yaml";

std::string_view short_name(std::string_view name) {
    const bool ends = name.size() > kEnd.size() && name.substr(name.size() - kEnd.size()) == kEnd;
    return ends ? name.substr(0, name.size() - kEnd.size()) : name;
}

} // namespace

void ContractsView::draw_header(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Workspace& work = stage.work;
    const float pad = stage.px(14);
    draw_text(draw, stage.fonts.bold, ImVec2(area.x + pad, area.y + stage.px(12)), colour(stage.colours.text),
              "Contracts");
    const std::size_t all = work.contracts().size();
    const std::string count = work.filter().empty() ? fmt::format("{}{}", all, work.folder().truncated ? "+" : "")
                                                    : fmt::format("{} of {}", work.shown().size(), all);
    const float width = text_width(stage.fonts.small, count);
    draw_text(draw, stage.fonts.small, ImVec2(area.x + area.width - pad - width, area.y + stage.px(14)),
              colour(stage.colours.muted), count);

    if (work.filter().empty()) {
        filter_.clear(); // another folder may have been opened
    }
    ImGui::SetCursorScreenPos(ImVec2(area.x + pad - stage.px(4), area.y + stage.px(38)));
    ImGui::SetNextItemWidth(area.width - 2 * (pad - stage.px(4)));
    if (focus_filter_) {
        ImGui::SetKeyboardFocusHere();
        focus_filter_ = false;
    }
    ImGui::PushFont(stage.fonts.small);
    if (ImGui::InputTextWithHint("##filter", "Filter  Ctrl+F", &filter_)) {
        stage.work.set_filter(filter_);
    }
    if (ImGui::IsItemActivated()) {
        stage.work.set_focus(Focus::Contracts);
    }
    ImGui::PopFont();
}

void ContractsView::draw_row(Stage& stage, ImDrawList* draw, const ContractEntry& contract, const Rect& row,
                             bool hovered) const {
    const Palette& c = stage.colours;
    const bool selected = contract.path == stage.work.selected();
    const bool focused = stage.work.focus() == Focus::Contracts;
    const Rect box{row.x + stage.px(8), row.y + stage.px(1), row.width - stage.px(16), row.height - stage.px(2)};
    if (selected || hovered) {
        fill(draw, box, colour(selected ? c.selected : c.hover), stage.px(6));
    }
    if (selected) {
        fill(draw, {box.x, box.y + stage.px(8), stage.px(3), box.height - stage.px(16)},
             colour(c.accent, focused ? 1.0F : 0.55F), stage.px(2));
    }
    const Icon icon = icon_of(contract.summary.state);
    draw_icon(stage, draw, icon, ImVec2(box.x + stage.px(20), box.y + box.height / 2));
    const float x = box.x + stage.px(38);
    const float room = box.width - stage.px(46);
    draw_text_fitting(draw, stage.fonts.text, ImVec2(x, box.y + stage.px(7)), room, colour(c.text),
                      short_name(contract.name), Cut::Start);
    const std::string words = state_words(contract.summary);
    const float y = box.y + stage.px(28);
    const float used =
        draw_text_fitting(draw, stage.fonts.small, ImVec2(x, y), room, colour(colour_of(c, icon)), words);
    if (!contract.summary.id.empty() && used + stage.px(40) < room) {
        const float gap = stage.px(8);
        draw_text_fitting(draw, stage.fonts.small, ImVec2(x + used + gap, y), room - used - gap, colour(c.muted),
                          contract.summary.id);
    }
}

void ContractsView::draw_nothing(const Stage& stage, const Rect& area) const {
    const Workspace& work = stage.work;
    if (!work.folder().error.empty()) {
        draw_empty(stage, area, Icon::Unreadable, "This folder cannot be read", work.folder().error);
    } else if (!work.folder().listed) {
        draw_empty(stage, area, Icon::Waiting, "Searching", "for files named *.fluid.yaml");
    } else if (!work.filter().empty()) {
        draw_empty(stage, area, Icon::Info, "Nothing matches", "Names and ids are searched.");
    } else {
        draw_empty(stage, area, Icon::Info, "No contracts here", "Their names end in .fluid.yaml.");
    }
}

void ContractsView::draw(Stage& stage, const Rect& area) {
    begin_area("contracts", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    fill(ImGui::GetWindowDrawList(), area, colour(stage.colours.chrome));
    draw_header(stage, area);
    const float header = stage.px(78);
    const Rect list{area.x, area.y + header, area.width, area.height - header};
    const auto& shown = stage.work.shown();
    if (shown.empty()) {
        draw_nothing(stage, list);
        ImGui::EndChild();
        return;
    }
    const float height = stage.px(kRowHeight);
    page_ = std::max(static_cast<int>(list.height / height) - 1, 1);
    rows_.layout(0, shown.size(), height, [height](std::size_t) { return height; });
    if (revealed_ != stage.work.selected()) {
        revealed_ = stage.work.selected();
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (stage.work.contracts()[shown[i]].path == revealed_) {
                rows_.reveal(i);
            }
        }
    }
    std::vector<std::size_t> visible;
    const std::size_t clicked = rows_.draw(
        "rows", list,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool hovered) {
            draw_row(stage, draw, stage.work.contracts()[shown[i]], row, hovered);
            stage.screen.regions[fmt::format("contract.{}", stage.work.contracts()[shown[i]].name)] = row;
        },
        visible);
    for (const std::size_t i : visible) {
        stage.screen.contracts.push_back(shown[i]);
    }
    if (clicked < shown.size()) {
        stage.work.set_focus(Focus::Contracts);
        stage.work.select(stage.work.contracts()[shown[clicked]].path);
    }
    ImGui::EndChild();
}

bool ContractsView::key(Stage& stage, const KeyPress& press) {
    const int step = step_of(press, page_);
    if (step != 0) {
        stage.work.move_selection(step);
        return true;
    }
    if (press.plain() && press.key == Key::Enter) {
        stage.work.set_focus(Focus::Source);
        return true;
    }
    return false;
}

std::string ContractsView::copy(const Stage& stage) const {
    return stage.work.selected().generic_string();
}

} // namespace weir::app
