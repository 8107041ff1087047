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

/// A value, kept as far as requests ask for it.
struct JsonValue {
    /// Other: null, an array, a number that is not a whole one from 0 on.
    enum class Kind : std::uint8_t { Other, Text, Flag, Count, Object };

    Kind kind = Kind::Other;
    bool flag = false;
    std::uint64_t count = 0;
    std::string text;
    /// Of an object, as written. An array keeps its values here too, with empty names.
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
