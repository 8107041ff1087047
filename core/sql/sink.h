#pragma once

/// \file
/// The statements on the other side: catalog, database, table and INSERT.

#include <string_view>

#include "sql/names.h"
#include "sql/writer.h"
#include "weir/binding.h"

namespace weir {

inline constexpr std::string_view kCatalogName = "weir_catalog";

class SinkWriter {
  public:
    SinkWriter(const Contract& contract, const BuildPlan& plan, ScriptWriter& out);

    void write_catalog();
    void write_database();
    void write_table();
    void write_insert();

  private:
    void option(std::string_view key, std::string_view value, Place place = {});
    void auth_options(const CatalogAuth& auth);
    void table_name();
    void insert_columns();
    void mapped_query();
    void own_query();

    const Contract& contract_;
    const BuildPlan& plan_;
    const Build& build_;
    const Expose& expose_;
    const Location& location_;
    ScriptWriter& out_;
    std::string_view base_namespace_; ///< all parts of the namespace but the last
    std::string_view database_;       ///< its last part
    bool first_option_ = true;
};

} // namespace weir
