#pragma once

#include "document/builder.h"

namespace weir {

/// Reads the builder's current text as YAML, its bytes being checked already.
void read_yaml(DocumentBuilder& builder);

} // namespace weir
