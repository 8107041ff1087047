#pragma once

/// \file
/// A document of the Open Data Contract Standard → a contract, or the columns of one (docs/odcs.md).
///
/// What ODCS says and a contract outside the managed lane has no key for stands in labels `odcs.…`, from which export
/// writes it again: what `weir export odcs` wrote comes back, and gives the same bytes when it is exported again. What
/// is left out is told, each with its place. Addresses and credentials of servers are never taken over.

#include <string>
#include <string_view>

#include "weir/facade.h"

namespace weir {

/// Labels of an imported column or expose.
inline constexpr std::string_view kLabelLogic = "odcs.transformLogic";
/// A JSON list of texts.
inline constexpr std::string_view kLabelSources = "odcs.transformSourceObjects";
/// What a column holds, as JSON: `{"properties": […]}` or `{"items": {…}}`, and its whole type as `type`.
inline constexpr std::string_view kLabelNested = "odcs.nested";
inline constexpr std::string_view kLabelPartition = "odcs.partitionKeyPosition";
inline constexpr std::string_view kLabelGranularity = "odcs.dataGranularityDescription";

enum class ImportAs : std::uint8_t {
    Contract,
    Columns, ///< a fragment of kind `schema`, which a managed contract includes by `$ref`
};

struct OdcsImport {
    /// The ODCS document with its findings; `checked.contract` is empty.
    Checked checked;
    /// YAML; empty when the document has an error.
    std::string text;
};

/// Imports `file` of `files`. ODCS documents stand alone: a `$ref` in one is an error.
[[nodiscard]] OdcsImport import_odcs(const FileSet& files, std::string_view file, ImportAs as = ImportAs::Contract);

} // namespace weir
