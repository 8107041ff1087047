#pragma once

#include "document/builder.h"

namespace weir {

/// Reads the builder's current text as JSON (RFC 8259), its bytes being UTF-8. Repeated keys are the
/// builder's to refuse. The first offence ends the reading.
void read_json(DocumentBuilder& builder);

} // namespace weir
