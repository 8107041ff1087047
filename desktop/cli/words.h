#pragma once

/// \file
/// The command line's grammar as data, read off what declare() declares: shells' completions and the manual pages are
/// written from it, so that they say what `--help` says.

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace weir::cli {

/// What a value is, for a shell that completes it.
enum class ValueKind : std::uint8_t { None, Words, File, Folder, Code, Other };

struct OptionWords {
    std::vector<std::string> names; ///< with their dashes: `-q`, `--quiet`; of a positional its name, such as `FILE`
    std::string help;
    std::string type; ///< `FORMAT`; empty for a flag
    ValueKind value = ValueKind::None;
    std::vector<std::string> words; ///< all that it may be, for ValueKind::Words
    std::string fallback;           ///< the default, if it is shown
    bool required = false;
    bool many = false; ///< of a positional: one or more
};

struct CommandWords {
    std::string name; ///< `generate flink`; empty for weir itself
    std::string help;
    std::vector<std::string> commands; ///< names of what may follow
    std::vector<OptionWords> options;
    std::vector<OptionWords> positionals;
};

/// Every command in the order of `--help`, weir itself first.
[[nodiscard]] std::vector<CommandWords> command_words(const CLI::App& app);

/// Shells that completion_script() knows.
[[nodiscard]] std::vector<std::string> shell_names();
/// A script for the shell to source: `bash`, `zsh` or `fish`.
/// \param codes  what a value of ValueKind::Code may be
[[nodiscard]] std::string completion_script(std::string_view shell, const std::vector<CommandWords>& commands,
                                            const std::vector<std::string_view>& codes);

struct ManualPage {
    std::string name; ///< of the file: `weir-validate.1`
    std::string text; ///< roff, with the man macros
};
/// \param program  `weir`
/// \param version  of it
/// \param footer   what stands at the end of `--help`: the exit codes
[[nodiscard]] std::vector<ManualPage> manual_pages(std::string_view program, std::string_view version,
                                                   const std::vector<CommandWords>& commands, std::string_view footer);

} // namespace weir::cli
