#include "views/code_view.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include <fmt/format.h>

namespace weir::app {

struct CodeView::Layout {
    const ImFont* font = nullptr;
    Rect area;
    float line_height = 0;
    float gutter = 0; ///< width
    float text_x = 0; ///< of byte 0, scrolled
    float top_y = 0;  ///< of line 1, scrolled
};

namespace {

const Mark* worst_mark(const CodeLine& line) {
    const auto worst = std::min_element(line.marks.begin(), line.marks.end(),
                                        [](const Mark& a, const Mark& b) { return a.severity < b.severity; });
    return worst == line.marks.end() ? nullptr : &*worst;
}

float width_to(const ImFont* font, const CodeLine& line, std::uint32_t byte) {
    const char* text = line.text.data();
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text, text + std::min<std::size_t>(byte, line.text.size()))
        .x;
}

void squiggle(ImDrawList* draw, float from, float to, float y, ImU32 ink, float unit) {
    const float step = 2.5F * unit;
    to = std::max(to, from + 2 * step);
    bool up = false;
    for (float x = from; x < to; x += step) {
        draw->PathLineTo(ImVec2(x, y + (up ? -1.2F : 1.2F) * unit));
        up = !up;
    }
    draw->PathStroke(ink, 0, 1.4F * unit);
}

} // namespace

void CodeView::draw_line(const Stage& stage, ImDrawList* draw, const Layout& layout, const CodeLine& line,
                         float y) const {
    const ImFont* font = layout.font;
    const char* text = line.text.data();
    const float text_y = std::floor(y + (layout.line_height - font->FontSize) / 2);
    float x = layout.text_x;
    std::uint32_t at = 0;
    const auto put = [&](std::uint32_t end, Rgb ink) {
        end = std::min(end, static_cast<std::uint32_t>(line.text.size()));
        if (end > at) {
            see_text(font, {text + at, std::size_t{end - at}});
            draw->AddText(font, font->FontSize, ImVec2(x, text_y), colour(ink), text + at, text + end);
            x += font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text + at, text + end).x;
            at = end;
        }
    };
    for (const Stretch& stretch : line.inks) {
        put(stretch.begin, stage.colours.text);
        put(stretch.end, stage.colours.ink(stretch.ink));
    }
    put(static_cast<std::uint32_t>(line.text.size()), stage.colours.text);
    if (line.clipped) {
        draw->AddText(font, font->FontSize, ImVec2(x, text_y), colour(stage.colours.muted), "\xE2\x80\xA6");
    }
    for (const Mark& mark : line.marks) {
        const float from = layout.text_x + width_to(font, line, mark.begin);
        const float to = layout.text_x + width_to(font, line, mark.end);
        squiggle(draw, from, to, y + layout.line_height - stage.px(2.5F), colour(stage.colours.severity(mark.severity)),
                 stage.scale);
    }
}

void CodeView::draw_gutter(const Stage& stage, ImDrawList* draw, const Layout& layout, const CodeShow& show,
                           std::uint32_t number, float y) const {
    const CodeLine& line = show.code.lines[number - 1];
    const Mark* worst = worst_mark(line);
    const Rect gutter{layout.area.x, y, layout.gutter, layout.line_height};
    fill(draw, gutter, colour(stage.colours.surface));
    if (number == show.current) {
        fill(draw, gutter, colour(stage.colours.selected));
        fill(draw, {gutter.x, y, stage.px(3), layout.line_height},
             colour(stage.colours.accent, show.focused ? 1.0F : 0.55F));
    }
    if (worst != nullptr) {
        draw_icon(stage, draw, icon_of(worst->severity), ImVec2(gutter.x + stage.px(15), y + layout.line_height / 2));
    }
    const std::string text = fmt::format("{}", number);
    const float x = gutter.x + gutter.width - stage.px(12) - text_width(layout.font, text);
    const bool strong = number == show.current || worst != nullptr;
    draw_text(draw, layout.font, ImVec2(x, y + (layout.line_height - layout.font->FontSize) / 2),
              colour(strong ? stage.colours.muted : stage.colours.faint), text);
}

