// Edits leave what stands around them as it is.

#include <catch2/catch.hpp>

#include <string>

#include "weir/edits.h"

namespace {

using namespace weir;

struct Read {
    std::shared_ptr<const Document> document;
    std::string text;
};

Read read(const std::string& text, const std::string& file = "a.yaml") {
    const ReadDocument read = read_document({{file, {text, ""}}}, file, "");
    INFO(text);
    REQUIRE(read.document);
    REQUIRE(read.findings.empty());
    return {read.document, text};
}

std::string applied(const Read& read, const std::optional<Edit>& edit) {
    if (!edit) {
        return "(none)";
    }
    std::string text = read.text;
    return text.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
}

std::string without(const std::string& text, const std::string& key, const std::string& file = "a.yaml") {
    const Read doc = read(text, file);
    const Document& document = *doc.document;
    NodeId mapping = document.root();
    const Entry* entry = document.find_entry(mapping, key);
    if (entry == nullptr) {
        mapping = document.find(mapping, "in");
        if (document.node(mapping).kind == NodeKind::Sequence) {
            mapping = document.items(mapping)[0];
        }
        entry = document.find_entry(mapping, key);
    }
    REQUIRE(entry != nullptr);
    return applied(doc, remove_entry(document, mapping, *entry));
}

std::string without_item(const std::string& text, std::size_t index) {
    const Read doc = read(text);
    return applied(doc, remove_item(*doc.document, doc.document->find(doc.document->root(), "in"), index));
}

std::string with(const std::string& text, const std::string& file = "a.yaml") {
    const Read doc = read(text, file);
    return applied(doc, insert_entry(*doc.document, doc.document->find(doc.document->root(), "in"), "new", "true"));
}

} // namespace

TEST_CASE("an entry of a block mapping goes with its lines") {
    CHECK(without("a: 1\nb: 2\nc: 3\n", "b") == "a: 1\nc: 3\n");
    CHECK(without("a: 1\nb: 2", "b") == "a: 1\n");
    CHECK(without("a: 1\r\nb: 2\r\nc: 3\r\n", "b") == "a: 1\r\nc: 3\r\n");
    CHECK(without("a: 1\nb: 2  # a note\nc: 3\n", "b") == "a: 1\nc: 3\n");
    CHECK(without("a: 1\nb:\n  x: 1\n  y:\n    - 1\n    - 2\n\n# about c\nc: 3\n", "b") == "a: 1\n\n# about c\nc: 3\n");
    CHECK(without("a: 1\nb:\nc: 3\n", "b") == "a: 1\nc: 3\n");
    CHECK(without("a: 1\nb: |\n  one\n  two\nc: 3\n", "b") == "a: 1\nc: 3\n");
    CHECK(without("a: 1\nb: >-\n  one\n\n  two\n\nc: 3\n", "b") == "a: 1\n\nc: 3\n");
    CHECK(without("a: 1\nb: \"one\n  two\"\nc: 3\n", "b") == "a: 1\nc: 3\n");
    CHECK(without("a: 1\nb: {x: 1,\n    y: 2}\nc: 3\n", "b") == "a: 1\nc: 3\n");
    CHECK(without("in:\n  a: 1\n  b: 2\nc: 3\n", "b") == "in:\n  a: 1\nc: 3\n");
}

TEST_CASE("the first entry behind a dash leaves the dash") {
    CHECK(without("in:\n  - a: 1\n    b: 2\n", "a") == "in:\n  - b: 2\n");
    CHECK(without("in:\n  - a: 1\n    b: 2\n", "b") == "in:\n  - a: 1\n");
    CHECK(without("in:\n  - a: 1\n    # about b\n    b: 2\n", "a") == "(none)");
}

