// The exposed table: its columns, where it is, how it is laid out.
#include <catch2/catch.hpp>

#include "diff_support.h"

using diff_test::changes;
using diff_test::contract_text;
using diff_test::edited;
using diff_test::Lines;
using diff_test::told;

namespace {

const std::string kSchema = "exposes[orders].contract.schema";
const std::string kBinding = "exposes[orders].binding";

std::string with(std::string_view from, std::string_view to) {
    return edited(contract_text(), from, to);
}

void check_both(const std::string& other, const Lines& forwards, const Lines& backwards) {
    CHECK(told(contract_text(), other) == forwards);
    CHECK(told(other, contract_text()) == backwards);
}

const std::string kLastColumn =
    "        - name: event_time\n          type: timestamp_ltz(3)\n          required: true\n";

} // namespace

TEST_CASE("a column added is non-breaking, a column removed is breaking") {
    check_both(with(kLastColumn, kLastColumn + "        - name: payload\n          type: binary\n"),
               {"non-breaking column-added " + kSchema + ".payload"},
               {"breaking column-removed " + kSchema + ".payload"});
}

TEST_CASE("a required column on an existing table is breaking") {
    CHECK(told(contract_text(),
               with(kLastColumn, kLastColumn + "        - name: other_time\n          type: timestamp_ltz(3)\n"
                                               "          required: true\n"))[0] ==
          "breaking column-required-added " + kSchema + ".other_time");
}

TEST_CASE("requiredness of a column is breaking both ways") {
    const std::string optional = with(kLastColumn, "        - name: event_time\n          type: timestamp_ltz(3)\n");
    check_both(optional, {"breaking column-became-optional " + kSchema + ".event_time"},
               {"breaking column-became-required " + kSchema + ".event_time"});
}

TEST_CASE("types widen as Iceberg promotes them") {
    const std::string widened = with("            - name: score\n              type: int\n",
                                     "            - name: score\n              type: long\n");
    check_both(widened, {"non-breaking column-type-widened " + kSchema + ".customer.score"},
               {"breaking column-type-changed " + kSchema + ".customer.score"});
}

TEST_CASE("a timestamp's precision is info, its kind is breaking") {
    const Lines info = {"info column-precision-changed " + kSchema + ".event_time"};
    check_both(
        with(kLastColumn, "        - name: event_time\n          type: timestamp_ltz(6)\n          required: true\n"),
        info, info);
    const Lines kind = {"breaking column-type-changed " + kSchema + ".event_time"};
    check_both(
        with(kLastColumn, "        - name: event_time\n          type: timestamp(3)\n          required: true\n"), kind,
        kind);
}

TEST_CASE("column order is breaking, in the table and in its structs") {
    const std::string swapped =
        with("        - name: channel\n          type: string\n        - name: trace\n          type: string\n",
             "        - name: trace\n          type: string\n        - name: channel\n          type: string\n");
    const Lines order = {"breaking column-order-changed " + kSchema};
    check_both(swapped, order, order);
    const std::string inner = with(
        "            - name: id\n              type: string\n            - name: score\n              type: int\n",
        "            - name: score\n              type: int\n            - name: id\n              type: string\n");
    const Lines fields = {"breaking column-order-changed " + kSchema + ".customer"};
    check_both(inner, fields, fields);
}

TEST_CASE("another table is breaking, however it is another") {
    const Lines table = {"breaking table-changed " + kBinding + ".location.table"};
    check_both(with("table: orders\n", "table: orders_v2\n"), table, table);
    const Lines name_space = {"breaking table-namespace-changed " + kBinding + ".location.namespace"};
    check_both(with("namespace: commerce\n", "namespace: sales\n"), name_space, name_space);
    const Lines uri = {"breaking catalog-uri-changed " + kBinding + ".location.uri"};
    check_both(with("https://catalog.example.com", "https://other.example.com"), uri, uri);
    const Lines warehouse = {"breaking warehouse-changed " + kBinding + ".location.warehouse"};
    check_both(with("s3://lake/warehouse", "s3://lake/other"), warehouse, warehouse);
}

TEST_CASE("the alias of namespace and the defaults spelled are no change") {
    CHECK(told(contract_text(), with("namespace: commerce\n", "database: commerce\n")).empty());
    CHECK(told(contract_text(),
               with("        uri: https://catalog", "        catalog: rest\n        uri: https://catalog"))
              .empty());
    CHECK(told(contract_text(), with("writeVersion: 2", "fileFormat: parquet")).empty());
}

