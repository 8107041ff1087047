#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <vector>

#include "weir/types.h"

using namespace weir;

namespace {

Column scalar(TypeKind kind, std::uint8_t precision = 0, std::uint8_t scale = 0) {
    Column column;
    column.kind = kind;
    column.precision = precision;
    column.scale = scale;
    return column;
}

/// struct<id: string required, tags: array<long required>, more: map<string, struct<a`b: decimal(10,2)>>>
ColumnId sample(Columns& columns) {
    const ColumnId root = columns.add(1);
    const ColumnId fields = columns.add(3);
    const ColumnId element = columns.add(1);
    const ColumnId entry = columns.add(2);
    const ColumnId inner = columns.add(1);
    columns[root] = scalar(TypeKind::Struct);
    columns[root].first = fields;
    columns[root].count = 3;
    columns[fields] = scalar(TypeKind::String);
    columns[fields].name = "id";
    columns[fields].required = true;
    columns[fields + 1] = scalar(TypeKind::Array);
    columns[fields + 1].name = "tags";
    columns[fields + 1].first = element;
    columns[fields + 1].count = 1;
    columns[element] = scalar(TypeKind::Long);
    columns[element].required = true;
    columns[fields + 2] = scalar(TypeKind::Map);
    columns[fields + 2].name = "more";
    columns[fields + 2].first = entry;
    columns[fields + 2].count = 2;
    columns[entry] = scalar(TypeKind::String);
    columns[entry].required = true;
    columns[entry + 1] = scalar(TypeKind::Struct);
    columns[entry + 1].first = inner;
    columns[entry + 1].count = 1;
    columns[inner] = scalar(TypeKind::Decimal, 10, 2);
    columns[inner].name = "a`b";
    return root;
}

} // namespace

TEST_CASE("contract pointers print as the interface says", "[types]") {
    Paths paths;
    const PathId schema =
        paths.key(paths.key(paths.index(paths.key(Paths::root(), "exposes"), 0), "contract"), "schema");
    const PathId type = paths.key(paths.index(paths.key(paths.index(schema, 2), "fields"), 0), "type");
    CHECK(paths.str(type) == "exposes[0].contract.schema[2].fields[0].type");
    CHECK(paths.str(Paths::root()).empty());
    const PathId properties = paths.key(Paths::root(), "catalogProperties");
    CHECK(paths.str(paths.key(properties, "s3.endpoint")) == "catalogProperties['s3.endpoint']");
    CHECK(paths.str(paths.key(properties, "it's")) == "catalogProperties['it''s']");
    CHECK(paths.str(paths.key(properties, "")) == "catalogProperties['']");
    CHECK(paths.str(paths.key(properties, "a-b_1")) == "catalogProperties.a-b_1");
    for (const std::string key : {"a", "z", "A", "Z", "0", "9", "_", "-", "$"}) {
        CHECK(paths.str(paths.key(Paths::root(), key)) == key);
    }
    for (const std::string key : {"`", "{", "@", "[", "/", ":", ".", " "}) {
        CHECK(paths.str(paths.key(Paths::root(), key)) == "['" + key + "']");
    }
    CHECK(paths.last_key(type) == "type");
    CHECK(paths.last_key(paths.index(schema, 2)).empty());
    CHECK(paths.last_index(paths.index(schema, 2)) == 2);
    CHECK(paths.parent(properties) == Paths::root());
}

