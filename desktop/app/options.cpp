#include "options.h"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "weir/facade.h"

namespace weir::app {

namespace {

/// Reads `1280x800`; false when it is not that, or not a size that a window can have.
bool read_size(const std::string& text, Options& options) {
    constexpr int kSmallest = 200;
    constexpr int kLargest = 8192;
    const std::size_t cross = text.find('x');
    const auto number = [](const std::string& digits) {
        const bool good =
            !digits.empty() && digits.size() <= 4 && digits.find_first_not_of("0123456789") == std::string::npos;
        return good ? std::stoi(digits) : 0;
    };
    if (cross == std::string::npos) {
        return false;
    }
    options.width = number(text.substr(0, cross));
    options.height = number(text.substr(cross + 1));
    return std::min(options.width, options.height) >= kSmallest && std::max(options.width, options.height) <= kLargest;
}

} // namespace

void declare(CLI::App& app, Options& options, OptionTexts& texts) {
    app.name("weir-desktop");
    app.description("Weir's window for operators: contracts, a cluster's fleet, deploying, the log.");
    app.add_option("--folder", options.folder, "Folder of contracts (else that of --open, else .)")->type_name("DIR");
    app.add_option("--open", options.open, "Contract to show first")->type_name("FILE");
    app.add_option("--page", texts.page, "What the window begins with")
        ->check(CLI::IsMember({"contracts", "fleet", "deploy", "log"}))
        ->type_name("PAGE");
    app.add_option("--view", texts.view, "What to show beside the contracts")
        ->check(CLI::IsMember({"findings", "sql", "diff"}))
        ->type_name("VIEW");
    app.add_option("--baseline", options.baseline, "Earlier contract to compare with")->type_name("FILE");
    app.add_option("--theme", texts.theme, "light or dark (default: as it was left, else dark)")
        ->check(CLI::IsMember({"light", "dark"}))
        ->type_name("THEME");
    app.add_option("--screenshot", options.screenshot, "Write the finished window to a PNG file and exit")
        ->type_name("FILE");
    app.add_option("--state-out", options.state_out, "Keep a JSON description of what is on screen in this file")
        ->type_name("FILE");
    app.add_option("--size", texts.size, "Size of the window (default 1280x800)")->type_name("WxH");
    app.set_version_flag("--version", fmt::format("weir-desktop {}", version()));
}

ParsedOptions parse_options(int argc, const char* const* argv) {
    ParsedOptions parsed;
    Options& options = parsed.options;
    OptionTexts texts;
    CLI::App app;
    declare(app, options, texts);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        parsed.exit_code = app.exit(error) == 0 ? 0 : 2;
        return parsed;
    }
    if (!read_size(texts.size, options)) {
        fmt::print(stderr, "weir-desktop: --size: {} is not a size such as 1280x800\n", texts.size);
        parsed.exit_code = 2;
    }
    options.page =
        *std::find_if(kPages.begin(), kPages.end() - 1, [&](Page page) { return texts.page == page_word(page); });
    options.panel = texts.view == "sql" ? Panel::Sql : texts.view == "diff" ? Panel::Diff : Panel::Findings;
    if (!texts.theme.empty()) {
        options.theme = texts.theme == "light" ? ThemeName::Light : ThemeName::Dark;
    }
    return parsed;
}

} // namespace weir::app
