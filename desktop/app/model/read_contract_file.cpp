#include <vector>

#include "live/contracts.h"
#include "model/snapshot.h"

namespace weir::app {

namespace fs = std::filesystem;

ContractFile read_contract_file(const fs::path& path) {
    ContractFile file;
    file.path = path;
    const auto begin = fs::file_time_type::clock::now().time_since_epoch().count();
    live::LoadedContract loaded = live::load_contract(path.string());
    file.checked = std::move(loaded.checked);
    // Notes are no fault: `weir validate --notes` tells them when somebody asks.
    std::erase_if(file.checked.findings, [](const Finding& finding) { return finding.severity() == Severity::Info; });
    if (!loaded.found) {
        file.why = file.checked.findings.empty() ? "it cannot be read" : file.checked.findings.front().message;
    }
    file.read.emplace_back(path, stamp_of(path));
    for (const auto& [name, answer] : loaded.files) {
        if (fs::path(name) != path) {
            file.read.emplace_back(name, stamp_of(name));
        }
    }
    for (auto& [name, stamp] : file.read) {
        if (stamp.time >= begin) {
            stamp = Stamp(); // written while it was read: the next look at the folder reads it again
        }
    }
    return file;
}

} // namespace weir::app
