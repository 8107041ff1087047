#include "live/environment.h"

#include <cstdlib>

namespace weir::live {

std::optional<std::string> environment_value(const std::string& name) {
    const char* value = std::getenv(name.c_str()); // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Environment allowlist_environment() {
    Environment environment;
    for (const std::string_view name : kAllowlists) {
        if (std::optional<std::string> value = environment_value(std::string(name))) {
            environment.emplace(name, std::move(*value));
        }
    }
    return environment;
}

HttpSettings http_settings(Stop stop) {
    HttpSettings http;
    http.ca_file = environment_value("WEIR_CA_FILE").value_or("");
    http.proxy = environment_value("WEIR_PROXY").value_or("");
    http.stop = std::move(stop);
    return http;
}

std::string state_folder() {
    const std::string own = environment_value("XDG_STATE_HOME").value_or("");
    if (own.starts_with('/')) {
        return own + "/weir";
    }
    const std::string home = environment_value("HOME").value_or("");
    return home.starts_with('/') ? home + "/.local/state/weir" : std::string{};
}

} // namespace weir::live
