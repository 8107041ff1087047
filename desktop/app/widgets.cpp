#include "widgets.h"

#include <algorithm>
#include <cfloat>
#include <chrono>
#include <cmath>

namespace weir::app {

namespace {

bool continues_code_point(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Longest texts that a single line is measured for; more never fits on a screen.
constexpr std::size_t kLineLimit = 1000;
/// Longest texts that are wrapped.
constexpr std::size_t kWrapLimit = 4000;

std::string_view limited(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) {
        return text;
    }
    while (limit > 0 && continues_code_point(text[limit])) {
        --limit;
    }
    return text.substr(0, limit);
}

/// Calls `each(begin, end, y)` for the lines that `text` wraps into, and returns their height. Looser than
/// Dear ImGui's own wrapping, which sets lines without any space between.
template <class Each>
float for_wrapped_lines(const ImFont* font, float width, std::string_view text, const Each& each) {
    constexpr float kLeading = 1.25F; // of the font's size, from line to line
    const float step = std::round(font->FontSize * kLeading);
    text = limited(text, kWrapLimit);
    const char* at = text.data();
    const char* const end = at + text.size();
    float y = 0;
    while (at < end) {
        const char* newline = std::find(at, end, '\n');
        const char* stop = font->CalcWordWrapPositionA(1, at, newline, std::max(width, font->FontSize));
        each(at, stop, y);
        y += step;
        at = stop;
        while (at < newline && *at == ' ') {
            ++at;
        }
        at += at < end && at == newline ? 1 : 0;
    }
    return std::max(y - (step - font->FontSize), font->FontSize);
}

} // namespace

ImU32 colour(Rgb rgb, float alpha) {
    return IM_COL32(rgb.r, rgb.g, rgb.b, static_cast<int>(std::lround(alpha * 255.0F)));
}

void apply_theme(const Palette& palette, float scale) {
    ImGuiStyle style;
    style.WindowPadding = ImVec2(0, 0);
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.WindowRounding = 0;
    style.FrameRounding = 6;
    style.FramePadding = ImVec2(10, 5);
    style.ItemSpacing = ImVec2(0, 0);
    style.ScrollbarSize = 12;
    style.ScrollbarRounding = 6;
    style.PopupRounding = 6;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 1;
    style.ScaleAllSizes(scale);
    const auto set = [&style](ImGuiCol slot, Rgb rgb, float alpha = 1) {
        style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(colour(rgb, alpha));
    };
    set(ImGuiCol_Text, palette.text);
    set(ImGuiCol_TextDisabled, palette.muted);
    set(ImGuiCol_WindowBg, palette.chrome);
    set(ImGuiCol_ChildBg, palette.chrome, 0);
    set(ImGuiCol_PopupBg, palette.raised);
    set(ImGuiCol_Border, palette.border);
    set(ImGuiCol_FrameBg, palette.surface);
    set(ImGuiCol_FrameBgHovered, palette.surface);
    set(ImGuiCol_FrameBgActive, palette.surface);
    set(ImGuiCol_TextSelectedBg, palette.accent, 0.35F);
    set(ImGuiCol_ScrollbarBg, palette.chrome, 0);
    set(ImGuiCol_ScrollbarGrab, palette.faint, 0.45F);
    set(ImGuiCol_ScrollbarGrabHovered, palette.faint, 0.7F);
    set(ImGuiCol_ScrollbarGrabActive, palette.muted);
    set(ImGuiCol_NavHighlight, palette.accent);
    ImGui::GetStyle() = style;
}

float text_width(const ImFont* font, std::string_view text) {
    text = limited(text, kLineLimit);
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void draw_text(ImDrawList* draw, const ImFont* font, ImVec2 at, ImU32 colour, std::string_view text) {
    text = limited(text, kLineLimit);
    see_text(font, text);
    const ImVec2 whole(std::floor(at.x), std::floor(at.y));
    draw->AddText(font, font->FontSize, whole, colour, text.data(), text.data() + text.size());
}

float draw_text_fitting(ImDrawList* draw, const ImFont* font, ImVec2 at, float width, ImU32 colour,
                        std::string_view text, Cut cut) {
    text = limited(text, kLineLimit);
    const float whole = text_width(font, text);
    if (whole <= width || width <= 0) {
        if (width > 0) {
            draw_text(draw, font, at, colour, text);
        }
        return std::max(std::min(whole, width), 0.0F);
    }
    static constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
    const float room = width - text_width(font, kEllipsis);
    std::size_t keep = 0; // bytes kept, at whole code points
    std::size_t low = 0;
    std::size_t high = text.size();
    while (low < high) {
        keep = (low + high + 1) / 2;
        const std::string_view part = cut == Cut::End ? text.substr(0, keep) : text.substr(text.size() - keep);
        if (text_width(font, part) <= room) {
            low = keep;
        } else {
            high = keep - 1;
        }
    }
    keep = low;
    const auto splits = [&](std::size_t index) { return index < text.size() && continues_code_point(text[index]); };
    while (keep > 0 && splits(cut == Cut::End ? keep : text.size() - keep)) {
        --keep;
    }
    std::string shown;
    if (cut == Cut::End) {
        shown.append(text.substr(0, keep)).append(kEllipsis);
    } else {
        shown.append(kEllipsis).append(text.substr(text.size() - keep));
    }
    draw_text(draw, font, at, colour, shown);
    return text_width(font, shown);
}

float wrapped_height(const ImFont* font, float width, std::string_view text) {
    return for_wrapped_lines(font, width, text, [](const char*, const char*, float) {});
}

float draw_wrapped(ImDrawList* draw, const ImFont* font, ImVec2 at, float width, ImU32 colour, std::string_view text) {
    const ImVec2 whole(std::floor(at.x), std::floor(at.y));
    see_text(font, limited(text, kWrapLimit));
    return for_wrapped_lines(font, width, text, [&](const char* begin, const char* end, float y) {
        draw->AddText(font, font->FontSize, ImVec2(whole.x, whole.y + y), colour, begin, end);
    });
}

float button_width(const Stage& stage, const ButtonLook& look) {
    const float keys = look.keys.empty() ? 0 : stage.px(8) + text_width(stage.fonts.small, look.keys);
    return stage.px(24) + text_width(stage.fonts.text, look.label) + keys;
}

bool draw_button(Stage& stage, const char* id, ImVec2 at, const ButtonLook& look) {
    const ImVec2 size(button_width(stage, look), stage.px(28));
    ImGui::SetCursorScreenPos(at);
    const bool clicked = ImGui::InvisibleButton(id, size);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Palette& c = stage.colours;
    const ImVec2 end(at.x + size.x, at.y + size.y);
    const Rgb back = look.on ? c.selected : hovered ? c.hover : c.raised;
    draw->AddRectFilled(at, end, colour(back), stage.px(6));
    draw->AddRect(at, end, colour(look.on || hovered ? c.accent : c.border), stage.px(6));
    const float text_y = at.y + (size.y - stage.fonts.text->FontSize) / 2;
    draw_text(draw, stage.fonts.text, ImVec2(at.x + stage.px(12), text_y), colour(c.text), look.label);
    if (!look.keys.empty()) {
        const float x = at.x + stage.px(20) + text_width(stage.fonts.text, look.label);
        const float y = at.y + (size.y - stage.fonts.small->FontSize) / 2;
        draw_text(draw, stage.fonts.small, ImVec2(x, y), colour(c.muted), look.keys);
    }
    const std::string name(id[0] == '#' ? id + 2 : id);
    stage.screen.regions["button." + name] = {at.x, at.y, size.x, size.y};
    stage.screen.buttons[name] = look.keys;
    return clicked;
}

void draw_empty(const Stage& stage, const Rect& area, Icon icon, std::string_view headline, std::string_view sentence) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float width = std::min(area.width - stage.px(48), stage.px(380));
    if (width <= 0) {
        return;
    }
    const float centre = area.x + area.width / 2;
    float y = area.y + area.height * 0.3F;
    draw_icon(stage, draw, icon, ImVec2(centre, y));
    y += stage.px(20);
    const float headline_width = std::min(text_width(stage.fonts.bold, headline), width);
    draw_text_fitting(draw, stage.fonts.bold, ImVec2(centre - headline_width / 2, y), width, colour(stage.colours.text),
                      headline);
    y += stage.px(28);
    const float sentence_width = std::min(text_width(stage.fonts.text, sentence), width);
    draw_wrapped(draw, stage.fonts.text, ImVec2(centre - sentence_width / 2, y), width, colour(stage.colours.muted),
                 sentence);
}

void begin_area(const char* id, const Rect& area, ImGuiWindowFlags flags) {
    ImGui::SetCursorScreenPos(ImVec2(area.x, area.y));
    ImGui::BeginChild(id, ImVec2(std::max(area.width, 1.0F), std::max(area.height, 1.0F)), false,
                      flags | ImGuiWindowFlags_NoNav);
}

bool contains(const Rect& area, ImVec2 point) {
    return point.x >= area.x && point.x < area.x + area.width && point.y >= area.y && point.y < area.y + area.height;
}

void fill(ImDrawList* draw, const Rect& area, ImU32 colour, float rounding) {
    draw->AddRectFilled(ImVec2(area.x, area.y), ImVec2(area.x + area.width, area.y + area.height), colour, rounding);
}

// ---- RowList ----

bool RowList::layout(std::uint64_t revision, std::size_t count, float width, const Height& height) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kMost = std::chrono::milliseconds(4); // of one frame
    constexpr std::size_t kAtLeast = 50;                 // more than are in sight
    if (revision != revision_ || width != width_ || tops_.size() != count + 1) {
        revision_ = revision;
        width_ = width;
        measured_ = 0;
        tops_.assign(1, 0.0F);
    } else if (measured_ == count) {
        return true;
    }
    tops_.resize(measured_ + 1);
    const auto end = Clock::now() + kMost;
    for (std::size_t done = 0; measured_ < count && (done < kAtLeast || Clock::now() < end); ++done) {
        tops_.push_back(tops_.back() + height(measured_++));
    }
    guess(count);
    return measured_ == count;
}

