/// \file
/// Writes the manual pages of weir and weir-desktop, from the grammars that print their `--help`. Runs when they are
/// built. usage: weir_manual FOLDER

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include <CLI/CLI.hpp>

#include "app/options.h"
#include "cli/options.h"
#include "cli/words.h"
#include "weir/facade.h"

namespace {

void write_pages(const std::filesystem::path& folder, const CLI::App& app) {
    const auto pages =
        weir::cli::manual_pages(app.get_name(), weir::version(), weir::cli::command_words(app), app.get_footer());
    for (const weir::cli::ManualPage& page : pages) {
        std::ofstream file(folder / page.name, std::ios::binary | std::ios::trunc);
        file << page.text;
        if (!file.flush()) {
            throw std::runtime_error("cannot write " + (folder / page.name).string());
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 2) {
            throw std::runtime_error("usage: weir_manual FOLDER");
        }
        std::filesystem::create_directories(argv[1]);
        CLI::App weir;
        weir::cli::Options options;
        weir::cli::declare(weir, options);
        write_pages(argv[1], weir);
        CLI::App desktop;
        weir::app::Options desktop_options;
        weir::app::OptionTexts texts;
        weir::app::declare(desktop, desktop_options, texts);
        write_pages(argv[1], desktop);
        return 0;
    } catch (const std::exception& problem) {
        std::fputs(problem.what(), stderr);
        std::fputs("\n", stderr);
        return 2;
    }
}
