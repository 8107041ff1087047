// ODCS documents: what each says of the table, and what none of them says. That they are valid under the standard's own
// schema, and readable by another tool, is held by tests/odcs.

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "facade_support.h"
#include "weir/odcs.h"

using nlohmann::json;

namespace {

using weir_test::read_tree;

weir::Checked checked(const std::string& file, const std::string& text = "") {
    weir::FileSet files;
    files[file].text = text.empty() ? read_tree(file) : text;
    for (const char* fragment :
         {"examples/fragments/streams/orders.yaml", "examples/fragments/streams/orders.value.yaml"}) {
        files[fragment].text = read_tree(fragment);
    }
    weir::Checked result = weir::check(files, file, ".");
    REQUIRE(result.valid());
    return result;
}

json document(const weir::Checked& of) {
    const auto documents = weir::odcs_documents(of.contract, of.plan, of.hidden);
    REQUIRE(documents.size() == 1);
    CHECK(documents[0].json.find('\n') == std::string::npos);
    return json::parse(documents[0].json);
}

const json& property(const json& among, const std::string& name) {
    for (const json& one : among) {
        if (one["name"] == name) {
            return one;
        }
    }
    FAIL(name + " is not there");
    return among;
}

json custom(const json& of, const std::string& name) {
    for (const json& one : of["customProperties"]) {
        if (one["property"] == name) {
            return one["value"];
        }
    }
    return nullptr;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("a flattened table says where each column comes from, and what a row is") {
    const json odcs = document(checked("examples/flattened/contract.fluid.yaml"));
    CHECK(odcs["apiVersion"] == "v3.1.0");
    CHECK(odcs["kind"] == "DataContract");
    CHECK(odcs["id"] == "commerce.order-items.order_items");
    CHECK(odcs["name"] == "Order items");
    CHECK(odcs["version"] == "1.0.0");
    CHECK(odcs["status"] == "active");
    CHECK(odcs["team"]["name"] == "data-platform");
    CHECK(odcs["description"]["purpose"] == "Order events, one row per ordered item.");
    CHECK(odcs["servers"] == json::parse(R"([{"server":"order_items","type":"custom","catalog":"rest",
        "database":"commerce","format":"iceberg"}])"));
    const json& table = odcs["schema"][0];
    CHECK(table["physicalName"] == "order_items");
    CHECK(table["dataGranularityDescription"] ==
          "One row for each element of items in a record; a record without elements gives none.");
    const json& columns = table["properties"];
    REQUIRE(columns.size() == 7);
    CHECK(property(columns, "country")["transformSourceObjects"] == json{"customer.address.country"});
    CHECK(property(columns, "country")["transformLogic"] == "copied from customer.address.country");
    CHECK(property(columns, "channel")["transformSourceObjects"] == json{"attributes['channel']"});
    CHECK(property(columns, "event_time")["transformLogic"] ==
          "timestamp_ltz(3) of event_time, widened to timestamp_ltz(6)");
    CHECK(property(columns, "customer_id")["classification"] == "pii");
    CHECK(property(columns, "event_id")["required"] == true);
    CHECK(property(columns, "sku")["required"] == false);
    const json& price = property(columns, "price");
    CHECK(price["logicalType"] == "number");
    CHECK(price["physicalType"] == "decimal(18, 2)");
    CHECK(custom(price, "precision") == 18);
    CHECK(custom(price, "scale") == 2);
    CHECK(custom(price, "fluid.type") == "decimal(18,2)");
    CHECK(property(columns, "event_time")["logicalTypeOptions"]["timezone"] == true);
}

TEST_CASE("nested columns carry their fields, and their whole type in the contract's form") {
    const json odcs = document(checked("tests/runner/contracts/strict.fluid.yaml"));
    const json& columns = odcs["schema"][0]["properties"];
    const json& customer = property(columns, "customer");
    CHECK(customer["logicalType"] == "object");
    CHECK(customer["physicalType"] == "struct");
    CHECK(customer["description"] == "Who ordered");
    CHECK(property(property(customer["properties"], "address")["properties"], "city")["required"] == true);
    CHECK(custom(customer, "fluid.recursiveType") == json::parse(R"({"name":"customer","type":"struct","fields":[
        {"name":"id","type":"long","required":true},{"name":"name","type":"string"},
        {"name":"address","type":"struct","fields":[{"name":"city","type":"string","required":true},
        {"name":"zip","type":"string"}]}]})"));
    const json& items = property(columns, "items");
    CHECK(items["logicalType"] == "array");
    CHECK(items["physicalType"] == "list");
    CHECK(custom(property(items["items"]["properties"], "price"), "fluid.type") == "decimal(18,2)");
    const json& scores = property(columns, "scores");
    CHECK(scores["logicalType"] == "object");
    CHECK(scores["physicalType"] == "map");
    CHECK_FALSE(scores.contains("properties"));
    CHECK(custom(scores, "fluid.recursiveType") == json::parse(R"({"name":"scores","type":"map",
        "key":{"type":"string","required":true},"value":{"type":"double"}})"));
    CHECK(property(columns, "local_at")["logicalTypeOptions"]["timezone"] == false);
    CHECK(custom(property(columns, "local_at"), "fluid.type") == "timestamp(3)");
    CHECK(property(columns, "raw")["logicalTypeOptions"]["format"] == "binary");
    CHECK(property(columns, "small")["logicalTypeOptions"]["format"] == "i32");
    CHECK(property(columns, "ratio")["logicalTypeOptions"]["format"] == "f32");
    CHECK(property(columns, "country")["partitioned"] == true);
    CHECK(property(columns, "country")["partitionKeyPosition"] == 1);
    CHECK_FALSE(property(columns, "id").contains("partitioned"));
}

