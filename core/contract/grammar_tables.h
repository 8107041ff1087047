#pragma once

/// \file
/// The tables that make up the grammar, one per file.

#include <span>

#include "weir/grammar.h"

namespace weir {

[[nodiscard]] std::span<const ObjectRule> general_root_objects();
[[nodiscard]] std::span<const ObjectRule> general_describe_objects();
[[nodiscard]] std::span<const ObjectRule> general_govern_objects();
[[nodiscard]] std::span<const ObjectRule> general_build_objects();
[[nodiscard]] std::span<const ObjectRule> general_airflow_objects();
[[nodiscard]] std::span<const ObjectRule> general_acquire_objects();
[[nodiscard]] std::span<const ObjectRule> general_expose_objects();
[[nodiscard]] std::span<const ObjectRule> general_binding_objects();
[[nodiscard]] std::span<const ObjectRule> lane_build_objects();
[[nodiscard]] std::span<const ObjectRule> lane_stream_objects();
[[nodiscard]] std::span<const ObjectRule> lane_expose_objects();
[[nodiscard]] std::span<const PatternInfo> general_patterns();
[[nodiscard]] std::span<const PatternInfo> lane_patterns();

} // namespace weir
