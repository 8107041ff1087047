#include "application.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "background_thread.h"
#include "screenshot.h"

namespace weir::app {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kWorkers = 4;
/// Frames after the last input: Dear ImGui needs some to settle sizes and hovering.
constexpr int kFramesAfterInput = 3;
constexpr std::uint64_t kWarmFrames = 10;  ///< that the graphics driver compiles in
constexpr double kScreenshotPatience = 60; ///< seconds

/// Width of the dividers that the mouse can take.
float grip_width(const Stage& stage) {
    return std::round(stage.px(5));
}

/// The first two words of a task's title: others may name one deployment of hundreds.
std::string_view kind_of(const std::string& title) {
    return std::string_view(title).substr(0, title.find(' ', title.find(' ') + 1));
}

} // namespace

Application::Application(Options options, std::unique_ptr<Window> window, std::chrono::steady_clock::time_point started)
    : options_(std::move(options)), window_(std::move(window)), started_(started),
      tasks_(kWorkers, wake_window, give_way), work_(tasks_), picker_(tasks_),
      fleet_(tasks_, work_, desk_.settings, live::AuditLog(),
             [this](const std::string& problem) { fleet_logged(problem); }),
      state_file_(options_.state_out), panel_([this] { pick(PickFor::Baseline); }),
      top_({[this] { pick(PickFor::Open); }, [this] { work_.reread(); }, [this] { toggle_theme(); },
            [this] { help_.open(); }}),
      status_(tasks_), picker_dialog_([this](const fs::path& path, bool folder) { picked(path, folder); }),
      help_(commands_), fleet_view_(fleet_, desk_), audit_(tasks_, live::AuditLog()),
      steps_(tasks_, context_rules(), live::AuditLog(), [this] { audit_.reload(); }), deploy_view_(steps_),
      log_view_(audit_), palette_(commands_) {
    watch_glyphs(glyphs_);
    add_page(Page::Fleet, fleet_view_);
    add_page(Page::Deploy, deploy_view_);
    add_page(Page::Log, log_view_);
    take_settings();
    add_commands();
    add_moves();
    add_page_keys();
    add_step_commands();
    open_first();
    watch_crashes();
}

void Application::open_first() {
    pages_.show(options_.page);
    work_.set_panel(options_.panel);
    if (!options_.folder.empty() || options_.open.empty()) {
        work_.open_folder(options_.folder.empty() ? fs::path(".") : fs::path(options_.folder));
    }
    if (!options_.baseline.empty()) {
        work_.set_baseline(options_.baseline);
    }
    if (!options_.open.empty()) {
        work_.open_contract(options_.open);
    }
    if (!settings_notice_.empty()) {
        work_.set_notice(settings_notice_);
    }
}

// ---- what keys do ----

