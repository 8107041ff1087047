#pragma once

/// \file
/// What this process's environment says. The operator's variables come from there and from nowhere else: a file of
/// the project, such as `.env`, is written by whoever writes the contract.

#include <optional>
#include <string>

#include "live/http.h"
#include "live/process.h"
#include "weir/policy.h"

namespace weir::live {

/// The variable's value; nothing when it is not set.
[[nodiscard]] std::optional<std::string> environment_value(const std::string& name);

/// Those of kAllowlists that are set.
[[nodiscard]] Environment allowlist_environment();

/// How catalogs are asked: WEIR_CA_FILE and WEIR_PROXY (docs/verify.md).
[[nodiscard]] HttpSettings http_settings(Stop stop);

/// The folder for what Weir keeps about itself and can do without: `$XDG_STATE_HOME/weir`, else
/// `$HOME/.local/state/weir`. Empty when neither variable is an absolute path.
[[nodiscard]] std::string state_folder();

} // namespace weir::live
