#pragma once

/// \file
/// Two exposes that belong together.

#include <string>

#include "diff/rest.h"

namespace weir::changes {

struct ExposePair {
    std::size_t base = 0; ///< index into the base's Contract::exposes
    std::size_t head = 0;
    std::string path;    ///< `exposes[orders]`
    std::string subject; ///< `Expose orders`
};

/// contract.schema: the table's columns.
void compare_tables(Changes& changes, const ExposePair& pair);
/// binding: which table it is, how it is laid out, how the job reaches it.
void compare_bindings(Changes& changes, const ExposePair& pair);

} // namespace weir::changes
