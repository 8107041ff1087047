#include "cli/run.h"

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options.h"
#include "weir/facade.h"

namespace weir::cli {

namespace {

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

/// Names of the commands, or of the options, that `app` has.
std::vector<std::string> names_in(const CLI::App& app, bool options) {
    std::vector<std::string> names;
    if (!options) {
        for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
            names.push_back(command->get_name());
        }
        return names;
    }
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

std::string unknown(std::string_view kind, const std::string& word, const std::vector<std::string>& names) {
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string_view near = nearest(word, candidates);
    std::string text = fmt::format("{} is not {}", word, kind);
    if (!near.empty()) {
        text += fmt::format("; did you mean {}?", near);
    } else if (!names.empty()) {
        text += fmt::format("; there is {}", fmt::join(names, ", "));
    }
    return text;
}

/// The first word that no command or option answers to, told with the nearest; empty when all are known.
std::string unknown_word(const CLI::App& app, const std::vector<std::string>& arguments) {
    const CLI::App* at = &app;
    for (const std::string& argument : arguments) {
        if (argument == "--") {
            break;
        }
        if (argument.size() > 1 && argument.front() == '-') {
            const std::string name = argument.substr(0, argument.find('='));
            if (at->get_option_no_throw(name.starts_with("--") ? name : name.substr(0, 2)) == nullptr) {
                return unknown(fmt::format("an option of {}", at == &app ? "weir" : at->get_name()), name,
                               names_in(*at, true));
            }
            continue;
        }
        const std::vector<std::string> commands = names_in(*at, false);
        if (commands.empty()) {
            continue;
        }
        if (std::find(commands.begin(), commands.end(), argument) == commands.end()) {
            return unknown(at == &app ? "a command" : fmt::format("something to {}", at->get_name()), argument,
                           commands);
        }
        at = at->get_subcommand(argument);
    }
    return {};
}

/// What a command line lacks that ends before it says what to do; empty when something else is wrong with it.
std::string missing_word(const CLI::App& app, const std::vector<std::string>& arguments) {
    const CLI::App* at = &app;
    std::vector<std::string> names = names_in(app, false);
    for (const std::string& argument : arguments) {
        if (std::find(names.begin(), names.end(), argument) != names.end()) {
            at = at->get_subcommand(argument);
            names = names_in(*at, false);
        }
    }
    return names.empty() ? std::string()
                         : fmt::format("{} is missing; there is {}",
                                       at == &app ? "a command" : fmt::format("what to {}", at->get_name()),
                                       fmt::join(names, ", "));
}

/// `help COMMAND…` is `COMMAND… --help`.
std::vector<std::string> without_help(std::vector<std::string> arguments) {
    if (!arguments.empty() && arguments.front() == "help") {
        arguments.erase(arguments.begin());
        arguments.emplace_back("--help");
    }
    return arguments;
}

std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const std::string& otherwise) {
    std::string word = unknown_word(app, arguments);
    word = word.empty() ? missing_word(app, arguments) : word;
    return fmt::format("{} (weir --help says more)", word.empty() ? otherwise : word);
}

/// Where --out of the command that was asked for writes, and what that command reads.
std::pair<std::string, std::vector<std::string>> out_and_inputs(const CLI::App& app, const Options& options) {
    if (app.got_subcommand("diff")) {
        return {options.diff.common.out, {options.diff.file, options.diff.baseline, options.diff.waivers}};
    }
    if (app.got_subcommand("validate")) {
        return {options.validate.common.out, options.validate.files};
    }
    if (app.got_subcommand("suspend")) {
        return {options.suspend.common.out, {options.suspend.file}};
    }
    if (app.got_subcommand("resume")) {
        return {options.resume.common.out, {options.resume.file}};
    }
    if (app.got_subcommand("policy")) {
        return {options.policy.common.out, {options.policy.file}};
    }
    if (app.got_subcommand("verify")) {
        return {options.verify.common.out, {options.verify.file}};
    }
    if (app.got_subcommand("grants")) {
        return {options.grants.common.out, {options.grants.file}};
    }
    if (app.got_subcommand("doctor")) {
        return {options.doctor.common.out, {options.doctor.file}};
    }
    if (app.got_subcommand("fleet")) {
        return {options.fleet.common.out, options.fleet.files};
    }
    if (app.got_subcommand("bundle")) {
        return {options.bundle.out, {options.bundle.file}};
    }
    if (app.got_subcommand("plan")) {
        return {options.plan.out, {options.plan.file}};
    }
    if (app.got_subcommand("import")) {
        return {options.import_odcs.out, {options.import_odcs.file}};
    }
    return {};
}

/// What the command reads stands where --out would write: the result would take a contract's place.
bool overwrites_input(const CLI::App& app, const Options& options) {
    const auto [out, inputs] = out_and_inputs(app, options);
    return !out.empty() && std::any_of(inputs.begin(), inputs.end(), [&, &out = out](const std::string& input) {
        std::error_code unknown;
        return std::filesystem::is_regular_file(input, unknown) && std::filesystem::equivalent(out, input, unknown);
    });
}

Exit dispatch(Io& io, const CLI::App& app, const Options& options) {
    if (app.got_subcommand("validate")) {
        return validate(io, options.validate);
    }
    if (app.got_subcommand("generate")) {
        return generate_flink(io, options.generate);
    }
    if (app.got_subcommand("bundle")) {
        return bundle(io, options.bundle);
    }
    if (app.got_subcommand("plan")) {
        return plan(io, options.plan);
    }
    if (app.got_subcommand("diff")) {
        return diff(io, options.diff);
    }
    if (app.got_subcommand("policy")) {
        return policy(io, options.policy);
    }
    if (app.got_subcommand("grants")) {
        return grants(io, options.grants);
    }
    if (app.got_subcommand("doctor")) {
        return doctor(io, options.doctor);
    }
    if (app.got_subcommand("apply")) {
        return apply(io, options.apply);
    }
    if (app.got_subcommand("suspend")) {
        return suspend(io, options.suspend);
    }
    if (app.got_subcommand("resume")) {
        return resume(io, options.resume);
    }
    if (app.got_subcommand("log")) {
        return log(io, options.log);
    }
    if (app.got_subcommand("preview")) {
        return preview(io, options.preview);
    }
    if (app.got_subcommand("verify")) {
        return verify(io, options.verify);
    }
    if (app.got_subcommand("fleet")) {
        return fleet(io, options.fleet);
    }
    if (app.got_subcommand("export")) {
        return export_odcs(io, options.export_odcs);
    }
    if (app.got_subcommand("import")) {
        return import_odcs(io, options.import_odcs);
    }
    if (app.got_subcommand("explain")) {
        return explain(io, options.explain);
    }
    if (app.got_subcommand("rules")) {
        return rules(io, options.rules);
    }
    if (app.got_subcommand("schema")) {
        return schema(io, options.schema);
    }
    if (app.got_subcommand("completion")) {
        return completion(io, options.completion, app);
    }
    if (app.got_subcommand("lsp")) {
        return lsp(io, options.lsp);
    }
    return serve(io, options.serve);
}

Exit parse_and_dispatch(Io& io, const std::vector<std::string>& given) {
    CLI::App app;
    Options options;
    declare(app, options);
    const std::vector<std::string> arguments = without_help(given);
    if (arguments != given && !unknown_word(app, arguments).empty()) {
        return refuse(io, arguments, "usage", usage_problem(app, arguments, {}));
    }
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
        return refuse(io, arguments, "usage", usage_problem(app, arguments, wrong.what()));
    }
    if (overwrites_input(app, options)) {
        // Not through refuse(), which would write the answer to --out in JSON.
        note(io, "--out names a contract that is read; give another file");
        return Exit::Unknown;
    }
    for (Common* common :
         {&options.apply.common, &options.suspend.common, &options.resume.common, &options.verify.common,
          &options.diff.common, &options.doctor.common, &options.fleet.common}) {
        common->arguments = arguments;
    }
    return dispatch(io, app, options);
}

} // namespace

Exit run(Io& io, const std::vector<std::string>& arguments) {
    try {
        return parse_and_dispatch(io, arguments);
    } catch (const std::exception& problem) {
        return refuse(io, arguments, "internal", problem.what());
    }
}

} // namespace weir::cli
