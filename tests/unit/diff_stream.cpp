// The table of stream changes, row by row and in both directions.
#include <catch2/catch.hpp>

#include "diff_support.h"

using diff_test::changes;
using diff_test::contract_text;
using diff_test::edited;
using diff_test::Lines;
using diff_test::told;

namespace {

constexpr const char* kStream = "builds[ingest-orders].properties.stream";

std::string with(std::string_view from, std::string_view to) {
    return edited(contract_text(), from, to);
}

/// One line of told().
std::string line(std::string_view severity_and_rule, std::string_view path) {
    return std::string(severity_and_rule) + " " + kStream + std::string(path);
}

/// Checks an edit forwards and backwards.
void check_both(const std::string& other, const Lines& forwards, const Lines& backwards) {
    CHECK(told(contract_text(), other) == forwards);
    CHECK(told(other, contract_text()) == backwards);
}

} // namespace

TEST_CASE("another topic is breaking both ways") {
    const Lines expected = {line("breaking stream-topic-changed", ".topic")};
    check_both(with("topic: orders", "topic: orders-v2"), expected, expected);
}

TEST_CASE("another value format is breaking both ways") {
    const std::string avro =
        edited(with("format: json", "format: avro-confluent"), "startupMode: group-offsets",
               "startupMode: group-offsets\n            schemaRegistryUrl: https://registry.example.com");
    const std::string registry = "builds[ingest-orders].properties.parameters.flink.source.schemaRegistryUrl";
    const Lines expected = {line("breaking stream-format-changed", ".format"),
                            "non-breaking schema-registry-changed " + registry};
    check_both(avro, expected, expected);
}

TEST_CASE("another notation of timestamps is breaking, and the default spelled is no change") {
    const Lines expected = {line("breaking timestamp-format-changed", ".timestampFormat")};
    check_both(with("format: json", "format: json\n        timestampFormat: sql"), expected, expected);
    check_both(with("format: json", "format: json\n        timestampFormat: iso-8601"), {}, {});
}

TEST_CASE("another key format or prefix is breaking both ways") {
    const Lines format = {line("breaking key-format-changed", ".key.format")};
    check_both(with("format: raw", "format: json"), format, format);
    const Lines prefix = {line("breaking key-prefix-changed", ".key.prefix")};
    check_both(with("format: raw", "format: raw\n          prefix: k_"), prefix, prefix);
}

TEST_CASE("another metadata source is breaking both ways") {
    const Lines expected = {line("breaking metadata-source-changed", ".metadata[kafka_offset].from")};
    check_both(with("from: offset", "from: partition"), expected, expected);
}

TEST_CASE("a key dropped is non-breaking, one declared is info") {
    check_both(with("        key:\n          format: raw\n          schema:\n            - name: order_key\n           "
                    "   type: string\n",
                    ""),
               {line("non-breaking key-dropped", ".key")}, {line("info key-declared", ".key")});
}

TEST_CASE("a metadata column dropped is non-breaking, one declared is info") {
    check_both(with("          - name: kafka_offset\n            from: offset\n", ""),
               {line("non-breaking metadata-dropped", ".metadata[kafka_offset]")},
               {line("info metadata-added", ".metadata[kafka_offset]")});
}

TEST_CASE("a required field newly read is breaking, one no longer read is not") {
    check_both(with("          - name: payload\n",
                    "          - name: extra\n            type: string\n            required: true\n"
                    "          - name: payload\n"),
               {line("breaking field-required-added", ".schema.extra")},
               {line("non-breaking field-dropped", ".schema.extra")});
}

TEST_CASE("an optional field newly read or dropped is non-breaking, nested ones too") {
    check_both(with("          - name: payload\n            type: binary\n", ""),
               {line("non-breaking field-dropped", ".schema.payload")},
               {line("non-breaking field-added", ".schema.payload")});
    check_both(edited(with("              - name: id\n                type: string\n              - name: score\n      "
                           "          type: int\n",
                           "              - name: id\n                type: string\n"),
                      "            - name: score\n              type: int\n", ""),
               {"breaking column-removed exposes[orders].contract.schema.customer.score",
                line("non-breaking field-dropped", ".schema.customer.score")},
               {line("non-breaking field-added", ".schema.customer.score"),
                "non-breaking column-added exposes[orders].contract.schema.customer.score"});
}

