#pragma once

/// \file
/// A table as Iceberg's REST specification writes it in JSON.

#include <string>

#include "report/json_writer.h"
#include "weir/contract.h"

namespace weir {

/// Writes the columns of an expose as an Iceberg schema, a top-level column on a line. Field ids are numbered
/// in the order in which Iceberg numbers those of a new table.
class IcebergSchemaWriter {
  public:
    IcebergSchemaWriter(const Contract& contract, ColumnList columns);

    /// `{"type":"struct","schema-id":0,"fields":[…]}`
    [[nodiscard]] std::string schema();
    /// `{"spec-id":0,"fields":[…]}`
    [[nodiscard]] std::string partition_spec(const std::optional<IcebergConfig>& iceberg) const;

  private:
    void field(JsonWriter& json, const Column& column, std::uint64_t id);
    void type(JsonWriter& json, const Column& column);
    [[nodiscard]] std::string_view description(const Column& column) const;

    const Contract& contract_;
    ColumnList columns_;
    std::uint64_t next_id_ = 1;
};

} // namespace weir
