#pragma once

/// \file
/// Findings are put in order in several rooms, by one sort: what it takes to move them is compiled once.

#include <vector>

#include "weir/finding.h"

namespace weir {

/// Sorts; findings of which neither comes before the other keep their order.
void sort_findings(std::vector<Finding>& findings, bool (*before)(const Finding&, const Finding&));

} // namespace weir
