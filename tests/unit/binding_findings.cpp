#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "binding_support.h"

using weir::test::bind_lines;
using weir::test::bind_text;
using weir::test::Bound;
using weir::test::contract_text;
using weir::test::Lines;

namespace {

const std::string kStream = R"yaml(- {name: event_id, type: string, required: true}
- name: customer
  type: struct
  fields:
  - {name: id, type: string}
  - name: address
    type: struct
    fields:
    - {name: country, type: string}
    - {name: city, type: string}
  - {name: vip, type: boolean, required: true}
- name: items
  type: array
  element:
    type: struct
    fields:
    - {name: sku, type: string}
    - {name: price, type: "decimal(18,2)"}
    - {name: qty, type: int, required: true}
- {name: tags, type: array, element: {type: string}}
- {name: attributes, type: map, key: {type: string, required: true}, value: {type: string}}
- {name: payload, type: binary}
- {name: count, type: int}
- {name: at, type: timestamp_ltz(3), required: true}
)yaml";

struct Row {
    std::string outputs;
    std::string mapping;
    /// Finding by finding: `slug @ path: message`.
    std::string findings;
    /// A part of the first finding's help.
    std::string help;
};

void check(const std::vector<Row>& rows, const std::string& stream = kStream, const std::string& extra = {}) {
    for (const Row& row : rows) {
        CAPTURE(row.outputs, row.mapping);
        const Bound bound = bind_lines({stream, row.outputs, row.mapping, extra, {}});
        for (const weir::Finding& finding : bound.reading) {
            CAPTURE(finding.message);
            CHECK(finding.severity() != weir::Severity::Error);
        }
        REQUIRE(bound.plan.builds.size() == 1);
        CHECK(bound.text() == row.findings);
        CHECK(bound.build().complete == row.findings.empty());
        if (!row.help.empty()) {
            REQUIRE_FALSE(bound.findings().empty());
            CAPTURE(bound.findings().front().help);
            CHECK(bound.findings().front().help.find(row.help) != std::string::npos);
        }
        for (const weir::Finding& finding : bound.findings()) {
            CHECK_FALSE(finding.help.empty());
            CHECK(finding.at.known());
        }
    }
}

const std::string kFrom = "builds[0].properties.mapping.columns[0].from: Flink build ingest-orders: "
                          "properties.mapping.columns[0].from: ";
const std::string kSchema = "exposes[0].contract.schema";

std::string mapped(const std::string& from, const std::string& name = "x") {
    return "columns:\n- name: " + name + "\n  from: " + from + "\n";
}

} // namespace

TEST_CASE("findings about paths", "[binding]") {
    const std::string x = "- {name: x, type: string}\n";
    check({
        {x, mapped("customer.adress"), "mapping-path-unknown @ " + kFrom + "customer has no field adress\n",
         "customer has: id, address, vip. Did you mean address?"},
        {x, mapped("customer.address.contry"),
         "mapping-path-unknown @ " + kFrom + "customer.address has no field contry\n", "Did you mean country?"},
        {x, mapped("custmer.id"), "mapping-path-unknown @ " + kFrom + "custmer is not a column of properties.stream\n",
         "Did you mean customer?"},
        {x, mapped("Customer.id"),
         "mapping-path-unknown @ " + kFrom + "Customer is not a column of properties.stream\n",
         "Did you mean customer?"},
        {x, mapped("zzz"), "mapping-path-unknown @ " + kFrom + "zzz is not a column of properties.stream\n",
         "A path can start at: event_id, customer, items"},
        {x, mapped("items.sku"),
         "mapping-path-into-array @ " + kFrom + "items is an array, and a path cannot step into one\n",
         "explode: {path: items, as: item}"},
        {x, "explode: {path: items, as: item}\n" + mapped("items.sku"),
         "mapping-path-into-array @ " + kFrom + "items is an array, and a path cannot step into one\n",
         "start at its element, item: item.sku"},
        {x, "explode: {path: items, as: item}\n" + mapped("tags['a']"),
         "mapping-path-into-array @ " + kFrom + "tags is an array, and a path cannot step into one\n",
         "A build explodes one array, here items"},
        {x, mapped("event_id.a.b"),
         "mapping-path-into-scalar @ " + kFrom + "event_id is string, which has no field a\n",
         "End the path at event_id"},
        {x, mapped("\"event_id['a']\""),
         "mapping-path-into-scalar @ " + kFrom + "event_id is string, which has no keys to look up\n", ""},
        {x, mapped("attributes.channel"),
         "mapping-path-map-step @ " + kFrom + "attributes is a map, which has no field channel\n",
         "Write attributes['channel']"},
        {x, mapped("\"customer['id']\""),
         "mapping-path-struct-step @ " + kFrom + "customer is a struct, which has no keys to look up\n",
         "Write customer.id"},
        {x, mapped("\"customer['it s']\""),
         "mapping-path-struct-step @ " + kFrom + "customer is a struct, which has no keys to look up\n",
         "name of one of its fields"},
        {x, mapped("\"customer.id || 'sekret'\""),
         "mapping-path-malformed @ " + kFrom + "not a path; the text is not repeated here\n", "never SQL"},
        {x, mapped("''"), "mapping-path-malformed @ " + kFrom + "not a path; the text is not repeated here\n", ""},
        {x, mapped("\"attributes['a']['b']\""),
         "mapping-path-into-scalar @ " + kFrom + "attributes['a'] is string, which has no keys to look up\n", ""},
    });
}