void Application::add_commands() {
    const auto ctrl = [](Key key) { return KeyPress{key, true, false, false}; };
    const auto plain = [](Key key) { return KeyPress{key, false, false, false}; };
    const auto panel = [this](Panel which) {
        return [this, which] {
            pages_.show(Page::Contracts);
            work_.set_panel(which);
            work_.set_focus(Focus::Panel);
        };
    };
    commands_.add("Ctrl+1", "Show the findings", ctrl(Key::One), panel(Panel::Findings));
    commands_.add("Ctrl+2", "Show the SQL", ctrl(Key::Two), panel(Panel::Sql));
    commands_.add("Ctrl+3", "Show the changes since the baseline", ctrl(Key::Three), panel(Panel::Diff));
    commands_.add("Ctrl+O", "Open a folder or a contract", ctrl(Key::O), [this] { pick(PickFor::Open); });
    commands_.add("Ctrl+B", "Choose the baseline", ctrl(Key::B), [this] { pick(PickFor::Baseline); });
    commands_.add("Ctrl+F", "Filter the contracts", ctrl(Key::F), [this] {
        pages_.show(Page::Contracts);
        work_.set_focus(Focus::Contracts);
        contracts_.focus_filter();
    });
    commands_.add("F5", "Read everything again", plain(Key::F5), [this] { work_.reread(); });
    commands_.add("Ctrl+C", "Copy the SQL, the finding, the change or the line", ctrl(Key::C), [this] { copy(); });
    commands_.add("Ctrl+T", "Change between light and dark", ctrl(Key::T), [this] { toggle_theme(); });
    commands_.add("Ctrl+Plus, Minus, 0", "Size of everything", ctrl(Key::Plus), [this] { zoom(1.1F); });
    commands_.add_hidden({Key::Plus, true, true, false}, [this] { zoom(1.1F); });
    commands_.add_hidden(ctrl(Key::Minus), [this] { zoom(1 / 1.1F); });
    commands_.add_hidden(ctrl(Key::Zero), [this] { zoom(0); });
    commands_.add("Esc", "Stop reading", plain(Key::Escape), [this] { work_.cancel(); });
    commands_.add("F1", "These keys", plain(Key::F1), [this] { help_.open(); });
    commands_.add("Ctrl+Q", "Quit", ctrl(Key::Q), [this] { window_->close(); });
}

void Application::add_moves() {
    const auto step_finding = [this](int by) {
        return [this, by] {
            if (const Snapshot* snapshot = work_.snapshot(); snapshot != nullptr && !snapshot->findings.empty()) {
                pages_.show(Page::Contracts);
                work_.set_panel(Panel::Findings);
                work_.set_finding(stepped(work_.finding(), by, snapshot->findings.size()));
            }
        };
    };
    commands_.add("Tab, F6", "Move between list, source and tab", {Key::Tab, false, false, false},
                  [this] { cycle_focus(1); });
    commands_.add_hidden({Key::F6, false, false, false}, [this] { cycle_focus(1); });
    commands_.add_hidden({Key::Tab, false, true, false}, [this] { cycle_focus(-1); });
    commands_.add_hidden({Key::F6, false, true, false}, [this] { cycle_focus(-1); });
    commands_.add("Alt+Up, Alt+Down", "Contract before, contract after", {Key::Down, false, false, true},
                  [this] { work_.move_selection(1); });
    commands_.add_hidden({Key::Up, false, false, true}, [this] { work_.move_selection(-1); });
    commands_.add("F8, Shift+F8", "Finding after, finding before", {Key::F8, false, false, false}, step_finding(1));
    commands_.add_hidden({Key::F8, false, true, false}, step_finding(-1));
    commands_.add_note("Arrows, Home, End", "Move where the focus is");
    commands_.add_note("Left, Right", "Fragments of the source; builds of the SQL");
    commands_.add_note("Enter", "Jump from what is chosen to the source");
    commands_.add("Ctrl+Left, Ctrl+Right", "Divide source and tab elsewhere", {Key::Left, true, false, false},
                  [this] { panel_share_ = std::min(panel_share_ + 0.05F, 0.8F); });
    commands_.add_hidden({Key::Right, true, false, false},
                         [this] { panel_share_ = std::max(panel_share_ - 0.05F, 0.2F); });
}

void Application::cycle_focus(int by) {
    constexpr int kZones = 3;
    const int next = (static_cast<int>(work_.focus()) + kZones + by) % kZones;
    work_.set_focus(static_cast<Focus>(next));
}

void Application::copy() {
    const Stage now = stage();
    const std::array<const View*, 3> parts = {&contracts_, &source_, &panel_};
    const View* page = page_view();
    const std::string text = (page != nullptr ? page : parts[static_cast<std::size_t>(work_.focus())])->copy(now);
    if (!text.empty()) {
        ImGui::SetClipboardText(text.c_str());
        work_.set_notice("Copied.");
    }
}

