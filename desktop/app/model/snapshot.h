#pragma once

/// \file
/// One contract as read and checked, made ready for the views. Never changes once made, so workers can
/// hand it to the window's thread as it is.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/code_text.h"
#include "model/folder_scan.h"
#include "weir/facade.h"

namespace weir::app {

/// A place in one of a snapshot's texts.
struct SourcePlace {
    std::size_t file = 0; ///< index into Snapshot::files
    Position at;
    Position end;
    bool known = false;
};

struct RelatedRow {
    std::string message;
    SourcePlace place;
};

/// A finding with everything that a list shows.
struct FindingRow {
    Severity severity = Severity::Error;
    std::string code;
    std::string path;
    std::string message;
    std::string help;
    std::string fix; ///< title of the fix; empty when there is none
    SourcePlace place;
    std::vector<RelatedRow> related;
};

/// Bytes [begin, end) of a build's SQL came from `place`.
struct SqlOrigin {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    SourcePlace place;
};

struct SqlBuild {
    std::string id;
    std::string expose;
    std::string text; ///< empty when there is none
    /// Why there is none, or what to know about it; may be empty.
    std::string note;
    CodeText code;
    std::vector<SqlOrigin> origins;         ///< ranges nest
    std::vector<std::uint32_t> line_begins; ///< byte that each line of `text` begins at

    /// The innermost origin of a byte of a line (from 1); null when Weir wrote it of its own accord.
    [[nodiscard]] const SqlOrigin* origin_at(std::uint32_t line, std::uint32_t byte) const;
};

/// How a contract stands, for the list.
enum class ContractState : std::uint8_t { Waiting, Valid, Warnings, Errors, Unreadable };

struct ContractSummary {
    ContractState state = ContractState::Waiting;
    std::string id;
    std::uint32_t errors = 0;
    std::uint32_t warnings = 0;
    std::uint32_t infos = 0;
    std::string why; ///< for Unreadable
    /// Every file that was read or looked for, the contract first, with its stamp from before reading.
    std::vector<std::pair<std::filesystem::path, Stamp>> read;
};

struct Snapshot {
    std::filesystem::path path;
    ContractSummary summary;
    std::string name;            ///< the contract's own name
    std::vector<CodeText> files; ///< the contract, then its fragments
    std::vector<FindingRow> findings;
    std::vector<SqlBuild> builds; ///< managed builds
    Checked checked;
};

/// A file could not be read at all, or was read and checked.
struct ContractFile {
    std::filesystem::path path;
    Checked checked;
    std::vector<std::pair<std::filesystem::path, Stamp>> read;
    std::string why; ///< why it could not be read; empty when it could
};

/// Reads `path` and the fragments it names, and checks it. The one place where this program reads
/// contracts.
[[nodiscard]] ContractFile read_contract_file(const std::filesystem::path& path);

[[nodiscard]] ContractSummary summarize(const ContractFile& file);
[[nodiscard]] std::shared_ptr<const Snapshot> make_snapshot(ContractFile file);

/// Where a span of `sources` stands.
[[nodiscard]] SourcePlace source_place(const Sources& sources, Span span);

} // namespace weir::app
