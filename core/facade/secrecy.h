#pragma once

/// \file
/// The last stage of a check: what may be a secret leaves the findings, whichever room wrote them.

#include "weir/facade.h"

namespace weir {

/// Fills `checked.hidden` and masks in every finding what stands there. A fix that would tell is dropped.
///
/// Hidden are the texts of secret findings, values under keys of credentials and under keys that are not
/// known, texts that read like secrets, SQL that is refused, and what stands near an error of a text that
/// could not be read.
void seal(Checked& checked);

/// Masks in the changes what either side hides.
void seal(std::vector<Change>& changes, const Checked& base, const Checked& head);

} // namespace weir
