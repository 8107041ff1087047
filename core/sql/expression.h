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

/// `parent.field` for comments.
[[nodiscard]] std::string dotted(std::string_view parent, std::string_view field);

/// An output holds an array of binary. Flink casts every column of a row when one has not the type that the
/// table has for it, and such a cast cannot touch that output (types/binary_arrays.h).
[[nodiscard]] bool needs_stored_types(const Columns& columns, const ColumnList& outputs);
/// The Flink type in which an Iceberg table shows the column: timestamps have six digits.
[[nodiscard]] std::string stored_type(const Columns& columns, const Column& column);
/// Writes `value`, an expression of the type of `column`, in the column's stored type. A struct that holds an array of
/// binary is made anew where its timestamps are too short, because no cast may touch it.
void put_stored(ScriptWriter& out, const Columns& columns, const std::string& value, const Column& column, int indent);

/// Ends `ARRAY[ROW(…)`: its one element, or NULL where `value` is, because there is no second one.
void put_when_present(ScriptWriter& out, std::string_view value);

class ExpressionWriter {
  public:
    ExpressionWriter(const Contract& contract, const BuildPlan& plan, ScriptWriter& out)
        : columns_(contract.columns), plan_(plan), out_(out),
          stored_(needs_stored_types(contract.columns, contract.exposes[plan.expose].schema)) {}

    /// One output column on a line of its own (a struct that is made anew takes several), its name and
    /// a comma unless it is the last, with a comment that says where it comes from.
    void output(const OutputBinding& binding, bool last);
    void path(const BoundPath& path);

  private:
    [[nodiscard]] std::string path_text(const BoundPath& path) const;
    void scalar(const OutputBinding& binding);
    void field(const OutputBinding& binding, std::string_view name, int indent);
    void row(const OutputBinding& binding, std::string_view name, int indent);
    // An output that holds an array of binary: no cast may touch it.
    [[nodiscard]] bool takes_no_cast(const OutputBinding& binding) const;
    void uncast(const OutputBinding& binding, std::string_view name, int indent);
    void uncast_value(const BoundPath& path, const Column& from, const Column& to);

    [[nodiscard]] std::string target_type(const Column& column) const;
    [[nodiscard]] static std::size_t rebuilds(const OutputBinding& binding);
    [[nodiscard]] static bool one_line(const OutputBinding& binding);
    [[nodiscard]] std::string origin(const OutputBinding& binding) const;

    const Columns& columns_;
    const BuildPlan& plan_;
    ScriptWriter& out_;
    bool stored_;       ///< every output has the type that the table has for it
    bool deep_ = false; ///< the output rebuilds too many structs within each other for CASE
};

} // namespace weir
