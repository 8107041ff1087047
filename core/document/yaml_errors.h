#pragma once

/// \file
/// What yaml-cpp says when it cannot read on, in words for people and at a place that helps.

#include <cstdint>
#include <string_view>

#include "document/builder.h"

namespace weir {

/// An error as yaml-cpp reports it.
struct YamlError {
    std::string_view reported;
    std::int64_t at = 0;
    std::uint32_t cursor = 0;       ///< past the last token that was read
    std::uint32_t reported_tab = 0; ///< a tab that has its finding already
};

void report_yaml_error(DocumentBuilder& builder, const YamlError& error);
/// Something stands at `position`, behind the document.
void report_yaml_rest(DocumentBuilder& builder, std::int64_t position);
/// Reports a line with % behind the document, which ends at `from`; yaml-cpp skips such a line.
void report_yaml_directive(DocumentBuilder& builder, std::uint32_t from);

} // namespace weir
