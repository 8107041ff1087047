#pragma once

/// \file
/// The window of the operating system with its OpenGL context and Dear ImGui's input. One file per
/// window library implements it.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "keys.h"
#include "model/frame_times.h"
#include "model/palette.h"

namespace weir::app {

struct WindowOptions {
    std::string title;
    int width = 1280;
    int height = 800;
    /// Leave the mouse out, so that a screenshot shows nothing hovered.
    bool ignore_mouse = false;
    /// Wait for each frame to be painted before it is shown, so that the two can be told apart.
    bool measure = false;
};

/// Eight bits each of red, green, blue; top row first.
struct Pixels {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;
};

class Window {
  public:
    Window() = default;
    virtual ~Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    Window(Window&&) = delete;
    Window& operator=(Window&&) = delete;

    [[nodiscard]] virtual bool should_close() const = 0;
    virtual void close() = 0;
    /// Sleeps until there is input, wake() is called, or the time is over.
    /// \return true when there was input or the window needs painting
    virtual bool wait(double seconds) = 0;
    /// Keys pressed since the last call, in order.
    [[nodiscard]] virtual std::vector<KeyPress> take_keys() = 0;
    /// Pixels for each of the design's points, by the screen's density.
    [[nodiscard]] virtual float scale() const = 0;
    /// Hands Dear ImGui its input and starts its frame.
    /// \return true when input is left over for one more frame
    virtual bool begin_frame() = 0;
    /// Paints the frame that ImGui::Render() ended. With `capture`, also reads the picture back.
    /// \return what that took, all but FrameParts::build
    virtual FrameParts end_frame(Rgb background, Pixels* capture) = 0;
    /// The fonts of Dear ImGui's atlas were changed.
    virtual void fonts_changed() = 0;
};

/// Opens the window and Dear ImGui's context; null with the reason in `error` when there is no display.
[[nodiscard]] std::unique_ptr<Window> open_window(const WindowOptions& options, std::string& error);
/// Ends Window::wait early. From any thread.
void wake_window();

} // namespace weir::app
