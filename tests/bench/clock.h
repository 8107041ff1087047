#pragma once

#include <time.h>

namespace weir::bench {

/// Processor milliseconds of this process, so that a machine with other work does not count.
inline double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

} // namespace weir::bench
