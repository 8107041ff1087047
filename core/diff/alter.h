#pragma once

/// \file
/// The statements that bring an existing Iceberg table to a changed schema, as Spark and Trino write
/// them. Weir runs none of them: nothing is migrated automatically.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weir/types.h"

namespace weir::changes {

/// A table and a column in it, by its steps: `customer`, `address`, `country`.
struct AlterTarget {
    std::string_view name_space; ///< dot-separated
    std::string_view table;
    const std::vector<std::string_view>& steps;
};

/// The type in Spark SQL and in Trino.
[[nodiscard]] std::string spark_type(const Columns& columns, const Column& column);
[[nodiscard]] std::string trino_type(const Columns& columns, const Column& column);

/// `after` is the sibling that the column follows; empty when it is the first.
[[nodiscard]] std::string alter_add(const AlterTarget& target, const Columns& columns, const Column& column,
                                    std::string_view after, bool last);
[[nodiscard]] std::string alter_drop(const AlterTarget& target);
[[nodiscard]] std::string alter_type(const AlterTarget& target, const Columns& columns, const Column& column);
[[nodiscard]] std::string alter_drop_not_null(const AlterTarget& target);
/// Moves the column behind `after`, or to the front when that is empty. Spark only.
[[nodiscard]] std::string alter_move(const AlterTarget& target, std::string_view after);

} // namespace weir::changes
