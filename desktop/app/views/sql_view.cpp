#include "views/sql_view.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir::app {

namespace {

const SqlBuild* shown_build(const Workspace& work) {
    const Snapshot* snapshot = work.snapshot();
    return snapshot != nullptr && work.build() < snapshot->builds.size() ? &snapshot->builds[work.build()] : nullptr;
}

/// The origin of a line's first word.
const SqlOrigin* origin_of_line(const SqlBuild& build, std::uint32_t line) {
    if (line == 0 || line > build.code.lines.size()) {
        return nullptr;
    }
    const std::size_t indent = build.code.lines[line - 1].text.find_first_not_of(' ');
    return build.origin_at(line, indent == std::string::npos ? 0 : static_cast<std::uint32_t>(indent));
}

} // namespace

void SqlView::draw_header(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Snapshot& snapshot = *stage.work.snapshot();
    const float y = area.y + (area.height - stage.px(28)) / 2;
    float right = area.x + area.width - stage.px(12);
    const SqlBuild* build = shown_build(stage.work);
    if (build != nullptr && !build->text.empty()) {
        const bool just = ImGui::GetTime() - copied_at_ < 1.5;
        const ButtonLook look{just ? "Copied" : "Copy", just ? "" : "Ctrl+C", just};
        right -= button_width(stage, look);
        if (draw_button(stage, "##copy", ImVec2(right, y), look)) {
            ImGui::SetClipboardText(build->text.c_str());
            copied_at_ = ImGui::GetTime();
        }
    }
    float x = area.x + stage.px(12);
    for (std::size_t i = 0; i < snapshot.builds.size(); ++i) {
        const ButtonLook look{snapshot.builds[i].id, "", i == stage.work.build()};
        const float width = button_width(stage, look);
        if (x + width > right - stage.px(8)) {
            draw_text(draw, stage.fonts.text, ImVec2(x, y + stage.px(6)), colour(stage.colours.muted), "\xE2\x80\xA6");
            break;
        }
        if (draw_button(stage, fmt::format("##build{}", i).c_str(), ImVec2(x, y), look)) {
            stage.work.set_build(i);
        }
        x += width + stage.px(8);
    }
    if (build != nullptr && !build->expose.empty()) {
        const std::string text = "\xE2\x86\x92 " + build->expose;
        draw_text_fitting(draw, stage.fonts.text, ImVec2(x, y + stage.px(6)), right - x - stage.px(12),
                          colour(stage.colours.muted), text);
    }
}

void SqlView::draw(Stage& stage, const Rect& area) {
    Workspace& work = stage.work;
    if (work.snapshot() == nullptr) {
        return;
    }
    const SqlBuild* build = shown_build(work);
    if (build == nullptr) {
        draw_empty(stage, area, Icon::Info, "No managed Flink build",
                   "SQL is written for builds with management: operator.");
        return;
    }
    const float header = stage.px(44);
    draw_header(stage, {area.x, area.y, area.width, header});
    Rect body{area.x, area.y + header, area.width, area.height - header};
    if (build->text.empty()) {
        draw_empty(stage, body, Icon::Error, "No SQL for this build", build->note);
        return;
    }
    if (!build->note.empty()) {
        const float note = stage.px(28);
        fill(ImGui::GetWindowDrawList(), {body.x, body.y, body.width, note}, colour(stage.colours.warning_wash));
        draw_icon(stage, ImGui::GetWindowDrawList(), Icon::Warning, ImVec2(body.x + stage.px(22), body.y + note / 2));
        draw_text_fitting(ImGui::GetWindowDrawList(), stage.fonts.small,
                          ImVec2(body.x + stage.px(38), body.y + stage.px(7)), body.width - stage.px(46),
                          colour(stage.colours.text), build->note);
        body = {body.x, body.y + note, body.width, body.height - note};
    }
    if (seen_line_ != work.sql_line()) {
        seen_line_ = work.sql_line();
        code_.reveal(seen_line_);
    }
    const auto hover = [&](const CodeHit& hit) {
        if (build->origin_at(hit.line, hit.byte) != nullptr) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
    };
    const auto clicked =
        code_.draw(stage, "sql", body, {build->code, work.sql_line(), work.focus() == Focus::Panel, hover});
    if (clicked) {
        work.set_focus(Focus::Panel);
        work.set_sql_line(clicked->line);
        if (const SqlOrigin* origin = build->origin_at(clicked->line, clicked->byte)) {
            work.go_to(origin->place);
        }
    }
}

bool SqlView::key(Stage& stage, const KeyPress& press) {
    const SqlBuild* build = shown_build(stage.work);
    if (build == nullptr) {
        return false;
    }
    const int step = step_of(press, std::max(code_.page() - 2, 1));
    if (step != 0) {
        const std::uint32_t line = stage.work.sql_line();
        const std::size_t at = line == 0 ? 0 : stepped(line - 1, step, build->code.lines.size());
        stage.work.set_sql_line(static_cast<std::uint32_t>(at) + 1);
        return true;
    }
    if (press.plain() && (press.key == Key::Left || press.key == Key::Right)) {
        stage.work.set_build(
            stepped(stage.work.build(), press.key == Key::Left ? -1 : 1, stage.work.snapshot()->builds.size()));
        return true;
    }
    if (press.plain() && press.key == Key::Enter) {
        if (const SqlOrigin* origin = origin_of_line(*build, stage.work.sql_line())) {
            stage.work.go_to(origin->place);
        }
        return true;
    }
    return false;
}

std::string SqlView::copy(const Stage& stage) const {
    const SqlBuild* build = shown_build(stage.work);
    return build == nullptr ? std::string() : build->text;
}

} // namespace weir::app