TEST_CASE("types print for contracts, Flink and Iceberg", "[types]") {
    Columns columns;
    const ColumnId root = sample(columns);
    CHECK(full_type(columns, columns[root]) ==
          "struct<id: string, tags: array<long>, more: map<string, struct<a`b: decimal(10,2)>>>");
    CHECK(flink_type(columns, columns[root], FlinkNulls::Nowhere) ==
          "ROW<`id` STRING, `tags` ARRAY<BIGINT>, `more` MAP<STRING NOT NULL, ROW<`a``b` DECIMAL(10, 2)>>>");
    CHECK(flink_type(columns, columns[root], FlinkNulls::AsDeclared) ==
          "ROW<`id` STRING NOT NULL, `tags` ARRAY<BIGINT NOT NULL>, `more` MAP<STRING NOT NULL, ROW<`a``b` "
          "DECIMAL(10, 2)>>>");

    struct Row {
        Column column;
        std::string_view contract;
        std::string_view flink;
        std::string_view iceberg;
    };
    const std::vector<Row> rows = {
        {scalar(TypeKind::String), "string", "STRING", "string"},
        {scalar(TypeKind::Boolean), "boolean", "BOOLEAN", "boolean"},
        {scalar(TypeKind::Int), "int", "INT", "int"},
        {scalar(TypeKind::Long), "long", "BIGINT", "long"},
        {scalar(TypeKind::Float), "float", "FLOAT", "float"},
        {scalar(TypeKind::Double), "double", "DOUBLE", "double"},
        {scalar(TypeKind::Decimal, 38, 18), "decimal(38,18)", "DECIMAL(38, 18)", "decimal(38, 18)"},
        {scalar(TypeKind::Date), "date", "DATE", "date"},
        {scalar(TypeKind::Timestamp, 3), "timestamp(3)", "TIMESTAMP(3)", "timestamp"},
        {scalar(TypeKind::TimestampLtz, 0), "timestamp_ltz(0)", "TIMESTAMP_LTZ(0)", "timestamptz"},
        {scalar(TypeKind::Binary), "binary", "BYTES", "binary"},
        {scalar(TypeKind::Struct), "struct", "ROW", "struct"},
        {scalar(TypeKind::Array), "array", "ARRAY", "list"},
        {scalar(TypeKind::Map), "map", "MAP", "map"},
    };
    for (const Row& row : rows) {
        CHECK(contract_type(row.column) == row.contract);
        CHECK(flink_type(columns, row.column, FlinkNulls::AsDeclared) == row.flink);
        CHECK(iceberg_type(row.column) == row.iceberg);
    }
}

