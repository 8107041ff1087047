#include "contract_support.h"

#include <fmt/format.h>

using namespace weir;
using namespace weir::test;

namespace {

const std::string kStream = "builds[0].properties.stream";

std::string with_column(const std::string& column) {
    return edited("      - name: event_time\n", "      - " + column + "\n      - name: event_time\n");
}

/// A type that nests `levels` levels of structs, the scalar in the middle included.
std::string nested(int levels) {
    std::string out = "{name: x, type: string}";
    for (int i = 1; i < levels; ++i) {
        out = fmt::format("{{name: x{}, type: struct, fields: [{}]}}", i, out);
    }
    return out;
}

} // namespace

TEST_CASE("A topic is one name") {
    for (const std::string bad : {"a b", "a,b", "a.*", ".", "..", "ä"}) {
        only(edited("topic: orders-v1", "topic: \"" + bad + "\""),
             {Code::topic_form, kStream + ".topic", "\"" + bad + "\""});
    }
    only(edited("topic: orders-v1", "topic: " + std::string(250, 'a')),
         {Code::topic_form, kStream + ".topic", std::string(250, 'a')});
    CHECK(read(edited("topic: orders-v1", "topic: " + std::string(249, 'a'))).read.findings.empty());
}

TEST_CASE("A schema is not empty") {
    only(edited("        schema:\n        - name: order\n          type: binary\n", "        schema: []\n"),
         {Code::value_empty, kStream + ".key.schema", "[]"});
}

TEST_CASE("A raw key is one column of string or binary") {
    Finding finding =
        only(edited("          type: binary\n", "          type: binary\n        - name: b\n          type: string\n"),
             {Code::key_raw_columns, kStream + ".key.schema", "b"});
    finding = only(edited("type: binary", "type: int"), {Code::key_raw_type, kStream + ".key.schema[0].type", "int"});
    CHECK(read(edited("type: binary", "type: string")).read.findings.empty());
    only(edited("prefix: key_", "prefix: 1_"), {Code::key_prefix_form, kStream + ".key.prefix", "1_"});
}

TEST_CASE("A required key column is a warning") {
    const Finding finding = only(edited("type: binary", "type: binary\n          required: true"),
                                 {Code::key_required, kStream + ".key.schema[0].required", "true"});
    CHECK(finding.severity() == Severity::Warning);
}

TEST_CASE("Value, key and metadata share one scope of names") {
    Finding finding = only(replaced(edited("        prefix: key_\n", ""), "- name: order\n", "- name: Event_Id\n"),
                           {Code::stream_name_clash, kStream + ".key.schema[0].name", "Event_Id"});
    CHECK(finding.help.find("key.prefix") != std::string::npos);
    REQUIRE(finding.related.size() == 1);
    only(edited("name: kafka_headers", "name: KEY_ORDER"),
         {Code::stream_name_clash, kStream + ".metadata[1].name", "KEY_ORDER"});
    only(edited("name: kafka_headers", "name: Kafka_Offset"),
         {Code::stream_name_clash, kStream + ".metadata[1].name", "Kafka_Offset"});
}

TEST_CASE("Metadata has fixed names and types") {
    Finding finding =
        only(edited("from: offset", "from: ofset"), {Code::value_unknown, kStream + ".metadata[0].from", "ofset"});
    CHECK(finding.help == "Did you mean offset?");
    finding = only(edited("from: offset", "from: offset\n        type: long"),
                   {Code::metadata_type_given, kStream + ".metadata[0].type", "type"});
    CHECK(finding.help == "Leave it out; it is long.");
    only(edited("name: kafka_offset", "name: kafka-offset"),
         {Code::column_name_form, kStream + ".metadata[0].name", "kafka-offset"});
    CHECK(read(edited("from: headers", "from: offset")).read.findings.empty());
}

