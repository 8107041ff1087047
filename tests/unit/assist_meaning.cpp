#include <catch2/catch.hpp>

#include "assist_support.h"

using weir_test::Editor;

namespace {

const std::string kStream = "examples/fragments/streams/orders.yaml";
const std::string kValue = "examples/fragments/streams/orders.value.yaml";

std::string hover_after(const std::string& before, const std::string& file = {},
                        const std::string& example = "flattened") {
    Editor editor(example);
    return editor.after(before, file).hover_text();
}

std::string definition_after(const std::string& before, const std::string& file = {},
                             const std::string& example = "flattened") {
    Editor editor(example);
    return editor.after(before, file).definition_text();
}

} // namespace

TEST_CASE("a key is explained by its row of the grammar") {
    CHECK(hover_after("            startupM") ==
          "startupMode: a text\nWhere the first start reads from. Default group-offsets.\n"
          "One of group-offsets or earliest-offset.");
    CHECK(hover_after("          deploy") ==
          "deployment: a mapping\nWhere and as what the job is deployed.\nRequired.");
    CHECK(hover_after("          client.reg") == "client.region\nPassed to the catalog and its file access.");
    CHECK(hover_after("format: js", kStream) == "format: a text\nHow the record's value is written: json or "
                                                "avro-confluent.\nRequired.\nOne of json or avro-confluent.");
}

TEST_CASE("a path is explained up to the step under the cursor, with what makes it nullable") {
    const std::string file = "examples/fragments/streams/orders.value.yaml";
    CHECK(hover_after("from: customer.address.cou") ==
          "customer.address.country: string\nMay be null: customer is optional.\n"
          "May be null: customer.address is optional.\nMay be null: customer.address.country is optional.\n"
          "Declared at " +
              file + ":13.");
    CHECK(hover_after("name: country, from: cust") ==
          "customer: struct<id: string, address: struct<country: string>>\nMay be null: customer is optional.\n"
          "Declared at " +
              file + ":5.");
    CHECK(hover_after("from: \"attributes['chan") ==
          "attributes['channel']: string\nMay be null: attributes is optional.\n"
          "May be null: attributes['channel'] is looked up in a map, which may lack the key.\n"
          "Declared at " +
              file + ":27.");
    CHECK(hover_after("            column: event") ==
          "event_time: timestamp_ltz(3)\nNever null.\nDeclared at " + file + ":29.");
}

TEST_CASE("an output says what it is read from") {
    CHECK(hover_after("        - name: event_i") == "event_id: string\nNever null.\nRead from event_id.");
    CHECK(hover_after("        - name: event_t") ==
          "event_time: timestamp_ltz(6)\nNever null.\nRead from event_time, timestamp_ltz(3), and widened.");
    CHECK(hover_after("        - name: chan") ==
          "channel: string\nMay be null.\nRead from attributes['channel'].\nNull where attributes is optional.");
    CHECK(hover_after("name: cus", {}, "rebuilt") ==
          ""
          "customer: struct<id: string>\nMay be null.\nMade from the fields of customer.\n"
          "Null where customer is optional.");
    CHECK(hover_after("{name: trace_i", {}, "rebuilt") ==
          "trace_id: string\nMay be null.\nRead from kafka_headers['trace-id'], and decoded as UTF-8.\n"
          "Null where kafka_headers['trace-id'] is looked up in a map, which may lack the key.");
    CHECK(hover_after("outputs: [order_") ==
          "order_items: an expose of 7 columns\nDeclared at examples/flattened/contract.fluid.yaml:59.");
}

TEST_CASE("a type is explained in Flink and Iceberg") {
    CHECK(hover_after("type: timestamp_l") == "timestamp_ltz(6)\nFlink: TIMESTAMP_LTZ(6).\nIceberg: timestamptz.");
    CHECK(hover_after("type: arr", kValue) == "array\nWhat it holds stands in element.");
}

TEST_CASE("a finding under the cursor is named") {
    Editor editor("flattened");
    editor.type("from: customer.id}", "from: customer.i█di}");
    CHECK(editor.hover_text() ==
          "from: a text\nPath in the stream: names with dots, map keys as ['literal'].\nRequired.\n"
          "mapping-path-unknown: a path names something that is not there.");
}

