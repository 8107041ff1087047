#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "document_support.h"

using namespace weir;
using namespace weir_test;

namespace {

std::string_view kind_name(NodeKind kind) {
    constexpr std::string_view kNames[] = {"null", "bool", "int", "float", "str", "map", "seq"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string place(const Document& document, Span span) {
    const Range range = document.sources().range(span);
    return fmt::format("{}:{}-{}:{}", range.start.line, range.start.column, range.end.line, range.end.column);
}

/// `kind place text` of the value under `v` in the root mapping.
std::string value_of(const ReadDocument& read) {
    const Document& document = *read.document;
    const NodeId id = document.root() == kNoNode ? kNoNode : document.find(document.root(), "v");
    if (id == kNoNode) {
        return "none";
    }
    const Node& node = document.node(id);
    const std::string at = place(document, node.span);
    return node.is_scalar() ? fmt::format("{} {} {}", kind_name(node.kind), at, node.text)
                            : fmt::format("{} {}", kind_name(node.kind), at);
}

struct Row {
    std::string_view text;
    std::string_view expected;
};

} // namespace

TEST_CASE("kind, range and text of a value in every form", "[document][ranges]") {
    const Row row = GENERATE(values<Row>({
        // plain
        {"v: word", "str 1:4-1:8 word"},
        {"v: two words  # note", "str 1:4-1:13 two words"},
        {"v:    a#b", "str 1:7-1:10 a#b"},
        {"v: http://h:1/p", "str 1:4-1:16 http://h:1/p"},
        {"v: one\n  two\n\n  three\nw: 1", "str 1:4-4:8 one two\nthree"},
        {"v:\n  below", "str 2:3-2:8 below"},
        {"v: héé", "str 1:4-1:7 héé"},
        {"é: 1\nv: é # ü", "str 2:4-2:5 é"},
        {"v: -", "none"},
        {"v: -x", "str 1:4-1:6 -x"},
        // core schema
        {"v: 12", "int 1:4-1:6 12"},
        {"v: 1.50", "float 1:4-1:8 1.50"},
        {"v: true", "bool 1:4-1:8 true"},
        {"v: null", "null 1:4-1:8 null"},
        {"v: ~", "null 1:4-1:5 ~"},
        // missing
        {"v:", "null 1:3-1:3 "},
        {"v:   # note\nw: 1", "null 1:3-1:3 "},
        {"v:\nnull: 1", "null 1:3-1:3 "},
        {"v: &a\nw: 1", "null 1:6-1:6 "},
        {"v: !!str\n\"\": 1", "str 1:9-1:9 "},
        {"v: &a\n\nnull: 1", "null 1:6-1:6 "},
        {"v:\n&a null: 1", "null 1:3-1:3 "},
        {"{v: , w: 1}", "null 1:4-1:4 "},
        {"{v, w: 1}", "null 1:3-1:3 "},
        {"? v\n", "null 1:4-1:4 "},
        // quoted
        {"v: 'it''s'", "str 1:4-1:11 it's"},
        {"v: \"a\\tb\"", "str 1:4-1:10 a\tb"},
        {"v: \"\\u00e9\\x41\\U0001F600\\\"\"", "str 1:4-1:28 éA😀\""},
        {"v: \"\\N\\_é\"", "str 1:4-1:11 \xC2\x85\xC2\xA0é"},
        {"v: \"one\n   two\"", "str 1:4-2:8 one two"},
        {"v: 'one\n\n   two'", "str 1:4-3:8 one\ntwo"},
        {"v: \"one \\\n   two\"", "str 1:4-2:8 one two"},
        {"v: \"\"", "str 1:4-1:6 "},
        {"v: ''", "str 1:4-1:6 "},
        {"v:\n  ''\nw: 1", "str 2:3-2:5 "},
        {"v: '12'", "str 1:4-1:8 12"},
        {"v: 'null'", "str 1:4-1:10 null"},
        // block scalars
        {"v: |\n  one\n  two\nw: 1", "str 1:4-3:6 one\ntwo\n"},
        {"v: |\n  one\n\n\nw: 1", "str 1:4-2:6 one\n"},
        {"v: |+\n  one\n\nw: 1", "str 1:4-3:1 one\n\n"},
        {"v: |-\n  one\n", "str 1:4-2:6 one"},
        {"v: >\n  one\n  two\n\n  three\n", "str 1:4-5:8 one two\nthree\n"},
        {"v: |2\n    one\n", "str 1:4-2:8   one\n"},
        {"v: |  # note\n  one\n", "str 1:4-2:6 one\n"},
        {"v: |\nw: 1", "str 1:4-1:5 "},
        {"v: |\n  one\n # note\nw: 1", "str 1:4-2:6 one\n"},
        {"v: |\r\n  one\r\n  two\r\nw: 1\r\n", "str 1:4-3:6 one\ntwo\n"},
        // anchors and tags stand outside the token
        {"v: &a word", "str 1:7-1:11 word"},
        {"v: !!str 12", "str 1:10-1:12 12"},
        {"v: &a !!str 12", "str 1:13-1:15 12"},
        {"v: !!str &a 12", "str 1:13-1:15 12"},
        {"v: !!float 12", "float 1:12-1:14 12"},
        {"v: ! 12", "str 1:6-1:8 12"},
        {"v: !<tag:yaml.org,2002:str> 12", "str 1:29-1:31 12"},
        {"v: &a\n  # note\n  word", "str 3:3-3:7 word"},
        {"v: &a |\n  one\n", "str 1:7-2:6 one\n"},
        {"v: &a [1]", "seq 1:7-1:10"},
        {"v: &a\n  b: 1\n", "map 2:3-2:7"},
        {"v:\n  &a b: 1\n", "map 2:3-2:10"},
        {"v: &a\n  &b c: 1\n", "map 2:3-2:10"},
        {"v: &a\n- 1\n", "seq 2:1-2:4"},
        // flow collections
        {"v: [1, 2]", "seq 1:4-1:10"},
        {"v: [1, 2, ] # note", "seq 1:4-1:12"},
        {"v: []", "seq 1:4-1:6"},
        {"v: {}", "map 1:4-1:6"},
        {"v: { }", "map 1:4-1:7"},
        {"v: {a: 1, b: }", "map 1:4-1:15"},
        {"v: {a: [1, {b: c}], # note\n  d: \"]\" }", "map 1:4-2:11"},
        {"v: [a: 1, b]", "seq 1:4-1:13"},
        {"v: {\"a\":1}", "map 1:4-1:11"},
        {"v: [\n  1\n]\n", "seq 1:4-3:2"},
        // block collections
        {"v:\n  a: 1\n  b: 2\nw: 1", "map 2:3-3:7"},
        {"v:\n- 1\n- 2\nw: 1", "seq 2:1-3:4"},
        {"v:\n  - 1\n  - a: 1\n    b: 2 # note\nw: 1", "seq 2:3-4:9"},
        {"v:\n  a: |\n    x\n\nw: 1", "map 2:3-3:6"},
        {"v:\n  a:\nw: 1", "map 2:3-2:5"},
        {"v:\n-\n-\nw: 1", "seq 2:1-3:2"},
        // after a byte order mark, with CRLF, behind tabs
        {"\xEF\xBB\xBFv: word", "str 1:4-1:8 word"},
        {"w: 1\r\nv: word\r\n", "str 2:4-2:8 word"},
        {"v:\tword\t# note", "str 1:4-1:8 word"},
        {"{\n\tv:\tword }", "str 2:5-2:9 word"},
        {"--- # note\nv: word\n...\n", "str 2:4-2:8 word"},
        {"%YAML 1.2\n---\nv: word\n", "str 3:4-3:8 word"},
    }));
    INFO(row.text);
    CHECK(value_of(read_yaml_text(row.text)) == row.expected);
}

TEST_CASE("kind, range and text of a JSON value", "[document][ranges][json]") {
    const Row row = GENERATE(values<Row>({
        {R"({"v": "word"})", "str 1:7-1:13 word"},
        {R"({"v": "a\n\"\\\/\b\f\r\t"})", "str 1:7-1:26 a\n\"\\/\b\f\r\t"},
        {R"({"v": "\u00e9\ud83d\ude00"})", "str 1:7-1:27 é😀"},
        {R"({"v": -1.5e+3})", "float 1:7-1:14 -1.5e+3"},
        {R"({"v": 0})", "int 1:7-1:8 0"},
        {R"({"v":true})", "bool 1:6-1:10 true"},
        {R"({"v": null })", "null 1:7-1:11 null"},
        {"{\"v\": [1,\n {} ] }", "seq 1:7-2:6"},
        {"\xEF\xBB\xBF{\"v\": {\"a\": 1}}", "map 1:7-1:15"},
        {"{\"é\": 1, \"v\": \"é\"}", "str 1:15-1:18 é"},
        {R"({"v": "yes"})", "str 1:7-1:12 yes"},
    }));
    INFO(row.text);
    const ReadDocument read = read_json_text(row.text);
    CHECK(read.findings.empty());
    CHECK(value_of(read) == row.expected);
}

