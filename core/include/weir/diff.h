#pragma once

/// \file
/// Two contracts → changes, with the severities of diff.md.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/contract.h"

namespace weir {

enum class ChangeSeverity : std::uint8_t { Breaking, NonBreaking, Info };

struct RuleInfo {
    std::string_view rule; ///< stable slug, such as `field-type-changed`
    ChangeSeverity severity;
    std::string_view meaning;
};

/// Every rule, sorted by slug.
[[nodiscard]] const std::vector<RuleInfo>& all_rules();

struct Change {
    std::string rule;
    ChangeSeverity severity = ChangeSeverity::Info;
    /// With ids for numbers: `builds[ingest-orders].properties.stream.schema.customer.id`.
    std::string path;
    std::string message;
    /// Values as JSON text (a quoted string, a number, an object); empty when that side lacks it.
    std::string before;
    std::string after;
    Span base; ///< in the baseline's Sources; not known when that side lacks it
    Span head; ///< in the head's Sources
    /// 16 hex digits over rule, path and values; never over the wording.
    std::string fingerprint;
};

/// Changes from `base` to `head`, ordered by severity, then path, then rule.
[[nodiscard]] std::vector<Change> diff(const Contract& base, const Contract& head);

} // namespace weir
