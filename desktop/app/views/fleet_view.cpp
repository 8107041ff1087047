#include "views/fleet_view.h"

#include <algorithm>
#include <span>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <imgui_stdlib.h>

#include "views/fleet_details.h"
#include "views/plots.h"

namespace weir::app {

namespace {

constexpr float kRowHeight = 36;
constexpr std::size_t kRowBars = 16;

/// Where a column begins and ends, as shares of the table's width.
struct Column {
    FleetColumn column;
    const char* title;
    float begin;
    float end;
};
constexpr std::array<Column, 6> kColumns = {{{FleetColumn::Name, "Deployment", 0.00F, 0.29F},
                                             {FleetColumn::State, "State", 0.29F, 0.43F},
                                             {FleetColumn::Checkpoint, "Checkpoint", 0.43F, 0.61F},
                                             {FleetColumn::Runs, "Runs for", 0.61F, 0.72F},
                                             {FleetColumn::Contract, "Contract", 0.72F, 0.84F},
                                             {FleetColumn::Product, "Product", 0.84F, 1.00F}}};

/// The same beside a chosen deployment, whose product stands there.
constexpr std::array<Column, 5> kNarrowColumns = {{{FleetColumn::Name, "Deployment", 0.00F, 0.42F},
                                                   {FleetColumn::State, "State", 0.42F, 0.57F},
                                                   {FleetColumn::Checkpoint, "Checkpoint", 0.57F, 0.73F},
                                                   {FleetColumn::Runs, "Runs for", 0.73F, 0.87F},
                                                   {FleetColumn::Contract, "Contract", 0.87F, 1.00F}}};

std::span<const Column> columns_in(const Stage& stage, float width) {
    constexpr float kNarrow = 760;
    return width < stage.px(kNarrow) ? std::span<const Column>(kNarrowColumns) : std::span<const Column>(kColumns);
}

Rect cell(const Stage& stage, const Rect& row, const Column& column) {
    const float pad = stage.px(14);
    const float width = row.width - 2 * pad;
    return {row.x + pad + width * column.begin, row.y, width * (column.end - column.begin) - stage.px(10), row.height};
}

std::string clock_words(std::int64_t moment) {
    constexpr std::int64_t kMillis = 1000;
    const auto seconds = static_cast<std::time_t>(moment / kMillis);
    return fmt::format("{:%H:%M:%S}", fmt::localtime(seconds));
}

} // namespace

// ---- above the table ----

void FleetView::draw_header(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    const bool production = desk_.production(fleet_.context());
    const bool read_only = desk_.writes.read_only(fleet_.context());
    fill(draw, area, colour(production ? c.error_wash : c.surface));
    if (production) {
        fill(draw, {area.x, area.y, area.width, stage.px(3)}, colour(c.error));
    }
    const float middle = area.y + area.height / 2;
    float right = area.x + area.width - stage.px(14);
    const auto button = [&](const char* id, const ButtonLook& look) {
        right -= button_width(stage, look);
        const bool clicked = draw_button(stage, id, ImVec2(right, middle - stage.px(14)), look);
        right -= stage.px(8);
        return clicked;
    };
    if (fleet_.looking() ? button("##stop-look", {"Stop", "Esc"}) : button("##look", {"Look now", "F5"})) {
        fleet_.looking() ? fleet_.stop() : fleet_.look_now();
    }
    if (button("##read-only", {read_only ? "Read-only" : "Writing allowed", "Ctrl+R", !read_only})) {
        desk_.writes.set_read_only(fleet_.context(), !read_only);
    }
    const std::uint32_t interval = desk_.settings.interval;
    std::string seen = fleet_.looking()          ? "Looking\xE2\x80\xA6"
                       : fleet_.stopped()        ? "Stopped"
                       : fleet_.looked_at() == 0 ? "Not seen yet"
                                                 : "Seen at " + clock_words(fleet_.looked_at());
    seen += interval == 0 ? ", when asked" : fmt::format(", every {}", duration_words(interval));
    const float seen_width = text_width(stage.fonts.small, seen);
    const float left = area.x + stage.px(14);
    draw_text(draw, stage.fonts.small,
              ImVec2(right - seen_width - stage.px(8), middle - stage.fonts.small->FontSize / 2), colour(c.muted),
              seen);
    const float name_room = right - seen_width - stage.px(150) - left;
    const float name = draw_text_fitting(draw, stage.fonts.bold, ImVec2(left, middle - stage.fonts.bold->FontSize / 2),
                                         name_room, colour(c.text), fleet_.context());
    if (production) {
        const Rect chip{left + name + stage.px(12), middle - stage.px(11), stage.px(94), stage.px(22)};
        fill(draw, chip, colour(c.error), stage.px(11));
        draw_text(draw, stage.fonts.small,
                  ImVec2(chip.x + (chip.width - text_width(stage.fonts.small, "PRODUCTION")) / 2,
                         middle - stage.fonts.small->FontSize / 2),
                  colour(c.surface), "PRODUCTION");
    }
}

void FleetView::draw_tools(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, area, colour(c.surface));
    const float width = std::min(area.width * 0.36F, stage.px(320));
    ImGui::SetCursorScreenPos(ImVec2(area.x + stage.px(14), area.y + stage.px(6)));
    ImGui::SetNextItemWidth(width);
    if (std::exchange(focus_filter_, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    if (fleet_.filter().empty() && !ImGui::IsAnyItemActive()) {
        filter_.clear();
    }
    ImGui::PushFont(stage.fonts.small);
    if (ImGui::InputTextWithHint("##fleet-filter", "Filter  Ctrl+F", &filter_)) {
        fleet_.set_filter(filter_);
    }
    ImGui::PopFont();
    stage.screen.regions["fleet.filter"] = {area.x + stage.px(14), area.y + stage.px(6), width, stage.px(24)};
    const std::string label = fmt::format("With warnings: {}", fleet_.warned());
    const float x = area.x + stage.px(14) + width + stage.px(12);
    if (draw_button(stage, "##warned", ImVec2(x, area.y + stage.px(4)), {label, "Ctrl+W", fleet_.warned_only()})) {
        fleet_.set_warned_only(!fleet_.warned_only());
    }
    const std::string count =
        fleet_.shown().size() == fleet_.entries().size()
            ? fmt::format("{} deployment{}", fleet_.entries().size(), fleet_.entries().size() == 1 ? "" : "s")
            : fmt::format("{} of {} deployments", fleet_.shown().size(), fleet_.entries().size());
    const float count_width = text_width(stage.fonts.small, count);
    draw_text(draw, stage.fonts.small, ImVec2(area.x + area.width - stage.px(14) - count_width, area.y + stage.px(11)),
              colour(c.muted), count);
}

float FleetView::draw_problems(const Stage& stage, const Rect& area) const {
    const Palette& c = stage.colours;
    if (fleet_.problems().empty()) {
        return 0;
    }
    const live::FleetProblem& first = fleet_.problems().front();
    std::string text = fmt::format("Namespace {}: {}", first.name_space, first.message);
    if (fleet_.problems().size() > 1) {
        text += fmt::format(" (and {} more namespaces)", fleet_.problems().size() - 1);
    }
    if (!fleet_.entries().empty() && fleet_.looked_at() != 0) {
        text += fmt::format(" What is shown was seen at {}.", clock_words(fleet_.looked_at()));
    }
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float width = area.width - stage.px(60);
    const float height = std::min(wrapped_height(stage.fonts.text, width, text) + stage.px(20), area.height / 2);
    fill(draw, {area.x, area.y, area.width, height}, colour(c.warning_wash));
    draw_icon(stage, draw, Icon::Warning, ImVec2(area.x + stage.px(24), area.y + stage.px(18)));
    ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(area.x + area.width, area.y + height), true);
    draw_wrapped(draw, stage.fonts.text, ImVec2(area.x + stage.px(42), area.y + stage.px(10)), width, colour(c.text),
                 text);
    ImGui::PopClipRect();
    return height;
}

// ---- the table ----

void FleetView::draw_columns(Stage& stage, const Rect& area, float table) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    fill(draw, area, colour(c.chrome));
    draw->AddLine(ImVec2(area.x, area.y + area.height - 1), ImVec2(area.x + area.width, area.y + area.height - 1),
                  colour(c.border));
    const bool scrolls = static_cast<float>(fleet_.shown().size()) * stage.px(kRowHeight) > table;
    const Rect row{area.x, area.y, area.width - (scrolls ? ImGui::GetStyle().ScrollbarSize : 0), area.height};
    for (const Column& column : columns_in(stage, row.width)) {
        const Rect box = cell(stage, row, column);
        ImGui::SetCursorScreenPos(ImVec2(box.x, box.y));
        if (ImGui::InvisibleButton(column.title, ImVec2(std::max(box.width, 1.0F), box.height))) {
            fleet_.sort_by(column.column);
        }
        const bool by = fleet_.column() == column.column;
        const float y = area.y + (area.height - stage.fonts.small->FontSize) / 2;
        const float used =
            draw_text_fitting(draw, stage.fonts.small, ImVec2(box.x, y), box.width - (by ? stage.px(14) : 0),
                              colour(by || ImGui::IsItemHovered() ? c.text : c.muted), column.title);
        if (by) {
            draw_text(draw, stage.fonts.small, ImVec2(box.x + used + stage.px(5), y), colour(c.accent),
                      fleet_.descending() ? "\xE2\x86\x93" : "\xE2\x86\x91");
        }
        stage.screen.regions[fmt::format("column.{}", column.title)] = box;
    }
}

