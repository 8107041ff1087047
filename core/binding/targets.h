#pragma once

/// \file
/// properties.mapping.columns: which output, or field of one, each entry names.

#include <optional>
#include <unordered_map>
#include <vector>

#include "binding/findings.h"
#include "binding/names.h"
#include "weir/binding.h"

namespace weir::binding {

/// An entry whose name could be found, with its path.
struct MappedEntry {
    const MappingColumn* entry = nullptr;
    /// Absent when a finding says what is wrong with the path or the cast.
    std::optional<BoundPath> path;
    bool cast = false;
};

class Targets {
  public:
    Targets(const Contract& contract, const Expose& expose, Findings& findings, Proposer& proposer, FieldIndex& fields)
        : contract_(contract), expose_(expose), findings_(findings), proposer_(proposer), fields_(fields) {}

    /// Gives the output that the entry names to this entry, unless something is wrong with the name.
    void take(MappedEntry entry);

    /// The output, or the field of one, with this name; kNoColumn when there is none. Says nothing.
    [[nodiscard]] ColumnId look(std::string_view name);
    /// An entry means this output, but a finding says what is wrong with it.
    void open(ColumnId output) { targets_[output].open = true; }

    /// The entry that names exactly this output column, or null.
    [[nodiscard]] const MappedEntry* entry(ColumnId output) const;
    /// An entry names something inside this output column.
    [[nodiscard]] bool is_built(ColumnId output) const;
    /// Something is mapped into it, but what it holds could not be read.
    [[nodiscard]] bool is_open(ColumnId output) const;

  private:
    struct Target {
        std::optional<std::size_t> entry;  ///< the entry that names it
        std::optional<std::size_t> inside; ///< the first entry that names something inside it
        bool open = false;
    };

    [[nodiscard]] std::vector<ColumnId> find(const Text& name);
    void refuse_name(const Text& name, std::string_view part, std::string_view parent, ColumnId first,
                     std::uint32_t count, std::size_t begin);
    [[nodiscard]] Place place_of(std::size_t entry) const;

    const Contract& contract_;
    const Expose& expose_;
    Findings& findings_;
    Proposer& proposer_;
    FieldIndex& fields_;
    std::vector<MappedEntry> entries_;
    std::unordered_map<ColumnId, Target> targets_;
};

} // namespace weir::binding
