#pragma once

/// \file
/// The file that `--waivers` names, and the day on which it is read.

#include <string>

#include "weir/fetch.h"

namespace weir::cli {

/// The day in UTC, `YYYY-MM-DD`: the same for everyone who runs it.
[[nodiscard]] std::string today();

/// The text of a file of waivers; nothing when `file` is empty. `refusal` says why it cannot be read.
[[nodiscard]] FileAnswer waivers_text(const std::string& file);

} // namespace weir::cli
