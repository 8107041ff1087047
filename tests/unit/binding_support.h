#pragma once

/// \file
/// A whole managed contract around the few lines that a test is about.

#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"

namespace weir::test {

/// What a test says; each text is YAML for the place named, in flow or block style, indented from column 0.
struct Lines {
    std::string stream;  ///< items of properties.stream.schema
    std::string outputs; ///< items of exposes[0].contract.schema
    std::string mapping; ///< keys of properties.mapping; empty for none
    std::string extra;   ///< more keys of properties.stream: key, metadata
    std::string sql;     ///< properties.sql
};

struct Bound {
    Contract contract;
    std::vector<Finding> reading; ///< of the document and the contract
    Plan plan;

    [[nodiscard]] const std::vector<Finding>& findings() const { return plan.findings; }
    [[nodiscard]] const BuildPlan& build() const { return plan.builds.front(); }
    [[nodiscard]] const OutputBinding& output(std::size_t index) const { return build().outputs.at(index); }
    /// `slug @ path: message`, without the lane's prefix, one a line.
    [[nodiscard]] std::string text() const;
    /// The text with the fix of one finding made.
    [[nodiscard]] std::string fixed(std::size_t finding) const;
};

[[nodiscard]] std::string contract_text(const Lines& lines);
[[nodiscard]] Bound bind_text(const std::string& text);
[[nodiscard]] Bound bind_lines(const Lines& lines);

} // namespace weir::test
