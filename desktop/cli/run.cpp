#include "cli/run.h"

#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/options.h"
#include "weir/facade.h"

namespace weir::cli {

namespace {

/// Commands of the interface that this version does not have.
constexpr std::array<std::string_view, 13> kLaterCommands = {"apply",   "bundle", "completion", "doctor", "export",
                                                             "grants",  "import", "lsp",        "plan",   "policy",
                                                             "preview", "schema", "verify"};

/// The arguments ask for JSON. Read by hand: they may be wrong in every other way.
bool asks_for_json(const std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool separate = arguments[i] == "--format" && i + 1 < arguments.size() && arguments[i + 1] == "json";
        if (separate || arguments[i] == "--format=json") {
            return true;
        }
    }
    return false;
}

Exit refuse(Io& io, const std::vector<std::string>& arguments, std::string_view code, std::string_view message) {
    Common common;
    common.format = asks_for_json(arguments) ? "json" : "text";
    return fail(io, common, code, message);
}

Exit dispatch(Io& io, const CLI::App& app, const Options& options) {
    if (app.got_subcommand("validate")) {
        return validate(io, options.validate);
    }
    if (app.got_subcommand("generate")) {
        return generate_flink(io, options.generate);
    }
    if (app.got_subcommand("diff")) {
        return diff(io, options.diff);
    }
    if (app.got_subcommand("explain")) {
        return explain(io, options.explain);
    }
    if (app.got_subcommand("rules")) {
        return rules(io, options.rules);
    }
    return serve(io, options.serve);
}

Exit parse_and_dispatch(Io& io, const std::vector<std::string>& arguments) {
    CLI::App app("Weir checks contracts of streaming data products, writes their Flink SQL and compares them.", "weir");
    app.set_version_flag("--version", fmt::format("weir {}", version()));
    Options options;
    declare(app, options);
    try {
        // CLI11 takes the arguments from the back.
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        io.out(app.help());
        return Exit::Fine;
    } catch (const CLI::CallForVersion& asked) {
        io.out(std::string(asked.what()) + "\n");
        return Exit::Fine;
    } catch (const CLI::ParseError& wrong) {
        return refuse(io, arguments, "usage", fmt::format("{} (weir --help says more)", wrong.what()));
    }
    return dispatch(io, app, options);
}

} // namespace

Exit run(Io& io, const std::vector<std::string>& arguments) {
    const auto command = std::find_if(arguments.begin(), arguments.end(),
                                      [](const std::string& argument) { return !argument.starts_with('-'); });
    const bool later = command != arguments.end() &&
                       std::find(kLaterCommands.begin(), kLaterCommands.end(), *command) != kLaterCommands.end();
    if (later) {
        return refuse(io, arguments, "command-unavailable",
                      fmt::format("{} is not available in this version", *command));
    }
    try {
        return parse_and_dispatch(io, arguments);
    } catch (const std::exception& problem) {
        return refuse(io, arguments, "internal", problem.what());
    }
}

} // namespace weir::cli
