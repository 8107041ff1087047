#pragma once

/// \file
/// How fuzz targets say what has to hold.

#include <cstdio>
#include <cstdlib>

/// Ends the program when it does not hold, so that the fuzzer keeps the input.
inline void require(bool good, const char* what) {
    if (!good) {
        std::fprintf(stderr, "broken: %s\n", what);
        std::abort();
    }
}