void FleetView::draw_row(const Stage& stage, ImDrawList* draw, const FleetEntry& entry, const Rect& row,
                         bool hovered) const {
    const Palette& c = stage.colours;
    const bool selected = fleet_.selected_key() == entry.key();
    if (selected || hovered) {
        fill(draw, row, colour(selected ? c.selected : c.hover));
    }
    const float y = row.y + (row.height - stage.fonts.text->FontSize) / 2;
    const std::span<const Column> columns = columns_in(stage, row.width);
    const auto say = [&](std::size_t column, std::string_view text, Rgb ink) {
        const Rect box = cell(stage, row, columns[column]);
        draw_text_fitting(draw, stage.fonts.text, ImVec2(box.x, y), box.width, colour(ink), text);
    };
    const std::vector<std::string> warnings = entry.warnings();
    const Rect name = cell(stage, row, columns[0]);
    draw_icon(stage, draw, fleet_icon(entry), ImVec2(name.x + stage.px(8), row.y + row.height / 2));
    const float left = name.x + stage.px(26);
    const float used = draw_text_fitting(draw, stage.fonts.text, ImVec2(left, y), name.width - stage.px(26),
                                         colour(c.text), entry.seen.name);
    if (used + stage.px(60) < name.width - stage.px(26)) {
        draw_text_fitting(draw, stage.fonts.small, ImVec2(left + used + stage.px(8), y + stage.px(2)),
                          name.width - stage.px(34) - used, colour(c.muted), entry.seen.name_space);
    }
    say(1, fleet_state_words(entry), colour_of(c, fleet_icon(entry)));
    const Rect checkpoint = cell(stage, row, columns[2]);
    const auto age = entry.checkpoint_age(fleet_.looked_at());
    say(2, age ? duration_words(*age) : "\xE2\x80\x93", age ? c.text : c.faint);
    std::vector<float> durations;
    for (const live::FleetCheckpoint& seen : entry.durations) {
        durations.push_back(static_cast<float>(seen.duration));
    }
    const float plot = std::min(stage.px(96), checkpoint.width - stage.px(62));
    if (plot > stage.px(40)) {
        draw_bars(stage, draw,
                  {checkpoint.x + checkpoint.width - plot, row.y + stage.px(9), plot, row.height - stage.px(18)},
                  durations, kRowBars, c.accent);
    }
    const auto runs = entry.seen.started && *entry.seen.started <= fleet_.looked_at() && !entry.seen.suspended
                          ? std::optional((fleet_.looked_at() - *entry.seen.started) / 1000)
                          : std::nullopt;
    say(3, runs ? duration_words(static_cast<std::uint64_t>(*runs)) : "\xE2\x80\x93", runs ? c.text : c.faint);
    const bool differs = entry.diff && entry.diff->state != LiveState::Match;
    say(4, entry.diff ? live_state_name(entry.diff->state) : "\xE2\x80\x93",
        differs      ? c.warning
        : entry.diff ? c.ok
                     : c.faint);
    if (columns.size() == kColumns.size()) {
        say(5, entry.seen.product, c.muted);
    }
}

