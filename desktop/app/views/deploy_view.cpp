#include "views/deploy_view.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace weir::app {

namespace {

Icon icon_of(StepState state) {
    switch (state) {
    case StepState::Done:
        return Icon::Ok;
    case StepState::Refused:
        return Icon::Error;
    case StepState::Unknown:
        return Icon::Warning;
    case StepState::Running:
    case StepState::Asking:
        return Icon::Info;
    case StepState::Waiting:
    case StepState::Skipped:
        break;
    }
    return Icon::Waiting;
}

Rgb ink_of(const Palette& c, LineKind kind) {
    switch (kind) {
    case LineKind::Good:
        return c.ok;
    case LineKind::Bad:
        return c.error;
    case LineKind::Muted:
        return c.muted;
    case LineKind::Entry:
        return c.accent;
    case LineKind::Help:
    case LineKind::Plain:
        break;
    }
    return c.text;
}

/// What a step does, before it was taken.
std::string_view purpose_of(StepKind kind) {
    constexpr std::array<std::string_view, kStepCount> kWords = {
        "Read and check the contract and its fragments.",
        "Compile it into the resources that would be sent, bound by a digest.",
        "Ask the operator's allowlists, in this program's environment.",
        "Have the API server take everything without keeping it, and show each field that changes.",
        "Type the deployment's name.",
        "Send the ConfigMap, then the FlinkDeployment, and wait for the operator.",
        "Look at the deployment, its newest checkpoint, and the table in the catalog."};
    return kWords[static_cast<std::size_t>(kind)];
}

/// A word in a rounded box. Returns its width.
float draw_pill(const Stage& stage, ImDrawList* draw, ImVec2 at, std::string_view text, Rgb back, Rgb ink) {
    const float width = text_width(stage.fonts.small, text) + stage.px(16);
    const float height = stage.fonts.small->FontSize + stage.px(6);
    fill(draw, {at.x, at.y, width, height}, colour(back), height / 2);
    draw_text(draw, stage.fonts.small, ImVec2(at.x + stage.px(8), at.y + stage.px(3)), colour(ink), text);
    return width;
}

float draw_fields(const Stage& stage, ImDrawList* draw, const StepCard& card, ImVec2 at, float width) {
    if (card.fields.empty()) {
        return 0;
    }
    const Palette& c = stage.colours;
    const float line = stage.px(24);
    const std::array<float, 3> columns = {width * 0.40F, width * 0.46F, width * 0.14F};
    float y = at.y;
    const auto put = [&](std::size_t column, std::string_view text, Rgb ink, const ImFont* font, Cut cut = Cut::End) {
        const float x = at.x + (column > 0 ? columns[0] : 0) + (column > 1 ? columns[1] : 0);
        draw_text_fitting(draw, font, ImVec2(x, y + stage.px(3)), columns[column] - stage.px(12), colour(ink), text,
                          cut);
    };
    if (draw != nullptr) {
        put(0, "Field", c.muted, stage.fonts.small);
        put(1, "Now, and then", c.muted, stage.fonts.small);
        put(2, "Owner now", c.muted, stage.fonts.small);
    }
    y += line;
    for (const FieldRow& field : card.fields) {
        if (draw != nullptr && ImGui::IsRectVisible(ImVec2(at.x, y), ImVec2(at.x + width, y + line))) {
            draw->AddLine(ImVec2(at.x, y), ImVec2(at.x + width, y), colour(c.border));
            put(0, field.path, c.text, stage.fonts.mono, Cut::Start);
            const std::string before = field.before.empty() ? "(none)" : field.before;
            const std::string after = field.after.empty() ? "(none)" : field.after;
            put(1, fmt::format("{}  \xE2\x86\x92  {}", before, after), c.text, stage.fonts.mono);
            put(2, field.owner.empty() ? "-" : field.owner, c.muted, stage.fonts.text);
        }
        y += line;
    }
    if (card.more_fields > 0) {
        if (draw != nullptr) {
            put(0, fmt::format("and {} more", card.more_fields), c.muted, stage.fonts.small);
        }
        y += line;
    }
    return y - at.y + stage.px(4);
}

} // namespace

void DeployView::note_question() {
    const bool asking = steps_.asking();
    if (asking && (!was_asking_ || was_asked_again_ != steps_.asked_again())) {
        focus_ = true;
        typed_.clear();
        card_ = static_cast<std::size_t>(StepKind::Confirm);
        rows_.reveal(card_);
    }
    was_asking_ = asking;
    was_asked_again_ = steps_.asked_again();
    if (revision_ != steps_.revision()) {
        revision_ = steps_.revision();
        // What is being done, or ended the way, comes into sight.
        for (std::size_t i = 0; i < kStepCount && !asking; ++i) {
            const StepState state = steps_.cards()[i].state;
            if (state == StepState::Running || state == StepState::Refused || state == StepState::Unknown) {
                card_ = i;
                rows_.reveal(i);
            }
        }
    }
}