TEST_CASE("an entry of a flow mapping goes with one comma") {
    CHECK(without("in: {a: 1, b: 2, c: 3}\n", "a") == "in: {b: 2, c: 3}\n");
    CHECK(without("in: {a: 1, b: 2, c: 3}\n", "b") == "in: {a: 1, c: 3}\n");
    CHECK(without("in: {a: 1, b: [1, 2]}\n", "b") == "in: {a: 1}\n");
    CHECK(without("{\"a\": 1,\n \"b\": {\"x\": 2}}", "b", "a.json") == "{\"a\": 1}");
    CHECK(without("{\"a\": 1,\n \"b\": {\"x\": 2}}", "a", "a.json") == "{\"b\": {\"x\": 2}}");
    CHECK(without("in: {a: 1, # a note, with a comma\n  b: 2}\n", "b") == "(none)");
}

TEST_CASE("what would leave nothing, or is shared, stays") {
    CHECK(without("in: {a: 1}\n", "a") == "(none)");
    CHECK(without("in:\n  a: 1\n", "a") == "(none)");
    CHECK(without("base: &base {a: 1, b: 2}\nin: *base\n", "a") == "(none)");
    CHECK(without("base: &base {a: 1, c: 3}\nin:\n  <<: *base\n  b: 2\n", "a") == "(none)");
    CHECK(without("x: &x 1\nin:\n  a: *x\n  b: 2\n", "a") == "x: &x 1\nin:\n  b: 2\n");
}

TEST_CASE("an item goes with its dash or its comma") {
    CHECK(without_item("in:\n  - a\n  - b\n", 0) == "in:\n  - b\n");
    CHECK(without_item("in:\n  - a\n  - b: 1\n    c: 2\n  - d\n", 1) == "in:\n  - a\n  - d\n");
    CHECK(without_item("in:\n- a\n- b\n", 1) == "in:\n- a\n");
    CHECK(without_item("in: [a, b, c]\n", 0) == "in: [b, c]\n");
    CHECK(without_item("in: [a, b, c]\n", 2) == "in: [a, b]\n");
    CHECK(without_item("in: [a]\n", 0) == "(none)");
}

TEST_CASE("an entry moves to another mapping with its lines") {
    const auto moved = [](const std::string& text) {
        Read doc = read(text);
        const Document& document = *doc.document;
        const NodeId from = document.find(document.root(), "from");
        const auto edits =
            move_entry(document, from, *document.find_entry(from, "a"), document.find(document.root(), "to"));
        if (!edits) {
            return std::string("(none)");
        }
        // The later one in the text first.
        const bool swap = (*edits)[0].span.begin < (*edits)[1].span.begin;
        doc.text = applied(doc, (*edits)[swap ? 1 : 0]);
        return applied(doc, (*edits)[swap ? 0 : 1]);
    };
    CHECK(moved("from:\n  a: 1\n  b: 2\nto:\n    c: 3\n") == "from:\n  b: 2\nto:\n    a: 1\n    c: 3\n");
    CHECK(moved("to:\n  c: 3\nfrom:\n    b: 2\n    a:\n        - x: 1\n          y: 2\n\n        - z\n") ==
          "to:\n  a:\n      - x: 1\n        y: 2\n\n      - z\n  c: 3\nfrom:\n    b: 2\n");
    CHECK(moved("from: {a: [1, 2], b: 2}\nto: {c: 3}\n") == "from: {b: 2}\nto: {a: [1, 2], c: 3}\n");
    CHECK(moved("from: {a: 1, b: 2}\nto:\n  c: 3\n") == "from: {b: 2}\nto:\n  a: 1\n  c: 3\n");
    CHECK(moved("from:\n  a: x,y\n  b: 2\nto: {c: 3}\n") == "(none)");
    CHECK(moved("from:\n  a: 1\nto: {c: 3}\n") == "(none)");
}

TEST_CASE("an entry is put before the others in their layout") {
    CHECK(with("in:\n  a: 1\n") == "in:\n  new: true\n  a: 1\n");
    CHECK(with("in: {a: 1}\n") == "in: {new: true, a: 1}\n");
    CHECK(with("in:\r\n  a: 1\r\n") == "in:\r\n  new: true\r\n  a: 1\r\n");
    CHECK(with("{\"in\": {\"a\": 1}}", "a.json") == "{\"in\": {\"new\": true, \"a\": 1}}");
    CHECK(with("base: &base {a: 1}\nin: *base\n") == "(none)");
    CHECK(with("in: {}\n") == "(none)");
}
