#include "model/file_picker.h"

#include <algorithm>
#include <system_error>

namespace weir::app {

namespace fs = std::filesystem;

void FilePicker::open(PickFor purpose, const fs::path& folder) {
    purpose_ = purpose;
    open_ = true;
    came_from_.clear();
    go_into(folder);
}

void FilePicker::go_into(const fs::path& folder) {
    listed_ = false;
    listing_ = {};
    listing_.folder = folder;
    at_ = 0;
    const std::uint64_t generation = ++generation_;
    tasks_.start(
        "Listing the folder",
        [this, generation, folder](TaskControl&) -> Finish {
            // Asking for the working directory is a system call that may wait for a disk: not here.
            std::error_code error;
            const fs::path whole = fs::absolute(folder.empty() ? fs::path(".") : folder, error).lexically_normal();
            const fs::path clean = whole.has_filename() || whole == whole.root_path() ? whole : whole.parent_path();
            return [this, generation, listing = list_directory(error ? folder : clean)] {
                if (generation != generation_) {
                    return;
                }
                listing_ = listing;
                listed_ = true;
                if (!came_from_.empty()) {
                    jump_to(came_from_);
                    came_from_.clear();
                }
            };
        },
        TaskPriority::Urgent);
}

void FilePicker::move(int by) {
    const auto last = static_cast<std::ptrdiff_t>(listing_.entries.size()) - 1;
    if (last >= 0) {
        at_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at_) + by, 0, last));
    }
}

void FilePicker::set_at(std::size_t at) {
    if (at < listing_.entries.size()) {
        at_ = at;
    }
}

void FilePicker::jump_to(const std::string& text) {
    for (std::size_t i = 0; i < listing_.entries.size(); ++i) {
        if (listing_.entries[i].name.rfind(text, 0) == 0) {
            at_ = i;
            return;
        }
    }
}

void FilePicker::go_up() {
    const fs::path folder = listing_.folder;
    if (folder.has_parent_path() && folder.parent_path() != folder) {
        came_from_ = folder.filename().string();
        go_into(folder.parent_path());
    }
}

fs::path FilePicker::enter() {
    if (at_ >= listing_.entries.size()) {
        return {};
    }
    const DirectoryEntry& entry = listing_.entries[at_];
    fs::path path = listing_.folder / entry.name;
    if (entry.folder) {
        go_into(path);
        return {};
    }
    return path;
}

} // namespace weir::app