std::optional<CodeHit> CodeView::hit_at(const Layout& layout, const CodeShow& show, ImVec2 mouse) {
    const float row = (mouse.y - layout.top_y) / layout.line_height;
    if (row < 0 || row >= static_cast<float>(show.code.lines.size())) {
        return std::nullopt;
    }
    CodeHit hit;
    hit.line = static_cast<std::uint32_t>(row) + 1;
    const CodeLine& line = show.code.lines[hit.line - 1];
    const char* text = line.text.data();
    const char* rest = text;
    layout.font->CalcTextSizeA(layout.font->FontSize, std::max(mouse.x - layout.text_x, 0.0F), 0, text,
                               text + line.text.size(), &rest);
    hit.byte = static_cast<std::uint32_t>(rest - text);
    for (const Mark& mark : line.marks) {
        if (hit.byte >= mark.begin && hit.byte < std::max(mark.end, mark.begin + 1) && mouse.x >= layout.text_x) {
            hit.mark = &mark;
            break;
        }
    }
    return hit;
}

std::optional<CodeHit> CodeView::draw(Stage& stage, const char* id, const Rect& area, const CodeShow& show) {
    Layout layout;
    layout.font = stage.fonts.mono;
    layout.area = area;
    layout.line_height = std::round(layout.font->FontSize * 1.42F);
    const float digit = text_width(layout.font, "0");
    layout.gutter =
        stage.px(40) +
        digit * static_cast<float>(std::max<std::size_t>(fmt::formatted_size("{}", show.code.lines.size()), 3));
    const auto count = static_cast<std::uint32_t>(show.code.lines.size());
    begin_area(id, area, ImGuiWindowFlags_HorizontalScrollbar);
    if (reveal_ != 0) {
        const float top = static_cast<float>(reveal_ - 1) * layout.line_height;
        const float margin = layout.line_height * 3;
        if (top < ImGui::GetScrollY() + margin ||
            top + layout.line_height > ImGui::GetScrollY() + area.height - margin) {
            ImGui::SetScrollY(std::max(top - area.height * 0.4F, 0.0F));
        }
        reveal_ = 0;
    }
    layout.text_x = area.x + layout.gutter - ImGui::GetScrollX();
    layout.top_y = area.y - ImGui::GetScrollY();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    fill(draw, area, colour(stage.colours.surface));
    const auto first = static_cast<std::uint32_t>(ImGui::GetScrollY() / layout.line_height);
    const std::uint32_t last =
        std::min(count, first + static_cast<std::uint32_t>(area.height / layout.line_height) + 1);
    first_line_ = first < last ? first + 1 : 0;
    last_line_ = first < last ? last : 0;
    draw->PushClipRect(ImVec2(area.x, area.y), ImVec2(area.x + area.width, area.y + area.height), true);
    for (std::uint32_t i = first; i < last; ++i) {
        const float y = layout.top_y + static_cast<float>(i) * layout.line_height;
        const Mark* worst = worst_mark(show.code.lines[i]);
        if (i + 1 == show.current) {
            fill(draw, {area.x, y, area.width, layout.line_height}, colour(stage.colours.selected, 0.75F));
        } else if (worst != nullptr && worst->severity != Severity::Info) {
            fill(draw, {area.x, y, area.width, layout.line_height},
                 colour(worst->severity == Severity::Error ? stage.colours.error_wash : stage.colours.warning_wash));
        }
        draw_line(stage, draw, layout, show.code.lines[i], y);
        draw_gutter(stage, draw, layout, show, i + 1, y);
    }
    draw->PopClipRect();
    std::optional<CodeHit> clicked;
    if (ImGui::IsWindowHovered()) {
        const auto hit = hit_at(layout, show, ImGui::GetMousePos());
        if (hit && show.hover) {
            show.hover(*hit);
        }
        clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left) ? hit : std::nullopt;
    }
    ImGui::SetCursorScreenPos(ImVec2(area.x - ImGui::GetScrollX(), layout.top_y));
    ImGui::Dummy(ImVec2(layout.gutter + digit * static_cast<float>(show.code.widest + 4),
                        layout.line_height * static_cast<float>(count) + stage.px(12)));
    ImGui::EndChild();
    return clicked;
}

} // namespace weir::app
