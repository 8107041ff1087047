#pragma once

/// \file
/// `weir diff FILE` without a baseline: the cluster against the contract.

#include "cli/options.h"

namespace weir::cli {

/// 0: match or pending, or drift without --exit-on-drift. 1: drift with it, refused, or an invalid contract. 2: it
/// could not be looked at.
Exit live_diff(Io& io, const DiffOptions& options);

} // namespace weir::cli