TEST_CASE("a malformed path is masked, its neighbours are not", "[binding]") {
    const Bound bound =
        bind_lines({kStream, "- {name: x, type: string}\n", mapped("\"customer.id || 'sekret'\""), {}, {}});
    REQUIRE(bound.findings().size() == 1);
    const weir::Finding& finding = bound.findings().front();
    CHECK(finding.secret);
    CHECK(finding.message.find("sekret") == std::string::npos);
    CHECK(finding.help.find("sekret") == std::string::npos);
    CHECK(finding.related.empty());
    CHECK_FALSE(finding.fix);
    const Bound unknown = bind_lines({kStream, "- {name: x, type: string}\n", mapped("customer.adress"), {}, {}});
    CHECK_FALSE(unknown.findings().front().secret);
}

TEST_CASE("a path of 65 steps is too long", "[binding]") {
    std::string path = "event_id";
    for (int i = 0; i < 64; ++i) {
        path += ".a";
    }
    check({{"- {name: x, type: string}\n", mapped(path),
            "mapping-path-too-long @ " + kFrom + "a path has at most 64 steps\n", ""}});
}

TEST_CASE("findings about the names of mapped outputs", "[binding]") {
    const std::string at = "builds[0].properties.mapping.columns[0].name: Flink build ingest-orders: "
                           "properties.mapping.columns[0].name: ";
    const std::string second = "builds[0].properties.mapping.columns[1].name: Flink build ingest-orders: "
                               "properties.mapping.columns[1].name: ";
    const std::string order = "- name: customer\n  type: struct\n  fields:\n  - {name: id, type: string}\n"
                              "  - {name: vip, type: boolean}\n";
    check({
        {order, mapped("event_id", "custmer"),
         "mapping-name-unknown @ " + at + "custmer is not a column of expose orders\n",
         "orders has: customer. Did you mean customer?"},
        {order, mapped("event_id", "customer.ib"), "mapping-name-unknown @ " + at + "output customer has no field ib\n",
         "customer has: id, vip. Did you mean id?"},
        {order, mapped("event_id", "customer."),
         "mapping-name-form @ " + at + "customer. is not the name of an output\n", ""},
        {order, mapped("event_id", "customer.id.x"),
         "mapping-name-not-struct @ " + at +
             "output customer.id is string, and only a struct is built field by field\n",
         "Name customer.id as a whole"},
        {order, "columns:\n- {name: customer.id, from: event_id}\n- {name: customer.id, from: event_id}\n",
         "mapping-name-repeated @ " + second + "output customer.id is mapped twice\n", "Keep one"},
        {order, "columns:\n- {name: customer, from: customer}\n- {name: customer.id, from: event_id}\n",
         "mapping-name-and-field @ " + second +
             "customer and customer.id cannot both be mapped: one is inside the other\n",
         "as a whole, or field by field"},
        {order, "columns:\n- {name: customer.id, from: event_id}\n- {name: customer, from: customer}\n",
         "mapping-name-and-field @ " + second +
             "customer.id and customer cannot both be mapped: one is inside the other\n",
         ""},
    });
}

