#pragma once

/// \file
/// Changes of a YAML or JSON text that leave everything around them as it is written: what a finding's
/// fix is made of.
///
/// Each answers nothing where the change cannot be made safely: in a value that an alias or a merge key
/// shares with other places, around comments and layouts that a person should look at, or where nothing
/// would be left.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/document.h"

namespace weir {

/// Takes an entry out of its mapping, which keeps at least one other.
[[nodiscard]] std::optional<Edit> remove_entry(const Document& document, NodeId mapping, const Entry& entry);

/// Takes an item out of its list, which keeps at least one other.
[[nodiscard]] std::optional<Edit> remove_item(const Document& document, NodeId sequence, std::size_t index);

/// Puts `key: value` before the first entry of a mapping. The value is written as it stands in YAML and
/// in JSON alike: `true`, `"text"`.
[[nodiscard]] std::optional<Edit> insert_entry(const Document& document, NodeId mapping, std::string_view key,
                                               std::string_view value);

/// Takes an entry out of one mapping and puts it before the first entry of another, laid out as it stands
/// there.
[[nodiscard]] std::optional<std::vector<Edit>> move_entry(const Document& document, NodeId from, const Entry& entry,
                                                          NodeId to);

/// The blanks that a line continuing the mapping or list at `begin` starts with; nothing when something
/// other than blanks and dashes stands before it on its line.
[[nodiscard]] std::optional<std::string> indent_of(std::string_view text, std::size_t begin);

/// Where an entry or an item ends in the text that holds its first byte; nothing when it was included
/// from another place of the text.
[[nodiscard]] std::optional<std::uint32_t> end_in_place(const Document& document, NodeId value);

} // namespace weir
