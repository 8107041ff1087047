#pragma once

/// \file
/// Names of the contract that may stand at the cursor.

#include "assist/scene.h"

namespace weir::assist {

struct Name {
    std::string text;
    CompletionKind kind = CompletionKind::Column;
    std::string detail;
    std::string doc;
};

/// The names for a value whose row the scene's site is; none where no names are wanted.
[[nodiscard]] std::vector<Name> names_at(const Scene& scene, const Site& site);

} // namespace weir::assist
