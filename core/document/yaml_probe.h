#pragma once

/// \file
/// What yaml-cpp may read without keeping hundreds of megabytes of tokens.

#include <string>
#include <string_view>

#include "document/builder.h"

namespace weir {

/// What yaml-cpp is to see of the builder's text: all of it, or as much as it takes to refuse it, kept in
/// `start`. The builder is stopped, and a finding says why, where nothing should be read.
[[nodiscard]] std::string_view readable_text(DocumentBuilder& builder, std::string& start);

} // namespace weir
