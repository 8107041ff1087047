#pragma once

/// \file
/// Contract → Plan: which path of the stream feeds which output column, with its type and its
/// nullability. This is the static check of contract.md section 5.

#include <string>
#include <string_view>
#include <vector>

#include "weir/contract.h"

namespace weir {

/// One step of a path: `.name` or `['literal']`.
struct PathStep {
    std::string name;
    bool literal = false;
    /// Bytes [begin, end) of the path text that this step covers: a name without its dot, a literal
    /// with its brackets.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct ParsedPath {
    std::vector<PathStep> steps;
    bool ok = false;
    bool too_long = false; ///< well formed, but more than 64 steps; the first 64 are kept
};

/// Reads `name(.name | ['literal'])*`; `''` inside a literal is one quote. At most 64 steps.
[[nodiscard]] ParsedPath parse_path(std::string_view text);

/// A top-level column of `source_events`.
struct SourceColumn {
    enum class Origin : std::uint8_t { Value, Key, Metadata };
    Origin origin = Origin::Value;
    std::string_view name;       ///< in the stream's scope: prefix + name for a key column
    ColumnId column = kNoColumn; ///< its type; a key column's own name, without prefix, is there
    bool nullable = true;        ///< by the static check: a key column always is
    MetadataKey metadata = MetadataKey::Unknown;
    Place at; ///< where the contract declares it
};

/// What a path starts at.
enum class PathRoot : std::uint8_t {
    Source,  ///< sources[root_index]
    Element, ///< the exploded element
};

/// A path resolved against the stream.
struct BoundPath {
    PathRoot root = PathRoot::Source;
    std::uint32_t root_index = 0;
    /// Steps after the root column: struct fields and map keys.
    std::vector<PathStep> steps;
    /// Type of what the path ends at.
    ColumnId column = kNoColumn;
    /// For a field of a Rebuild: judged with the struct present.
    bool nullable = false;
    /// In words, the step that makes it nullable: `customer.address is optional`. Empty when not null.
    std::string nullable_because;
    Span nullable_at;
    /// The path as a contract writes it.
    std::string text;
};

/// How an output column, or a field of one, gets its value.
struct OutputBinding {
    enum class How : std::uint8_t {
        Unbound, ///< a finding says why
        Copy,    ///< the path's value as it is
        Widen,   ///< CAST of the path's scalar
        Decode,  ///< binary as UTF-8 text
        Rebuild, ///< a struct made anew from one source struct; null where that is null
        Build,   ///< a struct made of fields from anywhere; never null
    };
    How how = How::Unbound;
    ColumnId output = kNoColumn;
    BoundPath from;                    ///< Copy, Widen, Decode, Rebuild
    std::vector<OutputBinding> fields; ///< Rebuild, Build: in the output's order
    /// Rebuild: the source has the same fields in the same order at every level and differs only in
    /// scalars to widen, so that one CAST of the whole column does it.
    bool cast_whole = false;
    /// Where the contract says so: the mapping entry, else the output column.
    Place said_at;
    /// False when read by default from the column of the same name.
    bool mapped = false;
};

/// How the record key is read (sql.md, Script 2).
enum class KeyReading : std::uint8_t {
    None,      ///< no key declared
    Format,    ///< key.format as declared (raw)
    RawJson,   ///< read raw, taken apart with guarded JSON_VALUE
    TwoTables, ///< keyed UNION ALL keyless: the topic is read twice
};

struct BoundExplode {
    BoundPath path;
    std::string_view as;
    ColumnId element = kNoColumn;
    bool element_nullable = true;
};

/// Everything that the SQL of one managed build needs.
struct BuildPlan {
    std::size_t build = 0;  ///< index into Contract::builds
    std::size_t expose = 0; ///< index into Contract::exposes
    std::vector<SourceColumn> sources;
    KeyReading key_reading = KeyReading::None;
    std::optional<BoundExplode> explode;
    std::vector<OutputBinding> outputs; ///< in the expose's order; empty for own SQL
    /// Names made here (prefix + key column); string views of `sources` point to them.
    std::vector<std::shared_ptr<const std::string>> owned;
    bool own_sql = false;
    /// No error stands in the way of writing its SQL.
    bool complete = false;
};

struct Plan {
    std::vector<BuildPlan> builds; ///< managed builds only, in the contract's order
    std::vector<Finding> findings;
};

/// Binds every managed build. Builds that could not be read are left out or incomplete. Of a mapping
/// without a stream to bind it to, such as a fragment read on its own, the texts alone are judged.
[[nodiscard]] Plan bind(const Contract& contract);

} // namespace weir
