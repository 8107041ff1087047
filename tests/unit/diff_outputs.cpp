// Where outputs are read from: explode, paths, casts, own SQL.
#include <catch2/catch.hpp>

#include "diff_support.h"
#include "weir/sha256.h"

using diff_test::changes;
using diff_test::contract_text;
using diff_test::edited;
using diff_test::Lines;
using diff_test::told;

namespace {

const std::string kMapping = "builds[ingest-orders].properties.mapping";
const std::string kExplode = "        explode:\n          path: items\n          as: item\n";
const std::string kWholeMapping =
    "      mapping:\n" + kExplode +
    "        columns:\n          - name: sku\n            from: item.sku\n"
    "          - name: channel\n            from: attributes['channel']\n"
    "          - name: trace\n            from: kafka_headers['trace']\n            cast: string\n";

std::string with(std::string_view from, std::string_view to) {
    return edited(contract_text(), from, to);
}

/// The contract without explode and without the output that needs it.
std::string unexploded() {
    std::string text = with(kExplode, "");
    text = edited(text, "          - name: sku\n            from: item.sku\n", "");
    return edited(text, "        - name: sku\n          type: string\n        - name: channel",
                  "        - name: channel");
}

} // namespace

TEST_CASE("an explode added or removed is breaking") {
    const std::string sku = " exposes[orders].contract.schema.sku";
    CHECK(told(contract_text(), unexploded()) ==
          Lines{"breaking explode-removed " + kMapping + ".explode", "breaking column-removed" + sku});
    CHECK(told(unexploded(), contract_text()) ==
          Lines{"breaking explode-added " + kMapping + ".explode", "non-breaking column-added" + sku});
}

TEST_CASE("an explode of another array is breaking") {
    const std::string other = with("path: items", "path: returns");
    const Lines expected = {"breaking explode-moved " + kMapping + ".explode.path"};
    CHECK(told(contract_text(), other) == expected);
    CHECK(told(other, contract_text()) == expected);
}

TEST_CASE("another alias of the exploded element is info, and its paths do not change") {
    const std::string other = edited(with("as: item\n", "as: line\n"), "from: item.sku", "from: line.sku");
    const Lines expected = {"info explode-renamed " + kMapping + ".explode.as"};
    CHECK(told(contract_text(), other) == expected);
    CHECK(told(other, contract_text()) == expected);
}

TEST_CASE("an output read from another path is for review") {
    const std::string other = with("attributes['channel']", "attributes['source']");
    const Lines expected = {"non-breaking output-path-changed " + kMapping + ".columns[channel]"};
    CHECK(told(contract_text(), other) == expected);
    CHECK(told(other, contract_text()) == expected);
    const auto list = changes(contract_text(), other);
    CHECK(list[0].before == "\"attributes['channel']\"");
    CHECK(list[0].after == "\"attributes['source']\"");
    // The places are the paths themselves.
    CHECK(list[0].base.end - list[0].base.begin == std::string_view("attributes['channel']").size());
    CHECK(list[0].head.end - list[0].head.begin == std::string_view("attributes['source']").size());
}

TEST_CASE("a path spelled by default and one that is written are the same") {
    const std::string written = with("          - name: sku\n            from: item.sku\n",
                                     "          - name: event_id\n            from: event_id\n"
                                     "          - name: sku\n            from: item.sku\n");
    CHECK(told(contract_text(), written).empty());
    CHECK(told(written, contract_text()).empty());
}

TEST_CASE("a path by default that becomes another one is told, with and without an entry") {
    const std::string other = with("          - name: sku\n            from: item.sku\n",
                                   "          - name: event_id\n            from: order_id\n"
                                   "          - name: sku\n            from: item.sku\n");
    const std::string text = edited(other, "          - name: payload\n",
                                    "          - name: order_id\n            type: string\n"
                                    "            required: true\n          - name: payload\n");
    const Lines lines = told(contract_text(), text);
    CHECK(lines == Lines{"breaking field-required-added builds[ingest-orders].properties.stream.schema.order_id",
                         "non-breaking output-path-changed " + kMapping + ".columns[event_id]"});
}