TEST_CASE("a hover shows no value") {
    const std::string secret = "AKIA0123456789SECRET";
    for (const std::string& before :
         {std::string("credentialEnv: "), std::string("uri: "), std::string("scope: "), std::string("client.region: "),
          std::string("groupId: "), std::string("team: ")}) {
        Editor editor("flattened");
        const std::string text = editor.text();
        const std::size_t at = text.find(before) + before.size();
        const std::string old = before + text.substr(at, text.find('\n', at) - at);
        editor.type(old, before + "AKIA█0123456789SECRET");
        CHECK(editor.hover_text().find(secret) == std::string::npos);
        for (const auto& item : editor.complete()) {
            CHECK((item.text + item.label + item.doc + item.detail).find(secret) == std::string::npos);
        }
    }
}

TEST_CASE("a $ref leads to the fragment") {
    CHECK(definition_after("$ref: ../fragments/str") == kStream + ": kind: kafka");
    CHECK(definition_after("$ref: orders.va", kStream) == kValue + ": - name: event_id");
    CHECK(definition_after("$ref: ../fragments/streams/orders.val", {}, "rebuilt") == kValue + ": - name: event_id");
}

TEST_CASE("a path leads through the $ref to the declaration of the step under the cursor") {
    CHECK(definition_after("country, from: custo") == kValue + ": - name: customer");
    CHECK(definition_after("country, from: customer.addr") == kValue + ": - name: address");
    CHECK(definition_after("country, from: customer.address.cou") == kValue + ": - name: country");
    CHECK(definition_after("sku, from: item.s") == kValue + ": - name: sku");
    CHECK(definition_after("sku, from: it") == "examples/flattened/contract.fluid.yaml: as: item");
    CHECK(definition_after("          path: it") == kValue + ": - name: items");
    CHECK(definition_after("            column: event") == kValue + ": - name: event_time");
    CHECK(definition_after("from: kafka_off", {}, "rebuilt") ==
          "examples/rebuilt/contract.fluid.yaml: - {name: kafka_offset, from: offset}");
}

TEST_CASE("names of outputs lead to their declarations, and outputs to what they are read from") {
    const std::string own = "examples/flattened/contract.fluid.yaml: ";
    CHECK(definition_after("outputs: [order_") == own + "- exposeId: order_items");
    CHECK(definition_after("{name: custo") == own + "- name: customer_id");
    CHECK(definition_after("{name: order.ke", {}, "rebuilt") ==
          "examples/rebuilt/contract.fluid.yaml: - {name: key, type: string}");
    CHECK(definition_after("        - name: custo") ==
          own + "- {name: customer_id, from: customer.id} # a nested field, lifted");
    CHECK(definition_after("        - name: event_i") == kValue + ": - name: event_id");
}

TEST_CASE("an alias leads to its anchor") {
    Editor editor("a.fluid.yaml", "fluidVersion: \"0.7.7\"\nmetadata:\n  owner: &me {team: a}\n  other: *m█e\n");
    CHECK(editor.definition_text() == "a.fluid.yaml: owner: &me {team: a}");
    Editor merged("a.fluid.yaml", "a: &x {b: 1}\nc:\n  <<: *x█");
    CHECK(merged.definition_text() == "a.fluid.yaml: a: &x {b: 1}");
    CHECK_FALSE(Editor("a.fluid.yaml", "a: &x {b: 1}\nc: *y█\n").definition());
    CHECK_FALSE(Editor("a.fluid.yaml", "a: &xy {b: 1}\nc: *x█\n").definition());
}

TEST_CASE("names keep their meaning in the line that is being typed") {
    Editor editor("flattened");
    editor.type("{name: country, from: customer.address.country}", "{name: country, from: customer.addr█ess.country");
    CHECK(editor.definition_text() == kValue + ": - name: address");
    CHECK(editor.hover_text().starts_with("customer.address: struct<country: string>\n"));
}