TEST_CASE("findings about casts", "[binding]") {
    const std::string at = "builds[0].properties.mapping.columns[0].cast: Flink build ingest-orders: "
                           "properties.mapping.columns[0].cast: ";
    check({
        {"- {name: x, type: string}\n", mapped("payload") + "  cast: int\n",
         "mapping-cast-unknown @ " + at + "int is not a cast\n", "Only cast: string exists"},
        {"- {name: x, type: string}\n", mapped("count") + "  cast: string\n",
         "mapping-cast-source @ " + at + "string decodes binary, and count is int\n", "Leave cast out"},
        {"- {name: x, type: string}\n", mapped("event_id") + "  cast: string\n",
         "mapping-cast-source @ " + at + "string decodes binary, and event_id is string\n", "Leave cast out"},
        {"- {name: x, type: int}\n", mapped("payload") + "  cast: string\n",
         "mapping-cast-output @ " + kSchema + "[0]: " + kSchema +
             ".x: cast: string makes a string of payload, not int\n",
         "Write string"},
        {"- {name: x, type: string}\n", mapped("payload") + "  cast: string\n", "", ""},
        {"- {name: x, type: string, required: true}\n", mapped("payload") + "  cast: string\n",
         "output-required @ " + kSchema + "[0]: " + kSchema + ".x: required, but payload is optional\n", ""},
        {"- {name: payload, type: string}\n", "",
         "output-type @ " + kSchema + "[0]: " + kSchema +
             ".payload: string cannot be read from payload, which is binary\n",
         "cast: string"},
    });
}

TEST_CASE("findings about explode", "[binding]") {
    const std::string path = "builds[0].properties.mapping.explode.path: Flink build ingest-orders: "
                             "properties.mapping.explode.path: ";
    const std::string as = "builds[0].properties.mapping.explode.as: Flink build ingest-orders: "
                           "properties.mapping.explode.as: ";
    const std::string x = "- {name: x, type: string}\n";
    check({
        {x, "explode: {path: customer, as: item}\n" + mapped("item.sku"),
         "explode-not-array @ " + path + "customer is struct, and only an array is exploded\n",
         "Arrays of properties.stream: items, tags"},
        {x, "explode: {path: itmes, as: item}\n" + mapped("item.sku"),
         "mapping-path-unknown @ " + path + "itmes is not a column of properties.stream\n", "Did you mean items?"},
        {x, "explode: {path: \"items || 1\", as: item}\n" + mapped("item.sku"),
         "mapping-path-malformed @ " + path + "not a path; the text is not repeated here\n", ""},
        {x, "explode: {path: items, as: items}\n" + mapped("items.sku"),
         "explode-alias-taken @ " + as + "items is already a column of properties.stream\n", "Take a name"},
        {x, "explode: {path: items, as: COUNT}\n" + mapped("COUNT.sku"),
         "explode-alias-taken @ " + as + "count is already a column of properties.stream, case aside\n", ""},
        {x, "explode: {path: items, as: a-b}\n" + mapped("event_id"),
         "explode-alias-form @ " + as + "not a plain identifier\n", ""},
        {x, "explode: {path: item, as: item}\n" + mapped("item.sku"),
         "mapping-path-unknown @ " + path + "item is not a column of properties.stream\n", "Did you mean items?"},
        {x, "explode: {path: items, as: item}\n" + mapped("item.skuu"),
         "mapping-path-unknown @ " + kFrom + "item has no field skuu\n", "item has: sku, price, qty"},
        {x, "explode: {path: items, as: item}\n" + mapped("item.sku"), "", ""},
        {x, "explode: {path: tags, as: tag}\n" + mapped("tag"), "", ""},
    });
}

