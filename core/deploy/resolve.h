#pragma once

/// \file
/// A contract with every `$ref`, alias and merge key resolved, as JSON.

#include <optional>
#include <string>

#include "weir/document.h"

namespace weir {

/// A number as JSON writes it, of the same kind (`1.` stays a fraction) and of the same value, however many digits it
/// has. Nothing for infinity, what is no number, and hexadecimal ones beyond 64 bits.
[[nodiscard]] std::optional<std::string> number_text(const Node& node);

struct Resolved {
    std::string json; ///< keys in the contract's order, a final newline
    /// Why there is none: `resolved-number`, at `at`, or `resolved-too-large`.
    std::string code;
    Span at;
};

/// Reads as the document does: the same nodes of the same kinds with the same texts.
[[nodiscard]] Resolved resolved_json(const Document& document);

} // namespace weir
