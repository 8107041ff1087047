#pragma once

/// \file
/// Names of texts, and what a `$ref` may name, judged by its text alone.

#include <optional>
#include <string>
#include <string_view>

#include "weir/finding.h"

namespace weir {

/// The folder of a name; empty for a name without one.
[[nodiscard]] std::string_view folder_of(std::string_view name);

/// Whether `name` lies in the folder `root` or below it. Both are folded; an empty root is the
/// folder that names are relative to.
[[nodiscard]] bool is_within(std::string_view root, std::string_view name);

/// Why a `$ref` is refused before anyone asks for its file.
struct RefRefusal {
    Code code{};
    std::string message;
    std::string help;
};

/// A `$ref` taken apart.
struct RefTarget {
    std::string file;    ///< resolved name; empty for the same document
    std::string pointer; ///< behind the `#`, percent escapes decoded; empty for the whole text
    std::optional<RefRefusal> refusal;
};

/// \param ref   the text of the `$ref`
/// \param base  name of the file that holds it
/// \param root  the ref root
[[nodiscard]] RefTarget parse_ref(std::string_view ref, std::string_view base, std::string_view root);

} // namespace weir
