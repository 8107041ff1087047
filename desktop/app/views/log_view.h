#pragma once

/// \file
/// The log of commands: a list with a search, and the entry that is chosen.

#include <string>

#include "model/audit_view.h"
#include "views/view.h"

namespace weir::app {

class LogView final : public View {
  public:
    explicit LogView(AuditView& log) : log_(log) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    [[nodiscard]] std::string copy(const Stage& stage) const override;

  private:
    void draw_header(Stage& stage, const Rect& area);
    void draw_list(Stage& stage, const Rect& area);
    void draw_entry(Stage& stage, const Rect& area) const;
    void draw_row(const Stage& stage, ImDrawList* draw, std::size_t shown, const Rect& row, bool hovered) const;

    AuditView& log_;
    RowList rows_;
    std::string search_;
    std::size_t revealed_ = 0;
    float scale_ = 0;
    bool focus_search_ = false;
    int page_ = 1;
};

} // namespace weir::app
