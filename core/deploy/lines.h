#pragma once

/// \file
/// JSON laid out to be read and compared: one item of a long array or object on a line.

#include <string>
#include <string_view>
#include <vector>

namespace weir {

/// `open`, each item on a line of its own with commas between, `close`.
[[nodiscard]] inline std::string lines(std::string_view open, const std::vector<std::string>& items,
                                       std::string_view close) {
    std::string out(open);
    std::string_view separator = "\n";
    for (const std::string& item : items) {
        out += separator;
        out += item;
        separator = ",\n";
    }
    out += close;
    return out;
}

} // namespace weir
