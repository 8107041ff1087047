#pragma once

/// \file
/// What can be said of a mapping by its texts alone: when they are read on the way to binding, and when
/// there is nothing to bind to, as in a fragment that is checked on its own.

#include <optional>

#include "binding/findings.h"
#include "weir/binding.h"

namespace weir::binding {

/// Names with dots between them, as a mapping names an output.
[[nodiscard]] bool is_dotted(std::string_view name);

/// The path in `text`, or a finding.
[[nodiscard]] std::optional<ParsedPath> read_path(const Text& text, Findings& findings);

/// False after a finding: the alias is not an identifier.
bool judge_alias_form(const Text& as, Findings& findings);

/// False after a finding: the cast is none that exists.
bool judge_cast_form(const Text& cast, Findings& findings);

/// The forms of paths, aliases, casts and names, and names that clash.
void judge_forms(const Mapping& mapping, Findings& findings);

} // namespace weir::binding
