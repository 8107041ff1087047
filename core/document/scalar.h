#pragma once

/// \file
/// What a plain scalar means: YAML 1.2's core schema, and where YAML 1.1 tools see something else.

#include <string_view>

#include "weir/document.h"

namespace weir {

/// The kind of a plain scalar by YAML 1.2's core schema (section 10.3.2).
[[nodiscard]] NodeKind core_kind(std::string_view text);

/// What YAML 1.1 tools read this plain scalar as, in words such as "a boolean"; empty when they read
/// what YAML 1.2 does.
[[nodiscard]] std::string_view yaml_1_1_meaning(std::string_view text);

/// The text holds a control character other than tab, line feed and carriage return.
[[nodiscard]] bool holds_control(std::string_view text);

} // namespace weir
