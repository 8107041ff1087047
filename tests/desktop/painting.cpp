// What is painted by clearing, from Dear ImGui's own lists; no window is opened.
#include <catch2/catch.hpp>

#include <functional>

#include "opaque_fills.h"

using weir::app::OpaqueFills;

namespace {

constexpr ImU32 kOpaque = IM_COL32(10, 20, 30, 255);
constexpr ImU32 kGlass = IM_COL32(10, 20, 30, 200);

/// One frame of 300 by 200 in which `draw` draws. What is left of its list is in `indices` and `callbacks`.
struct Frame {
    explicit Frame(const std::function<void(ImDrawList&)>& draw) {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(300, 200);
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
        ImGui::NewFrame();
        draw(*ImGui::GetBackgroundDrawList());
        ImGui::Render();
        for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i) {
            before += ImGui::GetDrawData()->CmdLists[i]->IdxBuffer.Size;
        }
        fills.take_out(*ImGui::GetDrawData(), 200);
        for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i) {
            for (const ImDrawCmd& command : ImGui::GetDrawData()->CmdLists[i]->CmdBuffer) {
                callbacks += command.UserCallback != nullptr ? 1 : 0;
                indices += command.UserCallback != nullptr ? 0 : static_cast<int>(command.ElemCount);
            }
        }
    }
    ~Frame() { ImGui::DestroyContext(); }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;
    Frame(Frame&&) = delete;
    Frame& operator=(Frame&&) = delete;

    OpaqueFills fills;
    int before = 0;
    int indices = 0;
    int callbacks = 0;
};

} // namespace

TEST_CASE("a large opaque rectangle is cleared, where it stands among the others") {
    const Frame frame([](ImDrawList& list) {
        list.AddRectFilled(ImVec2(0, 0), ImVec2(300, 200), kOpaque);
        list.AddText(ImVec2(5, 5), kGlass, "below");
        list.AddRectFilled(ImVec2(10, 20), ImVec2(110, 80), IM_COL32(1, 2, 3, 255));
        list.AddText(ImVec2(15, 25), kGlass, "above");
    });
    REQUIRE(frame.fills.fills().size() == 2);
    CHECK(frame.callbacks == 2);
    CHECK(frame.indices == frame.before - 12);
    const OpaqueFills::Fill& second = frame.fills.fills()[1];
    CHECK(second.x == 10);
    CHECK(second.y == 120); // from below
    CHECK(second.width == 100);
    CHECK(second.height == 60);
    CHECK(second.colour == IM_COL32(1, 2, 3, 255));
    const auto& commands = ImGui::GetDrawData()->CmdLists[0]->CmdBuffer;
    REQUIRE(commands.Size == 4);
    CHECK(commands[0].UserCallback != nullptr);
    CHECK(commands[1].UserCallback == nullptr);
    CHECK(commands[2].UserCallback != nullptr);
    CHECK(commands[3].IdxOffset == commands[1].IdxOffset + commands[1].ElemCount + 6);
}

TEST_CASE("what is small, mixed with what is there, round or no rectangle is painted as ever") {
    const Frame frame([](ImDrawList& list) {
        list.AddRectFilled(ImVec2(0, 0), ImVec2(20, 20), kOpaque);
        list.AddRectFilled(ImVec2(0, 0), ImVec2(300, 200), kGlass);
        list.AddRectFilled(ImVec2(0, 0), ImVec2(300, 200), kOpaque, 8);
        list.AddRectFilledMultiColor(ImVec2(0, 0), ImVec2(300, 200), kOpaque, kOpaque, kOpaque, kGlass);
        list.AddQuadFilled(ImVec2(0, 0), ImVec2(300, 10), ImVec2(290, 200), ImVec2(10, 190), kOpaque);
    });
    CHECK(frame.fills.fills().empty());
    CHECK(frame.callbacks == 0);
    CHECK(frame.indices == frame.before);
}

TEST_CASE("a rectangle is cut to what it is clipped to, and covers the pixels whose middle is in it") {
    const Frame frame([](ImDrawList& list) {
        list.PushClipRect(ImVec2(50.0F, 40.0F), ImVec2(250.0F, 190.0F));
        list.AddRectFilled(ImVec2(0, 0), ImVec2(200.4F, 120.6F), kOpaque);
        list.PopClipRect();
        list.PushClipRect(ImVec2(0, 0), ImVec2(10, 10));
        list.AddRectFilled(ImVec2(0, 0), ImVec2(300, 200), kOpaque); // little of it is in sight
        list.PopClipRect();
    });
    REQUIRE(frame.fills.fills().size() == 1);
    const OpaqueFills::Fill& fill = frame.fills.fills()[0];
    CHECK(fill.x == 50);
    CHECK(fill.width == 150);   // up to 200.4: the middle of pixel 200 is not in it
    CHECK(fill.y == 200 - 121); // up to 120.6: that of pixel 120 is
    CHECK(fill.height == 81);
}
