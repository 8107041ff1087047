#pragma once

/// \file
/// Answers of commands as JSON.

#include <string>

#include <nlohmann/json.hpp>

#include "weir/deploy.h"

namespace weir::cli {

/// On one line in ASCII with a final newline; bad UTF-8 becomes U+FFFD.
[[nodiscard]] std::string json_line(const nlohmann::ordered_json& value);

/// `{"code", "path", "message", "help"}`, safe to be looked at in a terminal.
[[nodiscard]] nlohmann::ordered_json problem_object(const DeployProblem& problem);

} // namespace weir::cli
