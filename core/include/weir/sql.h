#pragma once

/// \file
/// Plan → Flink SQL (sql.md). Only complete build plans are compiled.

#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"

namespace weir {

enum class StatementKind : std::uint8_t { Set, CreateTable, CreateView, CreateCatalog, CreateDatabase, Insert };
/// `set`, `create-table`, `create-view`, `create-catalog`, `create-database`, `insert`.
[[nodiscard]] std::string_view kind_name(StatementKind kind);

struct Statement {
    StatementKind kind = StatementKind::Set;
    std::string text; ///< without the final semicolon and without comments
};

/// Bytes [begin, end) of Script::text came from the contract's `place`.
struct SqlSource {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Place place;
};

struct Script {
    std::string text; ///< job.sql: comments and statements, each statement ended by `;` and a newline
    std::vector<Statement> statements;
    std::vector<SqlSource> sources; ///< sorted by begin, then longest first; ranges nest
    /// The text would be larger than 16 MiB, so nothing was written.
    bool too_large = false;
};

/// Writes the script of one complete build plan. The same plan gives the same bytes.
[[nodiscard]] Script compile(const Contract& contract, const BuildPlan& plan);

/// The catalog's name in every script.
inline constexpr std::string_view kCatalogName = "weir_catalog";

/// A key and a value of a WITH clause.
struct SqlOption {
    std::string key;
    std::string value;
    Place place; ///< where the contract says so; not known for what Weir adds
};

/// What CREATE CATALOG says of a location. Credentials are `env:NAME`, never values.
[[nodiscard]] std::vector<SqlOption> catalog_options(const Location& location);
/// What CREATE TABLE says of the table's format, and the contract's own table properties.
[[nodiscard]] std::vector<SqlOption> table_options(const Binding& binding);

/// `name` in back-quotes, inner back-quotes doubled.
[[nodiscard]] std::string quote_identifier(std::string_view name);
/// `text` in single quotes, inner single quotes doubled.
[[nodiscard]] std::string quote_literal(std::string_view text);

/// Why a contract's own SQL is refused.
struct OwnSqlError {
    Code code{};
    std::string message;     ///< never quotes the SQL
    std::uint32_t begin = 0; ///< bytes of the SQL text that are at fault
    std::uint32_t end = 0;
};

/// Judges own SQL by Flink's lexical grammar (contract.md section 6). All faults, in order.
[[nodiscard]] std::vector<OwnSqlError> check_own_sql(std::string_view sql);

/// Judges the own SQL of every managed build: its faults as findings at `builds[i].properties.sql`, at
/// the faulty bytes where the scalar is written so that they can be told, else at the whole scalar.
[[nodiscard]] std::vector<Finding> check_sql(const Contract& contract);

} // namespace weir
