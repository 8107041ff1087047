#include "cli/words.h"

#include <CLI/CLI.hpp>

namespace weir::cli {

namespace {

ValueKind kind_of(std::string_view type) {
    if (type == "FILE" || type == "NEW" || type == "OLD" || type == "PLAN" || type == "BUNDLE" || type == "F.tgz") {
        return ValueKind::File;
    }
    if (type == "DIR") {
        return ValueKind::Folder;
    }
    return type == "CODE" ? ValueKind::Code : ValueKind::Other;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

OptionWords words_of(const CLI::Option& option) {
    OptionWords words;
    words.help = option.get_description();
    words.required = option.get_required();
    for (const std::string& name : option.get_snames()) {
        words.names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        words.names.push_back("--" + name);
    }
    const bool positional = words.names.empty();
    if (positional) {
        words.names.push_back(option.get_single_name());
        words.many = option.get_items_expected_max() > 1;
    } else if (option.get_items_expected_max() == 0) {
        return words;
    }
    words.fallback = option.get_default_str();
    // CLI11 gives the type's name and its check's together: `FORMAT:{text,json}`.
    const std::string type = option.get_type_name();
    const std::size_t colon = type.find(":{");
    words.type = type.substr(0, colon);
    words.value = kind_of(positional ? words.names.front() : words.type);
    if (colon != std::string::npos && type.ends_with('}')) {
        words.value = ValueKind::Words;
        words.words = split(std::string_view(type).substr(colon + 2, type.size() - colon - 3), ',');
    }
    return words;
}

void collect(const CLI::App& app, const std::string& name, std::vector<CommandWords>& all) {
    CommandWords command;
    command.name = name;
    command.help = app.get_description();
    const auto subcommands = app.get_subcommands([](const CLI::App*) { return true; });
    for (const CLI::App* subcommand : subcommands) {
        command.commands.push_back(subcommand->get_name());
    }
    for (const CLI::Option* option : app.get_options()) {
        (option->get_positional() ? command.positionals : command.options).push_back(words_of(*option));
    }
    all.push_back(std::move(command));
    for (const CLI::App* subcommand : subcommands) {
        collect(*subcommand, name.empty() ? subcommand->get_name() : name + " " + subcommand->get_name(), all);
    }
}

} // namespace

std::vector<CommandWords> command_words(const CLI::App& app) {
    std::vector<CommandWords> all;
    collect(app, "", all);
    return all;
}

} // namespace weir::cli