void Application::pick(PickFor purpose) {
    fs::path folder = work_.folder().path;
    if (purpose == PickFor::Baseline && work_.selected().has_parent_path()) {
        folder = work_.selected().parent_path();
    }
    picker_.open(purpose, folder);
}

void Application::picked(const fs::path& path, bool folder) {
    if (picker_.purpose() == PickFor::Baseline) {
        work_.set_baseline(path);
        work_.set_panel(Panel::Diff);
    } else if (folder) {
        work_.open_folder(path);
    } else {
        work_.open_contract(path);
    }
}

void Application::take_key(const KeyPress& press) {
    Stage now = stage();
    if (palette_.is_open()) {
        palette_.key(now, press);
        return;
    }
    if (help_.is_open()) {
        help_.key(now, press);
        return;
    }
    if (picker_.is_open()) {
        picker_dialog_.key(now, press);
        return;
    }
    // A text field keeps what it edits with; the rest still works while one types.
    const bool typing = ImGui::GetIO().WantTextInput;
    const bool edits = press.plain()
                           ? press.key == Key::Left || press.key == Key::Right || press.key == Key::Home ||
                                 press.key == Key::End || press.key == Key::Backspace || press.key == Key::Escape
                           : press.ctrl && (press.key == Key::C || press.key == Key::Left || press.key == Key::Right);
    if (typing && edits) {
        return;
    }
    // A page of its own takes its keys first: Ctrl+F filters what is in sight.
    if (page_view() != nullptr && page_view()->key(now, press)) {
        return;
    }
    if (commands_.run(press) || page_view() != nullptr) {
        return;
    }
    switch (work_.focus()) {
    case Focus::Contracts:
        contracts_.key(now, press);
        break;
    case Focus::Source:
        source_.key(now, press);
        break;
    case Focus::Panel:
        panel_.key(now, press);
        break;
    }
}

void Application::take_keys() {
    for (const KeyPress& press : window_->take_keys()) {
        const Stopwatch watch;
        take_key(press);
        thread_work_.add("Taking a key", watch);
    }
}

// ---- drawing ----

Stage Application::stage() {
    return {work_, pages_, picker_, screen_, palette(theme_), fonts_, scale_};
}

void Application::rebuild_fonts() {
    const float wanted = window_->scale() * zoom_;
    if (glyphs_.take_new() || wanted != scale_) {
        scale_ = wanted;
        const Stopwatch watch;
        fonts_ = load_fonts(scale_, glyphs_);
        window_->fonts_changed();
        thread_work_.add("Loading fonts", watch);
        theme_stale_ = true;
    }
    if (std::exchange(theme_stale_, false)) {
        apply_theme(palette(theme_), scale_);
    }
}

void Application::draw_splitters(Stage& now, const Rect& body, bool stacked) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float grip = grip_width(now);
    const Rect list = screen_.regions["contracts"];
    const Rect panel = screen_.regions["panel"];
    const auto drag = [&](const char* id, const Rect& line, ImGuiMouseCursor cursor) {
        fill(draw, line, colour(now.colours.chrome));
        const bool upright = line.width < line.height;
        const float middle = std::floor((upright ? line.x + line.width / 2 : line.y + line.height / 2));
        fill(draw, upright ? Rect{middle, line.y, 1, line.height} : Rect{line.x, middle, line.width, 1},
             colour(now.colours.border));
        ImGui::SetCursorScreenPos(ImVec2(line.x, line.y));
        ImGui::InvisibleButton(id, ImVec2(line.width, line.height));
        if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
            ImGui::SetMouseCursor(cursor);
            fill(draw, line, colour(now.colours.accent, 0.5F));
        }
        return ImGui::IsItemActive();
    };
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (drag("##list", {list.x + list.width, body.y, grip, body.height}, ImGuiMouseCursor_ResizeEW)) {
        list_share_ = std::clamp((mouse.x - body.x) / body.width, 0.12F, 0.45F);
    }
    if (stacked) {
        if (drag("##panel", {panel.x, panel.y - grip, panel.width, grip}, ImGuiMouseCursor_ResizeNS)) {
            panel_share_ = std::clamp((body.y + body.height - mouse.y) / body.height, 0.2F, 0.8F);
        }
    } else if (drag("##panel", {panel.x - grip, body.y, grip, body.height}, ImGuiMouseCursor_ResizeEW)) {
        panel_share_ = std::clamp((body.x + body.width - mouse.x) / (body.width - list.width), 0.2F, 0.8F);
    }
}

