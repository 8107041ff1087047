#pragma once

/// \file
/// The statements on the other side: catalog, database, table and INSERT.

#include <string_view>

#include "sql/names.h"
#include "sql/writer.h"
#include "weir/binding.h"
#include "weir/sql.h"

namespace weir {

class SinkWriter {
  public:
    SinkWriter(const Contract& contract, const BuildPlan& plan, ScriptWriter& out);

    void write_catalog();
    void write_database();
    void write_table();
    void write_insert();

  private:
    /// `(key = value, …)`, one on a line.
    void options(const std::vector<SqlOption>& options);
    void table_name();
    void partitions(const IcebergConfig& iceberg);
    void insert_columns();
    void mapped_query();
    void own_query();

    const Contract& contract_;
    const BuildPlan& plan_;
    const Build& build_;
    const Expose& expose_;
    const Location& location_;
    ScriptWriter& out_;
    std::string_view database_; ///< last part of the namespace
};

} // namespace weir
