#pragma once

/// \file
/// Trees of JSON values made and written by RFC 8785.

#include <optional>
#include <string>
#include <string_view>

#include "report/json_reader.h"

namespace weir {

/// Deepest nesting of what is read.
inline constexpr std::size_t kDeepestJson = 128;

/// The tree of a JSON text of strangers: UTF-8, not too deep, no name twice in an object. Its objects are sorted as RFC
/// 8785 sorts them.
[[nodiscard]] std::optional<JsonValue> read_sorted(std::string_view text);

/// Appends a tree whose objects are sorted; false when it holds a number that no double can hold.
[[nodiscard]] bool write_canonical(std::string& out, const JsonValue& value);

[[nodiscard]] JsonValue json_text(std::string_view text);
[[nodiscard]] JsonValue json_count(std::uint64_t count);
[[nodiscard]] JsonValue json_flag(bool flag);
/// \param decimal  as JSON writes a number
[[nodiscard]] JsonValue json_number(std::string_view decimal);
[[nodiscard]] JsonValue json_array();
[[nodiscard]] JsonValue json_object();
void append(JsonValue& array, JsonValue value);
/// Puts a member where it belongs in a sorted object, in place of one of the same name. Returns the member.
JsonValue& put(JsonValue& object, std::string_view name, JsonValue value);

/// The canonical text of a tree whose numbers are finite.
[[nodiscard]] std::string canonical_text(const JsonValue& value);

/// The member, when it is a text; else empty.
[[nodiscard]] std::string_view text_of(const JsonValue& object, std::string_view name);
/// The member, or null. Looks it up by halves: the object is sorted.
[[nodiscard]] const JsonValue* member_of(const JsonValue& object, std::string_view name);

} // namespace weir
