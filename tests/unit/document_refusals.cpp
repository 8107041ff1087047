#include <catch2/catch.hpp>

#include <string>

#include "document_support.h"

using namespace weir;
using namespace weir_test;

namespace {

struct Row {
    std::string text;
    std::string expected; ///< findings in brief, separated by commas
    bool usable;
};

std::string all_briefs(const ReadDocument& read) {
    std::string all;
    for (const std::string& brief : briefs(read)) {
        all += (all.empty() ? "" : ", ") + brief;
    }
    return all;
}

} // namespace

TEST_CASE("what is refused or warned about, and where", "[document][refusals]") {
    const Row row = GENERATE(values<Row>({
        // no document, or the wrong root
        {"", "yaml-empty 1:1-1:1", false},
        {"# note\n", "yaml-empty 1:1-1:1", false},
        {"---\n", "yaml-empty 1:1-1:1", false},
        {"~\n", "yaml-root-kind 1:1-1:2", false},
        {"- a\n", "yaml-root-kind 1:1-1:2", false},
        {"text", "yaml-root-kind 1:1-1:5", false},
        // more than one document
        {"a: 1\n---\nb: 2\n", "yaml-second-document 2:1-2:4", true},
        {"a: 1\n---\n", "yaml-second-document 2:1-2:4", true},
        {"a: 1\n...\n", "", true},
        {"a: 1\n...\nb: 2\n", "yaml-syntax 3:1-3:2", true},
        {"{a: 1} b", "yaml-syntax 1:8-1:9", true},
        // bytes
        {"a: \xFF\n", "yaml-encoding 1:4-1:5", false},
        {"a: \xC0\x80", "yaml-encoding 1:4-1:5", false},
        {"a: \xED\xA0\x80", "yaml-encoding 1:4-1:5", false},
        {"a: \xF4\x90\x80\x80", "yaml-encoding 1:4-1:5", false},
        {"a: \xE2\x82", "yaml-encoding 1:4-1:5", false},
        {std::string("\xFF\xFE"
                     "a\0:\0",
                     6),
         "yaml-encoding 1:1-1:1", false},
        {std::string("\xFE\xFF\0a", 4), "yaml-encoding 1:1-1:1", false},
        {std::string("a\0:\0", 4), "yaml-encoding 1:1-1:1", false},
        {std::string("\0\0\xFE\xFF", 4), "yaml-encoding 1:1-1:1", false},
        {"\xEF\xBB\xBF\xEF\xBB\xBF"
         "a: 1",
         "yaml-encoding 1:1-1:2", false},
        {std::string("a: \0b", 5), "yaml-control-character 1:4-1:5", false},
        {"a: \x1b[31m", "yaml-control-character 1:4-1:5", false},
        {"a: 1 # \x7F", "yaml-control-character 1:8-1:9", false},
        {"a: \xC2\x9B", "yaml-control-character 1:4-1:5", false},
        {"a: \xEF\xBF\xBF", "yaml-control-character 1:4-1:5", false},
        {"a: \x04\nb: \x05", "yaml-control-character 1:4-1:5, yaml-control-character 2:4-2:5", false},
        {"a: 1\rb: 2", "yaml-lone-cr 1:5-2:1", false},
        {"a: 1\r", "yaml-lone-cr 1:5-2:1", false},
        // repeated keys
        {"a: 1\nb: 2\na: 3\n", "yaml-duplicate-key 3:1-3:2", true},
        {"a: {x: 1, \"x\": 2, 'x': 3}", "yaml-duplicate-key 1:11-1:14, yaml-duplicate-key 1:19-1:22", true},
        {"1: a\n\"1\": b", "yaml-duplicate-key 2:1-2:4", true},
        {"<<: {a: 1}\n<<: {b: 1}", "yaml-duplicate-key 2:1-2:3", true},
        // keys
        {"? [a]\n: b", "yaml-key-kind 1:3-1:6", true},
        {"{a: 1}: b", "yaml-key-kind 1:1-1:7", true},
        {"? - a\n: b", "yaml-key-kind 1:3-1:6", true},
        {"~: a", "yaml-key-kind 1:1-1:2", true},
        {": a", "yaml-key-kind 1:1-1:1", true},
        {"{: a}", "yaml-key-kind 1:2-1:2", true},
        {"? \n", "yaml-key-kind 1:1-1:1", true},
        {"\"a\\u0007\": 1", "control-character 1:1-1:10", true},
        {"1: a\ntrue: b\n1.5: c", "", true},
        // tags
        {"a: !foo b", "yaml-unknown-tag 1:4-1:8", true},
        {"a: !!binary aGk=", "yaml-unknown-tag 1:4-1:12", true},
        {"a: !!python/object:os.system x", "yaml-unknown-tag 1:4-1:29", true},
        {"a: &x !foo b", "yaml-unknown-tag 1:7-1:11", true},
        {"!foo\na: 1", "yaml-unknown-tag 1:1-1:5", true},
        {"a: !set {b: c}", "yaml-unknown-tag 1:4-1:8", true},
        {"a: !!int x", "yaml-tag-mismatch 1:4-1:9", true},
        {"a: !!bool yes", "yaml-tag-mismatch 1:4-1:10", true},
        {"a: !!seq {b: c}", "yaml-tag-mismatch 1:4-1:9", true},
        {"a: !!str [b]", "yaml-tag-mismatch 1:4-1:9", true},
        {"a: !!map\n  b: !!str 1\nc: !!seq [!!int 1, !!null ~, !!bool true, !!float 1]", "", true},
        // aliases and merge keys
        {"a: &a\n  b: *a", "yaml-recursive-alias 2:6-2:8", false},
        {"a: &a [*a]", "yaml-recursive-alias 1:8-1:10", false},
        {"a: *b", "yaml-syntax 1:4-1:5", false},
        {"x: 1\n<<: 2", "yaml-merge 2:5-2:6", true},
        {"<<: [{a: 1}, 2]", "yaml-merge 1:14-1:15", true},
        {"x: &x 1\ny: {<<: *x}", "yaml-merge 2:9-2:11", true},
        {"\"<<\": 2", "", true},
        // tabs
        {"a:\n\tb: 1", "yaml-tab 2:1-2:2", false},
        {"\ta: 1", "yaml-tab 1:1-1:2", false},
        {"a:\n \tb", "yaml-tab 2:2-2:3", true},
        {"a:\n  - b\n\t- c", "yaml-tab 3:1-3:2", false},
        {"a:\n\t- b", "yaml-tab 2:1-2:2", false},
        {"a: |\n\tb\n", "yaml-tab 2:1-2:2", false},
        {"a:\tb\t# c\t\n", "", true},
        {"a: [\n\tb\n\t]", "", true},
        {"a: \"b\n\tc\"", "", true},
        {"a: |\n  \tb\n", "", true},
        {"a: '1'\n\t\nb: [2]\n\t# c\n", "", true},
        // syntax
        {"a: b: c", "yaml-syntax 1:5-1:6", false},
        {"a: 1\n  b: 2", "yaml-syntax 2:4-2:5", false},
        {"a:\n  b: 1\n c: 2", "yaml-syntax 3:2-3:3", false},
        {"a: [1, 2", "yaml-syntax 1:9-1:9", false},
        {"a: {b: 1", "yaml-syntax 1:9-1:9", false},
        {"a: [1, 2}", "yaml-syntax 1:9-1:10", false},
        {"a: ]", "yaml-syntax 1:4-1:5", false},
        {"a: \"b", "yaml-syntax 1:4-1:5", false},
        {"a: 'b", "yaml-syntax 1:4-1:5", false},
        {"x: \"y\"\na: 'b\nc: d\n", "yaml-syntax 2:4-2:5", false},
        {"a: \"b\\q\"", "yaml-syntax 1:6-1:8", false},
        {"a: \"\\ud83d\\ude00\"", "yaml-syntax 1:5-1:11", false},
        {"a: @b", "yaml-syntax 1:4-1:5", false},
        {"a: &x &y b", "yaml-syntax 1:7-1:8", false},
        {"a: - b", "yaml-syntax 1:4-1:5", false},
        {"a: |0\n b", "yaml-syntax 1:6-1:6", false},
        {"a: 1\nb\n", "yaml-syntax 2:1-2:2", false},
        {"a: [b, , c]", "yaml-syntax 1:8-1:9", false},
        {"%YAML 3.0\n---\na: 1", "yaml-syntax 1:1-1:2", false},
        {"%a: b\nc: d\n", "yaml-syntax 1:1-1:2", false},
        {"# note\n%YAML 1.2\na: 1", "yaml-syntax 2:1-2:2", false},
        {"a: 1\n%b: 2\n", "yaml-syntax 2:1-2:2", true},
        {"a: 1\n...\n%YAML 1.2\n", "yaml-syntax 3:1-3:2", true},
        {"%FOO bar\n--- # note\na: 1\n", "", true},
        {"a:\nb\nc: 1\n", "yaml-syntax 3:2-3:3", false},
        {"a:\n'b'\n", "yaml-syntax 2:1-2:2", false},
        {"a:\n[b]\n", "yaml-syntax 2:1-2:2", false},
        {"x: &x 1\na: &y\nb\n", "yaml-syntax 3:1-3:2", false},
        {"x: &x 1\na:\n*x\n", "yaml-syntax 3:1-3:2", false},
        {"a:\n  b:\n  ~\n", "yaml-key-kind 3:3-3:4", true},
        {"&x a: b\n? &y c\n: d\n!!str e: f\n&z \"g\":\n- &w h: i\n", "", true},
        {"a:\n  -\n  b\n", "yaml-syntax 3:3-3:4", false},
        {"a:\n- b\n-\n  c\n- - d\n", "", true},
        {"a: [\nb\n]\nc: {\nd: e,\n}\nf: \"g\n  h\"\ni: |\n j\n", "", true},
        // spellings
        {"a: yes", "yaml-1.1-spelling 1:4-1:7", true},
        {"a: [On, OFF, no]", "yaml-1.1-spelling 1:5-1:7, yaml-1.1-spelling 1:9-1:12, yaml-1.1-spelling 1:14-1:16",
         true},
        {"on: 1", "yaml-1.1-spelling 1:1-1:3", true},
        {"a: 017", "yaml-1.1-spelling 1:4-1:7", true},
        {"a: 12:30:45", "yaml-1.1-spelling 1:4-1:12", true},
        {"a: 2024-01-31", "yaml-1.1-spelling 1:4-1:14", true},
        {"a: 2024-01-31T10:00:00Z", "yaml-1.1-spelling 1:4-1:24", true},
        {"a: 0b11\nb: 1_000", "yaml-1.1-spelling 1:4-1:8, yaml-1.1-spelling 2:4-2:9", true},
        {"a: \"yes\"\nb: 'no'\nc: !!str on\nd: |\n  off\n", "", true},
        {"a: y\nb: N\nc: true\nd: 0\ne: 10\nf: -1.5\ng: 1:99\nh: 2024-13\ni: 0x1F\nj: host:80\nk: yes sir", "", true},
    }));
    INFO(row.text);
    const ReadDocument read = read_yaml_text(row.text);
    CHECK(all_briefs(read) == row.expected);
    CHECK(read.usable == row.usable);
    for (const Finding& finding : read.findings) {
        CHECK_FALSE(finding.message.empty());
        CHECK_FALSE(finding.secret);
    }
}