TEST_CASE("Avro has timestamps of milliseconds") {
    const std::string avro =
        replaced(edited("format: json\n      timestampFormat: iso-8601", "format: avro-confluent"),
                 "groupId: commerce-v1", "groupId: commerce-v1\n          schemaRegistryUrl: http://registry:8081");
    Finding finding = only(replaced(avro, "value: {type: long}", "value: {type: timestamp}"),
                           {Code::avro_timestamp_precision, kStream + ".schema[3].value.type", "timestamp"});
    REQUIRE(finding.fix);
    CHECK(finding.fix->edits.at(0).text == "timestamp(3)");
    only(replaced(avro, "value: {type: long}", "value: {type: timestamp_ltz(3)}"),
         {Code::avro_nested_timestamp_ltz, kStream + ".schema[3].value.type", "timestamp_ltz(3)"});
    CHECK(read(replaced(avro, "value: {type: long}", "value: {type: timestamp(3)}")).read.findings.empty());
    only(replaced(avro, "format: avro-confluent", "format: avro-confluent\n      timestampFormat: sql"),
         {Code::timestamp_format_unused, kStream + ".timestampFormat", "timestampFormat"});
}

TEST_CASE("Columns have plain names that differ by more than case") {
    only(with_column("{name: a.b, type: int}"), {Code::column_name_form, kStream + ".schema[4].name", "a.b"});
    Finding finding = only(with_column("{name: Event_ID, type: int}"),
                           {Code::column_repeated, kStream + ".schema[4].name", "Event_ID"});
    CHECK(finding.message.find("differs from event_id only by case") != std::string::npos);
    REQUIRE(finding.related.size() == 1);
    only(with_column("{name: s, type: struct, fields: [{name: a, type: int}, {name: a, type: int}]}"),
         {Code::column_repeated, kStream + ".schema[4].fields[1].name", "a"});
}

TEST_CASE("Columns have types of the lane") {
    Finding finding =
        only(with_column("{name: x, type: strng}"), {Code::column_type, kStream + ".schema[4].type", "strng"});
    CHECK(finding.help.find("string") != std::string::npos);
    const std::pair<std::string, Code> refused[] = {{"decimal(39,2)", Code::column_type_parameters},
                                                    {"decimal", Code::column_type_parameters},
                                                    {"timestamp(9)", Code::column_type_parameters},
                                                    {"array<string>", Code::column_type_children},
                                                    {"varchar(10)", Code::column_type},
                                                    {"uuid", Code::column_type}};
    for (const auto& [bad, code] : refused) {
        only(with_column("{name: x, type: \"" + bad + "\"}"), {code, kStream + ".schema[4].type", "\"" + bad + "\""});
    }
    only(with_column("{name: x}"), {Code::key_missing, kStream + ".schema[4]", "name"});
    only(with_column("{name: x, type: int, requird: true}"),
         {Code::key_unknown, kStream + ".schema[4].requird", "requird"});
}

TEST_CASE("Children stand where their type wants them, and nowhere else") {
    only(with_column("{name: x, type: struct}"), {Code::column_children_missing, kStream + ".schema[4]", "x"});
    only(with_column("{name: x, type: array}"), {Code::column_children_missing, kStream + ".schema[4]", "x"});
    only(with_column("{name: x, type: map, value: {type: int}}"),
         {Code::column_children_missing, kStream + ".schema[4]", "x"});
    only(with_column("{name: x, type: struct, fields: []}"),
         {Code::column_fields_empty, kStream + ".schema[4].fields", "[]"});
    for (const std::string key : {"element", "key", "value"}) {
        only(with_column("{name: x, type: int, " + key + ": {type: string, required: true}}"),
             {Code::column_children_unwanted, kStream + ".schema[4]." + key, key});
    }
    only(with_column("{name: x, type: array, element: {type: int}, fields: [{name: a, type: int}]}"),
         {Code::column_children_unwanted, kStream + ".schema[4].fields", "fields"});
    only(with_column("{name: x, type: array, element: {name: y, type: int}}"),
         {Code::key_unknown, kStream + ".schema[4].element.name", "name"});
}

TEST_CASE("A map's key is a required string") {
    only(with_column("{name: x, type: map, key: {type: string}, value: {type: int}}"),
         {Code::map_key_type, kStream + ".schema[4].key", "type"});
    only(with_column("{name: x, type: map, key: {type: int, required: true}, value: {type: int}}"),
         {Code::map_key_type, kStream + ".schema[4].key.type", "int"});
    only(with_column("{name: x, type: map, key: {type: string, required: false}, value: {type: int}}"),
         {Code::map_key_type, kStream + ".schema[4].key.required", "false"});
}

TEST_CASE("Types nest 32 levels deep and no deeper") {
    CHECK(read(with_column(nested(32))).read.findings.empty());
    only(with_column(nested(33)), {Code::column_depth, kStream + ".schema[4]", "x32"});
}
