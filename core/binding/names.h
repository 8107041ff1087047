#pragma once

/// \file
/// Looking names up, and proposing one when none fits.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "weir/clip.h"
#include "weir/types.h"

namespace weir::binding {

/// Finds columns among their siblings. Long lists are hashed once, so that a schema of any width is
/// bound in linear time.
class FieldIndex {
  public:
    explicit FieldIndex(const Columns& columns) : columns_(columns) {}

    /// The column called `name` among `count` columns from `first` on, or kNoColumn. Of two columns with
    /// the same name the first is found.
    [[nodiscard]] ColumnId find(ColumnId first, std::uint32_t count, std::string_view name);
    /// One of the columns has no name that could be read: it may be the one that is looked for.
    [[nodiscard]] bool open(ColumnId first, std::uint32_t count);
    /// The names of `count` columns from `first` on. Collected once, however often they are asked for.
    [[nodiscard]] const std::vector<std::string_view>& names(ColumnId first, std::uint32_t count);

  private:
    const Columns& columns_;
    std::unordered_map<ColumnId, std::unordered_map<std::string_view, ColumnId>> long_lists_;
    std::unordered_map<ColumnId, std::vector<std::string_view>> names_;
};

/// Proposes names, until so many have been compared that a contract made of nothing but wrong names
/// would take noticeable time.
class Proposer {
  public:
    [[nodiscard]] std::string_view propose(std::string_view word, const std::vector<std::string_view>& names);

  private:
    std::size_t left_ = 60'000;
};

/// `a, b, c and 12 more`; long names are cut.
[[nodiscard]] std::string name_list(const std::vector<std::string_view>& names);

/// `text` cut to so many bytes, at a character. Names are cut when they are listed, whole paths only when
/// they are so long that a contract full of them would make more text than it has itself.
inline constexpr std::size_t kNameBytes = 80;
inline constexpr std::size_t kPathBytes = 400;
[[nodiscard]] inline std::string clipped(std::string_view text) {
    return weir::clipped(text, kNameBytes);
}
[[nodiscard]] inline std::string shown(std::string_view path) {
    return weir::clipped(path, kPathBytes);
}

} // namespace weir::binding
