#pragma once

/// \file
/// Words that stand for enumerators in every output.

#include <string_view>

#include "weir/diff.h"
#include "weir/finding.h"

namespace weir {

[[nodiscard]] constexpr std::string_view severity_name(Severity severity) {
    switch (severity) {
    case Severity::Error:
        return "error";
    case Severity::Warning:
        return "warning";
    case Severity::Info:
        break;
    }
    return "info";
}

[[nodiscard]] constexpr std::string_view severity_name(ChangeSeverity severity) {
    switch (severity) {
    case ChangeSeverity::Breaking:
        return "breaking";
    case ChangeSeverity::NonBreaking:
        return "non-breaking";
    case ChangeSeverity::Info:
        break;
    }
    return "info";
}

} // namespace weir
