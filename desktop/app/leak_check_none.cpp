#include "leak_check.h"

namespace weir::app {

void check_leaks() {}

} // namespace weir::app
