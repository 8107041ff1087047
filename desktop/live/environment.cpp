#include "live/environment.h"

#include <cstdlib>

namespace weir::live {

Environment allowlist_environment() {
    Environment environment;
    for (const std::string_view variable : kAllowlists) {
        std::string name(variable);
        if (const char* value = std::getenv(name.c_str()); value != nullptr) {
            environment.emplace(std::move(name), value);
        }
    }
    return environment;
}

} // namespace weir::live
