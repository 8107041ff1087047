#include "views/bars.h"

#include <fmt/format.h>

namespace weir::app {

namespace {

std::string folder_words(const Workspace& work) {
    std::size_t valid = 0;
    std::size_t wrong = 0;
    for (const ContractEntry& contract : work.contracts()) {
        const ContractState state = contract.summary.state;
        valid += state == ContractState::Valid || state == ContractState::Warnings ? 1U : 0U;
        wrong += state == ContractState::Errors || state == ContractState::Unreadable ? 1U : 0U;
    }
    const std::size_t all = work.contracts().size();
    std::string words = fmt::format("{} contract{}: {} valid", all, all == 1 ? "" : "s", valid);
    if (wrong > 0) {
        words += fmt::format(", {} with errors", wrong);
    }
    if (valid + wrong < all) {
        words += fmt::format(", {} not checked", all - valid - wrong);
    }
    return words;
}

Icon folder_icon(const Workspace& work) {
    Icon icon = work.contracts().empty() ? Icon::Info : Icon::Ok;
    for (const ContractEntry& contract : work.contracts()) {
        if (contract.summary.state == ContractState::Errors || contract.summary.state == ContractState::Unreadable) {
            return Icon::Error;
        }
        icon = contract.summary.state == ContractState::Waiting ? Icon::Waiting : icon;
    }
    return icon;
}

} // namespace

float StatusBar::draw_right(const Stage& stage, const Rect& area) {
    const Snapshot* snapshot = stage.work.snapshot();
    const SourceCursor& cursor = stage.work.cursor();
    if (stage.pages.now() != Page::Contracts || snapshot == nullptr || cursor.file >= snapshot->files.size()) {
        return area.x + area.width;
    }
    const std::string text = fmt::format("line {} of {}", cursor.line, snapshot->files[cursor.file].lines.size());
    const float x = area.x + area.width - stage.px(14) - text_width(stage.fonts.small, text);
    draw_text(ImGui::GetWindowDrawList(), stage.fonts.small,
              ImVec2(x, area.y + (area.height - stage.fonts.small->FontSize) / 2), colour(stage.colours.muted), text);
    return x;
}

void StatusBar::draw_task(Stage& stage, const Rect& area, const TaskStatus& task) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    const float y = area.y + (area.height - stage.fonts.small->FontSize) / 2;
    const std::string text =
        task.total == 0 ? task.title : fmt::format("{}: {} of {}", task.title, task.done, task.total);
    const float bar = stage.px(110);
    const float text_room = area.width - bar - stage.px(110);
    const float used = draw_text_fitting(draw, stage.fonts.small, ImVec2(area.x, y), text_room, colour(c.text), text);
    const float x = area.x + used + stage.px(10);
    const float middle = area.y + area.height / 2;
    const float share = task.total == 0 ? 0.0F : static_cast<float>(task.done) / static_cast<float>(task.total);
    fill(draw, {x, middle - stage.px(2), bar, stage.px(4)}, colour(c.border), stage.px(2));
    fill(draw, {x, middle - stage.px(2), bar * share, stage.px(4)}, colour(c.accent), stage.px(2));
    ImGui::SetCursorScreenPos(ImVec2(x + bar + stage.px(8), area.y));
    if (ImGui::InvisibleButton("stop", ImVec2(stage.px(70), area.height))) {
        stage.work.cancel();
    }
    draw_text(draw, stage.fonts.small, ImVec2(x + bar + stage.px(12), y),
              colour(ImGui::IsItemHovered() ? c.text : c.accent), "Stop  Esc");
}

void StatusBar::draw(Stage& stage, const Rect& area) {
    begin_area("status", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, area, colour(c.chrome));
    draw->AddLine(ImVec2(area.x, area.y), ImVec2(area.x + area.width, area.y), colour(c.border));
    draw_icon(stage, draw, folder_icon(stage.work), ImVec2(area.x + stage.px(22), area.y + area.height / 2));
    const float y = area.y + (area.height - stage.fonts.small->FontSize) / 2;
    const float right = draw_right(stage, area);
    stage.screen.status = folder_words(stage.work);
    float x = area.x + stage.px(38);
    x += draw_text_fitting(draw, stage.fonts.small, ImVec2(x, y), right - x, colour(c.text), stage.screen.status) +
         stage.px(24);
    const auto tasks = tasks_.running();
    if (!tasks.empty() && right - x > stage.px(300)) {
        draw_task(stage, {x, area.y, right - x, area.height}, tasks.front());
    } else if (!stage.work.notice().empty()) {
        draw_text_fitting(draw, stage.fonts.small, ImVec2(x, y), right - x - stage.px(16), colour(c.warning),
                          stage.work.notice());
    }
    ImGui::EndChild();
}

} // namespace weir::app