void DeployView::draw_header(Stage& stage, const Rect& area) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    const bool production = steps_.production();
    fill(draw, area, colour(production ? c.error_wash : c.chrome));
    fill(draw, {area.x, area.y + area.height - 1, area.width, 1}, colour(production ? c.error : c.border));
    struct Item {
        const char* id;
        ButtonLook look;
        Purpose purpose;
    };
    const bool busy = steps_.running();
    const std::array<Item, 4> items = {{{"##verify", {"Verify", "Ctrl+Shift+V"}, Purpose::Verify},
                                        {"##resume", {"Resume", "Ctrl+Shift+R"}, Purpose::Resume},
                                        {"##suspend", {"Suspend", "Ctrl+Shift+S"}, Purpose::Suspend},
                                        {"##check", {"Check", "Ctrl+D"}, Purpose::Apply}}};
    float x = area.x + area.width - stage.px(16);
    for (const Item& item : items) {
        x -= button_width(stage, item.look);
        ButtonLook look = item.look;
        look.on = steps_.begun() && steps_.purpose() == item.purpose;
        if (draw_button(stage, item.id, ImVec2(x, area.y + stage.px(18)), look) && !busy) {
            steps_.check(item.purpose);
        }
        x -= stage.px(8);
    }
    const float left = area.x + stage.px(20);
    const std::string name =
        steps_.contract().empty() ? "No contract is open" : steps_.contract().filename().generic_string();
    draw_text_fitting(draw, stage.fonts.bold, ImVec2(left, area.y + stage.px(12)), x - left, colour(c.text), name,
                      Cut::Start);
    float pill = left;
    const float y = area.y + stage.px(36);
    for (const std::string& context : steps_.targets().contexts) {
        pill += draw_pill(stage, draw, ImVec2(pill, y), context, c.raised, c.text) + stage.px(6);
    }
    if (production) {
        pill += draw_pill(stage, draw, ImVec2(pill, y), "production", c.error, c.surface) + stage.px(6);
    }
    if (steps_.read_only()) {
        draw_pill(stage, draw, ImVec2(pill, y), "read-only", c.raised, c.warning);
    } else if (steps_.targets().contexts.empty()) {
        draw_text(draw, stage.fonts.small, ImVec2(left, y + stage.px(3)), colour(c.muted),
                  "Check shows what would be sent, and where. Nothing is written before you type the name.");
    }
}

float DeployView::draw_question(Stage& stage, ImDrawList* draw, ImVec2 at, float width) {
    const float height = stage.px(64);
    if (draw == nullptr) {
        return height;
    }
    const Palette& c = stage.colours;
    const float field = std::min(stage.px(320), width * 0.5F);
    ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + stage.px(4)));
    ImGui::SetNextItemWidth(field);
    if (focus_) {
        ImGui::SetKeyboardFocusHere();
        focus_ = false;
    }
    const std::string hint = fmt::format("Type {}", steps_.expected());
    // A field of its own for each question: one that is edited would write its text back.
    if (ImGui::InputTextWithHint(steps_.asked_again() ? "##context" : "##name", hint.c_str(), &typed_)) {
        steps_.set_typed(typed_);
    }
    if (ImGui::IsItemActive()) {
        stage.screen.regions["field.typed"] = {at.x, at.y + stage.px(4), field, stage.px(28)};
    }
    const char* const label = steps_.purpose() == Purpose::Suspend  ? "Suspend now"
                              : steps_.purpose() == Purpose::Resume ? "Resume now"
                                                                    : "Apply now";
    if (draw_button(stage, "##apply", ImVec2(at.x + field + stage.px(10), at.y + stage.px(4)), {label, "Ctrl+Enter"})) {
        steps_.apply();
    }
    const std::string obstacle = steps_.obstacle();
    draw_text_fitting(draw, stage.fonts.small, ImVec2(at.x, at.y + stage.px(42)), width,
                      colour(steps_.read_only() ? c.warning : c.muted),
                      obstacle.empty() ? std::string_view("Ctrl+Enter sends it.") : std::string_view(obstacle));
    return height;
}

