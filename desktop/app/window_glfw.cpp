#include "leak_check.h"
#include "opaque_fills.h"
#include "window.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cfloat>
#include <deque>
#include <utility>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace weir::app {

namespace {

/// wake_window() does nothing before the library is up and after it went down.
std::atomic<bool>& library_is_up() {
    static std::atomic<bool> up{false};
    return up;
}

std::string& last_error() {
    static std::string error;
    return error;
}

constexpr int kMouseMoves = -1;
/// From SetKeyboardFocusHere() one frame activates the field, the next takes text.
constexpr int kFramesToFocus = 2;

/// A move of the mouse, or a change of one of its buttons.
struct MouseEvent {
    ImVec2 at;
    int button = kMouseMoves;
    bool down = false;
};

/// A change of a key, or a character that was typed.
struct RawKey {
    int key = 0;
    int scancode = 0;
    int action = 0;
    int mods = 0;
    unsigned int typed = 0; ///< the character; 0: a change of `key`
};

Key special_key(int key) {
    switch (key) {
    case GLFW_KEY_UP:
        return Key::Up;
    case GLFW_KEY_DOWN:
        return Key::Down;
    case GLFW_KEY_LEFT:
        return Key::Left;
    case GLFW_KEY_RIGHT:
        return Key::Right;
    case GLFW_KEY_PAGE_UP:
        return Key::PageUp;
    case GLFW_KEY_PAGE_DOWN:
        return Key::PageDown;
    case GLFW_KEY_HOME:
        return Key::Home;
    case GLFW_KEY_END:
        return Key::End;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        return Key::Enter;
    case GLFW_KEY_ESCAPE:
        return Key::Escape;
    case GLFW_KEY_TAB:
        return Key::Tab;
    case GLFW_KEY_BACKSPACE:
        return Key::Backspace;
    case GLFW_KEY_F1:
        return Key::F1;
    case GLFW_KEY_F5:
        return Key::F5;
    case GLFW_KEY_F6:
        return Key::F6;
    case GLFW_KEY_F8:
        return Key::F8;
    case GLFW_KEY_KP_ADD:
        return Key::Plus;
    case GLFW_KEY_KP_SUBTRACT:
        return Key::Minus;
    default:
        return Key::None;
    }
}

/// Letters by what the layout writes on the key, digits by their place: so Ctrl+1 also works where
/// digits are shifted.
Key key_of(const RawKey& raw) {
    const Key special = special_key(raw.key);
    if (special != Key::None) {
        return special;
    }
    if (raw.key >= GLFW_KEY_0 && raw.key <= GLFW_KEY_9) {
        return static_cast<Key>(raw.key);
    }
    const char* name = glfwGetKeyName(raw.key, raw.scancode);
    if (name != nullptr && name[0] != '\0' && name[1] == '\0') {
        const char c = name[0] >= 'a' && name[0] <= 'z' ? static_cast<char>(name[0] - 'a' + 'A') : name[0];
        return c == '=' ? Key::Plus : static_cast<Key>(static_cast<unsigned char>(c));
    }
    return Key::None;
}

/// What a press says to the views; Key::None for a release and for a key that they do not know.
KeyPress press_of(const RawKey& raw) {
    const Key key = raw.action == GLFW_RELEASE ? Key::None : key_of(raw);
    return {key, (raw.mods & GLFW_MOD_CONTROL) != 0, (raw.mods & GLFW_MOD_SHIFT) != 0, (raw.mods & GLFW_MOD_ALT) != 0};
}

/// Shift, Ctrl, Alt or the like, on either side.
bool is_modifier(int key) {
    return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
}

class GlfwWindow final : public Window {
  public:
    ~GlfwWindow() override {
        library_is_up() = false;
        if (window_ != nullptr) {
            ImGui_ImplOpenGL3_Shutdown();
            ImGui_ImplGlfw_Shutdown();
            ImGui::DestroyContext();
            check_leaks();
            glfwDestroyWindow(window_);
        }
        glfwTerminate();
    }

    bool open(const WindowOptions& options) {
        ignore_mouse_ = options.ignore_mouse;
        measure_ = options.measure;
        glfwSetErrorCallback([](int, const char* text) { last_error() = text; });
        if (glfwInit() != GLFW_TRUE) {
            return false;
        }
        library_is_up() = true;
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
        // Nothing is painted by depth. Without these buffers a rasteriser in software leaves out what is painted over.
        glfwWindowHint(GLFW_DEPTH_BITS, 0);
        glfwWindowHint(GLFW_STENCIL_BITS, 0);
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
        glfwWindowHintString(GLFW_X11_CLASS_NAME, "weir-desktop");
        glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "weir-desktop");
        window_ = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
        if (window_ == nullptr) {
            return false;
        }
        glfwMakeContextCurrent(window_);
        glfwSwapInterval(1);
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        glfwSetWindowUserPointer(window_, this);
        install_callbacks();
        ImGui_ImplGlfw_InitForOpenGL(window_, false);
        ImGui_ImplOpenGL3_Init("#version 130");
        return true;
    }

