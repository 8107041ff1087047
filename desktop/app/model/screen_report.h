#pragma once

/// \file
/// What one frame put where, told by the views while they draw. Tests and --state-out read it.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/frame_times.h"
#include "model/pages.h"
#include "model/palette.h"
#include "model/workspace.h"

namespace weir::app {

class Fleet;
struct OperatorDesk;

/// In pixels of the framebuffer, from its upper left corner.
struct Rect {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;
};

struct ScreenReport {
    std::map<std::string, Rect> regions;
    std::size_t source_file = 0;  ///< index into Snapshot::files
    std::uint32_t first_line = 0; ///< of the source view; 0 when nothing is shown
    std::uint32_t last_line = 0;
    std::vector<std::size_t> contracts;   ///< indices into Workspace::contracts() in sight
    std::vector<std::size_t> findings;    ///< indices into Snapshot::findings in sight
    std::vector<std::size_t> changes;     ///< indices into ChangesSnapshot::changes in sight
    std::vector<std::size_t> deployments; ///< indices into Fleet::entries() in sight
    /// What the command palette offers, the best first, and which of them Enter takes.
    std::vector<std::string> palette;
    std::size_t palette_at = 0;
    std::map<std::string, std::string> buttons; ///< the keys that a button shows, by its name
    std::string dialog;                         ///< title of an open dialog; empty when none
    std::string status;                         ///< what the status bar says
    bool unfinished = false;                    ///< something was not measured yet: another frame is due
};

class AuditView;
class DeploySteps;

/// A command as people see it.
struct CommandName {
    std::string keys;
    std::string title;
    bool runs = false; ///< the palette offers it
};

struct StateContext {
    const Workspace& work;
    const Pages& pages;
    const ScreenReport& screen;
    ThemeName theme = ThemeName::Dark;
    double first_frame_ms = 0; ///< from the start of main
    std::uint64_t frames = 0;
    const FrameTimes* frame_times = nullptr;
    const ThreadWork* thread_work = nullptr;
    const Fleet* fleet = nullptr;
    const OperatorDesk* desk = nullptr;
    const DeploySteps* steps = nullptr;
    const AuditView* log = nullptr;
    std::vector<CommandName> commands = {};
};

/// The window's state as one JSON object with a final newline: what is on screen, from the models that
/// the views draw. Times and the number of frames are left out of `comparable`, so that equal screens
/// give equal texts.
struct StateText {
    std::string whole;
    std::string comparable;
};

[[nodiscard]] StateText state_json(const StateContext& context);

[[nodiscard]] const char* panel_word(Panel panel);
/// `valid`, `3 errors`, `1 warning`, `not checked`, `unreadable`.
[[nodiscard]] std::string state_words(const ContractSummary& summary);

} // namespace weir::app
