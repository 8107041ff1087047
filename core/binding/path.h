#pragma once

/// \file
/// Paths as text: `customer.address.country`, `attributes['channel']`.

#include <string>
#include <vector>

#include "weir/binding.h"

namespace weir::binding {

/// Writes one more step behind the path in `text`, which may be empty.
void append_step(std::string& text, const PathStep& step);

/// The first `count` steps as a contract writes them.
[[nodiscard]] std::string path_text(const std::vector<PathStep>& steps, std::size_t count);

[[nodiscard]] PathStep field_step(std::string_view name);

} // namespace weir::binding
