#pragma once

/// \file
/// The type algebra of contract.md section 3: a column is a type with a name and a requiredness.
/// Columns live in one table (Columns), children side by side, so that a whole schema is one
/// allocation and a type is an index.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weir/document.h"

namespace weir {

/// Number of a contract pointer in a Paths.
using PathId = std::uint32_t;

/// Contract pointers such as `exposes[0].contract.schema[2].fields[0].type`, stored as steps so that
/// reading 2,000 columns writes no 2,000 strings.
class Paths {
  public:
    Paths() : steps_(1) {}

    static constexpr PathId root() { return 0; }
    PathId key(PathId parent, std::string_view name);
    PathId index(PathId parent, std::uint32_t number);

    /// The pointer as printed. A key with a dot or another odd character prints as `['s3.endpoint']`.
    [[nodiscard]] std::string str(PathId path) const;
    [[nodiscard]] PathId parent(PathId path) const { return steps_[path].parent; }
    /// Last step: its key, or empty when it is a number.
    [[nodiscard]] std::string_view last_key(PathId path) const { return steps_[path].key; }
    [[nodiscard]] std::uint32_t last_index(PathId path) const { return steps_[path].number; }

  private:
    /// The number of a step that is a key.
    static constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;

    struct Step {
        PathId parent = 0;
        std::uint32_t number = 0;
        std::string_view key;
    };
    std::vector<Step> steps_;
};

/// Where a value stands: its node (for the range) and its contract pointer (for the path).
struct Place {
    NodeId node = kNoNode;
    PathId path = 0;

    [[nodiscard]] bool known() const { return node != kNoNode; }
};

enum class TypeKind : std::uint8_t {
    Unknown, ///< could not be read; a finding says why, and later stages stay silent about it
    String,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Decimal,
    Date,
    Timestamp,
    TimestampLtz,
    Binary,
    Struct,
    Array,
    Map,
};

using ColumnId = std::uint32_t;
inline constexpr ColumnId kNoColumn = 0xFFFFFFFFU;

/// A column, a field of a struct, an array's element, or a map's key or value.
struct Column {
    std::string_view name; ///< empty for element, key and value
    TypeKind kind = TypeKind::Unknown;
    std::uint8_t precision = 0; ///< decimal, timestamp, timestamp_ltz
    std::uint8_t scale = 0;     ///< decimal
    bool required = false;
    /// Children: the fields of a struct; the element of an array; key then value of a map.
    ColumnId first = kNoColumn;
    std::uint32_t count = 0;
    Place at;      ///< the column's mapping; printed at its name where it has one
    Place name_at; ///< the name's scalar
    Place type_at; ///< the type's scalar
    Place required_at;
    /// Whether it is required stands there, but could not be read: it may be.
    bool required_open = false;

    /// It is optional, for all that can be read.
    [[nodiscard]] bool may_be_null() const { return !required && !required_open; }
    [[nodiscard]] bool is_scalar() const { return kind != TypeKind::Unknown && kind < TypeKind::Struct; }
};

/// All columns of one contract.
class Columns {
  public:
    /// Adds `count` columns side by side and returns the first. Invalidates references, not ids.
    ColumnId add(std::uint32_t count);

    [[nodiscard]] const Column& operator[](ColumnId id) const { return columns_[id]; }
    [[nodiscard]] Column& operator[](ColumnId id) { return columns_[id]; }
    [[nodiscard]] std::span<const Column> children(const Column& column) const;
    /// The child with this exact name, or kNoColumn.
    [[nodiscard]] ColumnId child(const Column& column, std::string_view name) const;
    [[nodiscard]] ColumnId element(const Column& array) const { return array.first; }
    [[nodiscard]] ColumnId map_value(const Column& map) const { return map.first + 1; }

  private:
    std::vector<Column> columns_;
};

/// The head of a type as written: `decimal( 10 , 2 )`, `Timestamp_LTZ(3)`, `struct`.
struct TypeHead {
    TypeKind kind = TypeKind::Unknown;
    std::uint8_t precision = 0;
    std::uint8_t scale = 0;
};

/// Why a type text is refused, and what to write instead.
/// What kind of mistake a type text holds.
enum class TypeFault : std::uint8_t {
    Name,       ///< no type of the contract language
    Parameters, ///< a type with numbers that it needs otherwise, or does not take
    Children,   ///< what belongs into fields, element, key and value stands in the text
};

struct TypeError {
    std::string message;
    std::string help;
    /// A type text that can replace the wrong one as it stands; empty when there is none.
    std::string replacement;
    TypeFault fault = TypeFault::Name;
};

struct ParsedType {
    TypeHead head;
    std::optional<TypeError> error;
};

/// Reads a type text, in any case and with the aliases of contract.md section 3.
[[nodiscard]] ParsedType parse_type(std::string_view written);

/// The type as a contract writes it: `decimal(18,2)`, `timestamp_ltz(3)`, `struct`.
[[nodiscard]] std::string contract_type(const Column& column);
/// The whole type for messages, children included: `struct<id: string, tags: array<string>>`.
[[nodiscard]] std::string full_type(const Columns& columns, const Column& column);
/// Like full_type, but a long type is cut with `…` after about 120 bytes, so that messages stay short
/// however large the contract is.
[[nodiscard]] std::string brief_type(const Columns& columns, const Column& column);

/// How to write NOT NULL inside a Flink type.
enum class FlinkNulls : std::uint8_t {
    Nowhere,    ///< for source columns and CAST targets (flink-traps A3, A4); map keys alone keep it
    AsDeclared, ///< for table DDL
};
/// The type in Flink SQL: ``ROW<`id` STRING, `at` TIMESTAMP_LTZ(3)>``. Names are back-quoted.
/// The outermost NOT NULL is never written; the caller knows whether it is wanted.
[[nodiscard]] std::string flink_type(const Columns& columns, const Column& column, FlinkNulls nulls);
/// The Iceberg name of a scalar: `string`, `decimal(18, 2)`, `timestamptz`; `struct`, `list`, `map`.
[[nodiscard]] std::string iceberg_type(const Column& column);

/// `to` holds every value of scalar `from`, by contract.md section 5. Equal types are not wider.
[[nodiscard]] bool is_wider(const Column& from, const Column& to);
/// Same kind and parameters, children ignored.
[[nodiscard]] bool same_head(const Column& a, const Column& b);
/// Same type, names and order of children included; requiredness ignored at every level. The two
/// columns may belong to different contracts.
[[nodiscard]] bool same_type(const Columns& columns_a, const Column& a, const Columns& columns_b, const Column& b);

/// The name nearest to `word` among `candidates`, when near enough to be meant; else empty.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// `[A-Za-z_][A-Za-z0-9_]*`
[[nodiscard]] bool is_identifier(std::string_view text);

} // namespace weir
