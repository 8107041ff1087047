#include "views/command_palette.h"

#include <algorithm>

#include <imgui_stdlib.h>

#include "views/dialogs.h"

namespace weir::app {

void CommandPalette::open() {
    open_ = true;
    focus_ = true;
    query_.clear();
    search();
}

void CommandPalette::search() {
    found_.clear();
    for (const Command* command : commands_.shown()) {
        std::optional<CommandMatch> match = match_command(query_, command->title);
        if (command->run && match) {
            found_.push_back({command, std::move(*match)});
        }
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.match.score > b.match.score; });
    at_ = 0;
    rows_.reveal(0);
    ++revision_;
}

void CommandPalette::take() {
    open_ = false;
    if (at_ < found_.size()) {
        found_[at_].command->run();
    }
}

void CommandPalette::draw_row(const Stage& stage, ImDrawList* draw, const Found& found, const Rect& row,
                              bool on) const {
    const Palette& c = stage.colours;
    if (on) {
        fill(draw, {row.x + stage.px(10), row.y, row.width - stage.px(20), row.height}, colour(c.selected),
             stage.px(5));
    }
    const std::string& title = found.command->title;
    const float y = row.y + stage.px(7);
    float x = row.x + stage.px(22);
    for (std::size_t i = 0; i < title.size(); ++i) {
        const auto& letters = found.match.letters;
        const bool meant = std::find(letters.begin(), letters.end(), i) != letters.end();
        const std::string_view letter = std::string_view(title).substr(i, 1);
        draw_text(draw, stage.fonts.text, ImVec2(x, y), colour(meant ? c.accent : c.text), letter);
        x += text_width(stage.fonts.text, letter);
    }
    const float keys = text_width(stage.fonts.small, found.command->keys);
    draw_text(draw, stage.fonts.small, ImVec2(row.x + row.width - stage.px(22) - keys, y + stage.px(1)),
              colour(c.muted), found.command->keys);
}

void CommandPalette::draw(Stage& stage, const Rect& area) {
    const Rect box = begin_dialog(stage, area, "Commands", 620, 480);
    const float pad = stage.px(16);
    ImGui::SetCursorScreenPos(ImVec2(box.x + pad, box.y + stage.px(46)));
    ImGui::SetNextItemWidth(box.width - 2 * pad);
    if (focus_) {
        ImGui::SetKeyboardFocusHere();
        focus_ = false;
    }
    if (ImGui::InputTextWithHint("##query", "Letters of a command's name", &query_)) {
        search();
    }
    const float head = stage.px(86);
    const Rect list{box.x, box.y + head, box.width, box.height - head - stage.px(10)};
    const float height = stage.px(30);
    page_ = std::max(static_cast<int>(list.height / height) - 1, 1);
    rows_.layout(revision_, found_.size(), height, [height](std::size_t) { return height; });
    std::vector<std::size_t> visible;
    const std::size_t clicked = rows_.draw(
        "commands", list,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool hovered) {
            draw_row(stage, draw, found_[i], row, i == at_ || hovered);
        },
        visible);
    stage.screen.palette.clear();
    for (const Found& found : found_) {
        stage.screen.palette.push_back(found.command->title);
    }
    stage.screen.palette_at = at_;
    end_dialog();
    if (clicked < found_.size()) {
        at_ = clicked;
        take();
    }
}

bool CommandPalette::key(Stage& stage, const KeyPress& press) {
    static_cast<void>(stage);
    const int step = press.key == Key::Home || press.key == Key::End ? 0 : step_of(press, page_);
    if (step != 0) {
        at_ = stepped(at_, step, found_.size());
        rows_.reveal(at_);
    } else if (press.key == Key::Escape) {
        open_ = false;
    } else if (press.plain() && press.key == Key::Enter) {
        take();
    }
    return true; // nothing below the palette gets a key
}

} // namespace weir::app