void Application::draw_contracts(Stage& now, const Rect& body) {
    const float width = body.width;
    const float list_width = std::floor(std::clamp(width * list_share_, now.px(150), now.px(420)));
    const Rect list{0, body.y, list_width, body.height};
    // Side by side when there is room for lines of both, else one above the other.
    const bool stacked = width - list_width < now.px(760);
    const float grip = grip_width(now);
    const Rect rest{list_width + grip, body.y, width - list_width - grip, body.height};
    Rect source = rest;
    Rect panel = rest;
    if (stacked) {
        panel.height = std::floor(rest.height * panel_share_);
        source.height = rest.height - panel.height - grip;
        panel.y = source.y + source.height + grip;
    } else {
        panel.width = std::floor(rest.width * panel_share_);
        source.width = rest.width - panel.width - grip;
        panel.x = source.x + source.width + grip;
    }
    screen_.regions["contracts"] = list;
    screen_.regions["source"] = source;
    screen_.regions["panel"] = panel;
    contracts_.draw(now, list);
    source_.draw(now, source);
    panel_.draw(now, panel);
    draw_splitters(now, body, stacked);
}

void Application::draw_root(Stage& now, float width, float height) {
    const float top = now.px(48);
    const float bottom = now.px(28);
    const Rect body{0, top, width, std::max(height - top - bottom, 1.0F)};
    screen_.regions["top"] = {0, 0, width, top};
    screen_.regions["status"] = {0, height - bottom, width, bottom};
    top_.draw(now, screen_.regions["top"]);
    if (View* page = page_view()) {
        screen_.regions["page"] = body;
        page->draw(now, body);
    } else {
        draw_contracts(now, body);
    }
    status_.draw(now, screen_.regions["status"]);
}

bool Application::frame(Pixels* capture) {
    const Stopwatch watch;
    rebuild_fonts();
    const bool more_input = window_->begin_frame();
    take_keys();
    screen_ = ScreenReport();
    Stage now = stage();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(size);
    ImGui::Begin("##root", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollWithMouse);
    fill(ImGui::GetWindowDrawList(), {0, 0, size.x, size.y}, colour(now.colours.border));
    draw_root(now, size.x, size.y);
    ImGui::End();
    const Rect whole{0, 0, size.x, size.y};
    if (picker_.is_open()) {
        picker_dialog_.draw(now, whole);
    } else if (help_.is_open()) {
        help_.draw(now, whole);
    } else if (palette_.is_open()) {
        palette_.draw(now, whole);
    }
    if (ImGui::GetIO().WantTextInput && !palette_.is_open() && page_view() == nullptr &&
        work_.focus() != Focus::Contracts) {
        ImGui::SetWindowFocus(nullptr); // the filter does not keep the keys of another part
    }
    ImGui::Render();
    const double build = watch.milliseconds();
    const double busy = watch.busy();
    FrameParts parts = window_->end_frame(now.colours.chrome, capture);
    parts.build = build;
    thread_work_.add(fmt::format("Drawing {}", page_title(pages_.now())), build, busy);
    if (frames_++ == 0) {
        first_frame_ms_ = milliseconds_since(started_);
    }
    if (frames_ > kWarmFrames) {
        frame_times_.add(parts);
    }
    return more_input || screen_.unfinished || theme_stale_ || glyphs_.fresh() || window_->scale() * zoom_ != scale_;
}

