#include "views/dialogs.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir::app {

Rect begin_dialog(Stage& stage, const Rect& area, const char* title, float width, float height) {
    ImGui::SetNextWindowPos(ImVec2(area.x, area.y));
    ImGui::SetNextWindowSize(ImVec2(area.width, area.height));
    ImGui::SetNextWindowFocus();
    ImGui::Begin("##dialog", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoScrollWithMouse);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    fill(draw, area, colour(rgb(0x000000), stage.colours.name == ThemeName::Dark ? 0.55F : 0.35F));
    const float w = std::min(stage.px(width), area.width - stage.px(32));
    const float h = std::min(stage.px(height), area.height - stage.px(32));
    const Rect box{area.x + (area.width - w) / 2, area.y + (area.height - h) / 2, w, h};
    fill(draw, box, colour(stage.colours.surface), stage.px(10));
    draw->AddRect(ImVec2(box.x, box.y), ImVec2(box.x + box.width, box.y + box.height), colour(stage.colours.border),
                  stage.px(10));
    draw_text(draw, stage.fonts.bold, ImVec2(box.x + stage.px(20), box.y + stage.px(18)), colour(stage.colours.text),
              title);
    stage.screen.dialog = title;
    stage.screen.regions["dialog"] = box;
    return box;
}

void end_dialog() {
    ImGui::End();
}

void PickerDialog::draw_rows(Stage& stage, const Rect& area) {
    FilePicker& picker = stage.picker;
    const DirectoryListing& listing = picker.listing();
    if (!picker.listed()) {
        draw_empty(stage, area, Icon::Waiting, "Reading", "");
        return;
    }
    if (!listing.error.empty()) {
        draw_empty(stage, area, Icon::Unreadable, "This folder cannot be read", listing.error);
        return;
    }
    if (listing.entries.empty()) {
        draw_empty(stage, area, Icon::Info, "Nothing to choose here", "Only folders and YAML files are shown.");
        return;
    }
    const float height = stage.px(30);
    page_ = std::max(static_cast<int>(area.height / height) - 1, 1);
    rows_.layout(0, listing.entries.size(), height, [height](std::size_t) { return height; });
    if (seen_ != picker.at()) {
        seen_ = picker.at();
        rows_.reveal(seen_);
    }
    std::vector<std::size_t> visible;
    const std::size_t clicked = rows_.draw(
        "entries", area,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool hovered) {
            const Palette& c = stage.colours;
            if (i == picker.at() || hovered) {
                fill(draw, {row.x + stage.px(10), row.y, row.width - stage.px(20), row.height},
                     colour(i == picker.at() ? c.selected : c.hover), stage.px(5));
            }
            draw_icon(stage, draw, listing.entries[i].folder ? Icon::Folder : Icon::File,
                      ImVec2(row.x + stage.px(30), row.y + row.height / 2));
            draw_text_fitting(draw, stage.fonts.text, ImVec2(row.x + stage.px(48), row.y + stage.px(7)),
                              row.width - stage.px(66), colour(c.text), listing.entries[i].name);
        },
        visible);
    if (clicked < listing.entries.size()) {
        const bool again = clicked == picker.at();
        picker.set_at(clicked);
        if (again || listing.entries[clicked].folder) {
            take(stage);
        }
    }
}

void PickerDialog::draw_foot(Stage& stage, const Rect& area) {
    float x = area.x + area.width - stage.px(16);
    const auto button = [&](const char* id, const ButtonLook& look) {
        x -= button_width(stage, look);
        const bool clicked = draw_button(stage, id, ImVec2(x, area.y + stage.px(10)), look);
        x -= stage.px(8);
        return clicked;
    };
    if (button("##close", {"Close", "Esc"})) {
        stage.picker.close();
    }
    if (stage.picker.purpose() == PickFor::Open && button("##folder", {"Open this folder", "Ctrl+Enter"})) {
        take_folder(stage);
    }
    if (button("##up", {"Up", "Backspace"})) {
        stage.picker.go_up();
    }
}

