#pragma once

/// \file
/// Words and places as SARIF, JUnit and build servers want them.

#include <string>
#include <string_view>

#include "weir/finding.h"

namespace weir {

/// `error`, `warning`, or what the format calls an info.
[[nodiscard]] std::string_view level_name(Severity severity, std::string_view info);

/// A file's name as a URI reference: percent-encoded, absolute paths as `file://`.
[[nodiscard]] std::string file_uri(std::string_view name);

/// Safe text escaped for XML content and attributes.
[[nodiscard]] std::string xml_text(std::string_view text);

/// Text of a workflow command of GitHub, escaped as its reader unescapes it. A property may hold no comma and
/// no colon either.
[[nodiscard]] std::string command_text(std::string_view text, bool property);

} // namespace weir
