#include "views/log_view.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui_stdlib.h>

namespace weir::app {

namespace {

Icon icon_of(std::string_view result) {
    constexpr std::array<std::string_view, 7> kGood = {"applied", "verified", "match", "rehearsed",
                                                       "dry-run", "healthy",  "seen"};
    constexpr std::array<std::string_view, 6> kBad = {"refused", "not-verified", "not-healthy",
                                                      "drift",   "failed",       "error"};
    const auto among = [result](const auto& words) {
        return std::find(words.begin(), words.end(), result) != words.end();
    };
    return among(kGood)                                                       ? Icon::Ok
           : among(kBad)                                                      ? Icon::Error
           : result == "begun" || result == "pending" || result == "declined" ? Icon::Info
                                                                              : Icon::Warning;
}

std::string joined(const std::vector<std::string>& texts, std::string_view with) {
    return fmt::format("{}", fmt::join(texts, with));
}

} // namespace

void LogView::draw_header(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, {area.x, area.y + area.height - 1, area.width, 1}, colour(c.border));
    const float middle = (stage.px(28) - ImGui::GetFrameHeight()) / 2; // beside the button
    ImGui::SetCursorScreenPos(ImVec2(area.x + stage.px(16), area.y + stage.px(14) + middle));
    ImGui::SetNextItemWidth(stage.px(340));
    if (focus_search_) {
        ImGui::SetKeyboardFocusHere();
        focus_search_ = false;
    }
    if (ImGui::InputTextWithHint("##search", "Search  Ctrl+F", &search_)) {
        log_.set_search(search_);
    }
    const ButtonLook look{"Export", "Ctrl+E"};
    const float x = area.x + area.width - stage.px(16) - button_width(stage, look);
    if (draw_button(stage, "##export", ImVec2(x, area.y + stage.px(14)), look)) {
        log_.write_out();
    }
    const std::string told = !log_.exported().empty()
                                 ? log_.exported()
                                 : fmt::format("{} of {}  {}", log_.shown().size(), log_.entries().size(), log_.file());
    const float left = area.x + stage.px(372);
    draw_text_fitting(draw, stage.fonts.small, ImVec2(left, area.y + stage.px(21)), x - left - stage.px(12),
                      colour(c.muted), told, Cut::Start);
}

void LogView::draw_row(const Stage& stage, ImDrawList* draw, std::size_t shown, const Rect& row, bool hovered) const {
    const Palette& c = stage.colours;
    const live::AuditEntry& entry = log_.entries()[log_.shown()[shown]];
    const bool selected = shown == log_.selected();
    const Rect box{row.x + stage.px(8), row.y + stage.px(1), row.width - stage.px(12), row.height - stage.px(2)};
    if (selected || hovered) {
        fill(draw, box, colour(selected ? c.selected : c.hover), stage.px(6));
    }
    const Icon icon = icon_of(entry.result);
    draw_icon(stage, draw, icon, ImVec2(box.x + stage.px(20), box.y + box.height / 2));
    const float x = box.x + stage.px(40);
    const float room = box.width - stage.px(52);
    const std::string head = fmt::format("{}  {}", entry.command, entry.result);
    const float used =
        draw_text_fitting(draw, stage.fonts.text, ImVec2(x, box.y + stage.px(6)), room, colour(c.text), head);
    draw_text_fitting(draw, stage.fonts.text, ImVec2(x + used + stage.px(12), box.y + stage.px(6)),
                      room - used - stage.px(12), colour(c.muted), joined(entry.contexts, ", "));
    const std::string below = fmt::format("{}  {}  {}", entry.time, entry.program, joined(entry.arguments, " "));
    draw_text_fitting(draw, stage.fonts.small, ImVec2(x, box.y + stage.px(26)), room, colour(c.muted), below);
}

