#pragma once

/// \file
/// Paths with all symbolic links taken out, whether or not what they name exists.

#include <optional>
#include <string>
#include <string_view>

namespace weir::live {

/// Absolute path of `path` with every `.`, `..` and symbolic link resolved as the kernel would. Steps that
/// do not exist are kept as they are. Nothing when links lead in circles.
[[nodiscard]] std::optional<std::string> real_path(std::string_view path);

/// `path` is `folder` or lies below it. Both are real paths.
[[nodiscard]] bool lies_within(std::string_view path, std::string_view folder);

/// The folder that a path stands in, as written; empty for a bare name.
[[nodiscard]] std::string_view folder_part(std::string_view path);
/// The last step of a path.
[[nodiscard]] std::string_view name_part(std::string_view path);

/// A step below `folder` on the way to `path` starts with a dot.
[[nodiscard]] bool is_hidden_below(std::string_view path, std::string_view folder);

[[nodiscard]] bool has_document_suffix(std::string_view path);

} // namespace weir::live
