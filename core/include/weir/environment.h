#pragma once

/// \file
/// A process's environment as the core is told of it: the core reads none.

#include <functional>
#include <map>
#include <string>

namespace weir {

/// Variables by name; one that is not there is not set.
using Environment = std::map<std::string, std::string, std::less<>>;

} // namespace weir
