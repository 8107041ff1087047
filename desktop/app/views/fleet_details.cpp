#include "views/fleet_details.h"

#include <algorithm>

#include <fmt/format.h>

#include "views/plots.h"

namespace weir::app {

namespace {

constexpr std::size_t kBars = 40;
constexpr std::size_t kShownFields = 20;

/// Writes from top to bottom into a card.
class Column {
  public:
    Column(const Stage& stage, const Rect& area)
        : stage_(stage), x_(area.x + stage.px(16)), y_(area.y + stage.px(14)), width_(area.width - stage.px(32)),
          draw_(ImGui::GetWindowDrawList()) {}

    void title(std::string_view text) {
        y_ += draw_wrapped(draw_, stage_.fonts.bold, ImVec2(x_, y_), width_, colour(stage_.colours.text), text) +
              stage_.px(4);
    }
    void head(std::string_view text) {
        y_ += stage_.px(14);
        draw_->AddLine(ImVec2(x_, y_), ImVec2(x_ + width_, y_), colour(stage_.colours.border));
        y_ += stage_.px(12);
        title(text);
    }
    void words(std::string_view text, Rgb ink) {
        y_ += draw_wrapped(draw_, stage_.fonts.small, ImVec2(x_, y_), width_, colour(ink), text) + stage_.px(5);
    }
    void fact(std::string_view name, std::string_view value, Rgb ink) {
        const float left = stage_.px(104);
        draw_text_fitting(draw_, stage_.fonts.small, ImVec2(x_, y_), left - stage_.px(8), colour(stage_.colours.muted),
                          name);
        y_ += draw_wrapped(draw_, stage_.fonts.small, ImVec2(x_ + left, y_), width_ - left, colour(ink), value) +
              stage_.px(5);
    }
    void marked(Icon icon, std::string_view text) {
        draw_icon(stage_, draw_, icon, ImVec2(x_ + stage_.px(8), y_ + stage_.px(8)));
        y_ += draw_wrapped(draw_, stage_.fonts.small, ImVec2(x_ + stage_.px(24), y_), width_ - stage_.px(24),
                           colour(stage_.colours.text), text) +
              stage_.px(7);
    }
    /// Room for a plot.
    Rect plot(float height) {
        const Rect area{x_, y_ + stage_.px(2), width_, stage_.px(height)};
        fill(draw_, area, colour(stage_.colours.raised), stage_.px(4));
        y_ += stage_.px(height + 8);
        const float pad = stage_.px(6);
        return {area.x + pad, area.y + pad, area.width - 2 * pad, area.height - 2 * pad};
    }
    [[nodiscard]] float bottom() const { return y_; }
    [[nodiscard]] ImDrawList* draw() const { return draw_; }

