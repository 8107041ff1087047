#pragma once

/// \file
/// What changed since a baseline.

#include <functional>

#include "views/view.h"

namespace weir::app {

class DiffView final : public View {
  public:
    /// \param choose  opens the dialog for a baseline
    explicit DiffView(std::function<void()> choose) : choose_(std::move(choose)) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    [[nodiscard]] std::string copy(const Stage& stage) const override;

  private:
    void draw_header(Stage& stage, const Rect& area);
    void draw_changes(Stage& stage, const Rect& area, const ChangesSnapshot& changes);
    static float card(const Stage& stage, ImDrawList* draw, const ChangeRow& change, const Rect& row);

    std::function<void()> choose_;
    RowList rows_;
    std::uint64_t seen_revision_ = 0;
    std::size_t seen_change_ = 0;
    float scale_ = 0;
    int page_ = 1;
};

} // namespace weir::app
