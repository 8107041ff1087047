#include "views/source_view.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir::app {

namespace {

std::string_view last_part(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

void tell_finding(const Stage& stage, const FindingRow& row) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(stage.px(12), stage.px(10)));
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(stage.px(460));
    ImGui::TextUnformatted(row.message.data(), row.message.data() + std::min<std::size_t>(row.message.size(), 2000));
    if (!row.help.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, colour(stage.colours.accent));
        ImGui::TextUnformatted(row.help.data(), row.help.data() + std::min<std::size_t>(row.help.size(), 2000));
        ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

} // namespace

void SourceView::draw_header(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, area, colour(c.chrome));
    draw->AddLine(ImVec2(area.x, area.y + area.height - 1), ImVec2(area.x + area.width, area.y + area.height - 1),
                  colour(c.border));
    const Snapshot* snapshot = stage.work.snapshot();
    if (snapshot == nullptr) {
        return;
    }
    float x = area.x + stage.px(4);
    const float text_y = area.y + (area.height - stage.fonts.text->FontSize) / 2;
    for (std::size_t i = 0; i < snapshot->files.size(); ++i) {
        const std::string_view name = last_part(snapshot->files[i].name);
        const float width = std::min(text_width(stage.fonts.text, name), stage.px(220)) + stage.px(24);
        if (x + width > area.x + area.width) {
            draw_text(draw, stage.fonts.text, ImVec2(x + stage.px(6), text_y), colour(c.muted), "\xE2\x80\xA6");
            break;
        }
        const bool on = i == stage.work.cursor().file;
        ImGui::SetCursorScreenPos(ImVec2(x, area.y));
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::InvisibleButton("file", ImVec2(width, area.height))) {
            stage.work.go_to_line(i, 1);
            stage.work.set_focus(Focus::Source);
        }
        ImGui::PopID();
        if (on) {
            fill(draw, {x, area.y, width, area.height}, colour(c.surface));
            fill(draw, {x, area.y, width, stage.px(2)},
                 colour(stage.work.focus() == Focus::Source ? c.accent : c.faint));
        }
        draw_text_fitting(draw, stage.fonts.text, ImVec2(x + stage.px(12), text_y), width - stage.px(24),
                          colour(on || ImGui::IsItemHovered() ? c.text : c.muted), name);
        x += width;
    }
}

void SourceView::draw(Stage& stage, const Rect& area) {
    begin_area("source", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    fill(ImGui::GetWindowDrawList(), area, colour(stage.colours.surface));
    const float header = stage.px(36);
    draw_header(stage, {area.x, area.y, area.width, header});
    const Rect body{area.x, area.y + header, area.width, area.height - header};
    Workspace& work = stage.work;
    const Snapshot* snapshot = work.snapshot();
    const SourceCursor& cursor = work.cursor();
    if (snapshot == nullptr || cursor.file >= snapshot->files.size()) {
        if (snapshot != nullptr) {
            draw_empty(stage, body, Icon::Unreadable, "This file cannot be read", snapshot->summary.why);
        } else if (work.selected().empty() && work.folder().listed) {
            draw_empty(stage, body, Icon::File, "No contract is open", "Ctrl+O opens a folder or a contract.");
        }
        ImGui::EndChild();
        return;
    }
    if (seen_revision_ != cursor.revision) {
        seen_revision_ = cursor.revision;
        code_.reveal(cursor.line);
    }
    const auto clicked =
        code_.draw(stage, "code", body,
                   {snapshot->files[cursor.file], cursor.line, work.focus() == Focus::Source, [&](const CodeHit& hit) {
                        if (hit.mark != nullptr && hit.mark->finding < snapshot->findings.size()) {
                            tell_finding(stage, snapshot->findings[hit.mark->finding]);
                        }
                    }});
    stage.screen.source_file = cursor.file;
    stage.screen.first_line = code_.first_line();
    stage.screen.last_line = code_.last_line();
    if (clicked) {
        work.set_focus(Focus::Source);
        if (clicked->mark != nullptr) {
            work.set_panel(Panel::Findings);
            work.set_finding(clicked->mark->finding);
        }
        work.go_to_line(cursor.file, clicked->line);
    }
    ImGui::EndChild();
}

bool SourceView::key(Stage& stage, const KeyPress& press) {
    const Snapshot* snapshot = stage.work.snapshot();
    const SourceCursor& cursor = stage.work.cursor();
    if (snapshot == nullptr || cursor.file >= snapshot->files.size()) {
        return false;
    }
    const int step = step_of(press, std::max(code_.page() - 2, 1));
    if (step != 0) {
        const std::size_t line = stepped(cursor.line - 1, step, snapshot->files[cursor.file].lines.size());
        stage.work.go_to_line(cursor.file, static_cast<std::uint32_t>(line) + 1);
        return true;
    }
    if (press.plain() && (press.key == Key::Left || press.key == Key::Right)) {
        const std::size_t file = stepped(cursor.file, press.key == Key::Left ? -1 : 1, snapshot->files.size());
        if (file != cursor.file) {
            stage.work.go_to_line(file, 1);
        }
        return true;
    }
    return false;
}

std::string SourceView::copy(const Stage& stage) const {
    const Snapshot* snapshot = stage.work.snapshot();
    const SourceCursor& cursor = stage.work.cursor();
    if (snapshot == nullptr || cursor.file >= snapshot->files.size()) {
        return {};
    }
    const auto& lines = snapshot->files[cursor.file].lines;
    return cursor.line <= lines.size() ? lines[cursor.line - 1].text : std::string();
}

} // namespace weir::app
