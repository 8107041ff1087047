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

/// The code is one that advise() gives: those of the section "Advice" of codes.def, which stand together.
[[nodiscard]] constexpr bool is_advice(Code code) {
    return code >= Code::avro_forward_compatible && code <= Code::vended_credentials;
}

} // namespace weir
