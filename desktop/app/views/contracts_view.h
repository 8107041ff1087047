#pragma once

/// \file
/// The contracts of the folder.

#include "views/view.h"

namespace weir::app {

class ContractsView final : public View {
  public:
    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    [[nodiscard]] std::string copy(const Stage& stage) const override;
    /// Puts the text cursor into the filter in the next frame.
    void focus_filter() { focus_filter_ = true; }

  private:
    void draw_header(Stage& stage, const Rect& area);
    void draw_row(Stage& stage, ImDrawList* draw, const ContractEntry& contract, const Rect& row, bool hovered) const;
    void draw_nothing(const Stage& stage, const Rect& area) const;

    RowList rows_;
    std::string filter_;
    std::filesystem::path revealed_; ///< the contract last brought into sight
    bool focus_filter_ = false;
    int page_ = 1;
};

} // namespace weir::app
