#pragma once

/// \file
/// Words that stand for enumerators in every output.

#include <string_view>

#include "weir/binding.h"
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

/// As JSON says it; empty when it is not concerned.
[[nodiscard]] constexpr std::string_view savepoint_name(Savepoint savepoint) {
    switch (savepoint) {
    case Savepoint::Kept:
        return "kept";
    case Savepoint::Uncertain:
        return "uncertain";
    case Savepoint::Lost:
        return "lost";
    case Savepoint::NotConcerned:
        break;
    }
    return "";
}

[[nodiscard]] constexpr std::string_view origin_name(SourceColumn::Origin origin) {
    switch (origin) {
    case SourceColumn::Origin::Key:
        return "key";
    case SourceColumn::Origin::Metadata:
        return "metadata";
    case SourceColumn::Origin::Value:
        break;
    }
    return "value";
}

} // namespace weir
