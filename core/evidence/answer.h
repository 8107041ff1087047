#pragma once

/// \file
/// Answers of strangers as trees, under bounds, and what can be taken from them without trusting them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "report/json_reader.h"

namespace weir {

/// The tree of an answer that is JSON, an object, and small enough to be held; else nothing.
[[nodiscard]] std::optional<JsonValue> read_answer(std::string_view text);

/// The member `name` of an object, if `value` is one and has it.
[[nodiscard]] JsonValue* member_of(JsonValue* value, std::string_view name);
/// A text member; empty without one.
[[nodiscard]] std::string_view text_of(JsonValue* value, std::string_view name);
/// A member that is a whole number from 0 on.
[[nodiscard]] std::optional<std::uint64_t> count_of(JsonValue* value, std::string_view name);
/// A member that is an object with members.
[[nodiscard]] JsonValue* object_of(JsonValue* value, std::string_view name);

/// `word` if it is one: letters, digits, `_`, `-`, `.` and blanks, at most 60 bytes; else `(unreadable)`.
[[nodiscard]] std::string plain_word(std::string_view word);

/// How old a moment is, both in milliseconds since 1970.
struct Age {
    std::uint64_t seconds = 0;
    /// The moment lies so far ahead that the clocks differ: its age says nothing.
    bool ahead = false;
};
[[nodiscard]] Age age_of(std::uint64_t moment, std::int64_t now);

} // namespace weir
