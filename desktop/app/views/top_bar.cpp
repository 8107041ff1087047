#include "views/bars.h"

#include <cmath>

namespace weir::app {

namespace {

/// Three lines of water over a sill.
void draw_mark(const Stage& stage, ImDrawList* draw, ImVec2 at) {
    constexpr int kPoints = 13;
    for (int line = 0; line < 3; ++line) {
        for (int i = 0; i < kPoints; ++i) {
            const float t = static_cast<float>(i) / (kPoints - 1);
            const float wave = std::sin(t * 6.2832F + static_cast<float>(line) * 0.9F) * stage.px(1.6F);
            const float drop = t > 0.55F ? (t - 0.55F) * stage.px(9) : 0.0F;
            draw->PathLineTo(
                ImVec2(at.x + t * stage.px(24), at.y + stage.px(4 + 6.5F * static_cast<float>(line)) + wave + drop));
        }
        draw->PathStroke(colour(stage.colours.accent, 1.0F - 0.24F * static_cast<float>(line)), 0, stage.px(2.4F));
    }
}

} // namespace

float TopBar::draw_pages(Stage& stage, const Rect& area, float x) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    for (const Page page : kPages) {
        const std::string_view title = page_title(page);
        const float width = text_width(stage.fonts.text, title) + stage.px(24);
        if (!stage.pages.has(page)) {
            continue;
        }
        const bool on = stage.pages.now() == page;
        ImGui::SetCursorScreenPos(ImVec2(x, area.y));
        if (ImGui::InvisibleButton(page_word(page), ImVec2(width, area.height - 1))) {
            stage.pages.show(page);
        }
        const bool hovered = ImGui::IsItemHovered();
        draw_text(draw, stage.fonts.text,
                  ImVec2(x + stage.px(12), area.y + (area.height - stage.fonts.text->FontSize) / 2),
                  colour(on || hovered ? c.text : c.muted), title);
        if (on) {
            fill(draw, {x + stage.px(12), area.y + area.height - stage.px(3), width - stage.px(24), stage.px(3)},
                 colour(c.accent), stage.px(2));
        }
        stage.screen.regions[std::string("page.") + page_word(page)] = {x, area.y, width, area.height};
        x += width;
    }
    return x;
}

void TopBar::draw(Stage& stage, const Rect& area) {
    begin_area("top", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, area, colour(c.chrome));
    draw->AddLine(ImVec2(area.x, area.y + area.height - 1), ImVec2(area.x + area.width, area.y + area.height - 1),
                  colour(c.border));
    draw_mark(stage, draw, ImVec2(area.x + stage.px(14), area.y + stage.px(13)));
    const float text_y = area.y + (area.height - stage.fonts.bold->FontSize) / 2;
    draw_text(draw, stage.fonts.bold, ImVec2(area.x + stage.px(48), text_y), colour(c.text), "Weir");

    struct Item {
        const char* id;
        ButtonLook look;
        const std::function<void()>* run;
    };
    const bool dark = c.name == ThemeName::Dark;
    const Item items[] = {{"##help", {"Keys", "F1"}, &actions_.help},
                          {"##theme", {dark ? "Light" : "Dark", "Ctrl+T"}, &actions_.theme},
                          {"##reread", {"Read again", "F5"}, &actions_.reread},
                          {"##open", {"Open", "Ctrl+O"}, &actions_.open}};
    const bool several = stage.pages.has(Page::Fleet) || stage.pages.has(Page::Deploy) || stage.pages.has(Page::Log);
    const float left = several ? draw_pages(stage, area, area.x + stage.px(96)) + stage.px(16) : area.x + stage.px(100);
    float x = area.x + area.width - stage.px(12);
    for (const Item& item : items) {
        const float width = button_width(stage, item.look);
        if (x - width < left + stage.px(several ? 0 : 40)) {
            break;
        }
        x -= width;
        if (draw_button(stage, item.id, ImVec2(x, area.y + (area.height - stage.px(28)) / 2), item.look)) {
            (*item.run)();
        }
        x -= stage.px(8);
    }
    draw_text_fitting(draw, stage.fonts.text, ImVec2(left, text_y), x - left - stage.px(8), colour(c.muted),
                      stage.work.folder().path.generic_string(), Cut::Start);
    ImGui::EndChild();
}

} // namespace weir::app
