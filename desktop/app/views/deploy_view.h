#pragma once

/// \file
/// The steps of a deployment as cards, one below the other.

#include <string>

#include "model/deploy_steps.h"
#include "views/view.h"

namespace weir::app {

class DeployView final : public View {
  public:
    explicit DeployView(DeploySteps& steps) : steps_(steps) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    [[nodiscard]] std::string copy(const Stage& stage) const override;

  private:
    void draw_header(Stage& stage, const Rect& area);
    /// Draws a card, or only measures it when `draw` is null. Returns its height.
    float draw_card(Stage& stage, ImDrawList* draw, const StepCard& card, const Rect& row);
    float draw_question(Stage& stage, ImDrawList* draw, ImVec2 at, float width);
    void note_question();

    DeploySteps& steps_;
    RowList rows_;
    std::string typed_;
    float scale_ = 0;
    std::size_t card_ = 0;       ///< that the keys are at
    std::uint64_t revision_ = 0; ///< of the steps that were seen last
    bool was_asking_ = false;
    bool was_asked_again_ = false;
    bool focus_ = false; ///< the text cursor goes into the question in the next frame
};

} // namespace weir::app
