#pragma once

/// \file
/// Fragments: the way from the contract's root into a text that a `$ref` brings in.

#include <optional>

#include "assist/outline.h"
#include "weir/document.h"

namespace weir::assist {

/// The way through the contract to what stands at `inside` in the text `file`; nothing when no `$ref`
/// leads there. Of several, the first.
[[nodiscard]] std::optional<Steps> way_into(const Document& document, FileId file, const Steps& inside);

} // namespace weir::assist
