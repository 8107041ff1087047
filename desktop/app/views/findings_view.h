#pragma once

/// \file
/// What Weir found in the open contract.

#include "views/view.h"

namespace weir::app {

class FindingsView final : public View {
  public:
    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    [[nodiscard]] std::string copy(const Stage& stage) const override;

  private:
    /// Draws the card of a finding, or only measures it when `draw` is null.
    static float card(const Stage& stage, ImDrawList* draw, const FindingRow& finding, const Snapshot& snapshot,
                      const Rect& row);

    RowList rows_;
    std::uint64_t seen_revision_ = 0;
    std::size_t seen_finding_ = 0;
    float scale_ = 0;
    int page_ = 1;
};

} // namespace weir::app
