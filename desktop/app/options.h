#pragma once

/// \file
/// The command line of weir-desktop.

#include <optional>
#include <string>

#include "model/pages.h"
#include "model/palette.h"
#include "model/workspace.h"

namespace CLI {
class App;
}

namespace weir::app {

struct Options {
    std::string folder;
    std::string open;
    std::string baseline;
    Page page = Page::Contracts;
    Panel panel = Panel::Findings;
    std::optional<ThemeName> theme; ///< nothing: the one of the settings
    std::string screenshot;
    std::string state_out;
    int width = 1280; ///< of the window, in screen coordinates
    int height = 800;
};

struct ParsedOptions {
    Options options;
    /// The program ends at once with this code: help was asked for, or the usage is wrong.
    std::optional<int> exit_code;
};

/// Options that are words on the command line.
struct OptionTexts {
    std::string page = "contracts";
    std::string view = "findings";
    std::string theme;
    std::string size = "1280x800";
};

/// The command line's grammar, filling both.
void declare(CLI::App& app, Options& options, OptionTexts& texts);

/// Prints help and the version to stdout, and what is wrong to stderr.
[[nodiscard]] ParsedOptions parse_options(int argc, const char* const* argv);

} // namespace weir::app