  private:
    const Stage& stage_;
    float x_;
    float y_;
    float width_;
    ImDrawList* draw_;
};

std::string millis_words(std::uint64_t millis) {
    return millis < 10'000 ? fmt::format("{} ms", millis) : duration_words(millis / 1000);
}

std::string or_dash(const std::string& text) {
    return text.empty() ? "\xE2\x80\x93" : text;
}

void draw_facts(Column& column, const Stage& stage, const FleetEntry& entry) {
    const Palette& c = stage.colours;
    column.title(entry.seen.name);
    column.words(fmt::format("{} in {}", entry.seen.name_space, entry.seen.context), c.muted);
    column.fact("State", fleet_state_words(entry), colour_of(c, fleet_icon(entry)));
    column.fact("Operator", or_dash(entry.seen.lifecycle), c.text);
    column.fact("Flink", or_dash(entry.seen.job), c.text);
    column.fact("Product", or_dash(entry.seen.product), c.text);
    column.fact("Build", or_dash(entry.seen.build), c.text);
    if (!entry.seen.message.empty() && entry.seen.warnings.empty()) {
        column.words(entry.seen.message, c.muted);
    }
}

void draw_checkpoints(Column& column, const Stage& stage, const FleetEntry& entry, std::int64_t now) {
    const Palette& c = stage.colours;
    column.head("Checkpoints");
    if (entry.asked == 0) {
        column.words("Flink has not been asked yet.", c.muted);
        return;
    }
    if (!entry.checkpoints.problem.empty()) {
        column.words(entry.checkpoints.problem, c.muted);
    }
    if (entry.durations.empty()) {
        return;
    }
    const live::FleetCheckpoint& last = entry.durations.back();
    const auto age = entry.checkpoint_age(now);
    column.fact("Last", age ? duration_words(*age) + " ago" : "in the future", c.text);
    column.fact("Took", millis_words(last.duration), c.text);
    column.fact("Done, failed", fmt::format("{}, {}", entry.checkpoints.completed, entry.checkpoints.failed),
                entry.checkpoints.failed > 0 ? c.warning : c.text);
    std::vector<float> durations;
    for (const live::FleetCheckpoint& seen : entry.durations) {
        durations.push_back(static_cast<float>(seen.duration));
    }
    draw_bars(stage, column.draw(), column.plot(44), durations, kBars, c.accent);
    column.words("What each took", c.muted);
    std::vector<std::optional<float>> ages;
    std::vector<std::optional<float>> snapshots;
    const auto as_float = [](const std::optional<std::uint64_t>& v) {
        return v ? std::optional(static_cast<float>(*v)) : std::nullopt;
    };
    for (const FleetPoint& point : entry.points) {
        ages.push_back(as_float(point.checkpoint_age));
        snapshots.push_back(as_float(point.snapshot_age));
    }
    if (ages.size() > 1) {
        const Rect plot = column.plot(44);
        draw_course(stage, column.draw(), plot, ages, c.accent);
        draw_course(stage, column.draw(), plot, snapshots, c.ok);
        column.words(entry.snapshot_age() ? "Age of the last checkpoint, and of the last snapshot (green), at each look"
                                          : "Age of the last checkpoint, at each look",
                     c.muted);
    }
}

void draw_contract(Column& column, const Stage& stage, const FleetEntry& entry) {
    const Palette& c = stage.colours;
    column.head("Contract");
    if (entry.file.empty()) {
        column.words("No contract in the open folder deploys this.", c.muted);
        return;
    }
    column.words(entry.file, c.muted);
    if (entry.diff) {
        const bool match = entry.diff->state == LiveState::Match;
        column.marked(match ? Icon::Ok : Icon::Warning,
                      match ? std::string("It is what the contract says.")
                            : fmt::format("{}{}{}", live_state_name(entry.diff->state),
                                          entry.diff->message.empty() ? "" : ": ", entry.diff->message));
        for (std::size_t i = 0; i < std::min(entry.diff->fields.size(), kShownFields); ++i) {
            const FieldDifference& field = entry.diff->fields[i];
            column.words(fmt::format("{}: {} \xE2\x86\x92 {}{}", field.path, or_dash(field.live),
                                     or_dash(field.desired),
                                     field.manager.empty() ? "" : fmt::format(" ({})", field.manager)),
                         c.text);
        }
        if (entry.diff->fields.size() > kShownFields) {
            column.words(fmt::format("and {} more", entry.diff->fields.size() - kShownFields), c.muted);
        }
    }
    for (const Evidence& piece : entry.evidence) {
        const Icon icon = !piece.ok ? Icon::Unreadable : *piece.ok ? Icon::Ok : Icon::Error;
        column.marked(icon, fmt::format("{}: {}", evidence_name(piece.kind), piece.message));
    }
    if (!entry.refusal.empty()) {
        column.marked(Icon::Info, entry.refusal);
    }
}

} // namespace

Icon fleet_icon(const FleetEntry& entry) {
    const bool warned = !entry.warnings().empty();
    switch (entry.seen.state) {
    case live::JobState::Failed:
        return Icon::Error;
    case live::JobState::Running:
        return warned ? Icon::Warning : Icon::Ok;
    case live::JobState::Suspended:
        return warned ? Icon::Warning : Icon::Info;
    case live::JobState::Accepted:
        return warned ? Icon::Warning : Icon::Waiting;
    case live::JobState::Unknown:
        break;
    }
    return Icon::Unreadable;
}

std::string fleet_state_words(const FleetEntry& entry) {
    const bool usual = entry.seen.job.empty() || entry.seen.job == "FAILED" ||
                       entry.seen.state == live::JobState::Running || entry.seen.state == live::JobState::Suspended;
    std::string words(usual ? live::job_state_name(entry.seen.state) : std::string_view(entry.seen.job));
    std::transform(words.begin(), words.end(), words.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return words;
}

void draw_fleet_details(const Stage& stage, const Rect& area, const Fleet& fleet) {
    const FleetEntry* entry = fleet.selected();
    if (entry == nullptr) {
        return;
    }
    const float scroll = ImGui::GetScrollY();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    fill(draw, area, colour(stage.colours.chrome));
    draw->AddLine(ImVec2(area.x, area.y), ImVec2(area.x, area.y + area.height), colour(stage.colours.border));
    const float top = area.y - scroll;
    Column column(stage, {area.x, top, area.width, area.height});
    draw_facts(column, stage, *entry);
    const std::vector<std::string> warnings = entry->warnings();
    if (!warnings.empty()) {
        column.head("To look at");
        for (const std::string& warning : warnings) {
            column.marked(Icon::Warning, warning);
        }
    }
    draw_checkpoints(column, stage, *entry, fleet.looked_at());
    draw_contract(column, stage, *entry);
    ImGui::SetCursorScreenPos(ImVec2(area.x, top));
    ImGui::Dummy(ImVec2(1, column.bottom() - top + stage.px(14)));
}

} // namespace weir::app
