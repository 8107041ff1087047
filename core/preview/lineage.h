#pragma once

/// \file
/// Which part of a record feeds which column: the picture's model.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"

namespace weir {

/// A row on the left: a column of the stream, a field of one, the exploded element.
struct LineageSource {
    std::string name; ///< the last step: `id`, `['channel']`
    std::string type;
    std::string origin; ///< `key`, `metadata`, `each element`; empty for a part of the value
    std::uint32_t depth = 0;
    bool nullable = false;
    bool used = false; ///< it, or something in it, is read
};

enum class LineageMark : std::uint8_t { Same, Added, Changed, Removed };

/// A row on the right: an output column, or a field of one that is built field by field.
struct LineageTarget {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    std::string name; ///< with the names above it: `customer.id`
    std::string type;
    std::uint32_t depth = 0;
    bool required = false;
    std::uint32_t source = kNone; ///< row on the left
    std::string from;             ///< the path
    std::string how;              ///< in words: `as it is`, `cast long → decimal(18,2)`
    bool nullable = false;        ///< the path may be null
    bool element = false;         ///< read from the exploded element
    LineageMark mark = LineageMark::Same;
    std::string was; ///< of a changed or removed row: what it said before
};

struct Lineage {
    std::string build;
    std::string topic;
    std::string table;
    std::string exploded; ///< path of the array; empty without explode
    bool own_sql = false; ///< columns go in and come out, and nothing is known of what feeds what
    std::vector<LineageSource> sources;
    std::vector<LineageTarget> targets;
    std::vector<LineageTarget> removed; ///< only after mark_changes()
};

[[nodiscard]] Lineage lineage_of(const Contract& contract, const BuildPlan& plan);

/// Marks what in `head` is new or differs from `base`.
void mark_changes(Lineage& head, const Lineage& base);

} // namespace weir