TEST_CASE("a repeated key names the first, and the first one counts", "[document][refusals]") {
    std::string text;
    for (int i = 0; i < 100; ++i) {
        text += fmt::format("k{}: {}\n", i, i);
    }
    text += "k7: x\nk99: y\nk7: z\n";
    for (const std::string& yaml : {std::string("a: 1\nk7: 7\nk7: x\nk99: 99\nk99: y\nk7: z\n"), text}) {
        const ReadDocument read = read_yaml_text(yaml);
        REQUIRE(read.findings.size() == 3);
        CHECK(read.findings[0].message == "the key \"k7\" is repeated");
        CHECK(read.findings[0].path == "k7");
        REQUIRE(read.findings[0].related.size() == 1);
        CHECK(read.document->sources().slice(read.findings[0].related[0].at) == "k7");
        CHECK(read.document->node(read.document->find(read.document->root(), "k7")).text == "7");
        CHECK(read.document->node(read.document->find(read.document->root(), "k99")).text == "99");
        const Span first = read.findings[2].related[0].at;
        CHECK(first.begin == read.findings[0].related[0].at.begin);
    }
}

TEST_CASE("the fix of a YAML 1.1 spelling quotes the value", "[document][refusals]") {
    const ReadDocument read = read_yaml_text("a: [x, off]");
    REQUIRE(read.findings.size() == 1);
    const Finding& finding = read.findings[0];
    CHECK(finding.path == "a[1]");
    CHECK(finding.help == "Put it in quotes: \"off\".");
    REQUIRE(finding.fix.has_value());
    REQUIRE(finding.fix->edits.size() == 1);
    CHECK(finding.fix->edits[0].text == "\"off\"");
    CHECK(read.document->sources().slice(finding.fix->edits[0].span) == "off");
    CHECK(read.document->node(read.document->items(read.document->find(read.document->root(), "a"))[1]).kind ==
          NodeKind::String);
}