TEST_CASE("findings about outputs that nothing feeds", "[binding]") {
    check({
        {"- {name: channel, type: string}\n", "",
         "output-unmapped @ " + kSchema + "[0]: " + kSchema +
             ".channel: channel is not a column of properties.stream; map channel in properties.mapping.columns\n",
         "A path can start at: event_id"},
        {"- {name: country, type: string}\n", "",
         "output-unmapped @ " + kSchema + "[0]: " + kSchema +
             ".country: country is not a column of properties.stream; map country in properties.mapping.columns\n",
         "{name: country, from: customer.address.country}"},
        {"- {name: Event_id, type: string}\n", "",
         "output-unmapped @ " + kSchema + "[0]: " + kSchema +
             ".Event_id: Event_id is not a column of properties.stream; map Event_id in properties.mapping.columns\n",
         "properties.stream has event_id"},
        {"- {name: sku, type: string}\n", "explode: {path: items, as: item}\n",
         "output-unmapped @ " + kSchema + "[0]: " + kSchema +
             ".sku: sku is not a column of properties.stream; map sku in properties.mapping.columns\n",
         "{name: sku, from: item.sku}"},
        {"- name: customer\n  type: struct\n  fields:\n  - {name: id, type: string}\n  - {name: zip, type: string}\n",
         "columns:\n- {name: customer.id, from: event_id}\n",
         "output-unmapped @ " + kSchema + "[0].fields[1]: " + kSchema +
             ".customer.zip: customer.zip is not a column of properties.stream; map customer.zip in "
             "properties.mapping.columns\n",
         ""},
        {"- name: customer\n  type: struct\n  fields:\n  - {name: id, type: string}\n  - {name: zip, type: string}\n",
         "",
         "output-field-missing @ " + kSchema + "[0].fields[1]: " + kSchema +
             ".customer.zip: customer has no field zip\n",
         "customer has: id, address, vip. Leave zip out"},
    });
}

TEST_CASE("findings about types", "[binding]") {
    const std::string at = kSchema + "[0]: " + kSchema;
    check({
        {"- {name: count, type: double}\n", "",
         "output-type @ " + at + ".count: double cannot be read from count, which is int\n", "Write int or long"},
        {"- {name: count, type: string}\n", "",
         "output-type @ " + at + ".count: string cannot be read from count, which is int\n", "Write int or long"},
        {"- {name: at, type: timestamp(3), required: true}\n", "",
         "output-type @ " + at + ".at: timestamp(3) cannot be read from at, which is timestamp_ltz(3)\n",
         "Write timestamp_ltz(3) or a finer one, up to timestamp_ltz(6)"},
        {"- {name: customer, type: string}\n", "",
         "output-type @ " + at + ".customer: string cannot be read from customer, which is struct\n",
         "read one value out of it"},
        {"- {name: x, type: \"decimal(18,3)\"}\n", "explode: {path: items, as: item}\n" + mapped("item.price"),
         "output-type @ " + at + ".x: decimal(18,3) cannot be read from item.price, which is decimal(18,2)\n",
         "up to decimal(38,2)"},
        {"- {name: tags, type: array, element: {type: binary}}\n", "",
         "output-collection-type @ " + kSchema + "[0].element: " + kSchema +
             ".tags.element: binary cannot be read from tags.element, which is string: inside an array or a map the "
             "types must be the same, field names and order included\n",
         "Write string"},
        {"- name: items\n  type: array\n  element:\n    type: struct\n    fields:\n    - {name: sku, type: string}\n",
         "",
         "output-collection-type @ " + kSchema + "[0].element: " + kSchema +
             ".items.element: struct<sku: string> cannot be read from items.element, which is struct<sku: string, "
             "price: decimal(18,2), qty: int>: inside an array or a map the types must be the same, field names and "
             "order included\n",
         ""},
        {"- name: items\n  type: array\n  element:\n    type: struct\n    fields:\n    - {name: sku, type: string}\n"
         "    - {name: price, type: \"decimal(20,2)\"}\n    - {name: qty, type: long}\n",
         "",
         "output-collection-type @ " + kSchema + "[0].element.fields[1]: " + kSchema +
             ".items.element.price: decimal(20,2) cannot be read from items.element.price, which is decimal(18,2): "
             "inside an array or a map the types must be the same, field names and order included\n"
             "output-collection-type @ " +
             kSchema + "[0].element.fields[2]: " + kSchema +
             ".items.element.qty: long cannot be read from items.element.qty, which is int: inside an array or a map "
             "the types must be the same, field names and order included\n",
         "Write decimal(18,2)"},
    });
}

