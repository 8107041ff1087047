// What the document says about a scalar is what its bytes say: the slice of every scalar, read alone by
// yaml-cpp, gives the node's text.
#include <catch2/catch.hpp>

#include <sstream>
#include <string>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include "document_support.h"

using namespace weir;
using namespace weir_test;

namespace {

/// Keeps the first scalar of a document.
class FirstScalar : public YAML::EventHandler {
  public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override { ++events; }
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override { ++events; }
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string& value) override {
        ++events;
        text = value;
    }
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        ++events;
    }
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        ++events;
    }
    void OnMapEnd() override {}

    int events = 0;
    std::string text;
};

FirstScalar read_alone(const std::string& slice) {
    std::istringstream stream(slice);
    YAML::Parser parser(stream);
    FirstScalar first;
    parser.HandleNextDocument(first);
    return first;
}

/// Checks every scalar below `id`; returns how many there were.
std::size_t check_scalars(const Document& document, NodeId id) {
    const Node& node = document.node(id);
    std::size_t count = 0;
    for (const Entry& entry : document.entries(id)) {
        count += check_scalars(document, entry.key) + check_scalars(document, entry.value);
    }
    for (const NodeId item : document.items(id)) {
        count += check_scalars(document, item);
    }
    if (!node.is_scalar() || node.span.begin == node.span.end) {
        return count;
    }
    std::string slice(document.sources().slice(node.span));
    if (node.style == NodeStyle::Literal || node.style == NodeStyle::Folded) {
        // The token of a block scalar excludes its final line end.
        const std::string_view rest = document.sources()[node.span.file].text().substr(node.span.end);
        slice += rest.empty() ? "" : "\n";
    }
    const FirstScalar alone = read_alone(slice);
    INFO("slice: " << slice);
    CHECK(alone.events == 1);
    CHECK((node.kind == NodeKind::Null || alone.text == node.text));
    return count + 1;
}

} // namespace

TEST_CASE("the slice of every scalar reads as the scalar", "[document][exact]") {
    const std::string text = GENERATE(values<std::string>({
        "a: plain\n'b': 'it''s'\n\"c\": \"x \\u00e9 \\\n   y\"\n? d\n: e\n",
        "a: one\n  two\n\n\n  three  # note\nb: x#y\nc: a:b:c\nd: -x\ne: '#'\nf: ?x\n",
        "a: |\n  one\n   two\n\n  three\n\n\nb: >\n  one\n  two\n\n    more\n  three\nc: |-\n  x\nd: >+\n  y\n\n\ne: "
        "|+\n\n",
        "- - |\n    a\n  - >-\n    b\n\n    c\n- |\n  d\n- x: |\n    e\n  y: >\n    f\n",
        "{a: [b, 'c', \"d\", e f, {g: h, \"i\":j}], k: l m\n  n, o: 'p\n\n  q'}\n",
        "a: &x one\nb: !!str two\nc: &y !!str 'three'\nd: *x\ne: &z |\n  four\nf: !!str >\n  five\n",
        "é: ü\n日本: \"語 😀\"\nи: ж\n  ы\n",
        "a: one\r\n  two\r\nb: |\r\n  x\r\n  y\r\nc: \"d\r\n  e\"\r\nf: 'g'\r\n",
        "a:\n - b\n -\n   c\n - \"d\"\n\n# note\n - e # f\n",
        "key with blanks : value with blanks   \n\"quoted key\"   : 'x'   # note\n",
        "a: \"\\\"\"\nb: '\\'\nc: \"\\\\\"\nd: ''''\ne: \"'\"\nf: '\"'\n",
        "a: |2\n    deep\n  less\nb: |1+\n  x\n\n",
        "a: \"one\n\n  two\n  \\\n  three \\\n\n  four\"\n",
        "a: [one\n  two,\n  three]\nb: {c: d\n  e}\n",
        "a: 12\nb: 1e3\nc: ~\nd: true\ne: 2024-01-01\nf: 0x1F\ng: .inf\nh: null\n",
        "a: |\n  tab\there\n  \tx\nb: \"tab\there\"\nc: tab\there\n",
        "a: |\n\n\n  late\nb: >\n\n  late\n",
        "a: |\n  last line without an end",
        "a: >-\n  folded\n\n\n  more\n   indented\n  back",
    }));
    INFO(text);
    const ReadDocument read = read_yaml_text(text);
    REQUIRE(read.document->root() != kNoNode);
    CHECK(check_scalars(*read.document, read.document->root()) > 1);
}

TEST_CASE("a mapping's slice starts at its first key and ends with its last value", "[document][exact]") {
    const std::string text = "a:\n  b: 1\n  c: [x,\n    y]  # note\n\nd: {e: f}\n";
    const ReadDocument read = read_yaml_text(text);
    const Document& document = *read.document;
    const auto slice = [&](std::string_view key) {
        return document.sources().slice(document.node(document.find(document.root(), key)).span);
    };
    CHECK(slice("a") == "b: 1\n  c: [x,\n    y]");
    CHECK(slice("d") == "{e: f}");
    CHECK(document.sources().slice(document.node(document.root()).span) == text.substr(0, text.size() - 1));
}
