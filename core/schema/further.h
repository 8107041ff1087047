#pragma once

/// \file
/// Rules that stand outside the grammar's tables and that a JSON Schema can say all the same.

#include <span>
#include <string_view>

#include "weir/grammar.h"

namespace weir {

struct FurtherRule {
    ObjectId object;
    /// A schema that the object must satisfy too, as JSON. Keywords for texts, numbers and lists apply to
    /// values of those kinds only, so a fragment (`{"$ref": …}`) in their place passes.
    std::string_view json;
    /// Of managed contracts alone; objects that only those have need not say so.
    bool lane = false;
};

[[nodiscard]] std::span<const FurtherRule> further_rules();

} // namespace weir
