#include "views/diff_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/clip.h"
#include "weir/names.h"

namespace weir::app {

namespace {

/// Values are shown up to this many bytes; the whole is in the source.
constexpr std::size_t kValueBytes = 600;

struct Side {
    std::string_view sign;
    const std::string& value;
    Rgb wash;
    Rgb ink;
};

/// One value in a box of its own colour; returns the height used. Measures only when `draw` is null.
float value_box(const Stage& stage, ImDrawList* draw, ImVec2 at, float width, const Side& side) {
    const float pad = stage.px(6);
    const float indent = stage.px(26);
    const std::string value = clipped(side.value, kValueBytes);
    const float height = wrapped_height(stage.fonts.mono, width - indent - pad, value) + 2 * pad;
    if (draw != nullptr) {
        fill(draw, {at.x, at.y, width, height}, colour(side.wash), stage.px(5));
        draw_text(draw, stage.fonts.mono, ImVec2(at.x + stage.px(10), at.y + pad), colour(side.ink), side.sign);
        draw_wrapped(draw, stage.fonts.mono, ImVec2(at.x + indent, at.y + pad), width - indent - pad,
                     colour(stage.colours.text), value);
    }
    return height;
}

} // namespace

float DiffView::card(const Stage& stage, ImDrawList* draw, const ChangeRow& change, const Rect& row) {
    const Palette& c = stage.colours;
    const float x = row.x + stage.px(46);
    const float width = std::max(row.width - stage.px(66), stage.px(60));
    const float gap = stage.px(6);
    float y = row.y + stage.px(13);
    if (draw != nullptr) {
        const Icon icon = icon_of(change.severity);
        draw_icon(stage, draw, icon, ImVec2(row.x + stage.px(27), y + stage.fonts.text->FontSize / 2));
        draw_wrapped(draw, stage.fonts.text, ImVec2(x, y), width, colour(c.text), change.message);
    }
    y += wrapped_height(stage.fonts.text, width, change.message) + gap;
    if (draw != nullptr) {
        const std::string head = fmt::format("{}  {}", severity_name(change.severity), change.rule);
        const Rgb ink = colour_of(c, icon_of(change.severity));
        draw_text_fitting(draw, stage.fonts.small, ImVec2(x, y), width, colour(ink), head);
    }
    y += stage.fonts.small->FontSize + stage.px(4);
    if (draw != nullptr) {
        draw_text_fitting(draw, stage.fonts.small, ImVec2(x, y), width, colour(c.muted), change.path, Cut::Start);
    }
    y += stage.fonts.small->FontSize + gap;
    if (!change.before.empty()) {
        y += value_box(stage, draw, ImVec2(x, y), width, {"-", change.before, c.error_wash, c.error}) + stage.px(3);
    }
    if (!change.after.empty()) {
        y += value_box(stage, draw, ImVec2(x, y), width, {"+", change.after, c.ok_wash, c.ok}) + stage.px(3);
    }
    if (!change.further.empty()) {
        if (draw != nullptr) {
            draw_wrapped(draw, stage.fonts.text, ImVec2(x, y), width, colour(c.muted), change.further);
        }
        y += wrapped_height(stage.fonts.text, width, change.further) + gap;
    }
    return y + stage.px(8) - row.y;
}

void DiffView::draw_header(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    const bool chosen = !stage.work.baseline().empty();
    const ButtonLook look{chosen ? "Change" : "Choose baseline", "Ctrl+B"};
    const float right = area.x + area.width - stage.px(12) - button_width(stage, look);
    if (draw_button(stage, "##baseline", ImVec2(right, area.y + stage.px(8)), look)) {
        choose_();
    }
    float x = area.x + stage.px(16);
    const float y = area.y + stage.px(14);
    if (!chosen) {
        draw_text_fitting(draw, stage.fonts.text, ImVec2(x, y), right - x - stage.px(8), colour(c.muted),
                          "Compared with nothing yet");
        return;
    }
    draw_text(draw, stage.fonts.text, ImVec2(x, y), colour(c.muted), "since");
    x += text_width(stage.fonts.text, "since ") + stage.px(2);
    draw_text_fitting(draw, stage.fonts.text, ImVec2(x, y), right - x - stage.px(8), colour(c.text),
                      stage.work.baseline().generic_string(), Cut::Start);
    const ChangesSnapshot* changes = stage.work.changes();
    if (changes == nullptr || !changes->why.empty()) {
        return;
    }
    x = area.x + stage.px(24);
    const float row = area.y + stage.px(54);
    const auto counter = [&](ChangeSeverity severity, std::uint32_t count) {
        const Icon icon = icon_of(severity);
        draw_icon(stage, draw, icon, ImVec2(x, row));
        const std::string text = fmt::format("{} {}", count, severity_name(severity));
        draw_text(draw, stage.fonts.text, ImVec2(x + stage.px(14), row - stage.fonts.text->FontSize / 2),
                  colour(count > 0 ? c.text : c.muted), text);
        x += text_width(stage.fonts.text, text) + stage.px(40);
    };
    counter(ChangeSeverity::Breaking, changes->breaking);
    counter(ChangeSeverity::NonBreaking, changes->non_breaking);
    counter(ChangeSeverity::Info, changes->info);
}

void DiffView::draw_changes(Stage& stage, const Rect& area, const ChangesSnapshot& changes) {
    Workspace& work = stage.work;
    const float width = area.width - stage.px(14);
    if (scale_ != stage.scale) {
        scale_ = stage.scale;
        rows_ = RowList();
    }
    stage.screen.unfinished |= !rows_.layout(work.revision(), changes.changes.size(), width, [&](std::size_t i) {
        return card(stage, nullptr, changes.changes[i], {0, 0, width, 0});
    });
    if (seen_revision_ != work.revision() || seen_change_ != work.change()) {
        seen_revision_ = work.revision();
        seen_change_ = work.change();
        rows_.reveal(seen_change_);
    }
    const bool focused = work.focus() == Focus::Panel;
    const std::size_t clicked = rows_.draw(
        "changes", area,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool hovered) {
            const Palette& c = stage.colours;
            const bool selected = i == work.change();
            const Rect box{row.x + stage.px(8), row.y + stage.px(4), row.width - stage.px(16),
                           row.height - stage.px(4)};
            fill(draw, box, colour(selected ? c.selected : hovered ? c.hover : c.raised), stage.px(8));
            if (selected) {
                fill(draw, {box.x, box.y + stage.px(8), stage.px(3), box.height - stage.px(16)},
                     colour(c.accent, focused ? 1.0F : 0.55F), stage.px(2));
            }
            card(stage, draw, changes.changes[i], row);
            stage.screen.regions[fmt::format("change.{}", i)] = row;
        },
        stage.screen.changes);
    page_ = std::max(static_cast<int>(stage.screen.changes.size()) - 1, 1);
    if (clicked < changes.changes.size()) {
        work.set_focus(Focus::Panel);
        work.set_change(clicked);
    }
}

