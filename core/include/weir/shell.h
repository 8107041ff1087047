#pragma once

/// \file
/// Words of a POSIX shell.

#include <string>
#include <string_view>

namespace weir {

/// `text` as one word that a POSIX shell reads back as it is: quoted unless every character is a plain one. Line breaks
/// and other characters that a reader does not see are kept; who prints the word may want terminal_safe() too.
[[nodiscard]] std::string shell_word(std::string_view text);

} // namespace weir
