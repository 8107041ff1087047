#pragma once

/// \file
/// JSON texts of strangers: whether one is JSON at all, and the tree of a small one.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

/// A value.
struct JsonValue {
    /// Count: a whole number from 0 on that fits. Number: any other.
    enum class Kind : std::uint8_t { Null, Text, Flag, Count, Number, Array, Object };

    Kind kind = Kind::Null;
    bool flag = false;
    std::uint64_t count = 0;
    std::string text; ///< of a Number, its digits
    /// Of an object, as written. An array's values have empty names.
    std::vector<std::string> names;
    std::vector<JsonValue> values;

    /// The member of that name, the last of several; null when there is none.
    [[nodiscard]] JsonValue* find(std::string_view name);
};

/// How large the tree of a JSON text would be, counted without making it.
struct JsonSize {
    std::size_t depth = 0;  ///< of arrays and objects in each other
    std::size_t values = 0; ///< no less than there are
};
/// Of a text that is no JSON, a number all the same.
[[nodiscard]] JsonSize json_size(std::string_view text);

/// The tree of a JSON text in UTF-8, or nothing. For texts whose depth the caller has bounded.
[[nodiscard]] std::optional<JsonValue> read_json(std::string_view text);

/// The text is JSON in UTF-8. Needs memory for its depth alone.
[[nodiscard]] bool is_json(std::string_view text);

} // namespace weir
