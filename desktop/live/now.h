#pragma once

#include <chrono>
#include <cstdint>

namespace weir::live {

/// Milliseconds since 1970, as the system's clock has it.
[[nodiscard]] inline std::int64_t now_millis() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace weir::live
