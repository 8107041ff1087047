#pragma once

/// \file
/// The columns that the cursor's word stands for.

#include "assist/scene.h"

namespace weir::assist {

/// The column whose name the cursor is on: where it is declared, in a mapping entry's output, or in a
/// partition field. kNoColumn when there is none.
[[nodiscard]] ColumnId column_at_cursor(const Scene& scene);

/// The output column, or the field of one, with this dotted name.
[[nodiscard]] ColumnId output_column(const Contract& contract, const Expose& expose, std::string_view name);

} // namespace weir::assist
