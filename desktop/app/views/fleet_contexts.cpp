// The fleet page's list of contexts, and why one is not looked into.

#include <algorithm>

#include <fmt/format.h>

#include "views/fleet_view.h"

namespace weir::app {

const live::FleetContext* FleetView::looked_at(const std::string& name) const {
    const auto& all = fleet_.contexts().contexts;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.name == name; });
    return found == all.end() ? nullptr : &*found;
}

void FleetView::draw_context(Stage& stage, ImDrawList* draw, const live::FleetContext& context, const Rect& row,
                             bool hovered) const {
    const Palette& c = stage.colours;
    const bool chosen = context.name == fleet_.context() && refused_.empty();
    const bool production = desk_.production(context.name);
    const Rect box{row.x + stage.px(8), row.y + stage.px(1), row.width - stage.px(16), row.height - stage.px(2)};
    if (chosen || hovered || context.name == refused_) {
        fill(draw, box, colour(chosen ? c.selected : c.hover), stage.px(6));
    }
    if (production) {
        fill(draw, {box.x, box.y + stage.px(8), stage.px(3), box.height - stage.px(16)}, colour(c.error), stage.px(2));
    } else if (chosen) {
        fill(draw, {box.x, box.y + stage.px(8), stage.px(3), box.height - stage.px(16)}, colour(c.accent), stage.px(2));
    }
    const float x = box.x + stage.px(14);
    const float room = box.width - stage.px(24);
    draw_text_fitting(draw, stage.fonts.text, ImVec2(x, box.y + stage.px(7)), room,
                      colour(context.usable() ? c.text : c.muted), context.name);
    const std::string second = context.usable() ? context.server : "not allowed";
    draw_text_fitting(draw, stage.fonts.small, ImVec2(x, box.y + stage.px(28)), room, colour(c.muted), second);
    stage.screen.regions["context." + context.name] = row;
}

void FleetView::draw_contexts(Stage& stage, const Rect& area) {
    begin_area("fleet-contexts", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    fill(draw, area, colour(stage.colours.chrome));
    draw_text(draw, stage.fonts.bold, ImVec2(area.x + stage.px(14), area.y + stage.px(12)), colour(stage.colours.text),
              "Contexts");
    const auto& all = fleet_.contexts().contexts;
    const float head = stage.px(40);
    const Rect list{area.x, area.y + head, area.width, area.height - head};
    if (!fleet_.contexts_read()) {
        draw_empty(stage, list, Icon::Waiting, "Reading the kubeconfig", "");
    } else if (!fleet_.contexts().code.empty()) {
        draw_empty(stage, list, Icon::Unreadable, "No contexts", fleet_.contexts().message);
    } else {
        const float height = stage.px(52);
        contexts_.layout(0, all.size(), height, [height](std::size_t) { return height; });
        std::vector<std::size_t> visible;
        const std::size_t clicked = contexts_.draw(
            "context-rows", list,
            [&](ImDrawList* rows, std::size_t i, const Rect& row, bool hovered) {
                draw_context(stage, rows, all[i], row, hovered);
            },
            visible);
        if (clicked < all.size()) {
            refused_ = all[clicked].usable() ? std::string() : all[clicked].name;
            fleet_.choose(std::string(all[clicked].name));
        }
    }
    ImGui::EndChild();
}

void FleetView::draw_refused(Stage& stage, const Rect& area, const live::FleetContext& context) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    const float width = std::min(area.width - stage.px(48), stage.px(560));
    const float x = area.x + (area.width - width) / 2;
    float y = area.y + area.height * 0.22F;
    draw_icon(stage, draw, Icon::Info, ImVec2(x + stage.px(8), y + stage.px(8)));
    y += draw_wrapped(draw, stage.fonts.bold, ImVec2(x + stage.px(26), y), width - stage.px(26), colour(c.text),
                      fmt::format("Weir does not look into {}", context.name)) +
         stage.px(14);
    y += draw_wrapped(draw, stage.fonts.text, ImVec2(x, y), width, colour(c.muted),
                      "The operator of this machine says which clusters Weir may use, in environment variables that no "
                      "contract can change. Nothing was asked of this one.") +
         stage.px(14);
    y += draw_wrapped(draw, stage.fonts.text, ImVec2(x, y), width, colour(c.text), context.refusal) + stage.px(16);
    if (!context.entry.empty() && draw_button(stage, "##copy-entry", ImVec2(x, y), {"Copy the entry", "Ctrl+C"})) {
        ImGui::SetClipboardText(context.entry.c_str());
        stage.work.set_notice("Copied.");
    }
}

} // namespace weir::app
