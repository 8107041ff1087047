#pragma once

/// \file
/// The text of the open contract and of its fragments, with its findings underlined.

#include "views/code_view.h"

namespace weir::app {

class SourceView final : public View {
  public:
    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    /// The current line.
    [[nodiscard]] std::string copy(const Stage& stage) const override;

  private:
    void draw_header(Stage& stage, const Rect& area);

    CodeView code_;
    std::uint32_t seen_revision_ = 0;
};

} // namespace weir::app
