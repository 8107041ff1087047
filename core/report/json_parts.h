#pragma once

/// \file
/// Pieces that several JSON reports share.

#include <vector>

#include "report/json_writer.h"
#include "weir/finding.h"

namespace weir {

struct ContractReport;

/// `{"start": {"line", "column"}, "end": {…}}`
void write_range(JsonWriter& json, const Range& range);

/// Members `file` and `range` of the object being written. A place that is not known is the start of
/// `fallback_file`.
void write_place(JsonWriter& json, const Sources* sources, Span span, std::string_view fallback_file);

/// The array of findings of a contract.
void write_findings(JsonWriter& json, const ContractReport& report);

} // namespace weir