TEST_CASE("a struct that is built tells the source of each field") {
    const json odcs = document(checked("examples/rebuilt/contract.fluid.yaml"));
    std::size_t built = 0;
    for (const json& column : odcs["schema"][0]["properties"]) {
        if (column["transformLogic"] == "made field by field; never null") {
            ++built;
            std::vector<std::string> sources;
            for (const json& field : column["properties"]) {
                REQUIRE(field.contains("transformLogic"));
                sources.push_back(field["transformSourceObjects"][0]);
            }
            CHECK(column["transformSourceObjects"] == json(sources));
        }
    }
    CHECK(built > 0);
}

TEST_CASE("no address, variable, SQL or place of deployment is told") {
    const std::string text =
        weir::odcs_documents(checked("tests/runner/contracts/strict.fluid.yaml").contract, {}, {})[0].json +
        document(checked("examples/flattened/contract.fluid.yaml")).dump() +
        document(checked("tests/corpus/contracts/own-sql.fluid.yaml")).dump();
    for (const char* word : {"://", "example.com", "kafka:", "9092", "s3:", "ICEBERG_", "SELECT", "select", "sha256",
                             "flink-state", "data-products", "serviceAccount", "development", "groupId"}) {
        CAPTURE(word);
        CHECK(text.find(word) == std::string::npos);
    }
}

TEST_CASE("what reads like a secret is masked, and control characters are escaped") {
    const std::string text = replaced(read_tree("tests/runner/contracts/strict.fluid.yaml"), "description: Who ordered",
                                      R"(description: "\u001b[2Jtoken AKIAIOSFODNN7EXAMPLE9Z3")");
    const weir::Checked result = checked("tests/runner/contracts/strict.fluid.yaml", text);
    const std::string out = weir::odcs_documents(result.contract, result.plan, result.hidden)[0].json;
    CHECK(out.find("AKIAIOSFODNN7EXAMPLE9Z3") == std::string::npos);
    CHECK(out.find('\x1b') == std::string::npos);
    CHECK(json::parse(out).is_object());
}

TEST_CASE("one expose can be asked for by its id") {
    const weir::Checked result = checked("examples/flattened/contract.fluid.yaml");
    CHECK(weir::odcs_documents(result.contract, result.plan, result.hidden, "order_items").size() == 1);
    CHECK(weir::odcs_documents(result.contract, result.plan, result.hidden, "another").empty());
}

TEST_CASE("people and states of the contract are carried over") {
    std::string text = read_tree("tests/runner/contracts/strict.fluid.yaml");
    text = replaced(text, "exposes:\n  - exposeId: strict\n",
                    "lifecycle: {state: preview}\ndomain: lab\ntags: [one, two]\nexposes:\n  - exposeId: strict\n"
                    "    version: 2.1.0\n    title: The strict one\n");
    const json odcs = document(checked("tests/runner/contracts/strict.fluid.yaml", text));
    CHECK(odcs["status"] == "draft");
    CHECK(odcs["domain"] == "lab");
    CHECK(odcs["tags"] == json({"one", "two"}));
    CHECK(odcs["version"] == "2.1.0");
    CHECK(odcs["name"] == "The strict one");
}

TEST_CASE("a contract outside the lane keeps the types that its platform has of its own") {
    const json odcs = document(checked("old.fluid.yaml", R"yaml(fluidVersion: "0.7.6"
kind: DataProduct
id: a
name: a
metadata: {owner: {email: team@example.com}}
exposes:
  - exposeId: t
    kind: table
    contract:
      schema:
        - {name: id, type: string, required: true}
        - {name: v, type: varchar(10)}
    binding: {platform: other, format: parquet, location: {table: x}}
)yaml"));
    const json& columns = odcs["schema"][0]["properties"];
    CHECK(property(columns, "id")["logicalType"] == "string");
    CHECK(property(columns, "v")["physicalType"] == "varchar(10)");
    CHECK_FALSE(property(columns, "v").contains("logicalType"));
    CHECK(odcs["team"]["members"][0]["username"] == "team@example.com");
    CHECK_FALSE(odcs["servers"][0].contains("catalog"));
}
