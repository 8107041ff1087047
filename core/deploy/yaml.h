#pragma once

/// \file
/// Trees of JSON values as YAML.

#include <string>

#include "report/json_reader.h"

namespace weir {

/// An object or a list, members in their order.
[[nodiscard]] std::string tree_yaml(const JsonValue& tree);

} // namespace weir
