#pragma once

/// \file
/// What changed from a baseline to a contract, made ready for the diff view.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/snapshot.h"
#include "weir/diff.h"

namespace weir::app {

struct ChangeRow {
    ChangeSeverity severity = ChangeSeverity::Info;
    std::string rule;
    std::string path;
    std::string message;
    std::string further; ///< what a migration would need, what becomes of the savepoint; may be empty
    std::string before;  ///< as JSON text; empty when that side lacks it
    std::string after;
    std::string base_file;
    SourcePlace base; ///< in the baseline's texts
    SourcePlace head; ///< in the contract's texts
};

struct ChangesSnapshot {
    std::filesystem::path baseline;
    /// Why there is no comparison; empty when there is one.
    std::string why;
    /// What to know about the baseline besides, such as that it has errors itself.
    std::string note;
    std::vector<ChangeRow> changes; ///< by severity, path, rule
    std::uint32_t breaking = 0;
    std::uint32_t non_breaking = 0;
    std::uint32_t info = 0;
    /// What was read for the baseline.
    std::vector<std::pair<std::filesystem::path, Stamp>> read;
};

[[nodiscard]] std::shared_ptr<const ChangesSnapshot> compare(const ContractFile& baseline, const Snapshot& head);

} // namespace weir::app
