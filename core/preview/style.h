#pragma once

/// \file
/// style.css, put into the program when it is built.

#include <string_view>

namespace weir {

[[nodiscard]] std::string_view preview_style();

} // namespace weir
