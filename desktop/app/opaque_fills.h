#pragma once

/// \file
/// Large rectangles of one opaque colour, taken out of Dear ImGui's lists and painted by clearing.
///
/// Dear ImGui paints everything as triangles with a texture, blended onto what is there. Of a window that is made of
/// panels on panels that is most of the work of a rasteriser in software: each pixel is read, mixed and written several
/// times over. A cleared rectangle is written once, and hides what was below it.

#include <vector>

#include <imgui.h>

namespace weir::app {

class OpaqueFills {
  public:
    /// In pixels of the framebuffer.
    struct Fill {
        int x = 0;
        int y = 0; ///< of the lower edge, from below
        int width = 0;
        int height = 0;
        ImU32 colour = 0;
    };

    /// Replaces the rectangles in the lists by callbacks, which stay valid until the next call. The picture is the same
    /// to the pixel.
    /// \param height  of the framebuffer; OpenGL counts from below
    void take_out(const ImDrawData& data, int height);

    /// Those that were taken out, in the order of painting.
    [[nodiscard]] const std::vector<Fill>& fills() const { return fills_; }

  private:
    void take_out(ImDrawList& list, int height);
    static void paint(const ImDrawList* list, const ImDrawCmd* command);

    std::vector<Fill> fills_;
};

} // namespace weir::app
