#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "weir/types.h"

using weir::parse_type;
using weir::TypeKind;

namespace {

/// The type that a text is read as, printed as a contract writes it; "refused" when it is not.
std::string read(std::string_view text) {
    const weir::ParsedType parsed = parse_type(text);
    if (parsed.error) {
        CHECK_FALSE(parsed.error->message.empty());
        CHECK_FALSE(parsed.error->help.empty());
        return "refused";
    }
    weir::Column column;
    column.kind = parsed.head.kind;
    column.precision = parsed.head.precision;
    column.scale = parsed.head.scale;
    CHECK((column.kind == weir::TypeKind::Decimal || column.scale == 0));
    CHECK((column.kind == weir::TypeKind::Decimal || column.kind == weir::TypeKind::Timestamp ||
           column.kind == weir::TypeKind::TimestampLtz || column.precision == 0));
    return weir::contract_type(column);
}

} // namespace

TEST_CASE("every type and alias is read, in any case", "[types]") {
    struct Row {
        std::string_view text;
        std::string_view type;
    };
    const std::vector<Row> rows = {
        {"string", "string"},
        {"text", "string"},
        {"boolean", "boolean"},
        {"bool", "boolean"},
        {"int", "int"},
        {"integer", "int"},
        {"int32", "int"},
        {"long", "long"},
        {"bigint", "long"},
        {"int64", "long"},
        {"float", "float"},
        {"real", "float"},
        {"float32", "float"},
        {"double", "double"},
        {"float64", "double"},
        {"double precision", "double"},
        {"DOUBLE   Precision", "double"},
        {"decimal(18,2)", "decimal(18,2)"},
        {"numeric(38,38)", "decimal(38,38)"},
        {"decimal( 10 , 2 )", "decimal(10,2)"},
        {"Decimal(1,0)", "decimal(1,0)"},
        {"date", "date"},
        {"timestamp", "timestamp(6)"},
        {"timestamp(0)", "timestamp(0)"},
        {"timestamp_ntz(3)", "timestamp(3)"},
        {"datetime", "timestamp(6)"},
        {"datetime(3)", "timestamp(3)"},
        {"timestamp_ltz", "timestamp_ltz(6)"},
        {"TIMESTAMP_LTZ( 3 )", "timestamp_ltz(3)"},
        {"timestamptz(6)", "timestamp_ltz(6)"},
        {"timestamp_tz", "timestamp_ltz(6)"},
        {"binary", "binary"},
        {"bytes", "binary"},
        {"varbinary", "binary"},
        {"struct", "struct"},
        {"row", "struct"},
        {"record", "struct"},
        {"array", "array"},
        {"map", "map"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(read(row.text) == row.type);
        std::string upper(row.text);
        for (char& c : upper) {
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
        CHECK(read(upper) == row.type);
    }
}

TEST_CASE("refused types say what to write", "[types]") {
    struct Row {
        std::string_view text;
        std::string_view message;     ///< a part of it
        std::string_view help;        ///< a part of it
        std::string_view replacement; ///< the whole of it
    };
    const std::vector<Row> rows = {
        {"decimal", "precision and a scale", "decimal(18,2)", ""},
        {"numeric", "precision and a scale", "decimal(18,2)", ""},
        {"decimal()", "decimal() is not a decimal type", "decimal(p,s)", ""},
        {"decimal(10)", "needs a scale", "a scale of 0", "decimal(10,0)"},
        {"decimal(39,2)", "from 1 to 38, not 39", "at most 38", ""},
        {"decimal(0,0)", "from 1 to 38, not 0", "at most 38", ""},
        {"decimal(5,6)", "from 0 to its precision, here 5, not 6", "decimal(p,s)", ""},
        {"decimal(10,-2)", "decimal(10,-2) is not", "decimal(p,s)", ""},
        {"decimal(10,2,1)", "is not a decimal type", "decimal(p,s)", ""},
        {"decimal(99999999999999999999,2)", "is not a decimal type", "decimal(p,s)", ""},
        {"decimal(a,b)", "is not a decimal type", "decimal(p,s)", ""},
        {"dec(10,2)", "not supported", "decimal(p,s)", "decimal(10,2)"},
        {"number", "not supported", "decimal(p,s)", ""},
        {"money(19,4)", "not supported", "decimal(p,s)", "decimal(19,4)"},
        {"number(99,4)", "not supported", "decimal(p,s)", ""},
        {"varchar(10,2)", "not supported", "string", "string"},
        {"varchar(20)", "varchar(20) is not supported", "Write string", "string"},
        {"VARCHAR", "not supported", "Write string", "string"},
        {"char(1)", "not supported", "Write string", "string"},
        {"character varying(10)", "not supported", "Write string", "string"},
        {"string(20)", "string takes no length", "Write string", "string"},
        {"text(20)", "text takes no length", "Write text", "text"},
        {"binary(16)", "binary takes no length", "Write binary", "binary"},
        {"int(11)", "int takes no parameters", "Write int", "int"},
        {"bigint(20)", "bigint takes no parameters", "Write bigint", "bigint"},
        {"tinyint", "not supported", "Write int", "int"},
        {"smallint", "not supported", "Write int", "int"},
        {"uint64", "not supported", "decimal(20,0)", "decimal(20,0)"},
        {"time", "not supported", "Write string", ""},
        {"time(3)", "not supported", "Write string", ""},
        {"uuid", "not supported", "Write string", "string"},
        {"json", "not supported", "Write string", "string"},
        {"variant", "not supported", "struct", ""},
        {"timestamp(9)", "from 0 to 6, not 9", "timestamp(6)", "timestamp(6)"},
        {"timestamptz(7)", "from 0 to 6, not 7", "timestamp_ltz(6)", "timestamp_ltz(6)"},
        {"timestamp(x)", "not a timestamp type", "timestamp(p)", ""},
        {"timestamp(3,1)", "not a timestamp type", "timestamp(p)", ""},
        {"timestamp with time zone", "not a type", "timestamp_ltz", "timestamp_ltz"},
        {"TIMESTAMP(3) WITH TIME ZONE", "not a type", "timestamp_ltz(3)", "timestamp_ltz(3)"},
        {"timestamp (3) with local time zone", "not a type", "timestamp_ltz(3)", "timestamp_ltz(3)"},
        {"timestamp without time zone", "not a type", "timestamp", "timestamp"},
        {"timestamp(9) with time zone", "not a type", "timestamp_ltz(6)", "timestamp_ltz(6)"},
        {"array<string>", "children are not written", "element", ""},
        {"ARRAY < STRING >", "children are not written", "element", ""},
        {"string[]", "children are not written", "element", ""},
        {"list<int>", "children are not written", "element", ""},
        {"map<string, int>", "children are not written", "key: {type: string, required: true}", ""},
        {"struct<a: int>", "children are not written", "fields", ""},
        {"row(a int)", "takes no parameters", "fields", ""},
        {"list", "not supported", "element", "array"},
        {"object", "not supported", "fields", "struct"},
        {"string not null", "not a type", "required: true", "string"},
        {"decimal(10,2) NOT NULL", "not a type", "required: true", "decimal(10,2)"},
        {"", "empty", "Write a type", ""},
        {"   ", "empty", "Write a type", ""},
        {"strng", "strng is not a type", "Did you mean string?", "string"},
        {"decimel(10,2)", "is not a type", "Did you mean decimal(10,2)?", "decimal(10,2)"},
        {"decimel", "is not a type", "Did you mean decimal?", ""},
        {"timestampltz(3)", "is not a type", "Did you mean timestamp_ltz(3)?", "timestamp_ltz(3)"},
        {"bolean", "is not a type", "Did you mean boolean?", "boolean"},
        {"lnog", "is not a type", "Did you mean long?", "long"},
        {"geometry", "is not a type", "The types are", ""},
        {"decimal(10,2", "is not a type", "The types are", ""},
        {"decimal(10,2))", "is not a type", "The types are", ""},
        {"x; DROP TABLE t", "is not a type", "The types are", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const weir::ParsedType parsed = parse_type(row.text);
        REQUIRE(parsed.error);
        CAPTURE(parsed.error->message, parsed.error->help);
        CHECK(parsed.head.kind == TypeKind::Unknown);
        CHECK(parsed.error->message.find(row.message) != std::string::npos);
        CHECK(parsed.error->help.find(row.help) != std::string::npos);
        CHECK(parsed.error->replacement == row.replacement);
        if (!parsed.error->replacement.empty()) {
            CHECK(read(parsed.error->replacement) != "refused");
        }
    }
}

TEST_CASE("hostile type texts are cut in messages and answered at once", "[types]") {
    const std::string huge = "é" + std::string(1'000'000, 'x');
    const auto long_word = parse_type(huge);
    REQUIRE(long_word.error);
    CHECK(long_word.error->message.size() < 120);

    std::string nulls = "string";
    for (int i = 0; i < 100'000; ++i) {
        nulls += " null";
    }
    REQUIRE(parse_type(nulls).error);
    REQUIRE(parse_type(std::string(1'000'000, '(')).error);
    REQUIRE(parse_type("decimal(" + std::string(1'000'000, ',') + ")").error);
    REQUIRE(parse_type("string" + std::string(1, '\0')).error);
    // A cut never splits a character.
    std::string accents;
    for (int i = 0; i < 100; ++i) {
        accents += "é";
    }
    const auto cut = parse_type("x" + accents);
    REQUIRE(cut.error);
    for (std::size_t i = 1; i + 1 < cut.error->message.size(); ++i) {
        if (static_cast<unsigned char>(cut.error->message[i]) == 0xC3U) {
            CHECK(static_cast<unsigned char>(cut.error->message[i + 1]) == 0xA9U);
        }
    }
}
