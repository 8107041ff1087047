#pragma once

/// \file
/// Flink 1.20 writes Java that does not compile for every cast, explicit or implied, of a type that holds an
/// array of binary. These say where one stands, and where the table makes Flink imply one.

#include "weir/types.h"

namespace weir::types {

/// `column` is an array of binary, or one stands anywhere inside it.
[[nodiscard]] bool holds_binary_array(const Columns& columns, const Column& column);

/// A timestamp of fewer than six digits is there: an Iceberg table stores six, so that Flink casts it.
[[nodiscard]] bool holds_short_timestamp(const Columns& columns, const Column& column);

} // namespace weir::types