float DeployView::draw_card(Stage& stage, ImDrawList* draw, const StepCard& card, const Rect& row) {
    const Palette& c = stage.colours;
    const float x = row.x + stage.px(64);
    const float width = std::max(row.width - stage.px(96), stage.px(80));
    const bool quiet = card.state == StepState::Waiting || card.state == StepState::Skipped;
    float y = row.y + stage.px(14);
    const std::string headline(card.headline.empty() ? purpose_of(card.kind) : std::string_view(card.headline));
    if (draw != nullptr) {
        draw_icon(stage, draw, icon_of(card.state), ImVec2(row.x + stage.px(40), y + stage.fonts.bold->FontSize / 2));
        draw_text(draw, stage.fonts.bold, ImVec2(x, y), colour(quiet ? c.muted : c.text), step_title(card.kind));
        const char* const word = step_state_word(card.state);
        draw_text(draw, stage.fonts.small, ImVec2(x + width - text_width(stage.fonts.small, word), y),
                  colour(colour_of(c, icon_of(card.state))), word);
    }
    y += stage.fonts.bold->FontSize + stage.px(6);
    if (draw != nullptr) {
        draw_wrapped(draw, stage.fonts.text, ImVec2(x, y), width, colour(quiet ? c.muted : c.text), headline);
    }
    y += wrapped_height(stage.fonts.text, width, headline) + stage.px(6);
    for (const StepLine& line : card.lines) {
        const bool code = line.kind == LineKind::Entry;
        const ImFont* font = code ? stage.fonts.mono : stage.fonts.text;
        const std::string text = line.kind == LineKind::Help ? "help: " + line.text : line.text;
        if (draw != nullptr) {
            draw_wrapped(draw, font, ImVec2(x, y), width, colour(ink_of(c, line.kind)), text);
        }
        y += wrapped_height(font, width, text) + stage.px(code ? 12 : 5);
    }
    y += draw_fields(stage, draw, card, ImVec2(x, y), width);
    if (card.kind == StepKind::Confirm && card.state == StepState::Asking) {
        y += draw_question(stage, draw, ImVec2(x, y), width);
    }
    return y + stage.px(12) - row.y;
}

void DeployView::draw(Stage& stage, const Rect& area) {
    begin_area("deploy", area, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    note_question();
    const float head = stage.px(64);
    draw_header(stage, {area.x, area.y, area.width, head});
    const Rect body{area.x, area.y + head, area.width, area.height - head};
    fill(ImGui::GetWindowDrawList(), body, colour(stage.colours.chrome));
    const float width = body.width - stage.px(14);
    if (scale_ != stage.scale) {
        scale_ = stage.scale;
        rows_ = RowList();
    }
    rows_.layout(steps_.revision(), kStepCount, width, [&](std::size_t i) {
        return draw_card(stage, nullptr, steps_.cards()[i], {0, 0, width, 0}) + stage.px(8);
    });
    std::vector<std::size_t> visible;
    const std::size_t clicked = rows_.draw(
        "steps", body,
        [&](ImDrawList* draw, std::size_t i, const Rect& row, bool) {
            const Palette& c = stage.colours;
            const StepCard& card = steps_.cards()[i];
            // As wide without a scroll bar as beside one.
            const Rect box{row.x + stage.px(16), row.y + stage.px(8), width - stage.px(18), row.height - stage.px(8)};
            fill(draw, box, colour(c.surface), stage.px(8));
            const bool asks = card.state == StepState::Asking;
            const Rgb edge = asks ? (steps_.production() ? c.error : c.accent) : i == card_ ? c.faint : c.border;
            draw->AddRect(ImVec2(box.x, box.y), ImVec2(box.x + box.width, box.y + box.height), colour(edge),
                          stage.px(8));
            draw_card(stage, draw, card, {row.x, row.y + stage.px(8), width, row.height});
            stage.screen.regions[fmt::format("step.{}", step_word(card.kind))] = box;
        },
        visible);
    card_ = clicked < kStepCount ? clicked : card_;
    ImGui::EndChild();
}

bool DeployView::key(Stage& stage, const KeyPress& press) {
    static_cast<void>(stage);
    if (press.key == Key::Enter && steps_.asking()) {
        focus_ = true; // a text field gives the cursor up at Enter
    }
    if (press.ctrl && !press.shift && press.key == Key::Enter) {
        steps_.apply();
        return true;
    }
    const int step = step_of(press, 3);
    if (step != 0) {
        card_ = stepped(card_, step, kStepCount);
        rows_.reveal(card_);
        return true;
    }
    return false;
}

std::string DeployView::copy(const Stage& stage) const {
    static_cast<void>(stage);
    const StepCard& card = steps_.cards()[card_];
    std::string text = fmt::format("{}: {}\n", step_title(card.kind), card.headline);
    for (const StepLine& line : card.lines) {
        text += line.text + "\n";
    }
    for (const FieldRow& field : card.fields) {
        text += fmt::format("{}: {} -> {} ({})\n", field.path, field.before, field.after, field.owner);
    }
    return text;
}

} // namespace weir::app
