#pragma once

/// \file
/// Checks of the bytes of a text before any parser sees it.

#include "document/problems.h"
#include "weir/text.h"

namespace weir {

enum class TextKind : std::uint8_t { Yaml, Json };

/// UTF-8, and for YAML only characters that YAML allows: no control characters, and no carriage return
/// without a line feed. JSON's own grammar says where control characters may stand.
/// \return whether the text may be read further; what is wrong has been reported
[[nodiscard]] bool check_bytes(const SourceText& source, FileId file, TextKind kind, Problems& problems);

/// Length in bytes of the UTF-8 sequence at `at`; 0 when there is none.
[[nodiscard]] std::uint32_t utf8_length(std::string_view text, std::size_t at);

} // namespace weir
