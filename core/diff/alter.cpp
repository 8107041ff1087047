#include "diff/alter.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir::changes {

namespace {

enum class Engine : std::uint8_t { Spark, Trino };

/// The engine's quotes around a name, the quote itself doubled.
std::string quoted(Engine engine, std::string_view name) {
    const char quote = engine == Engine::Spark ? '`' : '"';
    std::string out(1, quote);
    for (const char c : name) {
        out += c;
        if (c == quote) {
            out += c;
        }
    }
    return out + quote;
}

/// Spark takes a namespace of several parts as several names, Trino as one schema name with dots.
std::string table_name(Engine engine, const AlterTarget& target) {
    if (engine == Engine::Trino) {
        return fmt::format("{}.{}", quoted(engine, target.name_space), quoted(engine, target.table));
    }
    std::string out;
    std::string_view rest = target.name_space;
    while (!rest.empty()) {
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        out += quoted(engine, rest.substr(0, dot)) + '.';
        rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
    return out + quoted(engine, target.table);
}

std::string column_name(Engine engine, const std::vector<ColumnStep>& steps) {
    std::string out;
    for (const ColumnStep& step : steps) {
        out += (out.empty() ? "" : ".") + quoted(engine, step.name);
    }
    return out;
}

std::string scalar_type(Engine engine, const Column& column) {
    const bool spark = engine == Engine::Spark;
    switch (column.kind) {
    case TypeKind::String:
        return spark ? "STRING" : "varchar";
    case TypeKind::Boolean:
        return spark ? "BOOLEAN" : "boolean";
    case TypeKind::Int:
        return spark ? "INT" : "integer";
    case TypeKind::Long:
        return spark ? "BIGINT" : "bigint";
    case TypeKind::Float:
        return spark ? "FLOAT" : "real";
    case TypeKind::Double:
        return spark ? "DOUBLE" : "double";
    case TypeKind::Decimal:
        return fmt::format("{}({},{})", spark ? "DECIMAL" : "decimal", column.precision, column.scale);
    case TypeKind::Date:
        return spark ? "DATE" : "date";
    case TypeKind::Timestamp:
        return spark ? "TIMESTAMP_NTZ" : "timestamp(6)";
    case TypeKind::TimestampLtz:
        return spark ? "TIMESTAMP" : "timestamp(6) with time zone";
    case TypeKind::Binary:
        return spark ? "BINARY" : "varbinary";
    default:
        return spark ? "STRING" : "varchar";
    }
}

std::string type(Engine engine, const Columns& columns, const Column& column) {
    const bool spark = engine == Engine::Spark;
    const auto children = columns.children(column);
    switch (column.kind) {
    case TypeKind::Struct: {
        std::string fields;
        for (const Column& field : children) {
            fields +=
                fmt::format("{}{}{} {}{}", fields.empty() ? "" : ", ", quoted(engine, field.name), spark ? ":" : "",
                            type(engine, columns, field), spark && field.required ? " NOT NULL" : "");
        }
        return fmt::format("{}{}{}", spark ? "STRUCT<" : "row(", fields, spark ? ">" : ")");
    }
    case TypeKind::Array:
        return fmt::format("{}{}{}", spark ? "ARRAY<" : "array(", type(engine, columns, children[0]),
                           spark ? ">" : ")");
    case TypeKind::Map:
        return fmt::format("{}{}, {}{}", spark ? "MAP<" : "map(", type(engine, columns, children[0]),
                           type(engine, columns, children[1]), spark ? ">" : ")");
    default:
        return scalar_type(engine, column);
    }
}

/// What keeps an engine from naming a type.
struct Obstacles {
    bool unknown = false;        ///< a part of it could not be read
    bool required_field = false; ///< a field of a struct in it is required
    bool required_item = false;  ///< an element or a map's value in it is required
    bool upper_case = false;     ///< a name in it has letters in upper case
};

void look(const Columns& columns, const Column& column, Obstacles& found) {
    const auto children = columns.children(column);
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    found.upper_case = found.upper_case || std::any_of(column.name.begin(), column.name.end(), is_upper);
    found.unknown = found.unknown || column.kind == TypeKind::Unknown ||
                    (column.kind == TypeKind::Array && children.empty()) ||
                    (column.kind == TypeKind::Map && children.size() < 2);
    for (const Column& child : children) {
        const bool key = column.kind == TypeKind::Map && &child == children.data();
        const bool item = column.kind == TypeKind::Array || column.kind == TypeKind::Map;
        found.required_field = found.required_field || (child.required && !item);
        found.required_item = found.required_item || (child.required && item && !key);
        found.unknown = found.unknown || (child.name.empty() && !item); // a name that is refused
        look(columns, child, found);
    }
}

bool has_kind(const std::vector<ColumnStep>& steps, ColumnStep::Kind kind) {
    return std::any_of(steps.begin(), steps.end(), [kind](const ColumnStep& step) { return step.kind == kind; });
}

/// Gathers the statements of one change, and what has to be said of them.
class Writer {
  public:
    Writer(Migration& migration, const AlterTarget& target) : migration_(migration), target_(target) {}

    void note(std::string_view text) { migration_.note += fmt::format(" {}", text); }

    /// `rest` follows `ALTER TABLE name `.
    void statement(Engine engine, std::string_view rest) {
        constexpr std::size_t kLongest = 8000;
        std::string text = fmt::format("ALTER TABLE {} {}", table_name(engine, target_), rest);
        if (text.size() > kLongest) {
            note(fmt::format("The statement for {} is too long to be printed.", name_of(engine)));
            return;
        }
        (engine == Engine::Spark ? migration_.spark : migration_.trino).push_back(std::move(text));
    }

    [[nodiscard]] std::string column(Engine engine) const { return column_name(engine, target_.steps); }

    /// Neither engine alters the key of a map, since Iceberg does not.
    [[nodiscard]] bool refuses_key() {
        const bool key = has_kind(target_.steps, ColumnStep::Kind::Key);
        if (key) {
            note("Iceberg alters no key of a map: write to a new table.");
        }
        return key;
    }

    /// Trino reaches fields of structs, and of structs in arrays.
    [[nodiscard]] bool trino_reaches() {
        const bool reaches = !has_kind(target_.steps, ColumnStep::Kind::Value);
        if (!reaches) {
            note("Trino has no statement that reaches into a map.");
        }
        return reaches;
    }

  private:
    static std::string_view name_of(Engine engine) { return engine == Engine::Spark ? "Spark" : "Trino"; }

    Migration& migration_;
    const AlterTarget& target_;
};

std::string position(Engine engine, std::string_view after) {
    return after.empty() ? " FIRST" : fmt::format(" AFTER {}", quoted(engine, after));
}

/// Sets the whole type of the struct at the top of the table, which brings its fields into order.
void retype_outer(Writer& writer, const std::vector<ColumnStep>& steps, const Columns& columns, const Column* outer) {
    Obstacles found;
    if (outer != nullptr) {
        look(columns, *outer, found);
    }
    const bool structs = std::all_of(steps.begin(), steps.end(),
                                     [](const ColumnStep& step) { return step.kind == ColumnStep::Kind::Field; });
    if (outer == nullptr || !structs || found.unknown || found.upper_case) {
        writer.note("Trino has no statement that moves the field.");
        return;
    }
    writer.statement(Engine::Trino, fmt::format("ALTER COLUMN {} SET DATA TYPE {}", quoted(Engine::Trino, outer->name),
                                                type(Engine::Trino, columns, *outer)));
    writer.note(fmt::format("Trino's SET DATA TYPE brings all of {} to its new type, other changes in it included.",
                            outer->name));
}

void add_in_spark(Writer& writer, const AlterTarget& target, const Columns& columns, const Column& column,
                  const Obstacles& found, std::string_view position_text) {
    if (found.required_item) {
        writer.note("Spark cannot say that elements of an array or values of a map are required.");
        return;
    }
    writer.statement(Engine::Spark, fmt::format("ADD COLUMN {} {}{}", column_name(Engine::Spark, target.steps),
                                                type(Engine::Spark, columns, column), position_text));
}

/// The head's names by their number in the base; NamePair::kNone for a new one.
std::vector<std::size_t> places_in(std::span<const Column> base, std::span<const Column> head) {
    const auto names = [](std::span<const Column> list) {
        std::vector<std::string_view> out;
        out.reserve(list.size());
        for (const Column& column : list) {
            out.push_back(column.name);
        }
        return out;
    };
    std::vector<std::size_t> places;
    for (const NamePair& pair : match_names(names(base), names(head))) {
        if (pair.head != NamePair::kNone) {
            places.push_back(pair.base);
        }
    }
    return places;
}

/// Which columns have to move so that the rest need not: all but a longest run that is in order already, and
/// new ones that were added behind a column that moves.
std::vector<bool> movers(const std::vector<std::size_t>& places) {
    std::vector<std::size_t> tails; // of runs by length: number in `places`
    std::vector<std::size_t> previous(places.size(), NamePair::kNone);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] == NamePair::kNone) {
            continue;
        }
        const auto at = std::lower_bound(tails.begin(), tails.end(), places[i],
                                         [&](std::size_t tail, std::size_t place) { return places[tail] < place; });
        previous[i] = at == tails.begin() ? NamePair::kNone : *(at - 1);
        if (at == tails.end()) {
            tails.push_back(i);
        } else {
            *at = i;
        }
    }
    std::vector<bool> moves(places.size(), true);
    for (std::size_t i = tails.empty() ? NamePair::kNone : tails.back(); i != NamePair::kNone; i = previous[i]) {
        moves[i] = false;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] == NamePair::kNone) {
            moves[i] = i > 0 && moves[i - 1];
        }
    }
    return moves;
}

} // namespace