void LogView::draw_list(Stage& stage, const Rect& area) {
    if (!log_.problem().empty()) {
        draw_empty(stage, area, Icon::Unreadable, "The log cannot be read", log_.problem());
        return;
    }
    if (log_.shown().empty()) {
        draw_empty(stage, area, log_.read() ? Icon::Info : Icon::Waiting,
                   log_.search().empty() ? "Nothing yet" : "Nothing matches",
                   "Whatever was asked of a cluster from this account is kept here, by weir too.");
        return;
    }
    const float height = stage.px(48);
    if (scale_ != stage.scale) {
        scale_ = stage.scale;
        rows_ = RowList();
    }
    page_ = std::max(static_cast<int>(area.height / height) - 1, 1);
    rows_.layout(log_.revision(), log_.shown().size(), area.width, [height](std::size_t) { return height; });
    if (revealed_ != log_.selected()) {
        revealed_ = log_.selected();
        rows_.reveal(revealed_);
    }
    std::vector<std::size_t> visible;
    const std::size_t clicked = rows_.draw(
        "entries", area,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool hovered) {
            draw_row(stage, draw, i, row, hovered);
            stage.screen.regions[fmt::format("entry.{}", i)] = row;
        },
        visible);
    if (clicked < log_.shown().size()) {
        log_.select(clicked);
    }
}

void LogView::draw_entry(Stage& stage, const Rect& area) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, area, colour(c.surface));
    fill(draw, {area.x, area.y, 1, area.height}, colour(c.border));
    if (log_.selected() >= log_.shown().size()) {
        return;
    }
    const live::AuditEntry& entry = log_.entries()[log_.shown()[log_.selected()]];
    const std::array<std::pair<std::string_view, std::string>, 10> rows = {
        {{"Command", entry.command},
         {"Result", entry.result},
         {"Time", entry.time},
         {"Context", joined(entry.contexts, "\n")},
         {"Arguments", joined(entry.arguments, "\n")},
         {"Codes", joined(entry.codes, "\n")},
         {"Objects", joined(entry.objects, "\n")},
         {"Plan", entry.plan_digest},
         {"Run", entry.run},
         {"Program", fmt::format("{} {}", entry.program, entry.version)}}};
    float y = area.y + stage.px(16);
    const float x = area.x + stage.px(20);
    const float indent = stage.px(92);
    const float width = area.width - indent - stage.px(36);
    for (const auto& [name, text] : rows) {
        if (text.empty() || y > area.y + area.height) {
            continue;
        }
        draw_text(draw, stage.fonts.small, ImVec2(x, y + stage.px(1)), colour(c.muted), name);
        const float height = draw_wrapped(draw, stage.fonts.text, ImVec2(x + indent, y), width, colour(c.text), text);
        y += height + stage.px(10);
    }
}

void LogView::draw(Stage& stage, const Rect& area) {
    begin_area("log", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    fill(ImGui::GetWindowDrawList(), area, colour(stage.colours.chrome));
    const float head = stage.px(56);
    draw_header(stage, {area.x, area.y, area.width, head});
    const float list = std::floor(area.width * 0.55F);
    draw_list(stage, {area.x, area.y + head + stage.px(6), list, area.height - head - stage.px(6)});
    draw_entry(stage, {area.x + list, area.y + head, area.width - list, area.height - head});
    ImGui::EndChild();
}

bool LogView::key(Stage& stage, const KeyPress& press) {
    static_cast<void>(stage);
    if (press.ctrl && !press.shift && press.key == Key::F) {
        focus_search_ = true;
        return true;
    }
    if (press.ctrl && !press.shift && press.key == Key::E) {
        log_.write_out();
        return true;
    }
    if (press.plain() && press.key == Key::F5) {
        log_.reload();
        return true;
    }
    const int step = step_of(press, page_);
    if (step != 0) {
        log_.select(stepped(log_.selected(), step, log_.shown().size()));
        return true;
    }
    return false;
}

std::string LogView::copy(const Stage& stage) const {
    static_cast<void>(stage);
    return log_.selected() < log_.shown().size() ? live::audit_json(log_.entries()[log_.shown()[log_.selected()]])
                                                 : std::string{};
}

} // namespace weir::app
