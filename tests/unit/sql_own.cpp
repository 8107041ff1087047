// Own SQL: the tokenizer's table of hostile and harmless statements.

#include <catch2/catch.hpp>

#include "weir/sql.h"

namespace weir {

namespace {

struct Fault {
    Code code;
    std::string_view at; ///< the bytes that the fault covers
    std::size_t begin;
};

struct Case {
    std::string_view sql;
    std::vector<Fault> faults;
};

constexpr Code kSemicolon = Code::own_sql_semicolon;
constexpr Code kParentheses = Code::own_sql_parentheses;
constexpr Code kUnterminated = Code::own_sql_unterminated;
constexpr Code kHint = Code::own_sql_hint;
constexpr Code kKind = Code::own_sql_kind;
constexpr Code kReturn = Code::own_sql_carriage_return;
constexpr Code kDoubleQuote = Code::own_sql_double_quote;
constexpr Code kInName = Code::own_sql_comment_in_name;
constexpr Code kCommentEnd = Code::own_sql_comment_end;

const std::vector<Case>& refused() {
    static const std::vector<Case> cases = {
        // semicolons
        {"SELECT * FROM source_events;", {{kSemicolon, ";", 27}}},
        {"SELECT 1; DROP TABLE t", {{kSemicolon, ";", 8}}},
        {"SELECT 1 -- a ; b", {{kSemicolon, ";", 14}}},
        {"SELECT 1 // ;", {{kSemicolon, ";", 12}}},
        {"SELECT 1 /* ; */", {{kSemicolon, ";", 12}}},
        {"SELECT 'a' ';' ;", {{kSemicolon, ";", 15}}},
        {"SELECT ';;' ; ;", {{kSemicolon, ";", 12}, {kSemicolon, ";", 14}}},
        // brackets that would leave the wrapper
        {"SELECT * FROM source_events) x, (SELECT 1", {{kParentheses, ")", 27}, {kParentheses, "(", 32}}},
        {"SELECT 1) x", {{kParentheses, ")", 8}}},
        {"SELECT (1", {{kParentheses, "(", 7}}},
        {"SELECT ((1)", {{kParentheses, "(", 7}}},
        {"SELECT (1)) AS x CROSS JOIN (SELECT 2", {{kParentheses, ")", 10}, {kParentheses, "(", 28}}},
        {"SELECT ')' ) x", {{kParentheses, ")", 11}}},
        {"SELECT `(`) x", {{kParentheses, ")", 10}}},
        {"SELECT 1 FROM source_events // '\n) AS x CROSS JOIN (SELECT s FROM secret // '",
         {{kParentheses, ")", 33}, {kParentheses, "(", 51}}},
        {"SELECT 1 -- '\n) x -- '", {{kParentheses, ")", 14}}},
        {"SELECT 1 /* ' */ ) /* ' */", {{kParentheses, ")", 17}}},
        {"SELECT 1 /* -- */ ) x", {{kParentheses, ")", 18}}},
        {"SELECT 1 /* /* */ ) x", {{kParentheses, ")", 18}}},
        // Flink's /***/ opens a comment and does not close it
        {"SELECT 1 /***/ -- */ ) x", {{kParentheses, ")", 21}}},
        {"SELECT 1 /***/", {{kUnterminated, "/*", 9}}},
        {"SELECT 1 /*/ ) x", {{kUnterminated, "/*", 9}}},
        {"SELECT 1 /**", {{kUnterminated, "/*", 9}}},
        // a character set's name may hold dashes: the string begins after it, and no comment does
        {"SELECT _utf-8'a' ) x", {{kParentheses, ")", 17}}},
        {"SELECT _a--b'-' ) x", {{kParentheses, ")", 16}}},
        {"SELECT $_a--b'\n ) x", {{kParentheses, ")", 16}}},
        // and so may the name of a collation
        {"SELECT 'a' COLLATE x--y$en ) x", {{kInName, "--", 20}}},
        {"SELECT 1--$$", {{kInName, "--", 8}}},
        // lone carriage returns end a line comment for Flink
        {"SELECT event_id FROM source_events -- x\r) AS x CROSS JOIN (SELECT s AS event_id FROM secret_t",
         {{kReturn, "\r", 39}, {kParentheses, ")", 40}, {kParentheses, "(", 58}}},
        {"SELECT\r1", {{kReturn, "\r", 6}}},
        {"SELECT '\r'", {{kReturn, "\r", 8}}},
        {"SELECT 1 /* \r */", {{kReturn, "\r", 12}}},
        {"SELECT 1\r", {{kReturn, "\r", 8}}},
        {"SELECT 1 -- \r\r\n", {{kReturn, "\r", 12}}},
        // hints
        {"SELECT /*+ OPTIONS('a'='b') */ * FROM source_events", {{kHint, "/*+", 7}, {kCommentEnd, "*/", 28}}},
        {"SELECT event_id FROM source_events // '\n /*+ OPTIONS('number-of-rows'='99') */ -- '",
         {{kHint, "/*+", 41}, {kCommentEnd, "*/", 76}}},
        {"SELECT 1 --\n/*+", {{kHint, "/*+", 12}}},
        // double quotes
        {"SELECT \"a\" FROM source_events", {{kDoubleQuote, "\"", 7}, {kDoubleQuote, "\"", 9}}},
        {"SELECT 1 -- \"", {{kDoubleQuote, "\"", 12}}},
        {"SELECT `\"`", {{kDoubleQuote, "\"", 8}}},
        // tokens without an end
        {"SELECT 'a", {{kUnterminated, "'", 7}}},
        {"SELECT 'a''", {{kUnterminated, "'", 7}}},
        {"SELECT X'00", {{kUnterminated, "'", 8}}},
        {"SELECT `a", {{kUnterminated, "`", 7}}},
        {"SELECT `a\n` ", {{kUnterminated, "`", 7}, {kUnterminated, "`", 10}}},
        {"SELECT ``", {{kUnterminated, "``", 7}}},
        {"SELECT 1 /* a", {{kUnterminated, "/*", 9}}},
        {"SELECT 1 */ 2", {{kCommentEnd, "*/", 9}}},
        {"SELECT 4 */* c */2", {{kCommentEnd, "*/", 9}, {kCommentEnd, "*/", 15}}},
        // other statements
        {"INSERT INTO t SELECT * FROM source_events", {{kKind, "INSERT", 0}}},
        {"  -- SELECT\n DROP TABLE t", {{kKind, "DROP", 13}}},
        {"(SELECT 1)", {{kKind, "(", 0}}},
        {"VALUES (1)", {{kKind, "VALUES", 0}}},
        {"EXPLAIN SELECT 1", {{kKind, "EXPLAIN", 0}}},
        {"SELECTED 1", {{kKind, "SELECTED", 0}}},
        {"'SELECT'", {{kKind, "'", 0}}},
        {"`SELECT`", {{kKind, "`", 0}}},
        {"1 SELECT", {{kKind, "1", 0}}},
        {"WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", {{kKind, "INSERT", 21}}},
        {"WITH a AS (SELECT 1), b (x) AS (SELECT 2) VALUES (1)", {{kKind, "VALUES", 42}}},
        {"WITH a AS (SELECT 1) (SELECT 2)", {{kKind, "(", 21}}},
        {"WITH a AS (SELECT 1)", {{kKind, "WITH a AS (SELECT 1)", 0}}},
        {"WITH SELECT 1", {{kKind, "WITH SELECT 1", 0}}},
        {" -- nothing", {{kKind, " -- nothing", 0}}},
    };
    return cases;
}

constexpr std::string_view kFine[] = {
    "SELECT * FROM source_events",
    "select\t1\r\nfrom source_events -- to the end",
    "SELECT 1 -- a\r\n, 2",
    "SELECT ';', '--', '/*', '/*+ x */', ')', '(', '\"', 'it''s', '\n', '`'",
    "SELECT X'00', N'a;', U&'\\0041;', _utf8'é;(' FROM source_events",
    "SELECT `a;b`, `a``(`, `a```` (`, `--`, `/*`, `'` FROM source_events",
    "SELECT (1), ((2)), f(g(3)) /* ( */ -- )",
    "SELECT 1 /**/ + /* * / */ 2",
    "SELECT 1 /**** ) ***/ + 2 /*/ ( */",
    "SELECT 1 /***/ ( '*/",
    "SELECT 1 /****/ -- */ ) x",
    "SELECT a / b, a /b, a - -b, a * /* c */ b FROM source_events",
    "SELECT attributes['a--b'], m['/*'] FROM source_events",
    "WITH a AS (SELECT 1), b (x, y) AS (SELECT 2, 3) SELECT * FROM a, b",
    "with a as (with b as (values (1)) select * from b) select * from a",
    "SELECT/**/1",
    "SELECT _a--b'(', _iso-8859-1'--', __a--'",
    "SELECT $_a--b'(",
    "SELECT 1 --$$, 'a' COLLATE utf8$en",
    "/* first */ SELECT 1 FROM (VALUES (1)) AS v(x) UNION ALL SELECT 2",
    "SELECT 'naïve — ✓' AS `größe`",
};

} // namespace

TEST_CASE("hostile statements are refused where they are at fault") {
    for (const Case& refused_case : refused()) {
        INFO(refused_case.sql);
        const std::vector<OwnSqlError> errors = check_own_sql(refused_case.sql);
        REQUIRE(!errors.empty());
        REQUIRE(errors.size() == refused_case.faults.size());
        for (std::size_t i = 0; i < errors.size(); ++i) {
            const Fault& fault = refused_case.faults[i];
            CHECK(code_info(errors[i].code).slug == code_info(fault.code).slug);
            CHECK(errors[i].begin == fault.begin);
            CHECK(refused_case.sql.substr(errors[i].begin, errors[i].end - errors[i].begin) == fault.at);
        }
    }
}

TEST_CASE("harmless statements are not refused") {
    for (const std::string_view sql : kFine) {
        INFO(sql);
        CHECK(check_own_sql(sql).empty());
    }
}

TEST_CASE("messages of own SQL hold nothing of it") {
    const std::string secret = "s3cr3t_zz91";
    for (const std::string_view sql :
         {"INSERT `s3cr3t_zz91`; \"s3cr3t_zz91\" )s3cr3t_zz91( 's3cr3t_zz91", "s3cr3t_zz91"}) {
        const std::vector<OwnSqlError> errors = check_own_sql(sql);
        CHECK(!errors.empty());
        for (const OwnSqlError& error : errors) {
            CHECK(error.message.find(secret) == std::string::npos);
        }
    }
}

TEST_CASE("faults of own SQL are bounded and its scan is linear") {
    const std::string closing(2'000'000, ')');
    CHECK(check_own_sql(closing).size() == 50);
    const std::string opening = "SELECT " + std::string(2'000'000, '(');
    CHECK(check_own_sql(opening).size() == 1);
    const std::string quotes = "SELECT " + std::string(2'000'001, '\'');
    CHECK(check_own_sql(quotes).size() == 1);
    std::string comments = "SELECT 1";
    for (int i = 0; i < 200'000; ++i) {
        comments += "/*x*/--\n";
    }
    CHECK(check_own_sql(comments).empty());
}

} // namespace weir
