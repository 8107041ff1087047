#pragma once

/// \file
/// The fleet: contexts at the left, the deployments of one in the middle, the chosen deployment at the right.

#include <string>

#include "model/fleet.h"
#include "views/view.h"

namespace weir::app {

class FleetView final : public View {
  public:
    FleetView(Fleet& fleet, OperatorDesk& desk) : fleet_(fleet), desk_(desk) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;
    /// The entry that would allow the context that is shown, else the chosen deployment.
    [[nodiscard]] std::string copy(const Stage& stage) const override;
    /// What keys do here, for the list of commands; run() does it wherever the user is.
    struct Verb {
        const char* keys;
        const char* title;
        KeyPress press;
    };
    [[nodiscard]] static const std::vector<Verb>& verbs();

  private:
    void draw_contexts(Stage& stage, const Rect& area);
    void draw_context(Stage& stage, ImDrawList* draw, const live::FleetContext& context, const Rect& row,
                      bool hovered) const;
    void draw_refused(Stage& stage, const Rect& area, const live::FleetContext& context);
    void draw_header(Stage& stage, const Rect& area);
    void draw_tools(Stage& stage, const Rect& area);
    /// Returns the height drawn.
    [[nodiscard]] float draw_problems(const Stage& stage, const Rect& area) const;
    /// \param table  height of what is below
    void draw_columns(Stage& stage, const Rect& area, float table);
    void draw_table(Stage& stage, const Rect& area);
    void draw_row(const Stage& stage, ImDrawList* draw, const FleetEntry& entry, const Rect& row, bool hovered) const;
    void draw_nothing(const Stage& stage, const Rect& area) const;
    void draw_details(Stage& stage, const Rect& area);
    [[nodiscard]] const live::FleetContext* looked_at(const std::string& name) const;
    /// Shows the context `by` places further on; of one that is not allowed, why.
    void move_context(int by);

    Fleet& fleet_;
    OperatorDesk& desk_;
    RowList contexts_;
    RowList rows_;
    std::string refused_; ///< the context that was clicked although it cannot be used
    std::string filter_;
    FleetKey revealed_;
    bool focus_filter_ = false;
    int page_ = 1;
};

} // namespace weir::app
