#pragma once

/// \file
/// Two contracts → changes, with the severities of diff.md.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"
#include "weir/contract.h"

namespace weir {

enum class ChangeSeverity : std::uint8_t { Breaking, NonBreaking, Info };

/// What becomes of the saved state of the job, and with it of its offsets, under the settings that Weir
/// writes.
enum class Savepoint : std::uint8_t {
    NotConcerned, ///< the job stays the same, or is none of Weir's
    Kept,         ///< the new job restores strictly from it and goes on at its offsets
    Uncertain,    ///< it may not restore, or the offsets may mean something else: see why
    Lost,         ///< the new job does not start from it, or must not
};

struct RuleInfo {
    std::string_view rule; ///< stable slug, such as `field-type-changed`
    ChangeSeverity severity;
    Savepoint savepoint;
    std::string_view savepoint_why; ///< a sentence; empty when it is not concerned
    std::string_view meaning;
};

/// Every rule, sorted by slug.
[[nodiscard]] const std::vector<RuleInfo>& all_rules();

/// What an existing table would need to match the new schema. Weir runs none of it.
struct Migration {
    /// Says that nothing is migrated automatically, and what no statement can do. Empty when the change
    /// asks for no migration.
    std::string note;
    /// `ALTER TABLE` statements without a semicolon, in the order in which they have to run. The name of
    /// the catalog is the reader's to add. Empty when the engine has none, which the note then says.
    std::vector<std::string> spark;
    std::vector<std::string> trino;

    [[nodiscard]] bool needed() const { return !note.empty(); }
};

/// Who answers for a change, and until when. See weir/waivers.h.
struct WaivedBy {
    std::string reason;
    std::string owner;
    std::string expires; ///< `YYYY-MM-DD`
};

struct Change {
    std::string rule;
    ChangeSeverity severity = ChangeSeverity::Info;
    /// With ids for numbers: `builds[ingest-orders].properties.stream.schema.customer.id`.
    std::string path;
    /// `what`, `affected` and `action` as one text.
    std::string message;
    std::string what;     ///< what changes, without the full stop
    std::string affected; ///< who is affected and how, in sentences; may be empty
    std::string action;   ///< what to do, in sentences; may be empty
    Migration migration;
    Savepoint savepoint = Savepoint::NotConcerned;
    std::string_view savepoint_why; ///< a sentence of the table of rules
    /// Values as JSON text (a quoted string, a number, an object); empty when that side lacks it.
    std::string before;
    std::string after;
    bool concealed = false; ///< the values are not shown, nor are the lines that they stand on
    Span base;              ///< in the baseline's Sources; not known when that side lacks it
    Span head;              ///< in the head's Sources
    /// 16 hex digits over rule, path and values; never over the wording.
    std::string fingerprint;
    std::optional<WaivedBy> waived;
};

/// How many changes of each severity, without those that are waived, and how many are.
struct ChangeCounts {
    std::size_t breaking = 0;
    std::size_t non_breaking = 0;
    std::size_t info = 0;
    std::size_t waived = 0;

    void add(ChangeSeverity severity);
    [[nodiscard]] std::size_t all() const { return breaking + non_breaking + info + waived; }
};

/// A hostile pair earns a bounded number of changes. Beyond this one they are counted, not kept.
inline constexpr std::size_t kMostChanges = 10'000;

struct Diff {
    /// Ordered by severity, then path, then rule.
    std::vector<Change> changes;
    /// What came behind the last of `changes` in that order and was not kept.
    ChangeCounts cut;
};

/// A contract with what bind() made of it.
struct BoundContract {
    const Contract& contract;
    const Plan& plan;
};

/// Changes from `base` to `head`.
/// \param most  how many to keep
[[nodiscard]] Diff diff(BoundContract base, BoundContract head, std::size_t most = kMostChanges);

/// The same of contracts that nobody has bound yet.
[[nodiscard]] Diff diff(const Contract& base, const Contract& head, std::size_t most = kMostChanges);

} // namespace weir
