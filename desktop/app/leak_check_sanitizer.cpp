#include "leak_check.h"

#include <sanitizer/lsan_interface.h>

namespace weir::app {

void check_leaks() {
    __lsan_do_leak_check();
}

} // namespace weir::app
