// ODCS documents of strangers and our own: what becomes of them, what is refused and where. Round trips through the
// command are in tests/odcs.

#include <catch2/catch.hpp>

#include "facade_support.h"
#include "weir/odcs.h"
#include "weir/odcs_import.h"

namespace {

constexpr const char* kOrders = R"(apiVersion: v3.1.0
kind: DataContract
id: shop.orders
version: 1.2.3
status: active
schema:
  - name: orders
    physicalName: orders_v1
    properties:
      - name: id
        logicalType: integer
        required: true
      - name: total
        logicalType: number
        physicalType: decimal(18, 2)
      - name: at
        logicalType: timestamp
        logicalTypeOptions: {timezone: false}
      - name: legacy
        physicalType: varchar(10)
)";

weir::OdcsImport imported(const std::string& text, weir::ImportAs as = weir::ImportAs::Contract) {
    weir::FileSet files;
    files["shop.odcs.yaml"].text = text;
    return weir::import_odcs(files, "shop.odcs.yaml", as);
}

std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// `line:column slug` of every finding.
std::vector<std::string> told(const weir::OdcsImport& made) {
    std::vector<std::string> lines;
    for (const weir::Finding& finding : made.checked.findings) {
        REQUIRE(finding.at.known());
        const weir::Position at = made.checked.document->sources().range(finding.at).start;
        lines.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
                        std::string(weir::code_info(finding.code).slug));
    }
    return lines;
}

bool holds(const std::string& text, const std::string& part) {
    INFO(text);
    INFO("wanted: " << part);
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a document of another tool becomes a valid contract") {
    const weir::OdcsImport made = imported(kOrders);
    CHECK(told(made).empty());
    weir::FileSet files;
    files["c.fluid.yaml"].text = made.text;
    const weir::Checked checked = weir::check(files, "c.fluid.yaml");
    REQUIRE(checked.valid());
    CHECK(checked.contract.id.value == "shop.orders");
    REQUIRE(checked.contract.exposes.size() == 1);
    const weir::Expose& expose = checked.contract.exposes[0];
    CHECK(expose.expose_id.value == "orders");
    CHECK(expose.version.value == "1.2.3");
    CHECK(expose.binding->location->table.value == "orders_v1");
    REQUIRE(expose.schema.count == 4);
    const auto type = [&](std::uint32_t i) {
        const weir::Column& column = checked.contract.columns[expose.schema.first + i];
        return std::string(checked.document->node(column.type_at.node).text);
    };
    CHECK(type(0) == "long");
    CHECK(type(1) == "decimal(18,2)");
    CHECK(type(2) == "timestamp(6)");
    CHECK(type(3) == "varchar(10)");
}

TEST_CASE("what is wrong is told at its place") {
    const auto first = [](const std::string& text) {
        const weir::OdcsImport made = imported(text);
        CHECK(made.text.empty());
        CHECK_FALSE(made.checked.valid());
        return told(made).empty() ? std::string("nothing") : told(made).front();
    };
    CHECK(first(with(kOrders, "v3.1.0", "v2.2.2")) == "1:13 odcs-form");
    CHECK(first(with(kOrders, "DataContract", "Table")) == "2:7 odcs-form");
    CHECK(first(with(kOrders, "id: shop.orders", "id: [shop]")) == "3:6 odcs-form");
    CHECK(first(with(kOrders, "id: shop.orders", "id: shop orders")) == "3:5 odcs-form");
    CHECK(first(with(kOrders, "name: orders\n", "name: 'no identifier'\n")) == "7:11 odcs-form");
    CHECK(first(with(kOrders, "logicalType: integer", "logicalType: money")) == "11:22 odcs-type");
    CHECK(first(with(kOrders, "required: true", "required: perhaps")) == "12:19 odcs-form");
    CHECK(first(with(kOrders, "      - name: id\n", "      - businessName: id\n")) == "10:9 odcs-form");
    CHECK(first(with(kOrders, "schema:", "schema: {}\nother:")) == "6:9 odcs-form");
    CHECK(first(with(kOrders, "        physicalType: varchar(10)\n", "")) == "19:9 odcs-type");
    CHECK(first("apiVersion: v3.1.0\nkind: DataContract\nid: a\n").find("odcs-form") != std::string::npos);
    CHECK(first("apiVersion: 'v3\n").find("yaml-") != std::string::npos);
    CHECK(first("[]").find("yaml-root-kind") != std::string::npos);
    CHECK(first(with(kOrders, "id: shop.orders", "id: {$ref: other.yaml}")).find("odcs-form") != std::string::npos);
}

TEST_CASE("what a contract has no place for is told and left out") {
    const weir::OdcsImport made =
        imported(std::string(kOrders) + "price: {priceAmount: 3}\nservers:\n  - {server: a, type: postgres, host: "
                                        "db.example.com, password: hunter2hunter2}\ntags: [fine, 'Not Fine', fine]\n");
    CHECK(made.checked.valid());
    std::size_t left = 0;
    for (const weir::Finding& finding : made.checked.findings) {
        CHECK(finding.code == weir::Code::odcs_left_out);
        ++left;
    }
    CHECK(left == 5); // price, host, password, two tags
    CHECK(holds(made.text, "- fine"));
    CHECK(made.text.find("example.com") == std::string::npos);
    CHECK(made.text.find("hunter2") == std::string::npos);
    CHECK_FALSE(made.checked.hidden.empty()); // the password's line is not shown beside a finding
}

TEST_CASE("as columns, nested types are spelt out") {
    const std::string nested = with(kOrders, "      - name: legacy\n        physicalType: varchar(10)\n",
                                    R"(      - name: items
        logicalType: array
        items:
          logicalType: object
          properties:
            - {name: sku, logicalType: string, required: true}
            - name: tags
              logicalType: object
              physicalType: map
              customProperties:
                - property: fluid.recursiveType
                  value: {name: tags, type: map, key: {type: string, required: true}, value: {type: double}}
)");
    const weir::OdcsImport made = imported(nested, weir::ImportAs::Columns);
    CHECK(told(made).empty());
    weir::FileSet files;
    files["columns.yaml"].text = made.text;
    const weir::Checked checked = weir::check(files, "columns.yaml", {}, weir::FragmentKind::Schema);
    CHECK(checked.valid());
    CHECK(holds(made.text, "fields:"));
    CHECK(holds(made.text, "type: double"));
    // The same in a contract stands in a label, since outside the lane no key says it.
    CHECK(holds(imported(nested).text, "odcs.nested"));
    const std::string unknown =
        with(nested, "                - property: fluid.recursiveType", "                - property: other");
    CHECK(told(imported(unknown, weir::ImportAs::Columns)) == std::vector<std::string>{"25:15 odcs-type"});
}

TEST_CASE("an imported contract exports what it was made of") {
    weir::FileSet files;
    files["c.fluid.yaml"].text = imported(kOrders).text;
    const weir::Checked checked = weir::check(files, "c.fluid.yaml");
    const auto once = weir::odcs_documents(checked.contract, checked.plan, checked.hidden);
    REQUIRE(once.size() == 1);
    files["d.odcs.json"].text = once[0].json;
    const weir::OdcsImport again = weir::import_odcs(files, "d.odcs.json");
    REQUIRE(again.checked.valid());
    files["e.fluid.yaml"].text = again.text;
    const weir::Checked second = weir::check(files, "e.fluid.yaml");
    CHECK(weir::odcs_documents(second.contract, second.plan, second.hidden)[0].json == once[0].json);
}
