#pragma once

/// \file
/// Contract → documents of the Open Data Contract Standard, v3.1.0, one an expose (docs/odcs.md).
///
/// They are for people who read the table: its columns with their types and nested fields, where each comes from, who
/// answers for it. No address, no credential's name, no SQL and nothing of the deployment is in them, and nothing that
/// a contract hides.

#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"

namespace weir {

inline constexpr std::string_view kOdcsVersion = "v3.1.0";
/// Custom property of a nested column: its whole type in the contract's own form, because ODCS has no typed maps.
inline constexpr std::string_view kRecursiveType = "fluid.recursiveType";
/// Custom property of a scalar whose contract type says more than the Iceberg type: `timestamp_ltz(3)`.
inline constexpr std::string_view kScalarType = "fluid.type";

struct OdcsDocument {
    std::string expose; ///< its id
    std::string json;   ///< one line, without a newline at its end
};

/// Documents of a valid contract's exposes, in the contract's order.
/// \param hidden  places whose texts no output shows, as Checked::hidden
/// \param only    an exposeId, for that one alone; empty for all
[[nodiscard]] std::vector<OdcsDocument> odcs_documents(const Contract& contract, const Plan& plan,
                                                       const std::vector<Span>& hidden, std::string_view only = {});

} // namespace weir
