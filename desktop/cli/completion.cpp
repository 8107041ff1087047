#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/words.h"

namespace weir::cli {

namespace {

/// As one word of a POSIX shell, zsh or fish.
std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        // fish takes no '\'' that is not split, and the other two take it split as well.
        out += c == '\'' ? std::string("'\"'\"'") : c == '\\' ? std::string("'\"\\\\\"'") : std::string(1, c);
    }
    return out + "'";
}

/// A word of _describe, whose colon ends the name.
std::string described(std::string_view name, std::string_view help) {
    std::string escaped;
    for (const char c : name) {
        escaped += c == ':' ? std::string("\\:") : std::string(1, c);
    }
    return quoted(fmt::format("{}:{}", escaped, help));
}

/// What the help says of the command `name` below `command`.
std::string help_of(const std::vector<CommandWords>& commands, const CommandWords& command, const std::string& name) {
    const std::string path = command.name.empty() ? name : command.name + " " + name;
    const auto at =
        std::find_if(commands.begin(), commands.end(), [&](const CommandWords& other) { return other.name == path; });
    return at == commands.end() ? std::string() : at->help;
}

/// What to do where a value stands, in one shell's words.
struct Actions {
    std::string_view files;
    std::string_view folders;
    std::string_view words;   ///< with {} for them
    std::string_view nothing; ///< a value that only the user knows
};

std::string action(const Actions& actions, const OptionWords& option, const std::vector<std::string_view>& codes) {
    switch (option.value) {
    case ValueKind::Words:
        return fmt::format(fmt::runtime(actions.words), fmt::join(option.words, " "));
    case ValueKind::Code:
        return fmt::format(fmt::runtime(actions.words), fmt::join(codes, " "));
    case ValueKind::File:
        return std::string(actions.files);
    case ValueKind::Folder:
        return std::string(actions.folders);
    case ValueKind::None:
    case ValueKind::Other:
        break;
    }
    return std::string(actions.nothing);
}

/// Lines of a `case "$command:$before"` that complete values.
std::string value_cases(const Actions& actions, const std::vector<CommandWords>& commands,
                        const std::vector<std::string_view>& codes) {
    std::string out;
    for (const CommandWords& command : commands) {
        for (const OptionWords& option : command.options) {
            if (option.value == ValueKind::None) {
                continue;
            }
            std::vector<std::string> patterns;
            for (const std::string& name : option.names) {
                patterns.push_back(quoted(fmt::format("{}:{}", command.name, name)));
            }
            out += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, " | "), action(actions, option, codes));
        }
    }
    return out;
}

/// Lines of a `case "$command $word"` that follow the commands already there.
std::string command_cases(const std::vector<CommandWords>& commands, std::string_view word) {
    std::string out;
    for (const CommandWords& command : commands) {
        if (command.name.empty()) {
            continue;
        }
        const std::size_t blank = command.name.rfind(' ');
        const std::string typed =
            blank == std::string::npos ? " " + command.name : command.name; // `$command $word` before it is taken
        out += fmt::format("      {}) command={} ;;\n", quoted(typed), quoted(command.name));
    }
    return fmt::format("    case \"$command {}\" in\n{}    esac\n", word, out);
}

std::vector<std::string> option_names(const CommandWords& command) {
    std::vector<std::string> names;
    for (const OptionWords& option : command.options) {
        names.insert(names.end(), option.names.begin(), option.names.end());
    }
    return names;
}

std::string bash(const std::vector<CommandWords>& commands, const std::vector<std::string_view>& codes) {
    constexpr Actions kActions = {"_weir_files", "_weir_folders", "_weir_words {}", ":"};
    std::string options;
    std::string rest;
    for (const CommandWords& command : commands) {
        options +=
            fmt::format("      {}) _weir_words {} ;;\n", quoted(command.name), fmt::join(option_names(command), " "));
        if (!command.commands.empty()) {
            rest += fmt::format("    {}) _weir_words {} ;;\n", quoted(command.name), fmt::join(command.commands, " "));
        } else if (!command.positionals.empty()) {
            rest += fmt::format("    {}) {} ;;\n", quoted(command.name),
                                action(kActions, command.positionals.front(), codes));
        }
    }
    return fmt::format(R"(# bash completion of weir: source it, or keep it where bash-completion looks.
_weir_words() {{ mapfile -t COMPREPLY < <(compgen -W "$*" -- "$word"); }}
_weir_files() {{ compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); }}
_weir_folders() {{ compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word"); }}
_weir() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command='' i
  COMPREPLY=()
  # --format=json comes as three words.
  if [ "$word" = = ]; then word=''; elif [ "$before" = = ]; then before=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
{}  done
  case "$command:$before" in
{}  esac
  if [[ $word == -* ]]; then
    case "$command" in
{}    esac
    return
  fi
  case "$command" in
{}  esac
}}
complete -F _weir weir
)",
                       command_cases(commands, "${COMP_WORDS[i]}"), value_cases(kActions, commands, codes), options,
                       rest);
}

