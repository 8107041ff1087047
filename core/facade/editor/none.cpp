#include "facade/editor_ops.h"

namespace weir {

std::span<const Op> editor_ops() {
    return {};
}

} // namespace weir