void DiffView::draw(Stage& stage, const Rect& area) {
    const Workspace& work = stage.work;
    if (work.snapshot() == nullptr) {
        return;
    }
    const ChangesSnapshot* changes = work.changes();
    const bool counted = changes != nullptr && changes->why.empty();
    const float header = stage.px(counted ? 74 : 44);
    draw_header(stage, {area.x, area.y, area.width, header});
    Rect body{area.x, area.y + header, area.width, area.height - header};
    if (work.baseline().empty()) {
        draw_empty(stage, body, Icon::File, "Choose a baseline",
                   "An earlier version of this contract. Ctrl+B opens one.");
    } else if (changes == nullptr) {
        draw_empty(stage, body, Icon::Waiting, "Comparing", "The baseline is being read.");
    } else if (!changes->why.empty()) {
        draw_empty(stage, body, Icon::Unreadable, "Could not compare", changes->why);
    } else {
        if (!changes->note.empty()) {
            const float pad = stage.px(16);
            const float height =
                draw_wrapped(ImGui::GetWindowDrawList(), stage.fonts.small, ImVec2(body.x + pad, body.y),
                             body.width - 2 * pad, colour(stage.colours.warning), changes->note) +
                stage.px(8);
            body = {body.x, body.y + height, body.width, body.height - height};
        }
        if (changes->changes.empty()) {
            draw_empty(stage, body, Icon::Ok, "No change", "The two mean the same.");
        } else {
            draw_changes(stage, body, *changes);
        }
    }
}

bool DiffView::key(Stage& stage, const KeyPress& press) {
    const ChangesSnapshot* changes = stage.work.changes();
    const std::size_t count = changes == nullptr ? 0 : changes->changes.size();
    const int step = step_of(press, page_);
    if (step != 0 && count > 0) {
        stage.work.set_change(stepped(stage.work.change(), step, count));
        return true;
    }
    if (press.plain() && press.key == Key::Enter) {
        if (stage.work.baseline().empty()) {
            choose_();
        } else if (count > 0) {
            stage.work.set_change(stage.work.change());
            stage.work.set_focus(Focus::Source);
        }
        return true;
    }
    return false;
}

std::string DiffView::copy(const Stage& stage) const {
    const ChangesSnapshot* changes = stage.work.changes();
    if (changes == nullptr || stage.work.change() >= changes->changes.size()) {
        return {};
    }
    const ChangeRow& row = changes->changes[stage.work.change()];
    return fmt::format("{} [{}] {}: {}\n- {}\n+ {}\n{}", severity_name(row.severity), row.rule, row.path, row.message,
                       row.before, row.after, row.further);
}

} // namespace weir::app
