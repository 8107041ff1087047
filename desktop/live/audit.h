#pragma once

/// \file
/// The log of what was asked of clusters: one line of JSON for each command, in a file that only its owner reads
/// and that is only ever added to. docs/log.md says what stands in it.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "live/environment.h"

namespace weir::live {

/// One line. Texts are clipped, and what reads like a secret is masked, before they are written.
struct AuditEntry {
    std::string time;    ///< `2026-11-30T12:00:00.000Z`; append() fills it
    std::string run;     ///< the same in the two lines of a command that writes to a cluster
    std::string program; ///< `weir` or `weir-desktop`
    std::string version; ///< of it
    std::string command; ///< `apply`, `suspend`, `resume`, `verify`, `diff`, `doctor`, `fleet`
    std::vector<std::string> arguments;
    std::vector<std::string> contexts;
    /// `begun` before anything is sent to a cluster; at the end `applied`, `refused`, `declined`, `unknown`,
    /// `verified`, `not-verified`, `healthy`, `not-healthy`, `seen`, `match`, `pending`, `drift`, `error`, `dry-run`,
    /// `interrupted`.
    std::string result;
    std::vector<std::string> codes;   ///< of problems and refusals
    std::vector<std::string> objects; ///< `data-products/orders: running`, in words
    std::string plan_digest;
};

/// A name for a run, different from those of other processes and of other runs of this one.
[[nodiscard]] std::string new_run();

struct AuditRecord {
    std::vector<AuditEntry> entries; ///< the oldest first
    std::size_t unreadable = 0;      ///< lines that are none of Weir's
    std::string problem;             ///< why there is nothing; empty when there is something, or no log yet
};

/// A file of more than this is put aside as `audit.1.jsonl`, in the place of the one before it: the log never takes
/// more than twice as much.
inline constexpr std::size_t kMostAuditBytes = 4UL * 1024 * 1024;

struct AuditExport {
    std::string csv; ///< the files that were written
    std::string lines;
    std::string problem; ///< why they were not; empty when they were
};

class AuditLog {
  public:
    /// \param folder  empty when there is nowhere to write
    explicit AuditLog(std::string folder = state_folder(), std::size_t most = kMostAuditBytes);

    [[nodiscard]] std::string file() const;
    /// Adds a line and has it on the disk.
    /// \return why it could not, empty when it did
    [[nodiscard]] std::string append(AuditEntry entry) const;
    [[nodiscard]] AuditRecord read() const;
    /// Writes entries beside the log, as `audit-export.csv` and `audit-export.jsonl`, for their owner alone.
    [[nodiscard]] AuditExport write_out(const std::vector<AuditEntry>& entries) const;

  private:
    std::string folder_;
    std::size_t most_;
};

/// All that is searched of an entry, in lower case. Making it takes longer than searching it.
[[nodiscard]] std::string searched_text(const AuditEntry& entry);
/// Every word of `search` stands somewhere in searched_text(), whatever its case.
[[nodiscard]] bool matches(std::string_view searched_text, std::string_view search);

/// What happened, in one sentence without the time: `apply of orders.plan.json in development: applied`.
[[nodiscard]] std::string audit_sentence(const AuditEntry& entry);

/// One object on one line, without a newline.
[[nodiscard]] std::string audit_json(const AuditEntry& entry);
/// With a line of names first. A field that a spreadsheet would take for a formula begins with an apostrophe.
/// Such lines, each with its newline.
[[nodiscard]] std::string audit_lines(const std::vector<AuditEntry>& entries);
[[nodiscard]] std::string audit_csv(const std::vector<AuditEntry>& entries);

} // namespace weir::live
