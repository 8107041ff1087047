#pragma once

/// \file
/// Looking for a type at any depth.

#include "weir/types.h"

namespace weir::types {

/// The column, or the first one inside it, that passes the test; null when there is none. Depth is bounded by the
/// reader's 32 levels.
template <class Test> const Column* find_within(const Columns& columns, const Column& column, Test test) {
    if (test(column)) {
        return &column;
    }
    for (const Column& child : columns.children(column)) {
        if (const Column* found = find_within(columns, child, test)) {
            return found;
        }
    }
    return nullptr;
}

} // namespace weir::types
