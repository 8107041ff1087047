#include "cli/assets.h"

#include <filesystem>
#include <system_error>

namespace weir::cli {

namespace {

namespace fs = std::filesystem;

/// The project's folder, for a program that was built there and not installed: TREE/build/PRESET/bin/weir.
fs::path tree(const fs::path& program) {
    const fs::path preset = program.parent_path().parent_path();
    return preset.parent_path().filename() == "build" ? preset.parent_path().parent_path() : fs::path();
}

std::string first_that_exists(const fs::path& installed, const fs::path& in_tree) {
    std::error_code unknown;
    if (fs::exists(installed, unknown)) {
        return installed.string();
    }
    return !in_tree.empty() && fs::exists(in_tree, unknown) ? in_tree.string() : std::string();
}

fs::path share(const fs::path& program) {
    return program.parent_path() / ".." / "share" / "weir";
}

} // namespace

std::string find_asset(const std::string& program, std::string_view name) {
    if (program.empty()) {
        return {};
    }
    const fs::path from = tree(program);
    return first_that_exists(share(program) / name, from.empty() ? from : from / name);
}

std::string find_console(const std::string& program) {
    if (program.empty()) {
        return {};
    }
    const fs::path from = tree(program);
    return first_that_exists(share(program) / "console", from.empty() ? from : from / "web" / "dist");
}

} // namespace weir::cli
