#include <catch2/catch.hpp>

#include <algorithm>

#include "assist_support.h"

using weir_test::Editor;
using Labels = std::vector<std::string>;

namespace {

bool holds(const Labels& labels, const std::string& label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// The text between `before` and the end of its line.
std::string rest_after(const std::string& text, const std::string& before) {
    const std::size_t at = text.find(before);
    REQUIRE(at != std::string::npos);
    const std::size_t begin = at + before.size();
    return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

} // namespace

TEST_CASE("keys of the mapping at the cursor are offered, required ones first") {
    Editor editor("a.fluid.yaml", "fluidVersion: \"0.7.7\"\n█\n");
    const Labels labels = editor.labels();
    REQUIRE(labels.size() > 5);
    CHECK(Labels(labels.begin(), labels.begin() + 5) == Labels{"kind", "id", "name", "metadata", "exposes"});
    CHECK_FALSE(holds(labels, "fluidVersion"));
    const auto items = editor.complete();
    CHECK(items[0].detail == "required, text");
    CHECK_FALSE(items[0].doc.empty());
    CHECK(items[0].text == "kind: ");
    CHECK(items[3].text == "metadata:");
}

TEST_CASE("keys are offered in a new line of a block mapping, those present left out") {
    Editor editor("flattened");
    editor.type("            startupMode: group-offsets\n", "            █\n");
    CHECK(editor.labels() == Labels{"startupMode", "schemaRegistryUrl"});
    editor.type("            \n", "            star█\n");
    CHECK(editor.labels() == Labels{"startupMode", "schemaRegistryUrl"});
    CHECK(rest_after(editor.with("startupMode"), "order-items-v1\n") == "            startupMode: ");
}

TEST_CASE("keys that are refused, or only pointed away from, are not offered") {
    Editor editor("flattened");
    editor.type("    title: Order items\n", "    █\n");
    const Labels expose = editor.labels();
    CHECK(holds(expose, "title"));
    CHECK_FALSE(holds(expose, "policy"));
    Editor source("flattened");
    source.type("            startupMode: group-offsets\n", "            █\n");
    CHECK_FALSE(holds(source.labels(), "topic"));
}

TEST_CASE("a key before a colon is replaced alone") {
    Editor editor("flattened");
    editor.type("            startupMode: group", "            start█upMode: group");
    CHECK(holds(editor.labels(), "startupMode"));
    CHECK(rest_after(editor.with("schemaRegistryUrl"), "order-items-v1\n") ==
          "            schemaRegistryUrl: group-offsets");
}

TEST_CASE("enumerated values, booleans and types are offered") {
    Editor editor("flattened");
    editor.type("startupMode: group-offsets", "startupMode: █");
    CHECK(editor.labels() == Labels{"group-offsets", "earliest-offset"});
    CHECK(rest_after(editor.with("earliest-offset"), "startupMode:") == " earliest-offset");

    Editor tight("flattened");
    tight.type("startupMode: group-offsets", "startupMode:█");
    CHECK(rest_after(tight.with("earliest-offset"), "startupMode:") == " earliest-offset");

    Editor required("flattened");
    required.type("          required: true\n        - name: customer_id",
                  "          required: █\n        - name: customer_id");
    CHECK(required.labels() == Labels{"true", "false"});

    Editor type("flattened");
    type.type("type: decimal(18,2)", "type: dec█");
    CHECK(holds(type.labels(), "decimal(18,2)"));
    CHECK(rest_after(type.with("decimal(18,2)"), "name: price\n") == "          type: \"decimal(18,2)\"");

    Editor version("a.fluid.yaml", "fluidVersion: █\n");
    CHECK(version.with("0.7.7") == "fluidVersion: \"0.7.7\"\n");
}

TEST_CASE("paths are offered while the line is broken, in block style") {
    Editor editor("flattened");
    editor.type("          - {name: customer_id, from: customer.id} # a nested field, lifted\n",
                "          - name: customer_id\n            from: customer.█\n");
    CHECK(editor.labels() == Labels{"customer.id", "customer.address", "customer.address.country"});
    const auto items = editor.complete();
    CHECK(items[0].detail == "string, may be null");
    CHECK(items[0].doc == "Null where customer is optional.");
    CHECK(rest_after(editor.with("customer.id"), "name: customer_id\n") == "            from: customer.id");
}

TEST_CASE("paths are offered while the line is broken, in flow style") {
    for (const char* typed_text :
         {"{name: customer_id, from: cus█", "{name: customer_id, from: cus█}", "{name: customer_id, from: █",
          "{name: customer_id, from: █}", "{name: customer_id, from:█"}) {
        const std::string typed = typed_text;
        INFO(typed);
        Editor editor("flattened");
        editor.type("{name: customer_id, from: customer.id}", typed);
        const Labels labels = editor.labels();
        for (const char* path : {"event_id", "customer", "items", "attributes", "event_time", "item", "customer.id",
                                 "item.sku", "attributes['key']", "customer.address.country"}) {
            CHECK(holds(labels, path));
        }
        const std::string closed = typed.back() == '}' ? "}" : "";
        CHECK(rest_after(editor.with("customer.id"),
                         "columns: # only what does not come by name: event_id and event_time do\n") ==
              "          - {name: customer_id, from: customer.id" + closed + " # a nested field, lifted");
    }
}

TEST_CASE("a path that needs quotes gets them, or keeps the ones that are there") {
    Editor plain("flattened");
    plain.type("from: \"attributes['channel']\"", "from: attr█");
    CHECK(rest_after(plain.with("attributes['key']"), "channel, from: ") == "\"attributes['key']\"} # a map entry");
    Editor single("flattened");
    single.type("from: \"attributes['channel']\"", "from: 'attr█'");
    CHECK(rest_after(single.with("attributes['key']"), "channel, from: ") == "'attributes[''key'']'} # a map entry");
    Editor open("flattened");
    open.type("from: \"attributes['channel']\"}", "from: \"attr█");
    CHECK(rest_after(open.with("attributes['key']"), "channel, from: ") == "\"attributes['key']\" # a map entry");
}

TEST_CASE("the path that ends in the output's name comes first") {
    Editor editor("flattened");
    editor.type("{name: country, from: customer.address.country}", "{name: country, from: █}");
    CHECK(editor.labels().front() == "customer.address.country");
}

TEST_CASE("explode takes arrays only") {
    Editor editor("flattened");
    editor.type("path: items", "path: █");
    CHECK(editor.labels() == Labels{"items"});
}

TEST_CASE("outputs, mapped columns, event time and partitions are offered by name") {
    Editor outputs("flattened");
    outputs.type("outputs: [order_items]", "outputs: [█]");
    CHECK(outputs.labels() == Labels{"order_items"});
    Editor bare("flattened");
    bare.type("outputs: [order_items]", "outputs: █");
    CHECK(rest_after(bare.with("order_items"), "    outputs:") == " [order_items]");

    Editor mapped("flattened");
    mapped.type("{name: price, from: item.price}", "{name: █, from: item.price}");
    CHECK(mapped.labels() == Labels{"event_id", "price", "event_time"});

    Editor time("flattened");
    time.type("column: event_time", "column: █");
    CHECK(time.labels() == Labels{"event_time"});

    Editor partition("flattened");
    partition.type("        writeVersion: 2\n",
                   "        writeVersion: 2\n        partitionSpec:\n          - sourceColumn: █\n");
    CHECK(holds(partition.labels(), "country"));
    CHECK(holds(partition.labels(), "event_time"));
}

TEST_CASE("an item of a list begins with a dash where none stands") {
    Editor editor("flattened");
    editor.type("        - name: customer_id\n          type: string\n          sensitivity: pii\n", "        █\n");
    const std::string text = editor.with("name");
    CHECK(text.find("\n        - name: \n        - name: country") != std::string::npos);
    Editor after("flattened");
    after.type("        - name: customer_id\n          type: string\n          sensitivity: pii\n", "        - █\n");
    CHECK(after.with("name").find("\n        - name: \n        - name: country") != std::string::npos);
    Editor begin("a.fluid.yaml", "fluidVersion: \"0.7.7\"\nexposes:\n  █");
    CHECK(begin.with("exposeId") == "fluidVersion: \"0.7.7\"\nexposes:\n  - exposeId: ");
}

TEST_CASE("properties of the catalog are offered by their keys") {
    Editor editor("flattened");
    editor.type("          client.region: eu-central-1\n", "          client.region: eu-central-1\n          █\n");
    const Labels labels = editor.labels();
    CHECK(holds(labels, "s3.endpoint"));
    CHECK_FALSE(holds(labels, "client.region"));
    CHECK_FALSE(holds(labels, "s3.delete."));
}

TEST_CASE("fragments are completed by what includes them") {
    const std::string stream = "examples/fragments/streams/orders.yaml";
    Editor editor("flattened");
    editor.type("format: json", "format: █", stream);
    CHECK(editor.labels() == Labels{"json", "avro-confluent"});
    Editor keys("flattened");
    keys.type("format: json\n", "format: json\n█\n", stream);
    CHECK(holds(keys.labels(), "timestampFormat"));
    Editor columns("flattened");
    columns.type("- name: items\n  type: array", "- name: items\n  type: █",
                 "examples/fragments/streams/orders.value.yaml");
    CHECK(holds(columns.labels(), "struct"));
    Editor ref("flattened");
    ref.type("$ref: ../fragments/streams/orders.yaml", "$ref: █");
    CHECK(rest_after(ref.with("../fragments/streams/orders.yaml"), "stream:\n") ==
          "        $ref: \"../fragments/streams/orders.yaml\"");
}

TEST_CASE("a fragment that nothing includes is known by its keys") {
    CHECK(holds(Editor("s.yaml", "kind: kafka\ntopic: orders\n█\n").labels(), "format"));
    CHECK(holds(Editor("c.yaml", "- name: a\n  █\n").labels(), "type"));
    CHECK(holds(Editor("m.yaml", "explode: {path: a, as: b}\n█\n").labels(), "columns"));
    CHECK(Editor("other.yaml", "services:\n  █\n").labels().empty());
}

TEST_CASE("nothing is offered in comments, texts of many lines and between tokens") {
    CHECK(Editor("a.fluid.yaml", "# kind█\n").labels().empty());
    CHECK(Editor("a.fluid.yaml", "kind: DataProduct # a█\n").labels().empty());
    CHECK(Editor("a.fluid.yaml", "description: |\n  one\n  █\n  two\n").labels().empty());
    CHECK(Editor("a.fluid.yaml", "description: >-\n  kind█\nkind: DataProduct\n").labels().empty());
    CHECK(Editor("a.fluid.yaml", "metadata: {owner: {team: a} █}\n").labels().empty());
}

TEST_CASE("line ends, tabs and characters beyond ASCII move nothing") {
    Editor crlf("a.fluid.yaml", "fluidVersion: \"0.7.7\"\r\nname: \"𝄞 é\"\r\nkind: Dat█\r\nid: a\r\n");
    CHECK(crlf.with("DataProduct") == "fluidVersion: \"0.7.7\"\r\nname: \"𝄞 é\"\r\nkind: DataProduct\r\nid: a\r\n");
    Editor wide("a.fluid.yaml", "metadata: {owner: {team: 𝄞𝄞}, labels: {}, █}\n");
    CHECK(holds(wide.labels(), "tags"));
    CHECK(wide.with("tags") == "metadata: {owner: {team: 𝄞𝄞}, labels: {}, tags: }\n");
    Editor tab("a.fluid.yaml", "metadata:\n\towner:\n\t\t█\n");
    CHECK(holds(tab.labels(), "team"));
    Editor mark("a.fluid.yaml", "\xEF\xBB\xBFkind: █\n");
    CHECK(holds(mark.labels(), "DataProduct"));
}

TEST_CASE("JSON is completed as JSON") {
    Editor keys("a.fluid.json", "{\"fluidVersion\": \"0.7.7\", █}");
    CHECK(keys.with("kind") == "{\"fluidVersion\": \"0.7.7\", \"kind\": }");
    Editor value("a.fluid.json", "{\n  \"kind\": \"█\n  \"id\": \"a\"\n}");
    CHECK(value.with("DataProduct") == "{\n  \"kind\": \"DataProduct\"\n  \"id\": \"a\"\n}");
}

TEST_CASE("an unmanaged contract is offered its own keys") {
    const std::string head =
        "fluidVersion: \"0.7.6\"\nbuilds:\n  - id: a\n    pattern: embedded-logic\n    properties:\n      ";
    const Labels labels = Editor("a.fluid.yaml", head + "█\n").labels();
    CHECK(holds(labels, "sql"));
    CHECK_FALSE(holds(labels, "stream"));
}
