#pragma once

/// \file
/// The operator's variables. They come from this process's environment and from nowhere else: a file of the project,
/// such as `.env`, is written by whoever writes the contract.

#include "weir/policy.h"

namespace weir::live {

/// Those of kAllowlists that are set.
[[nodiscard]] Environment allowlist_environment();

} // namespace weir::live
