#pragma once

/// \file
/// Outputs of a mapping as Flink expressions (sql.md, Expressions).

#include "sql/writer.h"
#include "weir/binding.h"

namespace weir {

/// Alias of `source_events` in the query.
inline constexpr std::string_view kEventAlias = "e";
/// Alias of the exploded array.
inline constexpr std::string_view kElementAlias = "x";

class ExpressionWriter {
  public:
    ExpressionWriter(const Contract& contract, const BuildPlan& plan, ScriptWriter& out)
        : columns_(contract.columns), plan_(plan), out_(out) {}

    /// One output column on a line of its own (a struct that is made anew takes several), its name and
    /// a comma unless it is the last, with a comment that says where it comes from.
    void output(const OutputBinding& binding, bool last);
    void path(const BoundPath& path);

  private:
    void scalar(const OutputBinding& binding);
    void field(const OutputBinding& binding, std::string_view name, int indent);
    void row(const OutputBinding& binding, std::string_view name, int indent);
    [[nodiscard]] static bool one_line(const OutputBinding& binding);
    [[nodiscard]] std::string origin(const OutputBinding& binding) const;

    const Columns& columns_;
    const BuildPlan& plan_;
    ScriptWriter& out_;
};

} // namespace weir
