#include "types/binary_arrays.h"

#include "types/find.h"

namespace weir::types {

bool holds_binary_array(const Columns& columns, const Column& column) {
    return find_within(columns, column, [&](const Column& one) {
               const auto children = columns.children(one);
               return one.kind == TypeKind::Array && !children.empty() && children.front().kind == TypeKind::Binary;
           }) != nullptr;
}

bool holds_short_timestamp(const Columns& columns, const Column& column) {
    constexpr std::uint8_t kIcebergDigits = 6;
    return find_within(columns, column, [](const Column& one) {
               return (one.kind == TypeKind::Timestamp || one.kind == TypeKind::TimestampLtz) &&
                      one.precision < kIcebergDigits;
           }) != nullptr;
}

} // namespace weir::types