TEST_CASE("findings about what may be null", "[binding]") {
    const std::string at = kSchema + "[0]: " + kSchema;
    const std::string key = "key: {format: raw, schema: [{name: order_key, type: string}]}\n"
                            "metadata: [{name: epoch, from: leader-epoch}, {name: part, from: partition}]\n";
    check(
        {
            {"- {name: count, type: int, required: true}\n", "",
             "output-required @ " + at + ".count: required, but count is optional\n", "Make the output optional"},
            {"- {name: x, type: boolean, required: true}\n", mapped("customer.vip"),
             "output-required @ " + at + ".x: required, but customer.vip may be null: customer is optional\n",
             "declare customer required: true"},
            {"- {name: x, type: string, required: true}\n", mapped("\"attributes['a']\""),
             "output-required @ " + at + ".x: required, but attributes['a'] may be null: attributes is optional\n",
             "Make the output optional: attributes['a'] is looked up in a map, which may lack the key."},
            {"- {name: x, type: int, required: true}\n", "explode: {path: items, as: item}\n" + mapped("item.qty"),
             "output-required @ " + at + ".x: required, but item.qty may be null: an element of items may be null\n",
             "declare the element of items"},
            {"- {name: order_key, type: string, required: true}\n", "",
             "output-required @ " + at +
                 ".order_key: required, but order_key may be null: order_key is a key column, and a record may have no "
                 "key\n",
             "Make the output optional: order_key is a key column"},
            {"- {name: epoch, type: int, required: true}\n", "",
             "output-required @ " + at +
                 ".epoch: required, but epoch may be null: epoch is metadata that not every record has\n",
             ""},
            {"- {name: part, type: long, required: true}\n", "", "", ""},
            {"- name: customer\n  type: struct\n  required: true\n  fields:\n  - {name: vip, type: boolean}\n", "",
             "output-required @ " + at + ".customer: required, but customer is optional\n", ""},
            {"- name: customer\n  type: struct\n  fields:\n  - {name: id, type: string, required: true}\n", "",
             "output-required @ " + kSchema + "[0].fields[0]: " + kSchema +
                 ".customer.id: required, but customer.id is optional\n",
             "declare customer.id required: true in properties.stream"},
            {"- name: customer\n  type: struct\n  fields:\n  - {name: vip, type: boolean, required: true}\n", "", "",
             ""},
            {"- name: customer\n  type: struct\n  fields:\n  - {name: id, type: string}\n"
             "  - {name: vip, type: boolean, required: true}\n",
             "columns:\n- {name: customer.id, from: event_id}\n",
             "output-required @ " + kSchema + "[0].fields[1]: " + kSchema +
                 ".customer.vip: required, but customer.vip may be null: customer is optional\n",
             ""},
            {"- {name: tags, type: array, element: {type: string, required: true}}\n", "",
             "output-collection-required @ " + kSchema + "[0].element: " + kSchema +
                 ".tags.element: required, but tags.element is optional\n",
             ""},
            {"- {name: attributes, type: map, key: {type: string, required: true}, value: {type: string, required: "
             "true}}\n",
             "",
             "output-map-value-required @ " + kSchema + "[0].value: " + kSchema +
                 ".attributes.value: the values of a map may not be required: a null would be stored as an empty "
                 "value\n",
             "Leave required out"},
        },
        kStream, key);
}

TEST_CASE("a malformed path says which of its forms is wrong, and nothing of the text", "[binding]") {
    const std::pair<std::string, std::string> cases[] = {
        {"$.customer.id", "without $"},
        {"items[0].sku", "does not reach into arrays"},
        {"items[*].sku", "explode the array"},
        {"attributes[channel]", "in brackets and single quotes"},
        {"attributes[\\\"a\\\"]", "in single quotes"},
        {"UPPER(customer.id)", "no functions"},
        {"customer..id", "between two names"},
        {"customer/id", "letters, digits and _"},
        {"customer:id", "letters, digits and _"},
        {"customer.first-name", "letters, digits and _"},
        {"", "is empty"},
    };
    for (const auto& [path, help] : cases) {
        const Bound bound = bind_lines({kStream, "- {name: x, type: string}\n", mapped("\"" + path + "\""), {}, {}});
        INFO(path);
        REQUIRE(bound.findings().size() == 1);
        const weir::Finding& finding = bound.findings().front();
        INFO(finding.help);
        CHECK(finding.code == weir::Code::mapping_path_malformed);
        CHECK(finding.help.find(help) != std::string::npos);
        CHECK((path.empty() || (finding.help + finding.message).find(path) == std::string::npos));
        CHECK(finding.secret);
        CHECK_FALSE(finding.fix);
    }
}

