#pragma once

/// \file
/// Plans made by hand for the tests of the compiler, from short schema texts:
/// `id string!, customer struct<id string, zip string>, tags array<string>, attributes map<string>`.
/// `!` means required.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "weir/sql.h"

namespace weir::test {

struct MadePlan {
    Contract contract;
    BuildPlan plan;
};

class PlanMaker {
  public:
    PlanMaker();

    PlanMaker& value(std::string_view schema, ValueFormat format = ValueFormat::Json);
    PlanMaker& key(KeyFormat format, KeyReading reading, std::string_view schema, std::string_view prefix = {});
    PlanMaker& metadata(std::string_view name, MetadataKey key);
    PlanMaker& event_time(std::string_view column, std::int64_t delay_seconds);
    PlanMaker& explode(std::string_view path, std::string_view as);
    PlanMaker& output(std::string_view schema);
    /// A mapping entry: the output column, or a field of one (`order.key`), and its path.
    PlanMaker& map(std::string_view name, std::string_view from);
    PlanMaker& sql(std::string_view sql);
    /// The contract, for what only one test wants to change.
    Contract& contract() { return made_.contract; }
    Build& build() { return made_.contract.builds.front(); }
    Expose& expose() { return made_.contract.exposes.front(); }

    MadePlan make();

  private:
    std::string_view keep(std::string_view text);
    Text text(std::string_view value);
    Place place();
    ColumnList columns(std::string_view schema);
    BoundPath path(const std::string& text) const;
    OutputBinding bind(ColumnId output, const std::string& name, const std::string& from) const;
    bool maps_below(const std::string& name) const;
    OutputBinding value_of(ColumnId output, const std::string& from) const;

    MadePlan made_;
    std::map<std::string, std::string> mapping_;
    std::string explode_path_;
    NodeId next_node_ = 1;
};

} // namespace weir::test
