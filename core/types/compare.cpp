#include "weir/types.h"

namespace weir {

bool is_wider(const Column& from, const Column& to) {
    switch (from.kind) {
    case TypeKind::Int:
        return to.kind == TypeKind::Long;
    case TypeKind::Float:
        return to.kind == TypeKind::Double;
    case TypeKind::Decimal:
        return to.kind == TypeKind::Decimal && to.scale == from.scale && to.precision > from.precision;
    case TypeKind::Timestamp:
    case TypeKind::TimestampLtz:
        return to.kind == from.kind && to.precision > from.precision;
    default:
        return false;
    }
}

bool same_head(const Column& a, const Column& b) {
    if (a.kind != b.kind) {
        return false;
    }
    switch (a.kind) {
    case TypeKind::Decimal:
        return a.precision == b.precision && a.scale == b.scale;
    case TypeKind::Timestamp:
    case TypeKind::TimestampLtz:
        return a.precision == b.precision;
    default:
        return true;
    }
}

bool same_type(const Columns& columns_a, const Column& a, const Columns& columns_b, const Column& b) {
    if (!same_head(a, b) || a.count != b.count) {
        return false;
    }
    const auto children_a = columns_a.children(a);
    const auto children_b = columns_b.children(b);
    for (std::size_t i = 0; i < children_a.size(); ++i) {
        if (children_a[i].name != children_b[i].name ||
            !same_type(columns_a, children_a[i], columns_b, children_b[i])) {
            return false;
        }
    }
    return true;
}

} // namespace weir
