#pragma once

/// \file
/// Which parts of a line are printed in another colour. For the eye only: a line is judged alone, so that text in a
/// block scalar may be taken for a key.

#include <cstddef>
#include <string_view>
#include <vector>

namespace weir {

enum class Language : bool { Yaml, Sql };

/// Bytes [begin, end) of a line.
struct Inked {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view kind; ///< class in the style: `k` key or keyword, `s` string, `m` comment
};

/// In order, without overlap.
[[nodiscard]] std::vector<Inked> ink(Language language, std::string_view line);

} // namespace weir
