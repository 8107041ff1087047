#include "types/binary_arrays.h"

#include <algorithm>

namespace weir::types {

bool holds_binary_array(const Columns& columns, const Column& column) {
    const auto children = columns.children(column);
    if (column.kind == TypeKind::Array && !children.empty() && children.front().kind == TypeKind::Binary) {
        return true;
    }
    return std::any_of(children.begin(), children.end(),
                       [&](const Column& child) { return holds_binary_array(columns, child); });
}

bool holds_short_timestamp(const Columns& columns, const Column& column) {
    constexpr std::uint8_t kIcebergDigits = 6;
    if (column.kind == TypeKind::Timestamp || column.kind == TypeKind::TimestampLtz) {
        return column.precision < kIcebergDigits;
    }
    const auto children = columns.children(column);
    return std::any_of(children.begin(), children.end(),
                       [&](const Column& child) { return holds_short_timestamp(columns, child); });
}

} // namespace weir::types
