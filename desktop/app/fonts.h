#pragma once

/// \file
/// The fonts of the window.

#include <string>
#include <vector>

struct ImFont;

namespace weir::app {

struct Fonts {
    ImFont* text = nullptr;
    ImFont* bold = nullptr;
    ImFont* small = nullptr;
    ImFont* mono = nullptr;
};

/// Where a face may be installed, best first. One file per operating system implements these.
[[nodiscard]] std::vector<std::string> text_font_files();
[[nodiscard]] std::vector<std::string> bold_font_files();
[[nodiscard]] std::vector<std::string> mono_font_files();

/// Builds Dear ImGui's atlas anew for `scale` pixels a point: Latin, Greek and Cyrillic. Without an
/// installed face Dear ImGui's own is used.
[[nodiscard]] Fonts load_fonts(float scale);

} // namespace weir::app
