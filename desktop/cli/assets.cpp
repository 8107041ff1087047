#include "cli/assets.h"

#include <filesystem>
#include <system_error>

namespace weir::cli {

namespace {

namespace fs = std::filesystem;

std::string first_that_exists(const fs::path& installed, const fs::path& in_tree) {
    std::error_code unknown;
    if (fs::exists(installed, unknown)) {
        return installed.string();
    }
    return fs::exists(in_tree, unknown) ? in_tree.string() : std::string();
}

fs::path share(const std::string& program) {
    return fs::path(program).parent_path() / ".." / "share" / "weir";
}

} // namespace

std::string find_asset(const std::string& program, std::string_view name) {
    return first_that_exists(share(program) / name, fs::path(WEIR_TREE) / name);
}

std::string find_console(const std::string& program) {
    return first_that_exists(share(program) / "console", fs::path(WEIR_TREE) / "web" / "dist");
}

} // namespace weir::cli
