#include "sql/names.h"

#include <fmt/format.h>

namespace weir {

namespace {

std::string folded(std::string_view name) {
    std::string out(name);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return out;
}

} // namespace

void FreeNames::take(std::string_view name) {
    taken_.insert(folded(name));
}

std::string FreeNames::make(std::string_view wanted) {
    std::string name(wanted);
    for (std::size_t number = 2; !taken_.insert(folded(name)).second; ++number) {
        name = fmt::format("{}_{}", wanted, number);
    }
    return name;
}

} // namespace weir