void alter_add(Migration& migration, const AlterTarget& target, const Columns& columns, const Column& column,
               std::span<const Column> siblings, const Column* outer) {
    Writer writer(migration, target);
    Obstacles found;
    look(columns, column, found);
    if (writer.refuses_key()) {
        return;
    }
    if (found.unknown || column.name.empty()) {
        writer.note("Its name or type could not be read, so no statement can be given.");
        return;
    }
    const auto at = static_cast<std::size_t>(&column - siblings.data());
    const std::string_view after = at == 0 ? std::string_view{} : siblings[at - 1].name;
    const bool last = at + 1 == siblings.size();
    add_in_spark(writer, target, columns, column, found, last ? "" : position(Engine::Spark, after));
    if (!writer.trino_reaches()) {
        return;
    }
    if (found.required_field || found.required_item || found.upper_case) {
        writer.note(found.upper_case ? "Trino writes names in lower case, so it cannot add this one."
                                     : "Trino cannot say that something inside a type is required.");
        return;
    }
    const bool top = target.steps.size() == 1;
    writer.statement(Engine::Trino, fmt::format("ADD COLUMN {} {}{}", writer.column(Engine::Trino),
                                                type(Engine::Trino, columns, column),
                                                last || !top ? "" : position(Engine::Trino, after)));
    if (!last && !top) {
        writer.note("Trino adds a field at the end of its struct.");
        retype_outer(writer, target.steps, columns, outer);
    }
}