TEST_CASE("the output that a misspelt name means is not called unmapped", "[binding]") {
    const Bound bound = bind_lines({kStream,
                                    "- {name: country, type: string}\n",
                                    "columns:\n- {name: contry, from: customer.address.country}\n",
                                    {},
                                    {}});
    REQUIRE(bound.findings().size() == 1);
    CHECK(bound.findings().front().code == weir::Code::mapping_name_unknown);
    CHECK_FALSE(bound.build().complete);
}

TEST_CASE("a name and a path in each other's place are one finding", "[binding]") {
    const Bound bound = bind_lines({kStream,
                                    "- {name: country, type: string}\n",
                                    "columns:\n- {name: customer.address.country, from: country}\n",
                                    {},
                                    {}});
    REQUIRE(bound.findings().size() == 1);
    const weir::Finding& finding = bound.findings().front();
    CHECK(finding.code == weir::Code::mapping_name_unknown);
    CHECK(finding.help == "name is the output, from the path: write {name: country, from: customer.address.country}.");
    REQUIRE(finding.fix);
    CHECK(finding.fix->edits.size() == 2);
    CHECK_FALSE(bound.build().complete);
}

TEST_CASE("a key column is proposed under its prefix", "[binding]") {
    const Bound bound = bind_lines({kStream,
                                    "- {name: x, type: string}\n",
                                    mapped("order_key"),
                                    "key: {format: raw, prefix: key_, schema: [{name: order_key, type: string}]}\n",
                                    {}});
    REQUIRE(bound.findings().size() == 1);
    CHECK(bound.findings().front().help == "With key.prefix the key's column is called key_order_key.");
    REQUIRE(bound.findings().front().fix);
    CHECK(bound.findings().front().fix->edits.front().text == "key_order_key");
}

TEST_CASE("every step that makes a path nullable is shown", "[binding]") {
    const Bound bound = bind_lines(
        {kStream, "- {name: x, type: string, required: true}\n", mapped("customer.address.country"), {}, {}});
    REQUIRE(bound.findings().size() == 1);
    const weir::Finding& finding = bound.findings().front();
    std::vector<std::string> notes;
    for (const weir::Related& related : finding.related) {
        CHECK(related.at.known());
        notes.push_back(related.message + " [" + std::string(bound.contract.document->sources().slice(related.at)) +
                        "]");
    }
    CHECK(notes == std::vector<std::string>{"mapped here [customer.address.country]", "customer is optional [customer]",
                                            "also customer.address is optional [address]",
                                            "also customer.address.country is optional [country]"});
}

TEST_CASE("a type that could not be read is complained about once", "[binding]") {
    const Bound bound =
        bind_lines({"- {name: a, type: strng}\n- {name: b, type: struct, fields: [{name: c, type: xx}]}\n",
                    "- {name: a, type: string, required: true}\n- {name: b, type: struct, fields: "
                    "[{name: c, type: int}]}\n- {name: d, type: int}\n",
                    "columns: [{name: d, from: a.b.c}]\n",
                    {},
                    {}});
    CHECK(bound.text().empty() == false);
    CHECK(bound.text() ==
          "output-required @ exposes[0].contract.schema[0]: exposes[0].contract.schema.a: required, but "
          "a is optional\n");
    CHECK_FALSE(bound.build().complete);
}

