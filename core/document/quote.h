#pragma once

/// \file
/// Texts written as YAML scalars.

#include <optional>
#include <string>
#include <string_view>

#include "weir/document.h"

namespace weir {

/// `text` as a scalar of this style, a plain one in double quotes where it needs them; nothing when the
/// style cannot hold it. What is plain here needs no quotes in flow style either.
[[nodiscard]] std::optional<std::string> as_scalar(NodeStyle style, std::string_view text);

} // namespace weir
