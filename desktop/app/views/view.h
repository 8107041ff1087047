#pragma once

/// \file
/// A part of the window. Each has one file; each draws from the models and tells the Workspace what the
/// user does.

#include <string>

#include "widgets.h"

namespace weir::app {

class View {
  public:
    View() = default;
    virtual ~View() = default;
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    View(View&&) = delete;
    View& operator=(View&&) = delete;

    virtual void draw(Stage& stage, const Rect& area) = 0;
    /// A key while the view has the focus; true when it was for this view.
    virtual bool key(Stage& stage, const KeyPress& press) {
        static_cast<void>(stage);
        static_cast<void>(press);
        return false;
    }
    /// What Ctrl+C takes from this view; may be empty.
    [[nodiscard]] virtual std::string copy(const Stage& stage) const {
        static_cast<void>(stage);
        return {};
    }
};

/// The step that a key means in a list with `page` rows in sight; 0 when it means none.
[[nodiscard]] inline int step_of(const KeyPress& press, int page) {
    constexpr int kAll = 1 << 24;
    if (!press.plain()) {
        return 0;
    }
    switch (press.key) {
    case Key::Up:
        return -1;
    case Key::Down:
        return 1;
    case Key::PageUp:
        return -page;
    case Key::PageDown:
        return page;
    case Key::Home:
        return -kAll;
    case Key::End:
        return kAll;
    default:
        return 0;
    }
}

/// `at` moved by `step` within [0, count).
[[nodiscard]] inline std::size_t stepped(std::size_t at, int step, std::size_t count) {
    const auto last = static_cast<std::ptrdiff_t>(count) - 1;
    const auto next = static_cast<std::ptrdiff_t>(at) + step;
    return static_cast<std::size_t>(next < 0 || last < 0 ? 0 : next > last ? last : next);
}

} // namespace weir::app
