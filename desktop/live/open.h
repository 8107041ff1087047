#pragma once

/// \file
/// The one function that opens files for reading.

#include <cstddef>
#include <string>

#include "weir/document.h"

namespace weir::live {

/// Reads at most `limit` bytes and one more, so that a reader can tell that there are more. Pipes,
/// devices, sockets and symbolic links are refused without being opened.
[[nodiscard]] FileAnswer read_regular(const std::string& real_path, std::size_t limit);

/// The reason behind an errno, for people: `no such file`.
[[nodiscard]] std::string reason_of(int error_number);

} // namespace weir::live
