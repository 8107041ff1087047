#pragma once

/// \file
/// The Flink SQL of each managed build.

#include "views/code_view.h"

namespace weir::app {

class SqlView final : public View {
  public:
    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    /// The whole script.
    [[nodiscard]] std::string copy(const Stage& stage) const override;

  private:
    void draw_header(Stage& stage, const Rect& area);

    CodeView code_;
    std::uint32_t seen_line_ = 0;
    double copied_at_ = -10; ///< seconds of Dear ImGui's clock
};

} // namespace weir::app
