// Own SQL in contracts: findings at the faulty bytes, where the scalar is written so that they can be told.

#include <catch2/catch.hpp>

#include "weir/sql.h"

namespace weir {

namespace {

std::string contract_with(std::string_view sql) {
    return R"(fluidVersion: "0.7.7"
kind: DataProduct
id: commerce.orders
builds:
  - id: ingest
    engine: flink
    properties:
      parameters: {flink: {management: operator}}
      sql: )" +
           std::string(sql) + "\n      language: flink_sql\n";
}

struct Checked {
    std::shared_ptr<const Document> document;
    std::vector<Finding> findings;

    [[nodiscard]] std::string_view text_at(std::size_t i) const { return document->sources().slice(findings[i].at); }
};

Checked check_text(const std::string& text, std::string_view file = "c.fluid.yaml") {
    FileSet files;
    files.emplace(file, FileAnswer{text, ""});
    const ReadDocument read = read_document(files, file, "");
    REQUIRE(read.usable);
    Checked checked;
    checked.document = read.document;
    checked.findings = check_sql(read_contract(read.document).contract);
    return checked;
}

Checked check(std::string_view sql) {
    return check_text(contract_with(sql));
}

} // namespace

TEST_CASE("a fault in own SQL has its message, its path and its place") {
    const Checked checked = check("SELECT 1; -- x");
    REQUIRE(checked.findings.size() == 1);
    const Finding& finding = checked.findings[0];
    CHECK(code_info(finding.code).slug == "own-sql-semicolon");
    CHECK(finding.path == "builds[0].properties.sql");
    CHECK(finding.message ==
          "Managed Flink: Flink build ingest: properties.sql: a semicolon is refused, in a comment too");
    CHECK(!finding.help.empty());
    CHECK(checked.text_at(0) == ";");
    const Range range = checked.document->sources().range(finding.at);
    CHECK(range.start.line == 9);
    CHECK(range.start.column == 20);
}

TEST_CASE("a fault is found in every style that shows it byte for byte") {
    struct Case {
        std::string_view yaml;
        std::string_view at;
        std::size_t column;
        std::size_t line = 9;
    };
    const Case cases[] = {
        {"SELECT 1; x", ";", 20},
        {"'SELECT ''a'', 1; x'", ";", 28},
        {"'SELECT 1;'", ";", 21},
        {"\"SELECT 'a', 1; x\"", ";", 26},
        {"\"SELECT \\t\\u00e9\\x41\\U0001F600\\N\\L\\\\ 1; x\"", ";", 50},
        {"\"SELECT 1 -- \\u00e9\\n;\"", ";", 33},
        {"\"SELECT 1 -- \\r x\"", "\\r", 25},
        {"|\n        SELECT 1\n          ; x\n", ";", 11, 11},
        {"|-\n        SELECT 1\n\n        ;", ";", 9, 12},
        {"|+2\n         SELECT 1 ;\n\n", ";", 19, 10},
        {"|\n        SELECT é\r\n        ;\r\n", ";", 9, 11},
        {"INSERT INTO t SELECT 1", "INSERT", 12},
        {"|\n        SELECT 1 /* é\n         more", "/*", 18, 10},
    };
    for (const Case& one : cases) {
        INFO(one.yaml);
        const Checked checked = check(one.yaml);
        REQUIRE(checked.findings.size() == 1);
        CHECK(checked.text_at(0) == one.at);
        const Position start = checked.document->sources().range(checked.findings[0].at).start;
        CHECK(start.line == one.line);
        CHECK(start.column == one.column);
    }
}

TEST_CASE("where YAML folds lines the whole scalar is meant") {
    CHECK(check("SELECT 1;\n        , 2").text_at(0) == "SELECT 1;\n        , 2");
    CHECK(check("'SELECT 1;\n        , 2'").text_at(0) == "'SELECT 1;\n        , 2'");
    CHECK(check("\"SELECT 1;\n        , 2\"").text_at(0) == "\"SELECT 1;\n        , 2\"");
    const Checked folded = check(">\n        SELECT 1;\n        , 2\n");
    REQUIRE(folded.findings.size() == 1);
    CHECK(folded.text_at(0).find("SELECT 1;\n        , 2") != std::string_view::npos);
}

TEST_CASE("escapes of JSON are read back, surrogate pairs included") {
    const std::string text =
        R"({"fluidVersion": "0.7.7", "kind": "DataProduct", "id": "a.b", "builds": [{"id": "b", "engine": "flink",
"properties": {"parameters": {"flink": {"management": "operator"}}, "sql": "SELECT '\ud83d\ude00\/' \u00e9 ; x"}}]})";
    const Checked checked = check_text(text, "c.fluid.json");
    REQUIRE(checked.findings.size() == 1);
    CHECK(checked.text_at(0) == ";");
}

TEST_CASE("SQL of a build that is not managed, and SQL without a fault, has no finding") {
    CHECK(check("SELECT 1 FROM source_events").findings.empty());
    std::string unmanaged = contract_with("DROP TABLE t;");
    unmanaged.replace(unmanaged.find("management: operator"), 20, "management: external");
    CHECK(check_text(unmanaged).findings.empty());
}

TEST_CASE("findings about own SQL quote nothing of it") {
    const Checked checked = check("DROP s3cr3t_zz91; )");
    CHECK(checked.findings.size() == 3);
    for (const Finding& finding : checked.findings) {
        CHECK((finding.message + finding.help).find("s3cr3t") == std::string::npos);
    }
}

} // namespace weir
