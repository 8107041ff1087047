#pragma once

/// \file
/// Numbers as ECMAScript writes them, which RFC 8785 asks for.

#include <optional>
#include <string>
#include <string_view>

namespace weir {

/// The shortest text for the double that is nearest to a JSON number. Nothing when that would be infinite.
[[nodiscard]] std::optional<std::string> canonical_number(std::string_view json);

} // namespace weir
