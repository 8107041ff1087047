#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "application.h"

namespace {

/// Paths are made absolute once, so that the same file has the same name wherever it is named.
void make_absolute(std::string& path) {
    std::error_code error;
    if (!path.empty()) {
        const auto absolute = std::filesystem::absolute(path, error);
        path = error ? path : absolute.lexically_normal().string();
    }
}

int run(int argc, const char* const* argv) {
    const auto started = std::chrono::steady_clock::now();
    weir::app::ParsedOptions parsed = weir::app::parse_options(argc, argv);
    if (parsed.exit_code) {
        return *parsed.exit_code;
    }
    weir::app::Options& options = parsed.options;
    if (options.folder.empty() && options.open.empty()) {
        options.folder.assign(1, '.');
    }
    for (std::string* path : {&options.folder, &options.open, &options.baseline}) {
        make_absolute(*path);
    }
    std::string error;
    auto window = weir::app::open_window(
        {"Weir", options.width, options.height, !options.screenshot.empty(), !options.state_out.empty()}, error);
    if (window == nullptr) {
        fmt::print(stderr, "weir-desktop: no window could be opened: {}\n", error);
        return 2;
    }
    return weir::app::Application(std::move(options), std::move(window), started).run();
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // kubectl may end before it has read what it is given
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "weir-desktop: {}\n", error.what());
        return 2;
    }
}
