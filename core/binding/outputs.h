#pragma once

/// \file
/// Every output column of one build gets its binding.

#include <string>
#include <unordered_map>
#include <vector>

#include "binding/findings.h"
#include "binding/fit.h"
#include "binding/names.h"
#include "binding/scope.h"
#include "binding/targets.h"
#include "weir/binding.h"

namespace weir::binding {

class OutputBinder {
  public:
    OutputBinder(const Contract& contract, const Scope& scope, const Targets& targets, Findings& findings,
                 Proposer& proposer, FieldIndex& fields)
        : contract_(contract), scope_(scope), targets_(targets), findings_(findings), proposer_(proposer),
          fields_(fields), fitter_(contract, findings, fields) {}

    /// A part of the mapping could not be read: it may feed an output that nothing else feeds.
    void open_outputs() { open_outputs_ = true; }
    [[nodiscard]] OutputBinding bind(ColumnId output);

  private:
    /// Where a field of the stream can be found, for proposals: its name and its parent in `leaves_`.
    struct Leaf {
        std::string_view name;
        std::uint32_t parent;
    };
    static constexpr std::uint32_t kNoLeaf = 0xFFFFFFFFU;

    [[nodiscard]] OutputBinding bind_entry(ColumnId output, const MappedEntry& entry);
    [[nodiscard]] OutputBinding bind_default(ColumnId output);
    [[nodiscard]] OutputBinding build(ColumnId output);
    [[nodiscard]] OutputBinding bind_path(ColumnId output, BoundPath path, const Origin& origin);
    [[nodiscard]] OutputBinding decode(ColumnId output, BoundPath path, const MappedEntry& entry);
    /// False after a finding: the output is required and the path may be null.
    bool judge_required(ColumnId output, const BoundPath& path, const Origin& origin);
    [[nodiscard]] OutputBinding made(ColumnId output, BoundPath path, Fit fit, const Origin& origin);
    /// Takes the bytes of a path from what a plan may hold; false, with one finding, when it is too much.
    [[nodiscard]] bool fits_budget(ColumnId output, std::size_t bytes);
    void refuse_unmapped(ColumnId output);
    [[nodiscard]] std::string feeding(std::string_view name);
    void collect_leaves(ColumnId first, std::uint32_t count, std::uint32_t parent, std::uint32_t depth);

    const Contract& contract_;
    const Scope& scope_;
    const Targets& targets_;
    Findings& findings_;
    Proposer& proposer_;
    FieldIndex& fields_;
    Fitter fitter_;
    /// Names from the output column down to the field being bound: also the path it is read from by
    /// default.
    bool open_outputs_ = false;
    std::vector<PathStep> trail_;
    std::vector<Leaf> leaves_;
    std::unordered_map<std::string_view, std::uint32_t> leaf_by_name_;
    bool leaves_collected_ = false;
    /// A rebuilt struct repeats its path in every field: bytes of path text left for this plan.
    std::size_t text_left_ = 32UL * 1024 * 1024;
    bool text_spent_ = false;
};

/// Refuses required map values at any depth of these output columns: Iceberg's writer would store a
/// null as an empty value without an error.
void refuse_required_map_values(const Columns& columns, ColumnId first, std::uint32_t count, Findings& findings);

/// Refuses arrays and maps that Flink would have to convert for the table and cannot. A struct is made anew
/// from its fields instead.
void refuse_binary_arrays(const Columns& columns, ColumnId first, std::uint32_t count, Findings& findings);

} // namespace weir::binding