void alter_drop(Migration& migration, const AlterTarget& target) {
    Writer writer(migration, target);
    if (writer.refuses_key()) {
        return;
    }
    writer.statement(Engine::Spark, fmt::format("DROP COLUMN {}", writer.column(Engine::Spark)));
    if (writer.trino_reaches()) {
        writer.statement(Engine::Trino, fmt::format("DROP COLUMN {}", writer.column(Engine::Trino)));
    }
}

void alter_type(Migration& migration, const AlterTarget& target, const Column& column) {
    Writer writer(migration, target);
    if (writer.refuses_key()) {
        return;
    }
    writer.statement(Engine::Spark, fmt::format("ALTER COLUMN {} TYPE {}", writer.column(Engine::Spark),
                                                scalar_type(Engine::Spark, column)));
    if (writer.trino_reaches()) {
        writer.statement(Engine::Trino, fmt::format("ALTER COLUMN {} SET DATA TYPE {}", writer.column(Engine::Trino),
                                                    scalar_type(Engine::Trino, column)));
    }
}

void alter_drop_not_null(Migration& migration, const AlterTarget& target) {
    Writer writer(migration, target);
    if (writer.refuses_key()) {
        return;
    }
    writer.statement(Engine::Spark, fmt::format("ALTER COLUMN {} DROP NOT NULL", writer.column(Engine::Spark)));
    if (target.steps.size() == 1) {
        writer.statement(Engine::Trino, fmt::format("ALTER COLUMN {} DROP NOT NULL", writer.column(Engine::Trino)));
    } else {
        writer.note("Trino drops NOT NULL of a table's own columns only.");
    }
}

void alter_order(Migration& migration, const AlterTarget& target, const Columns& columns, std::span<const Column> base,
                 std::span<const Column> head, const Column* outer) {
    constexpr std::ptrdiff_t kMostMoves = 100;
    Writer writer(migration, target);
    if (writer.refuses_key()) {
        return;
    }
    const std::vector<bool> moves = movers(places_in(base, head));
    const auto count = std::count(moves.begin(), moves.end(), true);
    if (count > kMostMoves) {
        writer.note(fmt::format("{} columns have to move, too many to print a statement for each.", count));
        return;
    }
    const std::string parent = target.steps.empty() ? "" : writer.column(Engine::Spark) + ".";
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i]) {
            writer.statement(Engine::Spark,
                             fmt::format("ALTER COLUMN {}{}{}", parent, quoted(Engine::Spark, head[i].name),
                                         position(Engine::Spark, i == 0 ? std::string_view{} : head[i - 1].name)));
        }
    }
    if (target.steps.empty()) {
        writer.note("Trino has no statement that moves a column.");
    } else {
        retype_outer(writer, target.steps, columns, outer);
    }
}

} // namespace weir::changes