std::string zsh(const std::vector<CommandWords>& commands, const std::vector<std::string_view>& codes) {
    constexpr Actions kActions = {"_files", "_files -/", "compadd -- {}", "_message value"};
    std::string options;
    std::string rest;
    for (const CommandWords& command : commands) {
        std::vector<std::string> described_options;
        for (const OptionWords& option : command.options) {
            for (const std::string& name : option.names) {
                described_options.push_back(described(name, option.help));
            }
        }
        options += fmt::format("      {}) found=({}); _describe -o option found ;;\n", quoted(command.name),
                               fmt::join(described_options, " "));
        if (!command.commands.empty()) {
            std::vector<std::string> names;
            for (const std::string& name : command.commands) {
                names.push_back(described(name, help_of(commands, command, name)));
            }
            rest += fmt::format("    {}) found=({}); _describe command found ;;\n", quoted(command.name),
                                fmt::join(names, " "));
        } else if (!command.positionals.empty()) {
            rest += fmt::format("    {}) {} ;;\n", quoted(command.name),
                                action(kActions, command.positionals.front(), codes));
        }
    }
    return fmt::format(R"(#compdef weir
# zsh completion of weir: keep it as _weir in a folder of fpath, or source it after compinit.
_weir() {{
  local command='' before=$words[CURRENT-1] i
  local -a found
  if compset -P '--*='; then before=${{IPREFIX%=}}; fi
  for ((i = 2; i < CURRENT; i++)); do
{}  done
  case "$command:$before" in
{}  esac
  if [[ $PREFIX == -* ]]; then
    case "$command" in
{}    esac
    return
  fi
  case "$command" in
{}  esac
}}
if [ "$funcstack[1]" = _weir ]; then _weir "$@"; else compdef _weir weir; fi
)",
                       command_cases(commands, "$words[i]"), value_cases(kActions, commands, codes), options, rest);
}

/// The condition under which what `command` takes is completed.
std::string fish_condition(const CommandWords& command) {
    if (command.name.empty()) {
        return "__fish_use_subcommand";
    }
    std::string condition;
    for (std::size_t begin = 0; begin < command.name.size();) {
        const std::size_t end = std::min(command.name.find(' ', begin), command.name.size());
        condition += fmt::format("{}__fish_seen_subcommand_from {}", begin == 0 ? "" : "; and ",
                                 command.name.substr(begin, end - begin));
        begin = end + 1;
    }
    if (!command.commands.empty()) {
        condition += fmt::format("; and not __fish_seen_subcommand_from {}", fmt::join(command.commands, " "));
    }
    return condition;
}

std::string fish(const std::vector<CommandWords>& commands, const std::vector<std::string_view>& codes) {
    constexpr Actions kOptions = {" -r -F", " -x -a '(__fish_complete_directories)'", " -x -a '{}'", " -x"};
    constexpr Actions kPositionals = {" -F", " -a '(__fish_complete_directories)'", " -a '{}'", ""};
    std::string out = "# fish completion of weir: keep it as completions/weir.fish.\ncomplete -c weir -f\n";
    for (const CommandWords& command : commands) {
        const std::string head = fmt::format("complete -c weir -n {}", quoted(fish_condition(command)));
        for (const std::string& name : command.commands) {
            out += fmt::format("{} -a {} -d {}\n", head, name, quoted(help_of(commands, command, name)));
        }
        for (const OptionWords& option : command.options) {
            std::string names;
            for (const std::string& name : option.names) {
                names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            out += fmt::format("{}{}{} -d {}\n", head, names,
                               option.value == ValueKind::None ? std::string() : action(kOptions, option, codes),
                               quoted(option.help));
        }
        if (!command.positionals.empty()) {
            out += head + action(kPositionals, command.positionals.front(), codes) + "\n";
        }
    }
    return out;
}

} // namespace

std::vector<std::string> shell_names() {
    return {"bash", "zsh", "fish"};
}

std::string completion_script(std::string_view shell, const std::vector<CommandWords>& commands,
                              const std::vector<std::string_view>& codes) {
    return shell == "bash" ? bash(commands, codes) : shell == "zsh" ? zsh(commands, codes) : fish(commands, codes);
}

} // namespace weir::cli