    [[nodiscard]] bool should_close() const override { return glfwWindowShouldClose(window_) == GLFW_TRUE; }
    void close() override { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

    bool wait(double seconds) override {
        input_ = false;
        if (seconds <= 0) {
            glfwPollEvents();
        } else {
            glfwWaitEventsTimeout(seconds);
        }
        return input_;
    }

    [[nodiscard]] std::vector<KeyPress> take_keys() override { return std::exchange(presses_, {}); }

    [[nodiscard]] float scale() const override {
        float x = 1;
        float y = 1;
        glfwGetWindowContentScale(window_, &x, &y);
        return std::clamp(x, 0.5F, 4.0F);
    }

    bool begin_frame() override {
        feed_keys();
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        feed_mouse();
        ImGui::NewFrame();
        return !raw_keys_.empty() || !mouse_events_.empty();
    }

    FrameParts end_frame(Rgb background, Pixels* capture) override {
        FrameParts took;
        auto begin = FrameClock::now();
        const auto lap = [&begin] { return milliseconds_since(std::exchange(begin, FrameClock::now())); };
        int width = 0;
        int height = 0;
        glfwGetFramebufferSize(window_, &width, &height);
        glViewport(0, 0, width, height);
        constexpr float kFull = 255.0F;
        const auto part = [](int value) { return static_cast<float>(value) / kFull; };
        glClearColor(part(background.r), part(background.g), part(background.b), 1);
        glClear(GL_COLOR_BUFFER_BIT);
        ImDrawData* data = ImGui::GetDrawData();
        fills_.take_out(*data, height);
        ImGui_ImplOpenGL3_RenderDrawData(data);
        took.submit = lap();
        if (measure_) {
            glFinish();
            took.paint = lap();
        }
        if (capture != nullptr) {
            read_back(width, height, *capture);
        }
        glfwSwapBuffers(window_);
        took.show = lap();
        return took;
    }

    void fonts_changed() override {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }

  private:
    static GlfwWindow& of(GLFWwindow* window) { return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window)); }

    void install_callbacks() {
        glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
            of(w).on_key({key, scancode, action, mods});
        });
        glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned int c) {
            of(w).input_ = true;
            of(w).raw_keys_.push_back({0, 0, 0, 0, c});
        });
        glfwSetMouseButtonCallback(
            window_, [](GLFWwindow* w, int button, int action, int) { of(w).on_button(button, action == GLFW_PRESS); });
        glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
            of(w).input_ = true;
            ImGui_ImplGlfw_ScrollCallback(w, x, y);
        });
        glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
            of(w).input_ = true;
            ImGui_ImplGlfw_WindowFocusCallback(w, focused);
        });
        glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
            if (entered == GLFW_FALSE) {
                of(w).on_move(ImVec2(-FLT_MAX, -FLT_MAX));
            }
            ImGui_ImplGlfw_CursorEnterCallback(w, entered);
        });
        glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
            of(w).on_move(ImVec2(static_cast<float>(x), static_cast<float>(y)));
        });
        glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).input_ = true; });
        glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { of(w).input_ = true; });
        glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) { of(w).input_ = true; });
    }

    void on_key(const RawKey& raw) {
        input_ = true;
        raw_keys_.push_back(raw);
    }

    void on_move(ImVec2 at) {
        input_ = true;
        told_ = at;
        if (!mouse_events_.empty() && mouse_events_.back().button == kMouseMoves) {
            mouse_events_.back().at = at;
        } else {
            mouse_events_.push_back({at, kMouseMoves, false});
        }
    }

    /// A button changes where the mouse was last told to be: asking for its place would give the one it
    /// has by now.
    void on_button(int button, bool down) {
        input_ = true;
        if (button < static_cast<int>(buttons_.size())) {
            mouse_events_.push_back({told_, button, down});
        }
    }

    /// As feed_keys(): in one frame the mouse moves or one button changes, so that a press is seen where
    /// it was made and a quick drag is seen as a drag.
    void feed_mouse() {
        bool moved = false;
        while (!mouse_events_.empty() && !ignore_mouse_) {
            const MouseEvent event = mouse_events_.front();
            const bool dragging = std::find(buttons_.begin(), buttons_.end(), true) != buttons_.end();
            const bool leaves = event.at.x == -FLT_MAX;
            if (!(leaves && dragging) && (event.at.x != mouse_.x || event.at.y != mouse_.y)) {
                mouse_ = event.at;
                moved = true;
            }
            if (event.button != kMouseMoves) {
                if (moved) {
                    break;
                }
                buttons_[static_cast<std::size_t>(event.button)] = event.down;
                mouse_events_.pop_front();
                break;
            }
            mouse_events_.pop_front();
        }
        if (ignore_mouse_) {
            mouse_events_.clear();
        }
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = mouse_;
        std::copy(buttons_.begin(), buttons_.end(), io.MouseDown);
    }

    /// This version of Dear ImGui sees only whether a key is down at the start of a frame: a key that
    /// goes down and up between two frames would be lost. So a key changes once a frame, and Ctrl is not
    /// let go in the frame in which another key goes down: the field would see that key alone. And a text
    /// field edits while it is drawn, presses are taken before: so a key that a command may want waits
    /// for the frame after what was typed before it, and what is typed after it until a field that it
    /// gave the focus to takes text.
    void feed_keys() {
        std::vector<int> changed;
        bool typed = false;
        bool pressed = false; // a key that modifiers go with
        text_waits_ = std::max(text_waits_ - 1, 0);
        while (!raw_keys_.empty()) {
            const RawKey raw = raw_keys_.front();
            if (raw.typed != 0) {
                if (text_waits_ > 0) {
                    return;
                }
                ImGui_ImplGlfw_CharCallback(window_, raw.typed);
                raw_keys_.pop_front();
                typed = true;
                continue;
            }
            const KeyPress press = press_of(raw);
            const bool commands = press.key != Key::None && (press.ctrl || press.alt || press.key >= Key::Up);
            const bool again = std::find(changed.begin(), changed.end(), raw.key) != changed.end();
            if (again || (typed && commands) || (pressed && is_modifier(raw.key))) {
                return;
            }
            pressed = pressed || (raw.action != GLFW_RELEASE && !is_modifier(raw.key));
            changed.push_back(raw.key);
            raw_keys_.pop_front();
            ImGui_ImplGlfw_KeyCallback(window_, raw.key, raw.scancode, raw.action, raw.mods);
            if (press.key != Key::None) {
                presses_.push_back(press);
            }
            if (commands) {
                typed = true;
                text_waits_ = kFramesToFocus;
            }
        }
    }

    static void read_back(int width, int height, Pixels& pixels) {
        constexpr std::size_t kChannels = 3;
        const std::size_t row = static_cast<std::size_t>(width) * kChannels;
        pixels.width = width;
        pixels.height = height;
        pixels.rgb.resize(row * static_cast<std::size_t>(height));
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.rgb.data());
        // OpenGL counts rows from below.
        for (std::size_t top = 0, bottom = static_cast<std::size_t>(height); top + 1 < bottom; ++top) {
            --bottom;
            std::swap_ranges(pixels.rgb.begin() + static_cast<std::ptrdiff_t>(top * row),
                             pixels.rgb.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                             pixels.rgb.begin() + static_cast<std::ptrdiff_t>(bottom * row));
        }
    }

    GLFWwindow* window_ = nullptr;
    std::vector<KeyPress> presses_;
    std::deque<RawKey> raw_keys_;
    std::deque<MouseEvent> mouse_events_;
    std::array<bool, 3> buttons_{};
    ImVec2 told_ = ImVec2(-FLT_MAX, -FLT_MAX);  ///< where the mouse was at the last event
    ImVec2 mouse_ = ImVec2(-FLT_MAX, -FLT_MAX); ///< where Dear ImGui has it
    int text_waits_ = 0;                        ///< frames until typed text is fed
    bool input_ = false;
    bool ignore_mouse_ = false;
    bool measure_ = false;
    OpaqueFills fills_;
};

} // namespace

std::unique_ptr<Window> open_window(const WindowOptions& options, std::string& error) {
    auto window = std::make_unique<GlfwWindow>();
    if (!window->open(options)) {
        error = last_error().empty() ? "the window system gives no reason" : last_error();
        return nullptr;
    }
    return window;
}

void wake_window() {
    if (library_is_up()) {
        glfwPostEmptyEvent();
    }
}

} // namespace weir::app
