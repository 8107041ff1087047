#pragma once

/// \file
/// The fonts of the window.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
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

/// Faces that are asked for what those above lack, best first.
[[nodiscard]] std::vector<std::string> other_font_files();

/// Characters of other scripts that were met. Each is loaded once, whether or not a face has it.
class WantedGlyphs {
  public:
    /// Notes what of `text` the font has no glyph for. Invisible characters, and those that turn the
    /// direction of writing, are never loaded: a text cannot hide anything.
    void see(const ImFont* font, std::string_view text);
    [[nodiscard]] bool fresh() const { return fresh_; }
    /// There are new ones since the last call.
    [[nodiscard]] bool take_new();
    [[nodiscard]] const std::set<std::uint16_t>& all() const { return all_; }

  private:
    std::set<std::uint16_t> all_;
    bool fresh_ = false;
};

/// Has everything that is drawn from now on seen by `glyphs`, which has to outlive Dear ImGui's context.
void watch_glyphs(WantedGlyphs& glyphs);
/// To be called with every text that is drawn.
void see_text(const ImFont* font, std::string_view text);

/// Builds Dear ImGui's atlas anew for `scale` pixels a point: Latin, and the wanted
/// glyphs of whatever face has them. Without an installed face Dear ImGui's own is used.
[[nodiscard]] Fonts load_fonts(float scale, const WantedGlyphs& wanted);

} // namespace weir::app