void FleetView::draw_nothing(const Stage& stage, const Rect& area) const {
    if (!fleet_.entries().empty()) {
        draw_empty(stage, area, Icon::Info, "Nothing matches", "Names, namespaces, products and states are searched.");
    } else if (fleet_.looking()) {
        draw_empty(stage, area, Icon::Waiting, "Looking", "at every namespace that the operator allows");
    } else if (!fleet_.problems().empty()) {
        draw_empty(stage, area, Icon::Unreadable, "The cluster could not be read", "The reason stands above.");
    } else if (fleet_.stopped()) {
        draw_empty(stage, area, Icon::Info, "Stopped", "F5 looks again.");
    } else {
        draw_empty(stage, area, Icon::Info, "Weir manages nothing here",
                   fmt::format("Namespaces: {}", fmt::join(fleet_.contexts().namespaces, ", ")));
    }
}

void FleetView::draw_table(Stage& stage, const Rect& area) {
    const auto& shown = fleet_.shown();
    stage.screen.regions["fleet.table"] = area;
    if (shown.empty()) {
        draw_nothing(stage, area);
        return;
    }
    const float height = stage.px(kRowHeight);
    page_ = std::max(static_cast<int>(area.height / height) - 1, 1);
    rows_.layout(0, shown.size(), height, [height](std::size_t) { return height; });
    const FleetEntry* chosen = fleet_.selected();
    if (chosen != nullptr && revealed_ != chosen->key()) {
        revealed_ = chosen->key();
        const auto at = std::find_if(shown.begin(), shown.end(),
                                     [&](std::size_t i) { return fleet_.entries()[i].key() == revealed_; });
        rows_.reveal(static_cast<std::size_t>(at - shown.begin()));
    }
    std::vector<std::size_t> visible;
    const std::size_t clicked = rows_.draw(
        "fleet-rows", area,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool hovered) {
            const FleetEntry& entry = fleet_.entries()[shown[i]];
            draw_row(stage, draw, entry, row, hovered);
            stage.screen.regions[fmt::format("deployment.{}", entry.seen.name)] = row;
        },
        visible);
    std::vector<FleetKey> keys;
    for (const std::size_t i : visible) {
        stage.screen.deployments.push_back(shown[i]);
        keys.push_back(fleet_.entries()[shown[i]].key());
    }
    fleet_.set_visible(std::move(keys));
    if (clicked < shown.size()) {
        revealed_ = fleet_.entries()[shown[clicked]].key();
        fleet_.select(revealed_);
    }
}