TEST_CASE("an output with another conversion is for review") {
    // Binary lands as it is when the column is binary.
    const std::string other =
        edited(with("            cast: string\n", ""), "        - name: trace\n          type: string",
               "        - name: trace\n          type: binary");
    CHECK(told(contract_text(), other) ==
          Lines{"breaking column-type-changed exposes[orders].contract.schema.trace",
                "non-breaking output-cast-changed " + kMapping + ".columns[trace].cast"});
}

TEST_CASE("a struct built field by field differs from one that is read whole, once") {
    const std::string built = with("          - name: sku\n            from: item.sku\n",
                                   "          - name: customer.id\n            from: order_key\n"
                                   "          - name: sku\n            from: item.sku\n");
    const Lines expected = {"non-breaking output-path-changed " + kMapping + ".columns[customer]"};
    CHECK(told(contract_text(), built) == expected);
    CHECK(told(built, contract_text()) == expected);
    CHECK(changes(contract_text(), built)[0].after == R"({"id":"order_key","score":"customer.score"})");
    const std::string rebuilt = edited(built, "from: order_key", "from: customer.id");
    CHECK(told(built, rebuilt) == Lines{"non-breaking output-path-changed " + kMapping + ".columns[customer.id]"});
}

TEST_CASE("the order of mapping entries means nothing") {
    const std::string other = with("          - name: sku\n            from: item.sku\n          - name: channel\n     "
                                   "       from: attributes['channel']\n",
                                   "          - name: channel\n            from: attributes['channel']\n          - "
                                   "name: sku\n            from: item.sku\n");
    CHECK(told(contract_text(), other).empty());
}

TEST_CASE("own SQL added, changed and removed") {
    const std::string sql = with(kWholeMapping, "      sql: SELECT * FROM source_events\n");
    const std::string other = with(kWholeMapping, "      sql: SELECT event_id FROM source_events\n");
    const std::string path = " builds[ingest-orders].properties.sql";
    CHECK(told(contract_text(), sql) == Lines{"breaking own-sql-added" + path});
    CHECK(told(sql, other) == Lines{"breaking own-sql-changed" + path});
    CHECK(told(sql, contract_text()) == Lines{"non-breaking own-sql-removed" + path});
    CHECK(told(sql, sql).empty());
    const auto list = changes(contract_text(), sql);
    CHECK(list[0].after == "\"sha256:" + weir::sha256_hex("SELECT * FROM source_events") + "\"");
    CHECK(list[0].message.find("commerce.nested-events/ingest-orders@sha256:") != std::string::npos);
}

TEST_CASE("the style in which YAML writes own SQL means nothing") {
    const std::string plain = with(kWholeMapping, "      sql: SELECT * FROM source_events\n");
    const std::string folded = with(kWholeMapping, "      sql: >-\n        SELECT *\n        FROM source_events\n");
    CHECK(told(plain, folded).empty());
}

TEST_CASE("a renamed build keeps its match, and its own SQL counts as added") {
    CHECK(told(contract_text(), with("id: ingest-orders", "id: load-orders")) ==
          Lines{"info build-renamed builds[load-orders].id"});
    const std::string sql = with(kWholeMapping, "      sql: SELECT * FROM source_events\n");
    CHECK(told(sql, edited(sql, "id: ingest-orders", "id: load-orders")) ==
          Lines{"breaking own-sql-added builds[load-orders].properties.sql"});
}

TEST_CASE("a path that cannot be read is told without being shown") {
    const std::string other = with("attributes['channel']", "\"attributes['sekret\"");
    const auto list = changes(contract_text(), other);
    REQUIRE(told(list) == Lines{"non-breaking output-path-changed " + kMapping + ".columns[channel]"});
    CHECK(list[0].after == "\"(not shown)\"");
    CHECK(list[0].message.find("sekret") == std::string::npos);
}
