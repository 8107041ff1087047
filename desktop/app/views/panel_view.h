#pragma once

/// \file
/// The tabs beside the source: findings, SQL, diff.

#include <functional>

#include "views/diff_view.h"
#include "views/findings_view.h"
#include "views/sql_view.h"

namespace weir::app {

class PanelView final : public View {
  public:
    explicit PanelView(std::function<void()> choose_baseline) : diff_(std::move(choose_baseline)) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    [[nodiscard]] std::string copy(const Stage& stage) const override;

  private:
    void draw_tabs(Stage& stage, const Rect& area);
    [[nodiscard]] View& shown(Panel panel);

    FindingsView findings_;
    SqlView sql_;
    DiffView diff_;
};

} // namespace weir::app
