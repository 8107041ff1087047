#pragma once

/// \file
/// Two states of a folder of contracts → the pages of a static site that shows what changed (docs/preview.md).
///
/// A page is one HTML file with its style inside: no script, no request, readable from a disk. The same input gives
/// the same bytes. Everything is bounded: what a page leaves out, it says.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"
#include "weir/report.h"

namespace weir {

/// A contract on one side of a comparison.
struct PreviewSide {
    /// Its file, sources, findings and what no output shows.
    ContractReport report;
    /// Null when it could not be read as a contract.
    const Contract* contract = nullptr;
    const Plan* plan = nullptr;
};

struct PreviewPair {
    const PreviewSide* base = nullptr; ///< null for a contract that is new
    const PreviewSide* head = nullptr; ///< null for a contract that is gone
    /// The comparison, when there are two sides.
    const ChangesReport* changes = nullptr;
};

enum class PreviewStatus : std::uint8_t { Added, Removed, Moved, Changed };

/// What the index says of a contract. Texts are not escaped, and tell no secret.
struct PreviewEntry {
    std::string file;       ///< seen from the folder that was compared
    std::string moved_from; ///< its file in the base, when that is another
    std::string id;
    std::string name;
    std::string page; ///< preview_page_name(): its page, seen from the index
    PreviewStatus status = PreviewStatus::Changed;
    /// A side could not be read, so that nothing can be said of the changes.
    bool unreadable = false;
    bool valid = false; ///< the head, or the base of a contract that is gone
    ChangeCounts counts;
    /// Of the head.
    std::size_t errors = 0;
    std::size_t warnings = 0;
    /// Most commits in a day, all builds together.
    std::uint64_t commits_before = 0;
    std::uint64_t commits_after = 0;

    /// Someone has to look before this is merged: a breaking change, a contract that is gone or that is not valid.
    [[nodiscard]] bool alarming() const {
        return status == PreviewStatus::Removed || unreadable || !valid || counts.breaking > 0;
    }
};

/// What stands on every page.
struct PreviewFrame {
    std::string_view version; ///< of Weir
    /// Address of the index, seen from the page; empty for a page that stands alone.
    std::string_view index;
};

/// Sizes at which a page begins to leave out. They are part of the interface, so that tests can tighten them.
struct PreviewLimits {
    std::size_t changes = 400;
    std::size_t findings = 200;
    /// Bytes of HTML of all texts side by side, and of all SQL.
    std::size_t text_bytes = 1'500'000;
    std::size_t sql_bytes = 1'000'000;
    std::size_t drawn_columns = 60;
    std::size_t listed_columns = 400;
    std::size_t line_bytes = 600;
    /// Rows of the index, and names of contracts that did not change.
    std::size_t rows = 10'000;
    std::size_t names = 1'000;
};

/// `added`, `removed`, `moved` or `changed`.
[[nodiscard]] std::string_view preview_status_name(PreviewStatus status);

[[nodiscard]] PreviewEntry preview_entry(const PreviewPair& pair);

/// The page of one contract.
[[nodiscard]] std::string preview_page(const PreviewPair& pair, const PreviewEntry& entry, const PreviewFrame& frame,
                                       const PreviewLimits& limits = {});

/// A page's place in the site, seen from the index: `contracts/orders-0123456789abcdef.html`. Made of lower-case
/// letters, digits and hyphens whatever the contract's file is called, and different for different files.
[[nodiscard]] std::string preview_page_name(std::string_view file);

struct PreviewSummary {
    std::vector<PreviewEntry> entries;    ///< in any order
    std::vector<std::string> unchanged;   ///< files whose texts are the same on both sides
    std::vector<std::string> problems;    ///< what could not be looked at
    std::vector<ChangesWarning> warnings; ///< about waivers, and of single comparisons
};

/// All contracts that differ, together.
struct PreviewTotals {
    std::size_t added = 0;
    std::size_t removed = 0;
    std::size_t moved = 0;
    std::size_t changed = 0;
    std::size_t invalid = 0; ///< of those that are still there
    ChangeCounts counts;
    std::uint64_t commits_before = 0;
    std::uint64_t commits_after = 0;
};
[[nodiscard]] PreviewTotals preview_totals(const std::vector<PreviewEntry>& entries);

/// The page that lists all others: what needs a look first comes first.
[[nodiscard]] std::string preview_index(const PreviewSummary& summary, const PreviewFrame& frame,
                                        const PreviewLimits& limits = {});

/// The index as a comment on a pull request: Markdown whose table is HTML, so that no text of a contract is taken for
/// Markdown, a mention or a reference. At most `bytes` bytes: contracts that do not fit are counted, those that
/// need a look first stay.
[[nodiscard]] std::string preview_comment(const PreviewSummary& summary, std::size_t bytes = 30'000);

} // namespace weir