TEST_CASE("keys have ranges of their own", "[document][ranges]") {
    const Row row = GENERATE(values<Row>({
        {"key : 1", "1:1-1:4"},
        {"\"key\": 1", "1:1-1:6"},
        {"&a key: 1", "1:4-1:7"},
        {"? key\n: 1", "1:3-1:6"},
        {"  'key': 1", "1:3-1:8"},
        {"{key: 1}", "1:2-1:5"},
        {"? |\n  key\n: 1", "1:3-2:6"},
    }));
    INFO(row.text);
    const ReadDocument read = read_yaml_text(row.text);
    REQUIRE(read.usable);
    const auto entries = read.document->entries(read.document->root());
    REQUIRE(entries.size() == 1);
    CHECK(place(*read.document, read.document->node(entries[0].key).span) == row.expected);
    CHECK(read.document->node(entries[0].value).text == "1");
}

TEST_CASE("aliases and merged values know where they are used and where they are defined", "[document][ranges]") {
    const ReadDocument read =
        read_yaml_text("base: &b {x: 1, y: [2]}\none: *b\ntwo:\n  <<: *b\n  x: 3\nthree:\n  <<: [*b, {z: 4}]\n");
    REQUIRE(read.usable);
    CHECK(read.findings.empty());
    const Document& document = *read.document;
    const auto slice = [&](Span span) { return document.sources().slice(span); };
    const NodeId one = document.find(document.root(), "one");
    CHECK(slice(document.node(one).span) == "{x: 1, y: [2]}");
    CHECK(slice(document.node(one).used_at) == "*b");
    CHECK_FALSE(document.node(one).through_ref);
    const NodeId two = document.find(document.root(), "two");
    REQUIRE(document.entries(two).size() == 2);
    CHECK(document.node(document.find(two, "x")).text == "3");
    const Entry* merged = document.find_entry(two, "y");
    REQUIRE(merged != nullptr);
    CHECK(merged->merged);
    CHECK(slice(document.node(merged->value).span) == "[2]");
    CHECK(place(document, document.node(merged->value).used_at) == "4:7-4:9");
    const NodeId three = document.find(document.root(), "three");
    CHECK(document.entries(three).size() == 3);
    CHECK(document.node(document.find(three, "z")).text == "4");
    CHECK_FALSE(document.node(document.find(three, "z")).used_at.known());
    CHECK(document.node(document.root()).size == 1 + 1 + 6 + 1 + 6 + 1 + 6 + 1 + 8);
}
