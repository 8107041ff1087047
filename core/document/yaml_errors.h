#pragma once

#include <string_view>

namespace weir {

/// What to tell people for a message of yaml-cpp's.
struct YamlAdvice {
    std::string_view message;
    std::string_view help;
};

/// \param reported  yaml-cpp's message
/// \param rest      the text from the place that yaml-cpp names
[[nodiscard]] YamlAdvice yaml_advice(std::string_view reported, std::string_view rest);

} // namespace weir
