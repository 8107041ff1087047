#pragma once

/// \file
/// What the views draw with. Sizes are in pixels; Stage::px turns the design's points into them.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "fonts.h"
#include "keys.h"
#include "model/file_picker.h"
#include "model/pages.h"
#include "model/palette.h"
#include "model/screen_report.h"
#include "model/workspace.h"

namespace weir::app {

/// What a view needs to draw one frame.
struct Stage {
    Workspace& work;
    Pages& pages;
    FilePicker& picker;
    ScreenReport& screen;
    const Palette& colours;
    const Fonts& fonts;
    float scale = 1;

    [[nodiscard]] float px(float points) const { return points * scale; }
};

/// Puts Dear ImGui's own colours and sizes in line with the palette.
void apply_theme(const Palette& palette, float scale);

[[nodiscard]] ImU32 colour(Rgb rgb, float alpha = 1);

enum class Icon : std::uint8_t { Error, Warning, Info, Ok, Waiting, Unreadable, Folder, File };

[[nodiscard]] Icon icon_of(Severity severity);
[[nodiscard]] Icon icon_of(ChangeSeverity severity);
[[nodiscard]] Icon icon_of(ContractState state);
[[nodiscard]] Rgb colour_of(const Palette& palette, Icon icon);
/// A sign of its own shape for each meaning, so that none is told by colour alone.
void draw_icon(const Stage& stage, ImDrawList* draw, Icon icon, ImVec2 centre);

[[nodiscard]] float text_width(const ImFont* font, std::string_view text);
void draw_text(ImDrawList* draw, const ImFont* font, ImVec2 at, ImU32 colour, std::string_view text);
enum class Cut : std::uint8_t { End, Start };
/// Cuts what is wider than `width` and says so by an ellipsis. Returns the width drawn.
float draw_text_fitting(ImDrawList* draw, const ImFont* font, ImVec2 at, float width, ImU32 colour,
                        std::string_view text, Cut cut = Cut::End);
[[nodiscard]] float wrapped_height(const ImFont* font, float width, std::string_view text);
/// Returns the height drawn.
float draw_wrapped(ImDrawList* draw, const ImFont* font, ImVec2 at, float width, ImU32 colour, std::string_view text);

struct ButtonLook {
    std::string_view label;
    std::string_view keys; ///< its shortcut, shown after the label; may be empty
    bool on = false;       ///< pressed in, as the chosen one of several
};
[[nodiscard]] float button_width(const Stage& stage, const ButtonLook& look);
/// Draws at `at`, 28 points high; true when clicked.
bool draw_button(Stage& stage, const char* id, ImVec2 at, const ButtonLook& look);

/// A message in the middle of an empty area: a sign, a headline and a sentence.
void draw_empty(const Stage& stage, const Rect& area, Icon icon, std::string_view headline, std::string_view sentence);

/// Begins a child window that fills `area`; pair with ImGui::EndChild().
void begin_area(const char* id, const Rect& area, ImGuiWindowFlags flags = 0);
[[nodiscard]] bool contains(const Rect& area, ImVec2 point);
void fill(ImDrawList* draw, const Rect& area, ImU32 colour, float rounding = 0);

/// Rows of different heights, of which only those in sight are drawn.
class RowList {
  public:
    using Height = std::function<float(std::size_t)>;
    using DrawRow = std::function<void(ImDrawList*, std::size_t, const Rect&, bool hovered)>;

    /// Measures the rows, unless they were measured for the same revision and width. Of thousands only some in each
    /// frame: the others are taken for as high as those before them until their turn comes. \return false while some
    /// are left, so that another frame is due
    bool layout(std::uint64_t revision, std::size_t count, float width, const Height& height);
    /// Scrolls so that `row` is in sight in the next frame, and stays until all rows are measured.
    void reveal(std::size_t row) { reveal_ = row; }
    /// \param visible  receives the rows in sight
    /// \return the row clicked, or the number of rows
    std::size_t draw(const char* id, const Rect& area, const DrawRow& draw_row, std::vector<std::size_t>& visible);

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    void guess(std::size_t count);

    std::vector<float> tops_{0.0F}; ///< of each row, and the bottom of the last
    std::size_t measured_ = 0;      ///< rows; of the others the tops are guessed
    std::uint64_t revision_ = 0;
    float width_ = -1;
    std::size_t reveal_ = kNone;
};

} // namespace weir::app
