#pragma once

/// \file
/// The statements that bring an existing Iceberg table to a changed schema, as Spark and Trino write
/// them. Weir runs none of them: nothing is migrated automatically.
///
/// Spark's are those of Iceberg's Spark DDL. Trino's are those of its Iceberg connector, from release 469
/// on, which brought FIRST and AFTER. Where an engine has no statement, the migration's note says so.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diff/columns.h"

namespace weir::changes {

/// A table, and a column in it.
struct AlterTarget {
    std::string_view name_space; ///< dot-separated
    std::string_view table;
    const std::vector<ColumnStep>& steps; ///< to the column; to the struct, for an order
};

/// Adds an optional column behind the sibling before it.
/// \param siblings  the columns that it stands among, in the new order
/// \param outer     the column at the top of the table that holds it
void alter_add(Migration& migration, const AlterTarget& target, const Columns& columns, const Column& column,
               std::span<const Column> siblings, const Column* outer);
void alter_drop(Migration& migration, const AlterTarget& target);
/// Gives a scalar the wider type of `column`.
void alter_type(Migration& migration, const AlterTarget& target, const Column& column);
void alter_drop_not_null(Migration& migration, const AlterTarget& target);
/// Brings the columns of `base` that are in `head` too into the order of `head`.
/// \param outer  the column at the top of the table that holds the struct; null for the table's own columns
void alter_order(Migration& migration, const AlterTarget& target, const Columns& columns, std::span<const Column> base,
                 std::span<const Column> head, const Column* outer);

} // namespace weir::changes