void PickerDialog::draw(Stage& stage, const Rect& area) {
    const bool baseline = stage.picker.purpose() == PickFor::Baseline;
    const Rect box =
        begin_dialog(stage, area, baseline ? "Choose a baseline" : "Open a folder or a contract", 640, 520);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw_text_fitting(draw, stage.fonts.small, ImVec2(box.x + stage.px(20), box.y + stage.px(42)),
                      box.width - stage.px(40), colour(stage.colours.muted),
                      stage.picker.listing().folder.generic_string(), Cut::Start);
    const float head = stage.px(68);
    const float foot = stage.px(48);
    draw_rows(stage, {box.x, box.y + head, box.width, box.height - head - foot});
    draw->AddLine(ImVec2(box.x, box.y + box.height - foot), ImVec2(box.x + box.width, box.y + box.height - foot),
                  colour(stage.colours.border));
    draw_foot(stage, {box.x, box.y + box.height - foot, box.width, foot});
    end_dialog();
}

void PickerDialog::take(Stage& stage) {
    const std::filesystem::path file = stage.picker.enter();
    if (!file.empty()) {
        stage.picker.close();
        chosen_(file, false);
    }
}

void PickerDialog::take_folder(Stage& stage) {
    stage.picker.close();
    chosen_(stage.picker.listing().folder, true);
}

bool PickerDialog::key(Stage& stage, const KeyPress& press) {
    FilePicker& picker = stage.picker;
    const int step = step_of(press, page_);
    if (step != 0) {
        picker.move(step);
    } else if (press.key == Key::Escape) {
        picker.close();
    } else if (press.key == Key::Enter && press.ctrl && picker.purpose() == PickFor::Open) {
        take_folder(stage);
    } else if (press.plain() && (press.key == Key::Enter || press.key == Key::Right)) {
        take(stage);
    } else if (press.plain() && (press.key == Key::Backspace || press.key == Key::Left)) {
        picker.go_up();
    }
    return true; // nothing below the dialog gets a key
}

void HelpDialog::draw(Stage& stage, const Rect& area) {
    const auto shown = commands_.shown();
    const float line = 26;
    const float head = 60;
    // As many columns as it takes to show all of them.
    const auto fit = static_cast<std::size_t>(std::max((area.height / stage.scale - 32 - head) / line, 1.0F));
    const std::size_t columns = std::min<std::size_t>((shown.size() + fit - 1) / fit, 3);
    const std::size_t rows = (shown.size() + columns - 1) / std::max<std::size_t>(columns, 1);
    const float width = 560 - (columns > 1 ? 40.0F : 0.0F);
    const Rect box = begin_dialog(stage, area, "Keys", width * static_cast<float>(columns),
                                  head + 12 + line * static_cast<float>(rows));
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float column = box.width / static_cast<float>(std::max<std::size_t>(columns, 1));
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const std::size_t beside = i / rows;
        const float x = box.x + column * static_cast<float>(beside) + stage.px(20);
        const float y = box.y + stage.px(52) + stage.px(line) * static_cast<float>(i % rows);
        if (y + stage.px(line) > box.y + box.height) {
            continue;
        }
        draw_text_fitting(draw, stage.fonts.text, ImVec2(x, y), stage.px(156), colour(stage.colours.accent),
                          shown[i]->keys);
        draw_text_fitting(draw, stage.fonts.text, ImVec2(x + stage.px(164), y), column - stage.px(196),
                          colour(stage.colours.text), shown[i]->title);
    }
    if (drawn_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !contains(box, ImGui::GetMousePos())) {
        open_ = false;
    }
    drawn_ = true;
    end_dialog();
}

bool HelpDialog::key(Stage& stage, const KeyPress& press) {
    static_cast<void>(stage);
    if (press.key == Key::Escape || press.key == Key::F1 || press.key == Key::Enter) {
        open_ = false;
    }
    return true;
}

} // namespace weir::app
