#pragma once

/// \file
/// Work that all cores share.

#include <cstddef>
#include <functional>

namespace weir::cli {

/// Calls `work` with each number below `count` once, on all cores when there is enough of it, in any order.
/// A signal ends it between two numbers (see Interruption).
void for_each_on_cores(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace weir::cli
