#include "widgets.h"

namespace weir::app {

namespace {

void cross(ImDrawList* draw, ImVec2 c, float arm, ImU32 ink, float thick) {
    draw->AddLine(ImVec2(c.x - arm, c.y - arm), ImVec2(c.x + arm, c.y + arm), ink, thick);
    draw->AddLine(ImVec2(c.x - arm, c.y + arm), ImVec2(c.x + arm, c.y - arm), ink, thick);
}

void folder(ImDrawList* draw, ImVec2 c, float r, ImU32 ink) {
    draw->AddRectFilled(ImVec2(c.x - r, c.y - r * 0.8F), ImVec2(c.x - r * 0.05F, c.y), ink, r * 0.2F);
    draw->AddRectFilled(ImVec2(c.x - r, c.y - r * 0.5F), ImVec2(c.x + r, c.y + r * 0.75F), ink, r * 0.2F);
}

void file(ImDrawList* draw, ImVec2 c, float r, ImU32 ink, float thick) {
    draw->AddRect(ImVec2(c.x - r * 0.7F, c.y - r * 0.9F), ImVec2(c.x + r * 0.7F, c.y + r * 0.9F), ink, r * 0.2F, 0,
                  thick);
    draw->AddLine(ImVec2(c.x - r * 0.35F, c.y - r * 0.2F), ImVec2(c.x + r * 0.35F, c.y - r * 0.2F), ink, thick);
    draw->AddLine(ImVec2(c.x - r * 0.35F, c.y + r * 0.3F), ImVec2(c.x + r * 0.35F, c.y + r * 0.3F), ink, thick);
}

void check_mark(ImDrawList* draw, ImVec2 c, float r, ImU32 ink, float thick) {
    const ImVec2 points[] = {
        {c.x - r * 0.5F, c.y}, {c.x - r * 0.12F, c.y + r * 0.38F}, {c.x + r * 0.5F, c.y - r * 0.36F}};
    draw->AddPolyline(points, 3, ink, 0, thick);
}

} // namespace

Icon icon_of(Severity severity) {
    return severity == Severity::Error ? Icon::Error : severity == Severity::Warning ? Icon::Warning : Icon::Info;
}

Icon icon_of(ChangeSeverity severity) {
    return severity == ChangeSeverity::Breaking      ? Icon::Error
           : severity == ChangeSeverity::NonBreaking ? Icon::Warning
                                                     : Icon::Info;
}

Icon icon_of(ContractState state) {
    switch (state) {
    case ContractState::Waiting:
        return Icon::Waiting;
    case ContractState::Valid:
        return Icon::Ok;
    case ContractState::Warnings:
        return Icon::Warning;
    case ContractState::Errors:
        return Icon::Error;
    case ContractState::Unreadable:
        return Icon::Unreadable;
    }
    return Icon::Waiting;
}

Rgb colour_of(const Palette& palette, Icon icon) {
    switch (icon) {
    case Icon::Error:
    case Icon::Unreadable:
        return palette.error;
    case Icon::Warning:
        return palette.warning;
    case Icon::Info:
        return palette.info;
    case Icon::Ok:
        return palette.ok;
    case Icon::Folder:
        return palette.accent;
    case Icon::Waiting:
    case Icon::File:
        return palette.muted;
    }
    return palette.muted;
}

void draw_icon(const Stage& stage, ImDrawList* draw, Icon icon, ImVec2 c) {
    const float r = stage.px(7.5F);
    const float thick = stage.px(1.8F);
    const ImU32 ink = colour(colour_of(stage.colours, icon));
    const ImU32 cut = colour(stage.colours.surface);
    switch (icon) {
    case Icon::Error:
        draw->AddCircleFilled(c, r, ink, 24);
        cross(draw, c, r * 0.38F, cut, thick);
        break;
    case Icon::Warning:
        draw->AddTriangleFilled(ImVec2(c.x, c.y - r), ImVec2(c.x + r * 1.08F, c.y + r * 0.85F),
                                ImVec2(c.x - r * 1.08F, c.y + r * 0.85F), ink);
        draw->AddLine(ImVec2(c.x, c.y - r * 0.35F), ImVec2(c.x, c.y + r * 0.25F), cut, thick);
        draw->AddCircleFilled(ImVec2(c.x, c.y + r * 0.55F), thick * 0.55F, cut, 8);
        break;
    case Icon::Info:
        draw->AddCircle(c, r - thick / 2, ink, 24, thick);
        draw->AddCircleFilled(ImVec2(c.x, c.y - r * 0.38F), thick * 0.6F, ink, 8);
        draw->AddLine(ImVec2(c.x, c.y - r * 0.05F), ImVec2(c.x, c.y + r * 0.5F), ink, thick);
        break;
    case Icon::Ok:
        draw->AddCircleFilled(c, r, ink, 24);
        check_mark(draw, c, r, cut, thick);
        break;
    case Icon::Waiting:
        for (int i = -1; i <= 1; ++i) {
            draw->AddCircleFilled(ImVec2(c.x + static_cast<float>(i) * r * 0.65F, c.y), thick * 0.7F, ink, 8);
        }
        break;
    case Icon::Unreadable:
        draw->AddCircle(c, r - thick / 2, ink, 24, thick);
        cross(draw, c, r * 0.38F, ink, thick);
        break;
    case Icon::Folder:
        folder(draw, c, r, ink);
        break;
    case Icon::File:
        file(draw, c, r, ink, stage.px(1.2F));
        break;
    }
}

} // namespace weir::app
