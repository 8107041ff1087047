#pragma once

/// \file
/// `file:` URIs and paths.

#include <optional>
#include <string>
#include <string_view>

namespace weir::lsp {

/// The absolute path of a `file:` URI of this machine; nothing for any other URI.
[[nodiscard]] std::optional<std::string> path_of_uri(std::string_view uri);

/// The `file:` URI of an absolute path.
[[nodiscard]] std::string uri_of_path(std::string_view path);

} // namespace weir::lsp
