#pragma once

/// \file
/// A second look at the source. yaml-cpp reports where a token starts and what it says, not where it
/// ends; these functions find the ends. All are linear in the token and never leave the text.

#include <cstdint>
#include <string_view>

namespace weir {

inline constexpr std::uint32_t kNoOffset = 0xFFFFFFFFU;

/// Past blanks, line ends and comments.
[[nodiscard]] std::uint32_t skip_trivia(std::string_view text, std::uint32_t at);

/// A token's start behind its anchor and tag, and where those end.
struct AfterProperties {
    std::uint32_t start = 0; ///< the token itself, blanks and comments skipped
    std::uint32_t end = 0;   ///< end of the last anchor or tag; equals the given offset when there is none
    bool any = false;
};
[[nodiscard]] AfterProperties skip_properties(std::string_view text, std::uint32_t at);

/// Start of a block mapping that is reported at `at`: an anchor or a tag on a line before its first key
/// is the mapping's, one on the key's own line is the key's.
[[nodiscard]] std::uint32_t start_of_mapping(std::string_view text, std::uint32_t at);

/// Past the closing quote, or kNoOffset when there is none. `begin` is at the opening quote.
[[nodiscard]] std::uint32_t end_of_quoted(std::string_view text, std::uint32_t begin);
/// Past the last character of a plain scalar that reads as `decoded`.
[[nodiscard]] std::uint32_t end_of_plain(std::string_view text, std::uint32_t begin, std::string_view decoded);
/// Past the last character of a block scalar, its final line end excluded.
/// \param parent_column  column (from 0) of the innermost block collection, or -1 for none
[[nodiscard]] std::uint32_t end_of_block(std::string_view text, std::uint32_t begin, std::int64_t parent_column);
/// Past the name of `*name`.
[[nodiscard]] std::uint32_t end_of_alias(std::string_view text, std::uint32_t begin);
/// Past the anchor, alias or tag that begins at `at`.
[[nodiscard]] std::uint32_t end_of_property(std::string_view text, std::uint32_t at);
/// Past the closing bracket of a flow collection whose last inner token ends at `from`; `from` when
/// something else stands there.
[[nodiscard]] std::uint32_t end_of_flow(std::string_view text, std::uint32_t from, char closing);

/// Offset of the first tab in the blanks before `at`, when nothing but blanks stands between the line's
/// start and `at`; else kNoOffset.
[[nodiscard]] std::uint32_t tab_in_indentation(std::string_view text, std::uint32_t at);
/// Bytes between the start of the line and `at`.
[[nodiscard]] std::uint32_t column_of(std::string_view text, std::uint32_t at);
/// Past the code point at `at`.
[[nodiscard]] std::uint32_t next_code_point(std::string_view text, std::uint32_t at);

} // namespace weir
