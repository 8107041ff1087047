#pragma once

/// \file
/// What breaks or costs much in practice although the contract is valid: warnings and notes, each with the number
/// behind it and what to write instead. See advice.md and the pages of the codes.

#include <vector>

#include "weir/binding.h"

namespace weir {

/// Advice about every managed build and the expose that it writes.
/// \param plan  of this contract, all of whose builds are complete
[[nodiscard]] std::vector<Finding> advise(const Contract& contract, const Plan& plan);

} // namespace weir
