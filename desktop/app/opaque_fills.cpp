#include "opaque_fills.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <GLFW/glfw3.h>

namespace weir::app {

namespace {

/// Below so many pixels a change of what is painted with costs more than it saves.
constexpr int kSmallest = 4000;
constexpr unsigned kCorners = 4;
constexpr unsigned kIndices = 6; ///< of a rectangle

/// The rectangle that six indices paint, in one opaque colour and axis-parallel; nothing when they paint anything else.
struct Quad {
    ImVec2 begin;
    ImVec2 end;
    ImU32 colour;
};
std::optional<Quad> quad_at(const ImDrawList& list, const ImDrawCmd& command, unsigned offset) {
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + offset;
    const ImDrawIdx first = index[0];
    constexpr ImDrawIdx kOrder[kIndices] = {0, 1, 2, 0, 2, 3}; // as ImDrawList::PrimRect writes them
    for (unsigned i = 0; i < kIndices; ++i) {
        if (index[i] != first + kOrder[i]) {
            return std::nullopt;
        }
    }
    const ImDrawVert* corner = list.VtxBuffer.Data + command.VtxOffset + first;
    const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
    for (unsigned i = 0; i < kCorners; ++i) {
        if (corner[i].col != corner[0].col || corner[i].uv.x != white.x || corner[i].uv.y != white.y) {
            return std::nullopt;
        }
    }
    const ImVec2 begin = corner[0].pos;
    const ImVec2 end = corner[2].pos;
    const bool parallel = corner[1].pos.x == end.x && corner[1].pos.y == begin.y && corner[3].pos.x == begin.x &&
                          corner[3].pos.y == end.y;
    const bool opaque = (corner[0].col & IM_COL32_A_MASK) == IM_COL32_A_MASK;
    if (!parallel || !opaque || end.x <= begin.x || end.y <= begin.y) {
        return std::nullopt;
    }
    return Quad{begin, end, corner[0].col};
}

/// The first pixel whose middle is at or after `edge`.
int pixel(float edge) {
    return static_cast<int>(std::ceil(edge - 0.5F));
}

/// What is cut off at both ends of a line.
struct Span {
    int begin;
    int end;

    [[nodiscard]] int size() const { return std::max(end - begin, 0); }
};
/// \param clip, clip_end  as Dear ImGui's backend hands them to OpenGL
Span span_of(float begin, float end, float clip, float clip_end) {
    const int first = static_cast<int>(clip);
    return {std::max(pixel(begin), first), std::min(pixel(end), first + static_cast<int>(clip_end - clip))};
}

} // namespace

void OpaqueFills::take_out(const ImDrawData& data, int height) {
    fills_.clear();
    if (data.DisplayPos.x != 0 || data.DisplayPos.y != 0 || data.FramebufferScale.x != 1 ||
        data.FramebufferScale.y != 1) {
        return; // positions are not pixels
    }
    // Callbacks hold places in this vector: it must not move any more.
    std::size_t most = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        most += static_cast<std::size_t>(data.CmdLists[i]->IdxBuffer.Size) / kIndices;
    }
    fills_.reserve(most);
    for (int i = 0; i < data.CmdListsCount; ++i) {
        take_out(*data.CmdLists[i], height);
    }
}

void OpaqueFills::take_out(ImDrawList& list, int height) {
    ImVector<ImDrawCmd> commands;
    const auto keep = [&commands](ImDrawCmd command, unsigned offset, unsigned count) {
        command.IdxOffset += offset;
        command.ElemCount = count;
        if (count > 0) {
            commands.push_back(command);
        }
    };
    for (const ImDrawCmd& command : list.CmdBuffer) {
        if (command.UserCallback != nullptr) {
            commands.push_back(command);
            continue;
        }
        unsigned kept = 0; // up to here, the indices are in `commands`
        for (unsigned at = 0; at + kIndices <= command.ElemCount;) {
            const std::optional<Quad> quad = quad_at(list, command, at);
            if (!quad) {
                at += kIndices / 2; // the next triangle
                continue;
            }
            const ImVec4& clip = command.ClipRect;
            const Span x = span_of(quad->begin.x, quad->end.x, clip.x, clip.z);
            const Span y = span_of(quad->begin.y, quad->end.y, clip.y, clip.w);
            if (x.size() * y.size() >= kSmallest) {
                keep(command, kept, at - kept);
                fills_.push_back({x.begin, height - y.end, x.size(), y.size(), quad->colour});
                ImDrawCmd paints;
                paints.ClipRect = command.ClipRect;
                paints.UserCallback = paint;
                paints.UserCallbackData = &fills_.back();
                commands.push_back(paints);
                kept = at + kIndices;
            }
            at += kIndices;
        }
        keep(command, kept, command.ElemCount - kept);
    }
    list.CmdBuffer.swap(commands);
}

void OpaqueFills::paint(const ImDrawList* list, const ImDrawCmd* command) {
    static_cast<void>(list);
    const auto& fill = *static_cast<const Fill*>(command->UserCallbackData);
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(fill.colour);
    glScissor(fill.x, fill.y, fill.width, fill.height);
    glClearColor(colour.x, colour.y, colour.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

} // namespace weir::app
