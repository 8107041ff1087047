#pragma once

/// \file
/// The bar above and the bar below.

#include <functional>

#include "model/tasks.h"
#include "views/view.h"

namespace weir::app {

struct TopBarActions {
    std::function<void()> open;
    std::function<void()> reread;
    std::function<void()> theme;
    std::function<void()> help;
};

class TopBar final : public View {
  public:
    explicit TopBar(TopBarActions actions) : actions_(std::move(actions)) {}
    void draw(Stage& stage, const Rect& area) override;

  private:
    /// Returns the right edge of what it drew.
    static float draw_pages(Stage& stage, const Rect& area, float x);
    TopBarActions actions_;
};

/// How the folder stands, what is being done, and where the cursor is.
class StatusBar final : public View {
  public:
    explicit StatusBar(const Tasks& tasks) : tasks_(tasks) {}
    void draw(Stage& stage, const Rect& area) override;

  private:
    /// Returns the left edge of what it drew.
    static float draw_right(const Stage& stage, const Rect& area);
    void draw_task(Stage& stage, const Rect& area, const TaskStatus& task);

    const Tasks& tasks_;
};

} // namespace weir::app