void FleetView::draw_details(Stage& stage, const Rect& area) {
    stage.screen.regions["fleet.details"] = area;
    begin_area("fleet-details", area);
    draw_fleet_details(stage, area, fleet_);
    ImGui::EndChild();
}

void FleetView::draw(Stage& stage, const Rect& area) {
    begin_area("fleet", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    fill(ImGui::GetWindowDrawList(), area, colour(stage.colours.surface));
    const float list = std::floor(std::clamp(area.width * 0.19F, stage.px(150), stage.px(280)));
    draw_contexts(stage, {area.x, area.y, list, area.height});
    const Rect rest{area.x + list + 1, area.y, area.width - list - 1, area.height};
    const live::FleetContext* refused = looked_at(refused_);
    if (refused != nullptr || fleet_.context().empty()) {
        if (refused != nullptr) {
            draw_refused(stage, rest, *refused);
        } else if (fleet_.contexts_read()) {
            draw_empty(stage, rest, Icon::Info, "No cluster to look into",
                       "Choose a context at the left: it says which entry would allow it.");
        }
        ImGui::EndChild();
        return;
    }
    const float header = stage.px(52);
    draw_header(stage, {rest.x, rest.y, rest.width, header});
    float y = rest.y + header;
    y += draw_problems(stage, {rest.x, y, rest.width, rest.height});
    const bool beside = fleet_.selected() != nullptr && rest.width > stage.px(760);
    const bool below = fleet_.selected() != nullptr && !beside;
    const float wide =
        beside ? rest.width - std::floor(std::clamp(rest.width * 0.36F, stage.px(320), stage.px(460))) : rest.width;
    const float deep = below ? std::floor((rest.y + rest.height - y) * 0.5F) : rest.y + rest.height - y;
    draw_tools(stage, {rest.x, y, wide, stage.px(38)});
    draw_columns(stage, {rest.x, y + stage.px(38), wide, stage.px(28)}, deep - stage.px(66));
    draw_table(stage, {rest.x, y + stage.px(66), wide, deep - stage.px(66)});
    if (beside) {
        draw_details(stage, {rest.x + wide, y, rest.width - wide, deep});
    } else if (below) {
        draw_details(stage, {rest.x, y + deep, rest.width, rest.y + rest.height - y - deep});
    }
    ImGui::EndChild();
}

// ---- keys ----

const std::vector<FleetView::Verb>& FleetView::verbs() {
    constexpr auto kCtrl = [](Key key) { return KeyPress{key, true, false, false}; };
    constexpr auto kAlt = [](Key key) { return KeyPress{key, false, false, true}; };
    constexpr auto kSort = [](char digit) { return KeyPress{static_cast<Key>(digit), false, true, true}; };
    static const std::vector<Verb> kVerbs = {{"Alt+Up", "Fleet: the context before", kAlt(Key::Up)},
                                             {"Alt+Down", "Fleet: the context after", kAlt(Key::Down)},
                                             {"Ctrl+F", "Fleet: filter the deployments", kCtrl(Key::F)},
                                             {"Ctrl+W", "Fleet: only those with warnings, or all", kCtrl(Key::W)},
                                             {"Ctrl+R", "Fleet: read-only, or writing allowed", kCtrl(Key::R)},
                                             {"Ctrl+C", "Fleet: copy the entry that allows the context", kCtrl(Key::C)},
                                             {"Alt+Shift+1", "Fleet: sort by name; again: turn it round", kSort('1')},
                                             {"Alt+Shift+2", "Fleet: sort by state", kSort('2')},
                                             {"Alt+Shift+3", "Fleet: sort by checkpoint", kSort('3')},
                                             {"Alt+Shift+4", "Fleet: sort by how long it runs", kSort('4')},
                                             {"Alt+Shift+5", "Fleet: sort by contract", kSort('5')},
                                             {"Alt+Shift+6", "Fleet: sort by product", kSort('6')}};
    return kVerbs;
}

void FleetView::move_context(int by) {
    const auto& all = fleet_.contexts().contexts;
    if (all.empty()) {
        return;
    }
    const std::string& shown = refused_.empty() ? fleet_.context() : refused_;
    const auto now = std::find_if(all.begin(), all.end(), [&](const auto& context) { return context.name == shown; });
    const auto at = now == all.end() ? 0 : stepped(static_cast<std::size_t>(now - all.begin()), by, all.size());
    refused_ = all[at].usable() ? std::string() : all[at].name;
    fleet_.choose(std::string(all[at].name));
}

bool FleetView::key(Stage& stage, const KeyPress& press) {
    static_cast<void>(stage);
    const int step = step_of(press, page_);
    if (step != 0) {
        ImGui::SetWindowFocus(nullptr); // the filter lets go of the keys
        fleet_.move_selection(step);
        return true;
    }
    if (press.ctrl && !press.alt && !press.shift) {
        switch (press.key) {
        case Key::F:
            focus_filter_ = true;
            return true;
        case Key::R:
            if (looked_at(refused_) != nullptr) {
                return true; // the context behind it is out of sight
            }
            desk_.writes.set_read_only(fleet_.context(), !desk_.writes.read_only(fleet_.context()));
            return true;
        case Key::W:
            fleet_.set_warned_only(!fleet_.warned_only());
            return true;
        default:
            return false;
        }
    }
    if (press.alt && (press.key == Key::Up || press.key == Key::Down)) {
        move_context(press.key == Key::Up ? -1 : 1);
        return true;
    }
    const auto digit = static_cast<std::size_t>(press.key) - static_cast<std::size_t>(Key::One);
    if (press.alt && press.shift && !press.ctrl && digit < kColumns.size()) {
        fleet_.sort_by(kColumns[digit].column);
        return true;
    }
    if (press.plain() && press.key == Key::F5) {
        fleet_.read_contexts();
        fleet_.look_now();
        return true;
    }
    if (press.plain() && press.key == Key::Escape) {
        if (!fleet_.looking() && !fleet_.looking_closer()) {
            fleet_.select({});
            refused_.clear();
        } else {
            fleet_.stop();
        }
        return true;
    }
    return false;
}

std::string FleetView::copy(const Stage& stage) const {
    static_cast<void>(stage);
    if (const live::FleetContext* refused = looked_at(refused_)) {
        return refused->entry;
    }
    const FleetEntry* chosen = fleet_.selected();
    return chosen == nullptr ? std::string() : fmt::format("{}/{}", chosen->seen.name_space, chosen->seen.name);
}

} // namespace weir::app
