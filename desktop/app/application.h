#pragma once

/// \file
/// The program: its window, its models, its views, and the loop that redraws only when something
/// happened.

#include <array>
#include <chrono>
#include <memory>

#include "commands.h"
#include "fonts.h"
#include "model/audit_view.h"
#include "model/deploy_steps.h"
#include "model/file_picker.h"
#include "model/fleet.h"
#include "model/operator_settings.h"
#include "model/pages.h"
#include "model/screen_report.h"
#include "model/tasks.h"
#include "model/workspace.h"
#include "options.h"
#include "state_file.h"
#include "views/bars.h"
#include "views/command_palette.h"
#include "views/contracts_view.h"
#include "views/deploy_view.h"
#include "views/dialogs.h"
#include "views/fleet_view.h"
#include "views/log_view.h"
#include "views/panel_view.h"
#include "views/source_view.h"
#include "window.h"

namespace weir::app {

class Application {
  public:
    /// \param started  when the program began, for the time to the first frame
    Application(Options options, std::unique_ptr<Window> window, std::chrono::steady_clock::time_point started);

    /// Runs until the window closes, or until the screenshot is written. Returns the exit code.
    int run();

  private:
    void add_commands();
    void add_moves();
    void add_page_keys();
    void add_step_commands();
    /// A look into a cluster is in the log of commands, or is not for this reason.
    void fleet_logged(const std::string& problem);
    [[nodiscard]] ContextRules context_rules();
    /// Tells the steps, the log and the crash report where the user is.
    void follow();
    /// From now on crashes leave a report; one of the last time is told.
    void watch_crashes();
    [[nodiscard]] std::vector<CommandName> command_names() const;
    /// Has `view` fill the window while `page` is shown.
    void add_page(Page page, View& view);
    /// The view of the page that is shown; null for the contracts, which have several.
    [[nodiscard]] View* page_view() const { return page_views_[static_cast<std::size_t>(pages_.now())]; }
    void open_first();
    void take_keys();
    void take_key(const KeyPress& press);
    /// Draws one frame; true when another one is due at once.
    bool frame(Pixels* capture);
    void draw_root(Stage& now, float width, float height);
    void draw_contracts(Stage& now, const Rect& body);
    void draw_splitters(Stage& now, const Rect& body, bool stacked);
    void rebuild_fonts();
    void copy();
    void cycle_focus(int by);
    void toggle_theme();
    /// Reads the settings; says so when they cannot be used.
    void take_settings();
    void keep_settings();
    void zoom(float factor);
    void pick(PickFor purpose);
    void picked(const std::filesystem::path& path, bool folder);
    void tell_state();
    /// The exit code once the screenshot is written, or nothing yet.
    std::optional<int> try_screenshot();
    [[nodiscard]] Stage stage();
    [[nodiscard]] double pause() const;

    Options options_;
    std::unique_ptr<Window> window_;
    std::chrono::steady_clock::time_point started_;
    Tasks tasks_;
    Workspace work_;
    Pages pages_;
    FilePicker picker_;
    OperatorDesk desk_;
    Fleet fleet_;
    StateFile state_file_;
    std::string settings_notice_;
    std::string settings_file_; ///< empty when settings are not kept
    Commands commands_;

    ContractsView contracts_;
    SourceView source_;
    PanelView panel_;
    TopBar top_;
    StatusBar status_;
    PickerDialog picker_dialog_;
    HelpDialog help_;
    FleetView fleet_view_;
    AuditView audit_;
    DeploySteps steps_;
    DeployView deploy_view_;
    LogView log_view_;
    CommandPalette palette_;
    Page shown_page_ = Page::Contracts;
    std::string open_words_; ///< that the crash report knows
    std::array<View*, kPages.size()> page_views_{};

    WantedGlyphs glyphs_;
    Fonts fonts_;
    ThemeName theme_ = ThemeName::Dark;
    ScreenReport screen_;
    float scale_ = 0;           ///< that fonts and theme were made for
    float zoom_ = 1;            ///< the user's, on top of the screen's density
    float list_share_ = 0.22F;  ///< of the width, for the list of contracts
    float panel_share_ = 0.47F; ///< of the rest, for the tabs
    bool theme_stale_ = true;
    double first_frame_ms_ = 0;
    FrameTimes frame_times_;
    ThreadWork thread_work_;
    std::uint64_t frames_ = 0;
    int frames_due_ = 3;
    int steady_frames_ = 0; ///< in a row with the same state
    StateText state_;
};

} // namespace weir::app