TEST_CASE("partitions are breaking, the file format is info") {
    const Lines partitions = {"breaking partition-spec-changed " + kBinding + ".icebergConfig.partitionSpec"};
    check_both(with("writeVersion: 2",
                    "writeVersion: 2\n        partitionSpec: [{sourceColumn: channel, transform: identity}]"),
               partitions, partitions);
    const Lines format = {"info file-format-changed " + kBinding + ".icebergConfig.fileFormat"};
    check_both(with("writeVersion: 2", "writeVersion: 2\n        fileFormat: orc"), format, format);
}

TEST_CASE("a setting of the catalog is the same in either spelling") {
    const std::string region = "          client.region: eu-central-1\n";
    const std::string location = ".location.";
    const auto property = with(region, region + "          token-exchange-enabled: \"false\"\n");
    const auto key = with("scope: catalog", "scope: catalog\n          tokenExchange: false");
    CHECK(told(property, key).empty());
    CHECK(told(key, property).empty());
    CHECK(told(contract_text(), key) ==
          Lines{"non-breaking catalog-properties-changed " + kBinding + location + "catalogAuth.tokenExchange"});
    CHECK(told(contract_text(), property) == Lines{"non-breaking catalog-properties-changed " + kBinding + location +
                                                   "catalogProperties.token-exchange-enabled"});
    const auto vending = with("table: orders\n", "table: orders\n        credentialVending: true\n");
    CHECK(told(contract_text(), vending) ==
          Lines{"non-breaking catalog-properties-changed " + kBinding + location + "credentialVending"});
    CHECK(told(with(region, region + "          header.x-iceberg-access-delegation: vended-credentials\n"), vending)
              .empty());
    CHECK(told(contract_text(), with("table: orders\n", "table: orders\n        credentialVending: false\n")).empty());
}

TEST_CASE("properties and authentication are for review, and show no secret") {
    const auto region = changes(contract_text(), with("client.region: eu-central-1", "client.region: eu-west-1"));
    CHECK(told(region) == Lines{"non-breaking catalog-properties-changed " + kBinding +
                                ".location.catalogProperties['client.region']"});
    CHECK(region[0].before == "\"(not shown)\"");
    CHECK(region[0].message.find("eu-") == std::string::npos);
    const auto auth = changes(contract_text(), with("scope: catalog", "scope: other"));
    CHECK(told(auth) == Lines{"non-breaking catalog-auth-changed " + kBinding + ".location.catalogAuth"});
    CHECK(auth[0].after == "\"(not shown)\"");
    const auto property =
        changes(contract_text(), with("previous-versions-max: \"100\"", "previous-versions-max: \"50\""));
    CHECK(told(property) == Lines{"non-breaking table-properties-changed " + kBinding +
                                  ".icebergConfig.properties['write.metadata.previous-versions-max']"});
    CHECK(property[0].after == "\"50\"");
}

TEST_CASE("an expose added is non-breaking, one removed is breaking, and its build says no more") {
    const std::string& text = contract_text();
    const std::string expose = text.substr(text.find("  - exposeId: orders"));
    const std::string build =
        text.substr(text.find("  - id: ingest-orders"), text.find("exposes:\n") - text.find("  - id: ingest-orders"));
    std::string second_expose =
        edited(edited(expose, "exposeId: orders", "exposeId: more"), "table: orders", "table: more");
    std::string second_build =
        edited(edited(build, "id: ingest-orders", "id: ingest-more"), "outputs: [orders]", "outputs: [more]");
    const std::string two = edited(text, "exposes:\n", second_build + "exposes:\n") + second_expose;
    CHECK(told(text, two) == Lines{"non-breaking expose-added exposes[more]", "info build-added builds[ingest-more]"});
    CHECK(told(two, text) == Lines{"breaking expose-removed exposes[more]"});
    // The build goes and its expose stays.
    CHECK(told(two, text + second_expose) == Lines{"breaking build-removed builds[ingest-more]"});
    // Builds and exposes in another order are the same contract.
    const std::string turned = edited(text, "builds:\n", "builds:\n" + second_build);
    CHECK(told(two, edited(turned, "exposes:\n", "exposes:\n" + second_expose)).empty());
    // Two builds that swap their outputs.
    const std::string first_swapped = edited(two, "id: ingest-orders\n", "id: swap\n");
    const std::string swapped =
        edited(edited(first_swapped, "id: ingest-more\n", "id: ingest-orders\n"), "id: swap\n", "id: ingest-more\n");
    const Lines lines = told(two, swapped);
    CHECK(std::count(lines.begin(), lines.end(), "breaking build-output-changed builds[ingest-orders].outputs") == 1);
    CHECK(std::count(lines.begin(), lines.end(), "breaking build-output-changed builds[ingest-more].outputs") == 1);
}