// ---- the loop ----

double Application::pause() const {
    constexpr double kForever = 3600;
    constexpr double kProgress = 0.1; ///< how often progress is shown
    constexpr double kBlink = 0.4;    ///< the text cursor
    constexpr double kAfterTick = 0.01;
    if (frames_due_ > 0) {
        return 0;
    }
    if (tasks_.busy()) {
        return kProgress;
    }
    const double idle = ImGui::GetIO().WantTextInput ? kBlink : kForever;
    const auto tick = pages_.now() == Page::Fleet ? fleet_.next_tick(now_millis()) : std::nullopt;
    return tick ? std::min(idle, *tick + kAfterTick) : idle;
}

void Application::tell_state() {
    if (!state_file_.wanted() && options_.screenshot.empty()) {
        return;
    }
    StateText state = state_json({work_, pages_, screen_, theme_, first_frame_ms_, frames_, &frame_times_,
                                  &thread_work_, &fleet_, &desk_, &steps_, &audit_, command_names()});
    if (state.comparable == state_.comparable) {
        ++steady_frames_;
        return;
    }
    steady_frames_ = 0;
    state_ = std::move(state);
    if (state_file_.wanted()) {
        state_file_.put(tasks_, state_.whole);
    }
}

std::optional<int> Application::try_screenshot() {
    constexpr double kMilli = 1000;
    if (milliseconds_since(started_) > kScreenshotPatience * kMilli) {
        fmt::print(stderr, "weir-desktop: still reading after {} seconds; no screenshot\n", kScreenshotPatience);
        return 2;
    }
    if (!work_.settled() || (pages_.now() == Page::Fleet && !fleet_.settled()) || screen_.unfinished ||
        steady_frames_ < kFramesAfterInput) {
        return std::nullopt;
    }
    Pixels pixels;
    frame(&pixels);
    if (state_file_.wanted()) {
        state_file_.put_now(state_.whole);
    }
    if (!write_png(options_.screenshot, pixels)) {
        fmt::print(stderr, "weir-desktop: {} cannot be written\n", options_.screenshot);
        return 2;
    }
    const ContractEntry* entry = work_.selected_entry();
    if (!work_.folder().error.empty()) {
        fmt::print(stderr, "weir-desktop: {}: {}\n", work_.folder().path.string(), work_.folder().error);
        return 2;
    }
    if (entry != nullptr && entry->summary.state == ContractState::Unreadable) {
        fmt::print(stderr, "weir-desktop: {}: {}\n", entry->path.string(), entry->summary.why);
        return 2;
    }
    if (work_.changes() != nullptr && !work_.changes()->why.empty()) {
        fmt::print(stderr, "weir-desktop: {}: {}\n", work_.changes()->baseline.string(), work_.changes()->why);
        return 2;
    }
    return 0;
}

int Application::run() {
    while (!window_->should_close()) {
        const bool input = window_->wait(pause());
        const bool news = tasks_.drain(
            [this](const std::string& title, const Stopwatch& watch) { thread_work_.add(kind_of(title), watch); });
        const Stopwatch watch;
        follow();
        if (pages_.now() == Page::Fleet) {
            fleet_.tick(now_millis());
        }
        thread_work_.add("Following", watch);
        if (input || news || tasks_.busy() || ImGui::GetIO().WantTextInput) {
            frames_due_ = input || news ? kFramesAfterInput : std::max(frames_due_, 1);
        }
        if (frames_due_ == 0 && options_.screenshot.empty()) {
            continue;
        }
        const bool more = frame(nullptr);
        frames_due_ = more ? kFramesAfterInput : std::max(frames_due_ - 1, 0);
        tell_state();
        if (!options_.screenshot.empty()) {
            frames_due_ = 1;
            if (const auto code = try_screenshot()) {
                return *code;
            }
        }
    }
    return 0;
}

} // namespace weir::app
