#include <algorithm>

#include <fmt/format.h>

#include "cli/words.h"

namespace weir::cli {

namespace {

/// Text of a paragraph in roff: nothing in it is a request or an escape.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
            out += "\\&";
            out += c;
        } else {
            out += c;
        }
    }
    return out;
}

std::string dashed(std::string_view name) {
    std::string out(name);
    std::replace(out.begin(), out.end(), ' ', '-');
    return out;
}

std::string title(std::string_view program, std::string_view command) {
    return command.empty() ? std::string(program) : fmt::format("{}-{}", program, dashed(command));
}

std::string synopsis(std::string_view program, const CommandWords& command) {
    std::string out = fmt::format(".B {}", roff(program));
    if (!command.name.empty()) {
        out += " " + roff(command.name);
    }
    out += "\n";
    if (!command.commands.empty()) {
        return out + ".I COMMAND\n[\\fIOPTION\\fR]...\n";
    }
    for (const OptionWords& positional : command.positionals) {
        out += fmt::format("\\fI{}\\fR{}\n", roff(positional.names.front()), positional.many ? "..." : "");
    }
    for (const OptionWords& option : command.options) {
        if (option.required) {
            out += fmt::format("\\fB{}\\fR \\fI{}\\fR\n", roff(option.names.back()), roff(option.type));
        }
    }
    return out + "[\\fIOPTION\\fR]...\n";
}

std::string entry(const OptionWords& option) {
    std::string head;
    for (const std::string& name : option.names) {
        head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(name));
    }
    if (!option.type.empty() && option.names.front().starts_with('-')) {
        head += fmt::format(" \\fI{}\\fR", roff(option.type));
    }
    std::string text = roff(option.help);
    std::string values;
    for (const std::string& word : option.words) {
        values += fmt::format("{}\\fB{}\\fR", values.empty() ? "" : ", ", roff(word));
    }
    if (!values.empty()) {
        text += ": " + values;
    }
    if (!option.fallback.empty()) {
        text += fmt::format(" (default: {})", roff(option.fallback));
    }
    return fmt::format(".TP\n{}\n{}\n", head, text);
}

std::string entries(std::string_view heading, const std::vector<OptionWords>& options) {
    if (options.empty()) {
        return {};
    }
    std::string out = fmt::format(".SH {}\n", heading);
    for (const OptionWords& option : options) {
        out += entry(option);
    }
    return out;
}

std::string see_also(std::string_view program, const CommandWords& command, const std::vector<CommandWords>& all) {
    std::string out;
    for (const CommandWords& other : all) {
        if (other.name != command.name && (command.name.empty() || other.name.empty())) {
            out += fmt::format("{}.BR {} (1)", out.empty() ? "" : " ,\n", roff(title(program, other.name)));
        }
    }
    return out.empty() ? std::string() : ".SH SEE ALSO\n" + out + "\n";
}

} // namespace

std::vector<ManualPage> manual_pages(std::string_view program, std::string_view version,
                                     const std::vector<CommandWords>& commands, std::string_view footer) {
    std::vector<ManualPage> pages;
    for (const CommandWords& command : commands) {
        const std::string name = title(program, command.name);
        std::string capital = name;
        std::transform(capital.begin(), capital.end(), capital.begin(),
                       [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
        std::string text = fmt::format(".TH \"{}\" \"1\" \"\" \"{} {}\" \"{}\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
                                       roff(capital), roff(program), roff(version), "Weir", roff(name),
                                       roff(command.help), synopsis(program, command));
        text += entries("ARGUMENTS", command.positionals);
        if (!command.commands.empty()) {
            text += ".SH COMMANDS\n";
            for (const CommandWords& other : commands) {
                const bool below = !other.name.empty() && other.name != command.name &&
                                   (command.name.empty() || other.name.starts_with(command.name + " "));
                text += below ? fmt::format(".TP\n.B {}\n{}\n", roff(other.name), roff(other.help)) : std::string();
            }
        }
        text += entries("OPTIONS", command.options);
        if (!footer.empty()) {
            text += fmt::format(".SH EXIT STATUS\n{}\n", roff(footer));
        }
        pages.push_back({name + ".1", text + see_also(program, command, commands)});
    }
    return pages;
}

} // namespace weir::cli