TEST_CASE("fixes mend what they are offered for", "[binding]") {
    struct Case {
        std::string outputs;
        std::string mapping;
    };
    const std::string x = "- {name: x, type: string}\n";
    const std::vector<Case> cases = {
        {x, mapped("customer.adress.city")},
        {x, mapped("'customer.adress.city'")},
        {x, mapped("\"customer.adress.city\"")},
        {x, "columns: [{name: x, from: customer.adress.city}]\n"},
        {x, "columns: [{name: x, from: custmer.id}]\n"},
        {x, "columns: [{name: x, from: attributes.channel}]\n"},
        {x, mapped("attributes.channel")},
        {x, mapped("'attributes.channel'")},
        {x, mapped("\"customer['id']\"")},
        {x, "explode: {path: items, as: item}\n" + mapped("items.sku")},
        {x, "explode: {path: itmes, as: item}\n" + mapped("item.sku")},
        {"- {name: order, type: string}\n", "columns: [{name: ordre, from: event_id}]\n"},
        {"- {name: count, type: double}\n", ""},
        {"- {name: x, type: double}\n", "explode: {path: items, as: item}\n" + mapped("item.price")},
        {"- {name: x, type: binary}\n", mapped("payload") + "  cast: string\n"},
        {"- {name: count, type: int, required: true}\n", ""},
        {"- {name: tags, type: array, element: {type: binary}}\n", ""},
        {"- {name: tags, type: array, element: {type: string, required: true}}\n", ""},
        {"- {name: attributes, type: map, key: {type: string, required: true}, value: {type: string, required: "
         "true}}\n",
         ""},
    };
    for (const Case& one : cases) {
        CAPTURE(one.outputs, one.mapping);
        const Bound bound = bind_lines({kStream, one.outputs, one.mapping, {}, {}});
        REQUIRE_FALSE(bound.findings().empty());
        REQUIRE(bound.findings().front().fix);
        CHECK_FALSE(bound.findings().front().fix->title.empty());
        const Bound again = bind_text(bound.fixed(0));
        REQUIRE(again.plan.builds.size() == 1);
        for (const weir::Finding& finding : again.findings()) {
            CAPTURE(finding.message);
            CHECK(finding.code != bound.findings().front().code);
        }
    }
}

TEST_CASE("the finding of a path covers the whole scalar", "[binding]") {
    const Bound plain = bind_lines({kStream, "- {name: x, type: string}\n", mapped("customer.adress"), {}, {}});
    CHECK(plain.contract.document->sources().slice(plain.findings().front().at) == "customer.adress");
    const Bound quoted = bind_lines({kStream, "- {name: x, type: string}\n", mapped("'customer.adress'"), {}, {}});
    CHECK(quoted.contract.document->sources().slice(quoted.findings().front().at) == "'customer.adress'");
    REQUIRE(quoted.findings().front().fix);
    CHECK(quoted.findings().front().fix->edits.front().text == "'customer.address'");
    CHECK(quoted.findings().front().fix->title == "Replace adress by address");
}

TEST_CASE("a mapping without a stream is judged by its texts", "[binding]") {
    weir::FileSet files;
    files["m.yaml"] = weir::FileAnswer{"explode: {path: \"items[0]\", as: a-b}\ncolumns:\n"
                                       "- {name: order, from: a.b}\n"
                                       "- {name: order.key, from: \"a || b\"}\n"
                                       "- {name: order, from: c, cast: int}\n"
                                       "- {name: x.y.z, from: d}\n"
                                       "- {name: x.y, from: e}\n"
                                       "- {name: x-y, from: e}\n",
                                       ""};
    const weir::ReadDocument document = weir::read_document(files, "m.yaml", "");
    REQUIRE(document.usable);
    Bound bound;
    bound.contract = weir::read_fragment(document.document, weir::FragmentKind::RecordMapping).contract;
    bound.plan = weir::bind(bound.contract);
    CHECK(bound.text() ==
          "mapping-path-malformed @ explode.path: explode.path: not a path; the text is not repeated here\n"
          "explode-alias-form @ explode.as: explode.as: not a plain identifier\n"
          "mapping-name-and-field @ columns[1].name: columns[1].name: order and order.key cannot both be mapped: one "
          "is inside the other\n"
          "mapping-path-malformed @ columns[1].from: columns[1].from: not a path; the text is not repeated here\n"
          "mapping-name-repeated @ columns[2].name: columns[2].name: output order is mapped twice\n"
          "mapping-cast-unknown @ columns[2].cast: columns[2].cast: int is not a cast\n"
          "mapping-name-and-field @ columns[4].name: columns[4].name: x.y.z and x.y cannot both be mapped: one is "
          "inside the other\n"
          "mapping-name-form @ columns[5].name: columns[5].name: x-y is not the name of an output\n");
    CHECK_FALSE(bound.build().complete);
}
