// Contracts without a managed build: the rules for exposed tables speak there too.
#include <catch2/catch.hpp>

#include "diff_support.h"

using diff_test::changes;
using diff_test::edited;
using diff_test::Lines;
using diff_test::told;

namespace {

const std::string kText = R"(fluidVersion: "0.7.6"
kind: DataProduct
id: sales.customers
name: Customers
metadata:
  owner: {team: sales}
builds:
  - id: load
    engine: dbt
    outputs: [customers]
    properties: {model: customers}
exposes:
  - exposeId: customers
    kind: table
    binding:
      platform: snowflake
      format: snowflake_table
      location: {table: customers}
    contract:
      schema:
        - {name: id, type: varchar(10), required: true}
        - {name: score, type: int}
)";

} // namespace

TEST_CASE("columns of an unmanaged expose are judged, and no job is spoken of") {
    const auto removed = changes(kText, edited(kText, "        - {name: score, type: int}\n", ""));
    CHECK(told(removed) == Lines{"breaking column-removed exposes[customers].contract.schema.score"});
    CHECK(removed[0].message.find("the job") == std::string::npos);
    CHECK(removed[0].message.find("ALTER TABLE") == std::string::npos);
    CHECK(told(kText, edited(kText, ", required: true", "")) ==
          Lines{"breaking column-became-optional exposes[customers].contract.schema.id"});
}

TEST_CASE("types that are not the lane's are compared as they are written") {
    const Lines expected = {"breaking column-type-changed exposes[customers].contract.schema.id"};
    CHECK(told(kText, edited(kText, "varchar(10)", "varchar(20)")) == expected);
    CHECK(told(kText, edited(kText, "varchar(10)", "int")) == expected);
    CHECK(told(kText, edited(kText, "varchar(10)", "VARCHAR( 10 )")).empty());
}

TEST_CASE("what an unmanaged build is made of is told") {
    CHECK(told(kText, edited(kText, "model: customers", "model: other")) ==
          Lines{"info other-changed builds[load].properties.model"});
    CHECK(told(kText, edited(kText, "engine: dbt", "engine: sql")) == Lines{"info other-changed builds[load].engine"});
}
