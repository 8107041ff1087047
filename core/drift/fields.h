#pragma once

/// \file
/// Objects as flat lists of fields, and who owns one.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace weir {

using Tree = nlohmann::json;

/// A step from an object to a member, or from a list to the element with that name.
struct Step {
    std::string key;
    bool element = false;
};
using Steps = std::vector<Step>;

struct Leaf {
    Steps steps;
    Tree value;
};
/// By path as it is printed. Lists whose elements all have a name of their own are read by name; others are leaves.
using Leaves = std::map<std::string, Leaf, std::less<>>;

/// The object of a JSON text; null when it is none, or is_too_deep().
[[nodiscard]] Tree parse_object(std::string_view text);

/// The member, or an object without members.
[[nodiscard]] const Tree& member(const Tree& object, const char* name);
/// A text member, empty when there is none.
[[nodiscard]] std::string text_member(const Tree& object, std::string_view name);

/// Adds the fields of `value`, which stands at `steps`.
void flatten(const Tree& value, Steps& steps, Leaves& leaves);

/// Managers of a field, others than Weir when there are any, separated by commas.
[[nodiscard]] std::string managers_of(const Tree& object, const Steps& steps);

/// The value as JSON on one line, without what may be a secret.
[[nodiscard]] std::string shown(const Leaf& leaf);

} // namespace weir
