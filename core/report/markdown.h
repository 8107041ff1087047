#pragma once

/// \file
/// Texts of a contract inside Markdown that GitHub or GitLab show. Nothing of them becomes markup, HTML, a link,
/// a mention, or a reference to an issue.

#include <string>
#include <string_view>

namespace weir {

/// As running text.
[[nodiscard]] std::string markdown_text(std::string_view text);
/// As code, with as many backquotes around it as it needs. Nothing in it is a reference.
[[nodiscard]] std::string markdown_code(std::string_view text);
/// The same two where Markdown is not read, such as in a `<summary>`.
[[nodiscard]] std::string html_text(std::string_view text);
[[nodiscard]] std::string html_code(std::string_view text);

} // namespace weir