TEST_CASE("becoming required is breaking, becoming optional is not") {
    check_both(with("          - name: payload\n            type: binary\n",
                    "          - name: payload\n            type: binary\n            required: true\n"),
               {line("breaking field-became-required", ".schema.payload")},
               {line("non-breaking field-became-optional", ".schema.payload")});
}

TEST_CASE("requiredness inside arrays and maps counts too") {
    check_both(with("value: {type: string}", "value: {type: string, required: true}"),
               {line("breaking field-became-required", ".schema.attributes.value")},
               {line("non-breaking field-became-optional", ".schema.attributes.value")});
    check_both(
        with("          - name: items\n            type: array\n            element:\n              type: struct\n",
             "          - name: items\n            type: array\n            element:\n              type: struct\n"
             "              required: true\n"),
        {line("breaking field-became-required", ".schema.items.element")},
        {line("non-breaking field-became-optional", ".schema.items.element")});
}

TEST_CASE("widening is non-breaking and narrowing breaking, at any depth") {
    check_both(
        with("          - name: count\n            type: int\n", "          - name: count\n            type: long\n"),
        {line("non-breaking field-type-widened", ".schema.count")},
        {line("breaking field-type-changed", ".schema.count")});
    // Wider inside an array than the output takes would not validate; `returns` feeds no output.
    const std::string returns =
        "          - name: returns\n            type: array\n            element:\n              type: struct\n"
        "              fields:\n                - name: sku\n                  type: string\n"
        "                - name: price\n                  type: decimal(18,2)\n";
    check_both(with(returns, edited(returns, "decimal(18,2)", "decimal(20,2)")),
               {line("non-breaking field-type-widened", ".schema.returns.element.price")},
               {line("breaking field-type-changed", ".schema.returns.element.price")});
}

TEST_CASE("another type is breaking, and so is another scale or a struct for a scalar") {
    const Lines expected = {line("breaking field-type-changed", ".schema.payload")};
    check_both(with("type: binary", "type: string"), expected, expected);
    check_both(with("type: binary", "type: struct\n            fields: [{name: a, type: int}]"), expected, expected);
    const std::string returns =
        "          - name: returns\n            type: array\n            element:\n              type: struct\n"
        "              fields:\n                - name: sku\n                  type: string\n"
        "                - name: price\n                  type: decimal(18,2)\n";
    const Lines price = {line("breaking field-type-changed", ".schema.returns.element.price")};
    check_both(with(returns, edited(returns, "decimal(18,2)", "decimal(18,3)")), price, price);
}

TEST_CASE("a stream declared or dropped is info") {
    const std::string& text = contract_text();
    const std::size_t begin = text.find("      stream:\n");
    const std::string without = text.substr(0, begin) + text.substr(text.find("      mapping:\n"));
    const auto has = [](const Lines& lines, const std::string& wanted) {
        return std::find(lines.begin(), lines.end(), wanted) != lines.end();
    };
    CHECK(has(told(text, without), line("info stream-dropped", "")));
    CHECK(has(told(without, text), line("info stream-declared", "")));
}

TEST_CASE("another order of fields is told, and breaks nothing") {
    check_both(
        with("          - name: count\n            type: int\n          - name: payload\n            type: binary\n",
             "          - name: payload\n            type: binary\n          - name: count\n            type: int\n"),
        {line("info other-changed", ".schema")}, {line("info other-changed", ".schema")});
}

TEST_CASE("a change carries both places, both values and who is affected") {
    const std::vector<weir::Change> list = changes(contract_text(), with("topic: orders", "topic: orders-v2"));
    REQUIRE(list.size() == 1);
    CHECK(list[0].before == "\"orders\"");
    CHECK(list[0].after == "\"orders-v2\"");
    CHECK(list[0].base.known());
    CHECK(list[0].head.known());
    CHECK(list[0].head.end - list[0].head.begin == 9);
    CHECK(list[0].message.find("Flink build ingest-orders: the topic changes from orders to orders-v2.") == 0);
    CHECK(list[0].fingerprint.size() == 16);
}
