#pragma once

/// \file
/// Taking a type text apart, and the answers to the types that people try and Weir refuses.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/types.h"

namespace weir::types {

/// A type text in lower case: `name`, with blanks between its words folded to one, then `(…)`.
struct TypeText {
    std::string folded;    ///< the whole text in lower case, blanks at both ends removed
    std::string shown;     ///< the text as written, cut to a length that fits a message
    std::string name;      ///< words before the first bracket
    std::string rest;      ///< words after the closing bracket, as in `timestamp(3) with time zone`
    std::string arguments; ///< `(10,2)`, blanks removed
    std::vector<std::uint32_t> numbers;
    bool empty = false;
    bool has_arguments = false;
    bool numeric = false;     ///< all arguments are whole numbers of at most 6 digits
    bool well_formed = false; ///< words, then at most one closed bracket, then nothing
};

[[nodiscard]] TypeText split_type(std::string_view written);

/// What to say about a type that is known from elsewhere (`varchar(20)`, `uuid`, `array<string>`).
[[nodiscard]] std::optional<TypeError> known_refusal(const TypeText& text);

/// How the children of a struct, an array or a map are written.
[[nodiscard]] std::string_view children_help(TypeKind kind);

} // namespace weir::types
