#pragma once

/// \file
/// Asks a catalog what `weir doctor` wants to know, as the job would ask it, from this machine and with the operator's
/// own credential. Everything is read; nothing is made or changed.

#include <vector>

#include "live/catalog.h"
#include "weir/evidence.h"

namespace weir::live {

/// The checks of every managed build, in the order in which a job meets them. A build's list ends where nothing more
/// can be asked.
/// \param contract  valid, and one that the operator's allowlists allow to verify
[[nodiscard]] std::vector<Evidence> examine(const Contract& contract, const HttpSettings& http,
                                            const Variables& variables);

} // namespace weir::live
