#include "model/folder_scan.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace weir::app {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kContractEnd = ".fluid.yaml";

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_skipped(std::string_view folder_name) {
    return folder_name.empty() || folder_name[0] == '.' || folder_name == "node_modules";
}

} // namespace

Stamp stamp_of(const fs::path& file) {
    Stamp stamp;
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    if (error) {
        return stamp;
    }
    const auto bytes = fs::file_size(file, error);
    stamp.time = static_cast<std::int64_t>(time.time_since_epoch().count());
    stamp.bytes = error ? 0 : static_cast<std::uint64_t>(bytes);
    stamp.exists = true;
    return stamp;
}

FolderListing scan_folder(const fs::path& folder, const std::vector<fs::path>& others,
                          const std::function<bool()>& cancelled, const ScanLimits& limits) {
    FolderListing listing;
    listing.folder = folder;
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
        listing.error = error ? error.message() : "not a folder";
        return listing;
    }
    std::uint32_t seen = 0;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    if (error) {
        listing.error = error.message();
        return listing;
    }
    for (const fs::recursive_directory_iterator end; at != end && !cancelled(); at.increment(error)) {
        if (error) {
            break;
        }
        if (++seen > limits.entries || listing.contracts.size() >= limits.contracts) {
            listing.truncated = true;
            break;
        }
        const std::string name = at->path().filename().string();
        std::error_code type_error;
        if (at->is_directory(type_error)) {
            if (is_skipped(name) || static_cast<std::uint32_t>(at.depth()) + 1 >= limits.depth) {
                at.disable_recursion_pending();
            }
        } else if (ends_with(name, kContractEnd)) {
            const fs::path path = at->path().lexically_normal();
            listing.contracts.push_back({path, path.lexically_relative(folder).generic_string(), stamp_of(path)});
        }
    }
    std::sort(listing.contracts.begin(), listing.contracts.end(),
              [](const FoundContract& a, const FoundContract& b) { return a.name < b.name; });
    for (const fs::path& other : others) {
        listing.others.emplace(other, stamp_of(other));
    }
    return listing;
}

DirectoryListing list_directory(const fs::path& folder) {
    constexpr std::size_t kShown = 5000;
    DirectoryListing listing;
    listing.folder = folder;
    std::error_code error;
    fs::directory_iterator at(folder, error);
    if (error) {
        listing.error = error.message();
        return listing;
    }
    for (const fs::directory_iterator end; at != end; at.increment(error)) {
        if (error) {
            listing.error = error.message();
            break;
        }
        if (listing.entries.size() >= kShown) {
            listing.truncated = true;
            break;
        }
        std::error_code type_error;
        const std::string name = at->path().filename().string();
        const bool is_folder = at->is_directory(type_error);
        const bool shown = is_folder ? !is_skipped(name) : ends_with(name, ".yaml") || ends_with(name, ".yml");
        if (shown) {
            listing.entries.push_back({name, is_folder});
        }
    }
    std::sort(listing.entries.begin(), listing.entries.end(), [](const DirectoryEntry& a, const DirectoryEntry& b) {
        return a.folder != b.folder ? a.folder : a.name < b.name;
    });
    return listing;
}

} // namespace weir::app
