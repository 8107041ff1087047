#pragma once

/// \file
/// The ops that editors ask: complete, definition, hover, schema. A build has them or not by the file that it
/// compiles of facade/editor: the WebAssembly module leaves them out, to stay small.

#include <span>
#include <string_view>

#include "facade/answers.h"

namespace weir {

/// An op of weir_call by its name.
struct Op {
    std::string_view name;
    Answer (*answer)(const Request&);
};

[[nodiscard]] std::span<const Op> editor_ops();

} // namespace weir
