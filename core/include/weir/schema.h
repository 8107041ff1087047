#pragma once

/// \file
/// The contract language as a JSON Schema (draft 2020-12), for editors and for tools that know no Weir.
///
/// It is made from the tables that the shape is checked against (weir/grammar.h), so it accepts every
/// contract that Weir accepts, and refuses what a schema can say: unknown and missing keys, kinds, fixed
/// texts, forms, ranges. What relates values to each other (names, paths, types, nullability) stays
/// with `weir validate`.

#include <optional>
#include <string>

#include "weir/contract.h"

namespace weir {

/// One line of JSON: the schema of contracts, or of one kind of fragment on its own.
[[nodiscard]] std::string json_schema(std::optional<FragmentKind> fragment = std::nullopt);

} // namespace weir
