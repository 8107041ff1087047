#pragma once

/// \file
/// What the steps of a deployment tell, made ready for cards. Pure: reports in, texts out; texts are safe to draw.

#include <cstdint>
#include <string>
#include <vector>

#include "live/applying.h"
#include "live/planning.h"
#include "weir/evidence.h"

namespace weir::app {

enum class StepKind : std::uint8_t { Validate, Plan, Allowlists, Rehearse, Confirm, Apply, Evidence };
inline constexpr std::size_t kStepCount = 7;
/// `validate`, `plan`, …: as the state file says it.
[[nodiscard]] const char* step_word(StepKind kind);
/// As the card says it.
[[nodiscard]] const char* step_title(StepKind kind);

enum class StepState : std::uint8_t {
    Waiting, ///< for the steps before it
    Running,
    Done,
    Asking,  ///< for the user
    Refused, ///< the answer is no; what to do stands in the card
    Unknown, ///< it could not be told
    Skipped,
};
[[nodiscard]] const char* step_state_word(StepState state);

enum class LineKind : std::uint8_t { Plain, Muted, Good, Bad, Help, Entry };

struct StepLine {
    LineKind kind = LineKind::Plain;
    std::string text;
};

/// A field that differs, with its owner.
struct FieldRow {
    std::string path;
    std::string before; ///< empty when the field is not there
    std::string after;
    std::string owner;
};

struct StepCard {
    StepKind kind = StepKind::Validate;
    StepState state = StepState::Waiting;
    std::string headline;
    std::vector<StepLine> lines;
    std::vector<FieldRow> fields;
    std::size_t more_fields = 0; ///< that are not among them
};

inline constexpr std::size_t kMostFieldRows = 200;

[[nodiscard]] StepCard validate_card(const live::PlannedFile& planned);
[[nodiscard]] StepCard plan_card(const live::PlannedFile& planned, std::string_view purpose);
/// Of a report that check_plan() judged.
[[nodiscard]] StepCard allowlist_card(const live::ApplyReport& report);
[[nodiscard]] StepCard rehearsal_card(const live::ApplyReport& report);
[[nodiscard]] StepCard apply_card(const live::ApplyReport& report);
[[nodiscard]] StepCard evidence_card(const std::vector<Evidence>& evidence);

/// What a plan would be applied to.
struct Targets {
    std::vector<std::string> names; ///< of the deployments
    std::vector<std::string> contexts;
};
[[nodiscard]] Targets targets_of(const live::ApplyReport& report);
/// `a, b`
[[nodiscard]] std::string joined(const std::vector<std::string>& texts);

} // namespace weir::app
