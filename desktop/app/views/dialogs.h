#pragma once

/// \file
/// What lies over the window: choosing a file, and the table of keys.

#include <functional>

#include "commands.h"
#include "views/view.h"

namespace weir::app {

/// Dims the window, takes its mouse, and begins a box in the middle; pair with end_dialog().
/// \param width, height  in points; less where the window is smaller
[[nodiscard]] Rect begin_dialog(Stage& stage, const Rect& area, const char* title, float width, float height);
void end_dialog();

class PickerDialog final : public View {
  public:
    /// \param chosen  called with the folder or file that the user took
    explicit PickerDialog(std::function<void(const std::filesystem::path&, bool folder)> chosen)
        : chosen_(std::move(chosen)) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;

  private:
    void draw_rows(Stage& stage, const Rect& area);
    void draw_foot(Stage& stage, const Rect& area);
    void take(Stage& stage);
    void take_folder(Stage& stage);

    std::function<void(const std::filesystem::path&, bool folder)> chosen_;
    RowList rows_;
    std::size_t seen_ = 0;
    int page_ = 1;
};

class HelpDialog final : public View {
  public:
    explicit HelpDialog(const Commands& commands) : commands_(commands) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;

    void open() {
        open_ = true;
        drawn_ = false;
    }
    [[nodiscard]] bool is_open() const { return open_; }

  private:
    const Commands& commands_;
    bool open_ = false;
    bool drawn_ = false; ///< so that the click that opened it does not close it
};

} // namespace weir::app