TEST_CASE("paths of findings are contract pointers", "[document][refusals]") {
    const ReadDocument read = read_yaml_text("a:\n- b: 1\n  s3.x: {c: !t 1}\n- d: [1, {e: 1, e: 2}]\n");
    REQUIRE(read.findings.size() == 2);
    CHECK(read.findings[0].path == "a[0]['s3.x'].c");
    CHECK(read.findings[1].path == "a[1].d[1].e");
}

TEST_CASE("decoded control characters are marked", "[document][refusals]") {
    const ReadDocument read =
        read_yaml_text("a: \"x\\u001b\"\nb: \"x\\ty\\r\\n\"\nc: \"\\x7f\"\nd: \"\\N\"\ne: \"\\0\"\nf: é\n");
    CHECK(read.findings.empty());
    const auto marked = [&](std::string_view key) {
        return read.document->node(read.document->find(read.document->root(), key)).has_control;
    };
    CHECK(marked("a"));
    CHECK_FALSE(marked("b"));
    CHECK(marked("c"));
    CHECK(marked("d"));
    CHECK(marked("e"));
    CHECK_FALSE(marked("f"));
}

TEST_CASE("a hostile text earns a bounded number of findings", "[document][refusals]") {
    std::string text = "a: [";
    for (int i = 0; i < 30'000; ++i) {
        text += "no,";
    }
    text += "no]";
    const ReadDocument read = read_yaml_text(text);
    REQUIRE(read.findings.size() == 10'001);
    bool cut = false;
    for (const Finding& finding : read.findings) {
        cut = cut || finding.code == Code::findings_cut;
    }
    CHECK(cut);
    CHECK(read.usable);
}