TEST_CASE("a brief type stays short", "[types]") {
    Columns columns;
    const ColumnId root = columns.add(1);
    const ColumnId fields = columns.add(5000);
    columns[root].kind = TypeKind::Struct;
    columns[root].first = fields;
    columns[root].count = 5000;
    for (ColumnId id = fields; id < fields + 5000; ++id) {
        columns[id].kind = TypeKind::Int;
        columns[id].name = "some_field";
    }
    const std::string brief = brief_type(columns, columns[root]);
    CHECK(brief.size() < 160);
    CHECK(brief.substr(brief.size() - 4) == "…>");
    CHECK(full_type(columns, columns[root]).size() > 70'000);
}

TEST_CASE("widening is exactly the list of the contract language", "[types]") {
    // Every scalar type that makes a difference, against every other.
    std::vector<Column> all = {scalar(TypeKind::String), scalar(TypeKind::Boolean), scalar(TypeKind::Int),
                               scalar(TypeKind::Long),   scalar(TypeKind::Float),   scalar(TypeKind::Double),
                               scalar(TypeKind::Date),   scalar(TypeKind::Binary)};
    for (const auto& [precision, scale] : {std::pair{10, 2}, {12, 2}, {12, 3}, {38, 2}}) {
        all.push_back(
            scalar(TypeKind::Decimal, static_cast<std::uint8_t>(precision), static_cast<std::uint8_t>(scale)));
    }
    for (const std::uint8_t precision : {std::uint8_t{0}, std::uint8_t{3}, std::uint8_t{6}}) {
        all.push_back(scalar(TypeKind::Timestamp, precision));
        all.push_back(scalar(TypeKind::TimestampLtz, precision));
    }
    std::vector<std::string> wider;
    for (const Column& from : all) {
        for (const Column& to : all) {
            if (is_wider(from, to)) {
                CHECK_FALSE(same_head(from, to));
                wider.push_back(contract_type(from) + " to " + contract_type(to));
            }
        }
        CHECK(same_head(from, from));
        CHECK_FALSE(is_wider(from, from));
    }
    CHECK(wider == std::vector<std::string>{"int to long", "float to double", "decimal(10,2) to decimal(12,2)",
                                            "decimal(10,2) to decimal(38,2)", "decimal(12,2) to decimal(38,2)",
                                            "timestamp(0) to timestamp(3)", "timestamp(0) to timestamp(6)",
                                            "timestamp_ltz(0) to timestamp_ltz(3)",
                                            "timestamp_ltz(0) to timestamp_ltz(6)", "timestamp(3) to timestamp(6)",
                                            "timestamp_ltz(3) to timestamp_ltz(6)"});
}

TEST_CASE("same types have the same names in the same order, whatever is required", "[types]") {
    Columns a;
    Columns b;
    const ColumnId in_a = sample(a);
    const ColumnId in_b = sample(b);
    CHECK(same_type(a, a[in_a], b, b[in_b]));
    const ColumnId fields = b[in_b].first;
    b[fields].required = false;
    CHECK(same_type(a, a[in_a], b, b[in_b]));
    b[fields].name = "ID";
    CHECK_FALSE(same_type(a, a[in_a], b, b[in_b]));
    b[fields].name = "id";
    b[b[fields + 1].first].kind = TypeKind::Int;
    CHECK_FALSE(same_type(a, a[in_a], b, b[in_b]));
    b[b[fields + 1].first].kind = TypeKind::Long;
    b[in_b].count = 2;
    CHECK_FALSE(same_type(a, a[in_a], b, b[in_b]));
}

TEST_CASE("children are found by exact name", "[types]") {
    Columns columns;
    const ColumnId root = sample(columns);
    CHECK(columns.children(columns[root]).size() == 3);
    CHECK(columns.child(columns[root], "tags") == columns[root].first + 1);
    CHECK(columns.child(columns[root], "Tags") == kNoColumn);
    CHECK(columns[columns.element(columns[columns.child(columns[root], "tags")])].kind == TypeKind::Long);
    CHECK(columns[columns.map_value(columns[columns.child(columns[root], "more")])].kind == TypeKind::Struct);
    CHECK(columns.children(columns[columns[root].first]).empty());
}

TEST_CASE("the nearest name is proposed when it is near", "[types]") {
    const std::vector<std::string_view> names = {"customer_id", "address", "id", "items", "event_time", "a", "b"};
    struct Row {
        std::string_view word;
        std::string_view meant;
    };
    const std::vector<Row> rows = {
        {"adress", "address"},
        {"ADDRESS", "address"},
        {"adderss", "address"},
        {"custmer_id", "customer_id"},
        {"customerId", "customer_id"},
        {"itmes", "items"},
        {"tiems", "items"},
        {"abems", ""},
        {"i", ""},
        {"qqqevent_ti", ""},
        {"evnt_tiem", "event_time"},
        {"xyz", ""},
        {"ids", "id"},
        {"di", "id"},
        {"c", ""},
        {"B", "b"},
        {"", ""},
        {"price", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.word);
        CHECK(nearest(row.word, names) == row.meant);
    }
    const std::array<std::string_view, 2> cased = {"nam", "Name"};
    CHECK(nearest("name", cased) == "Name");
    const std::array<std::string_view, 1> letters = {"ABCXYZ"};
    CHECK(nearest("abcxyz", letters) == "ABCXYZ");
    const std::array<std::string_view, 3> beside = {"@", "[", "A"};
    CHECK(nearest("a", beside) == "A");
    const std::array<std::string_view, 3> last = {"{", "`", "Z"};
    CHECK(nearest("z", last) == "Z");
    CHECK(nearest(std::string(100'000, 'x'), names).empty());
    // Up to 64 characters are compared by what was mistyped; longer ones by case alone.
    const auto near = [](std::size_t word, std::size_t candidate) {
        const std::string other = std::string(candidate - 1, 'x') + "y";
        const std::array<std::string_view, 1> one = {other};
        return nearest(std::string(word, 'x'), one) == other;
    };
    CHECK(near(64, 64));
    CHECK(near(63, 64));
    CHECK(near(64, 63));
    CHECK_FALSE(near(65, 64));
    CHECK_FALSE(near(64, 65));
    CHECK_FALSE(near(65, 65));
    // At most four characters may be wrong, however long the word is.
    const std::array<std::string_view, 1> alphabet = {"abcdefghijklmnopqrstuvwxyz"};
    CHECK(nearest("abcd0fg0ij0lmn0pqrstuvwxyz", alphabet) == alphabet.front());
    CHECK(nearest("abcd0fg0ij0lmn0pqr0tuvwxyz", alphabet).empty());
    const std::string capitals(65, 'X');
    const std::array<std::string_view, 1> large = {capitals};
    CHECK(nearest(std::string(65, 'x'), large) == capitals);
}

TEST_CASE("identifiers", "[types]") {
    CHECK(is_identifier("a"));
    CHECK(is_identifier("_9"));
    CHECK(is_identifier("Order_Key2"));
    CHECK_FALSE(is_identifier(""));
    CHECK_FALSE(is_identifier("9a"));
    CHECK_FALSE(is_identifier("a-b"));
    CHECK_FALSE(is_identifier("å"));
    CHECK_FALSE(is_identifier("a b"));
    for (const char letter : {'a', 'z', 'A', 'Z', '_'}) {
        CHECK(is_identifier(std::string(1, letter)));
    }
    for (const char digit : {'0', '9'}) {
        CHECK(is_identifier(std::string("a") + digit));
        CHECK_FALSE(is_identifier(std::string(1, digit)));
    }
    for (const char beside : {'`', '{', '@', '[', '/', ':', '^'}) {
        CHECK_FALSE(is_identifier(std::string(1, beside)));
        CHECK_FALSE(is_identifier(std::string("a") + beside));
    }
}
