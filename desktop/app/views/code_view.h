#pragma once

/// \file
/// Numbered, inked lines that scroll: the contract's source and the SQL.

#include <functional>
#include <optional>

#include "views/view.h"

namespace weir::app {

/// A place in a shown text.
struct CodeHit {
    std::uint32_t line = 0; ///< from 1
    std::uint32_t byte = 0;
    const Mark* mark = nullptr; ///< under the mouse
};

struct CodeShow {
    const CodeText& code;
    /// The line to set off, from 1; 0 for none.
    std::uint32_t current = 0;
    bool focused = false;
    /// Draws a tooltip for what is under the mouse.
    std::function<void(const CodeHit&)> hover;
};

class CodeView {
  public:
    /// Brings `line` into sight in the next frame.
    void reveal(std::uint32_t line) { reveal_ = line; }
    /// Draws into `area`; returns the place clicked.
    std::optional<CodeHit> draw(Stage& stage, const char* id, const Rect& area, const CodeShow& show);

    [[nodiscard]] std::uint32_t first_line() const { return first_line_; }
    [[nodiscard]] std::uint32_t last_line() const { return last_line_; }
    /// Lines that fit.
    [[nodiscard]] int page() const { return static_cast<int>(last_line_ - first_line_); }

  private:
    struct Layout;
    void draw_line(const Stage& stage, ImDrawList* draw, const Layout& layout, const CodeLine& line, float y) const;
    void draw_gutter(const Stage& stage, ImDrawList* draw, const Layout& layout, const CodeShow& show,
                     std::uint32_t number, float y) const;
    static std::optional<CodeHit> hit_at(const Layout& layout, const CodeShow& show, ImVec2 mouse);

    std::uint32_t reveal_ = 0;
    std::uint32_t first_line_ = 0;
    std::uint32_t last_line_ = 0;
};

} // namespace weir::app
