#pragma once

/// \file
/// The server on two pipes.

#include "lsp/workspace.h"

namespace weir::lsp {

/// Serves until `exit` or the end of `in`. Nothing but messages is written to `out`.
/// \return the exit code that the protocol asks for
[[nodiscard]] int run(int in, int out, Host host);

} // namespace weir::lsp
