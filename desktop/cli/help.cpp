#include "cli/help.h"

#include <sstream>
#include <string>

#include <CLI/CLI.hpp>

namespace weir::cli {

namespace {

constexpr std::size_t kWidth = 80;

/// Breaks at blanks; a word that is longer than a line stays whole.
std::string wrapped(const std::string& text, std::size_t width) {
    std::istringstream words(text);
    std::string out;
    std::size_t used = 0;
    for (std::string word; words >> word;) {
        const bool fits = used == 0 || used + 1 + word.size() <= width;
        if (used > 0) {
            out += fits ? ' ' : '\n';
        }
        used = fits && used > 0 ? used + 1 + word.size() : word.size();
        out += word;
    }
    return out;
}

class Layout : public CLI::Formatter {
  public:
    std::string make_option_desc(const CLI::Option* option) const override {
        return wrapped(Formatter::make_option_desc(option), text_width());
    }

    std::string make_subcommand(const CLI::App* command) const override {
        std::ostringstream out;
        CLI::detail::format_help(out, command->get_display_name(true),
                                 wrapped(command->get_description(), text_width()), get_column_width());
        return out.str();
    }

    std::string make_description(const CLI::App* app) const override {
        return app->get_description().empty() ? std::string() : wrapped(app->get_description(), kWidth) + "\n";
    }

    std::string make_footer(const CLI::App* app) const override {
        return app->get_footer().empty() ? std::string() : wrapped(app->get_footer(), kWidth) + "\n";
    }

  private:
    [[nodiscard]] std::size_t text_width() const { return kWidth - get_column_width(); }
};

} // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
    return std::make_shared<Layout>();
}

} // namespace weir::cli