void RowList::guess(std::size_t count) {
    const float usual = measured_ == 0 ? 0 : tops_.back() / static_cast<float>(measured_);
    tops_.reserve(count + 1);
    while (tops_.size() < count + 1) {
        tops_.push_back(tops_.back() + usual);
    }
}

std::size_t RowList::draw(const char* id, const Rect& area, const DrawRow& draw_row,
                          std::vector<std::size_t>& visible) {
    const std::size_t count = tops_.size() - 1;
    std::size_t clicked = count;
    begin_area(id, area);
    if (reveal_ < count) {
        const float top = tops_[reveal_];
        const float bottom = tops_[reveal_ + 1];
        if (top < ImGui::GetScrollY() || bottom - top > area.height) {
            ImGui::SetScrollY(top);
        } else if (bottom > ImGui::GetScrollY() + area.height) {
            ImGui::SetScrollY(bottom - area.height);
        }
    }
    reveal_ = measured_ == count ? kNone : reveal_;
    const float scroll = ImGui::GetScrollY();
    const auto first = static_cast<std::size_t>(
        std::max<std::ptrdiff_t>(std::upper_bound(tops_.begin(), tops_.end(), scroll) - tops_.begin() - 1, 0));
    const bool hovering = ImGui::IsWindowHovered();
    const ImVec2 mouse = ImGui::GetMousePos();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float width = ImGui::GetContentRegionAvail().x;
    for (std::size_t i = first; i < count && tops_[i] < scroll + area.height; ++i) {
        const Rect row{area.x, area.y + tops_[i] - scroll, width, tops_[i + 1] - tops_[i]};
        const bool hovered = hovering && app::contains(row, mouse);
        draw_row(draw, i, row, hovered);
        visible.push_back(i);
        if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            clicked = i;
        }
    }
    ImGui::SetCursorScreenPos(ImVec2(area.x, area.y - scroll));
    ImGui::Dummy(ImVec2(1, tops_.back()));
    ImGui::EndChild();
    return clicked;
}

} // namespace weir::app
