#pragma once

/// \file
/// Changes as documents, behind the same door as every other op. weir-core.wasm, whose size has a bound, answers what
/// one waits for at a key stroke; this is the door of weir-full.wasm, which is loaded when somebody asks for more.

#include <string>
#include <string_view>

#include "weir/facade.h"

namespace weir {

/// What `weir diff --format html` prints: the page that a preview would have of the two, standing alone.
[[nodiscard]] std::string changes_page(const Checked& base, const Checked& head, const ChangesReport& report);

/// Answers one request as weir_call does, and the op `report` besides. Never throws.
///
/// Request of `report`: that of the op `diff`, with options.format `markdown` or `html`. Result: `{"schema": 1,
/// "format", "text"}`: the bytes of `weir diff --format markdown|html`. Errors: those of `diff`, and `format-unknown`.
[[nodiscard]] std::string full_call(std::string_view request);

} // namespace weir
