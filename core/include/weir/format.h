#pragma once

/// \file
/// The canonical layout of a contract or a fragment.

#include <string>
#include <string_view>

namespace weir {

struct Formatted {
    std::string text;    ///< with its final line end; the given text where it is refused
    std::string refusal; ///< why it stays as it is, in words; empty when it was laid out
};

/// Lays out blanks and line ends alone: two blanks a level, lists indented below their keys, no blanks at the ends of
/// lines, LF line ends. Words, quotes, comments, empty lines and the order of everything stay; so does the inside of
/// block scalars. The result means what the text means, which is looked at before it is given, and formatting it
/// again changes nothing.
/// \param name  `.json` is read as JSON
[[nodiscard]] Formatted format(std::string_view name, std::string_view text);

} // namespace weir
