#include <catch2/catch.hpp>

#include <string>

#include "document_support.h"
#include "weir/fetch.h"

using namespace weir;
using namespace weir_test;

namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

std::string all_briefs(const ReadDocument& read) {
    std::string all;
    for (const std::string& brief : briefs(read)) {
        all += (all.empty() ? "" : ", ") + brief;
    }
    return all;
}

const Node& value(const ReadDocument& read, std::string_view key) {
    return read.document->node(read.document->find(read.document->root(), key));
}

/// A chain m.yaml → f1.yaml → … → f<levels>.yaml.
Texts chain(int levels) {
    Texts texts{{"m.yaml", "a: {$ref: f1.yaml}\n"}};
    for (int i = 1; i <= levels; ++i) {
        const std::string text = i == levels ? "end: 1\n" : fmt::format("$ref: f{}.yaml\n", i + 1);
        texts.emplace_back(fmt::format("f{}.yaml", i), text);
    }
    return texts;
}

} // namespace

TEST_CASE("a $ref alone in a mapping is replaced by what it names", "[document][refs]") {
    const ReadDocument read =
        read_all({{"c/m.yaml", "a: {$ref: s/x.yaml#/k/0}\nb:\n  $ref: 's/x.yaml'\nc: {$ref: \"#/a/p\"}\n"
                               "d: {$ref: \"s/list.json#/1\"}\n"},
                  {"c/s/x.yaml", "k:\n- {p: 1}\n- $ref: ../t/y.yml#/a~1b/~0\n"},
                  {"c/t/y.yml", "a/b: {'~': [deep]}\n"},
                  {"c/s/list.json", "[0, {\"j\": true}]"}},
                 "c/m.yaml");
    REQUIRE(read.usable);
    CHECK(read.findings.empty());
    CHECK(read.need.empty());
    const Document& document = *read.document;
    const auto slice = [&](Span span) { return document.sources().slice(span); };
    const Node& a = value(read, "a");
    CHECK(a.kind == NodeKind::Mapping);
    CHECK(a.through_ref);
    CHECK(slice(a.used_at) == "s/x.yaml#/k/0");
    CHECK(slice(a.span) == "{p: 1}");
    CHECK(document.sources()[a.span.file].name() == "c/s/x.yaml");
    CHECK(slice(value(read, "b").used_at) == "'s/x.yaml'");
    CHECK(value(read, "c").text == "1");
    CHECK(value(read, "d").kind == NodeKind::Mapping);
    const NodeId list = document.find(document.find(document.root(), "b"), "k");
    const Node& inner = document.node(document.items(list)[1]);
    CHECK(slice(inner.span) == "[deep]");
    CHECK(document.sources()[inner.span.file].name() == "c/t/y.yml");
    CHECK(document.sources()[inner.used_at.file].name() == "c/s/x.yaml");
    CHECK(slice(document.included_at(a.span.file)) == "s/x.yaml#/k/0");
    CHECK_FALSE(document.included_at(0).known());
    CHECK(document.node(document.root()).size == 1 + 1 + 3 + 1 + 8 + 1 + 1 + 1 + 3);
}

TEST_CASE("what a $ref may not name is refused without asking for it", "[document][refs]") {
    struct Row {
        std::string ref;
        std::string_view code; ///< empty: the file is asked for
        std::string_view root = "";
    };
    const Row row = GENERATE(values<Row>({
        {"x.yaml", "", ""},
        {"./x.yaml", "", ""},
        {"s/../x.yml", "", ""},
        {"s/../x.json#/a", "", ""},
        {"a b/é.yaml", "", ""},
        {"../x.yaml", "ref-outside-root", ""},
        {"../x.yaml", "", "r"},
        {"../../x.yaml", "ref-outside-root", "r"},
        {"../../r/x.yaml", "", "r"},
        {"../../rx/x.yaml", "ref-outside-root", "r"},
        {"s/../../x.yaml", "ref-outside-root", ""},
        {"../c/x.yaml", "", ""},
        {"../cc/x.yaml", "ref-outside-root", ""},
        {"../../../../x.yaml", "ref-outside-root", ""},
        {"/etc/x.yaml", "ref-absolute", ""},
        {"/x.yaml", "ref-absolute", ""},
        {"\\\\host\\x.yaml", "ref-absolute", ""},
        {"\\x.yaml", "ref-absolute", ""},
        {"C:\\x.yaml", "ref-absolute", ""},
        {"c:/x.yaml", "ref-absolute", ""},
        {"c:x.yaml", "ref-absolute", ""},
        {"s\\x.yaml", "ref-form", ""},
        {"//host/x.yaml", "ref-url", ""},
        {"http://h/x.yaml", "ref-url", ""},
        {"HTTPS://h/x.yaml", "ref-url", ""},
        {"file:///x.yaml", "ref-url", ""},
        {"file:x.yaml", "ref-url", ""},
        {"urn:x.yaml", "ref-url", ""},
        {"s/x:y.yaml", "ref-form", ""},
        {"x%2e.yaml", "ref-form", ""},
        {"x.yaml?y", "ref-form", ""},
        {"x.yaml?.yaml", "ref-form", ""},
        {"x\ty.yaml", "ref-form", ""},
        {std::string("x\0y.yaml", 8), "ref-form", ""},
        {".env", "ref-hidden", ""},
        {".x.yaml", "ref-hidden", ""},
        {"s/.x.yaml", "ref-hidden", ""},
        {".git/x.yaml", "ref-hidden", ""},
        {"..x/y.yaml", "ref-hidden", ""},
        {"x", "ref-suffix", ""},
        {"x.txt", "ref-suffix", ""},
        {"x.yaml/", "ref-suffix", ""},
        {"x.YAML", "ref-suffix", ""},
        {"..", "ref-suffix", ""},
        {"x.yaml.bak", "ref-suffix", ""},
        {"", "ref-form", ""},
        {"x.yaml#a", "ref-pointer-form", ""},
        {"#a", "ref-pointer-form", ""},
        {"x.yaml#/%zz", "ref-pointer-form", ""},
        {"x.yaml#/%2", "ref-pointer-form", ""},
        {"#/~2", "ref-pointer-form", ""},
        {"#/none", "ref-pointer-unknown", ""},
        {"#/list/2", "ref-pointer-unknown", ""},
        {"#/list/-", "ref-pointer-unknown", ""},
        {"#/list/00", "ref-pointer-unknown", ""},
        {"#/list/99999999999999999999", "ref-pointer-unknown", ""},
        {"#/list/0/x", "ref-pointer-unknown", ""},
        {"#", "ref-cycle", ""},
        {"#/", "ref-pointer-unknown", ""},
        {"#/a", "ref-cycle", ""},
    }));
    INFO(row.ref);
    std::string escaped;
    for (const char c : row.ref) {
        escaped += c == '\\' ? "\\\\" : c == '\t' ? "\\t" : c == '\0' ? "\\0" : std::string(1, c);
    }
    const std::string root = std::string(row.root).empty() ? "" : "r";
    const std::string name = root.empty() ? "c/m.yaml" : "r/c/m.yaml";
    const ReadDocument read = read_all({{name, "list: [x, y]\na: {$ref: \"" + escaped + "\"}\n"}}, name, root);
    CHECK(read.usable);
    if (row.code.empty()) {
        CHECK(read.findings.empty());
        REQUIRE(read.need.size() == 1);
        return;
    }
    CHECK(read.need.empty());
    REQUIRE(read.findings.size() == 1);
    CHECK(code_info(read.findings[0].code).slug == row.code);
    CHECK(read.findings[0].path == "a");
    CHECK(read.document->sources().slice(read.findings[0].at) == "\"" + escaped + "\"");
    CHECK(value(read, "a").unresolved);
    CHECK(value(read, "a").kind == NodeKind::Null);
}

TEST_CASE("files that are not there yet are asked for once, in order", "[document][refs]") {
    const ReadDocument read =
        read_all({{"c/m.yaml", "a: {$ref: s/y.yaml}\nb: {$ref: s/x.yaml}\nc: {$ref: s/y.yaml#/k}\nd: {$ref: z.yaml}\n"},
                  {"c/s/x.yaml", "k: {$ref: ../w.yaml}"}},
                 "c/m.yaml");
    CHECK(read.need == std::vector<std::string>{"c/s/y.yaml", "c/w.yaml", "c/z.yaml"});
    CHECK(value(read, "a").unresolved);
    const ReadDocument none = read_all({}, "c/m.yaml");
    CHECK(none.need == std::vector<std::string>{"c/m.yaml"});
    CHECK_FALSE(none.usable);
    REQUIRE(none.document != nullptr);
}

TEST_CASE("the host's refusal is told at the $ref", "[document][refs]") {
    FileSet files;
    files["m.yaml"].text = "a: {$ref: x.yaml}\n";
    files["x.yaml"].refusal = "no such file";
    const ReadDocument read = read_document(files, "m.yaml", "");
    REQUIRE(read.findings.size() == 1);
    CHECK(brief(read, read.findings[0]) == "ref-unreadable 1:11-1:17");
    CHECK(read.findings[0].message == "$ref \"x.yaml\": no such file");
    CHECK(read.document->sources().size() == 1);
    files["m.yaml"].refusal = "no such file";
    const ReadDocument main = read_document(files, "m.yaml", "");
    CHECK(all_briefs(main) == "file-unreadable 1:1-1:1");
    CHECK(main.findings[0].message == "no such file");
}

TEST_CASE("a $ref with siblings, or that is no text, is refused", "[document][refs]") {
    CHECK(all_briefs(read_yaml_text("a: {$ref: x.yaml, b: 1}")) == "ref-siblings 1:5-1:9");
    CHECK(all_briefs(read_yaml_text("a: {b: 1, $ref: x.yaml}")) == "ref-siblings 1:11-1:15");
    CHECK(all_briefs(read_yaml_text("x: &x {$ref: x.yaml}\na: {<<: *x, b: 1}")).find("ref-siblings") !=
          std::string::npos);
    CHECK(all_briefs(read_yaml_text("a: {$ref: 1}")) == "ref-form 1:11-1:12");
    CHECK(all_briefs(read_yaml_text("a: {$ref: [x]}")) == "ref-form 1:11-1:14");
    CHECK(all_briefs(read_yaml_text("a: {$ref: }")) == "ref-form 1:10-1:10");
    const ReadDocument scalar = read_yaml_text("a: $ref\nb: [$ref]");
    CHECK(scalar.findings.empty());
}

TEST_CASE("when a fragment fails to load, no finding shows any of it", "[document][refs]") {
    const std::string bad = GENERATE(values<std::string>({
        "canary: hunter2\n canary2: [x",
        "canary: &canary\n  x: *canary\n",
        "canary: 1\ncanary: 2\nx: !canary yes\n? [canary]\n: [on, <<: canary]\ny: \"canary",
        "just a canary\n",
        "\xFF"
        "canary",
        "canary: \x1b",
        "",
        "canary: [[[[[[[[[canary]]]]]]]]]",
    }));
    INFO(bad);
    DocumentLimits limits;
    limits.depth = 8;
    const ReadDocument read = read_all({{"m.yaml", "a: {$ref: x.yaml}\n"}, {"x.yaml", bad}}, "m.yaml", "", limits);
    REQUIRE_FALSE(read.findings.empty());
    CHECK(value(read, "a").unresolved);
    for (const Finding& finding : read.findings) {
        CHECK(finding.severity() == Severity::Error);
        CHECK(finding.secret);
        CHECK(read.document->sources()[finding.at.file].name() == "x.yaml");
        CHECK((finding.message + finding.path + finding.help).find("canary") == std::string::npos);
        REQUIRE_FALSE(finding.related.empty());
        CHECK(read.document->sources().slice(finding.related.back().at) == "x.yaml");
        for (const Related& related : finding.related) {
            CHECK(related.message.find("canary") == std::string::npos);
        }
    }
}

TEST_CASE("a fragment with a repeated key is read on, and its findings show it", "[document][refs]") {
    const ReadDocument read = read_all({{"m.yaml", "a: {$ref: x.yaml}\n"}, {"x.yaml", "b: 1\nb: 2\n"}}, "m.yaml");
    REQUIRE(read.findings.size() == 1);
    CHECK(read.findings[0].message == "the key \"b\" is repeated");
    CHECK(brief(read, read.findings[0]) == "yaml-duplicate-key 2:1-2:2");
    CHECK(read.findings[0].at.file == 1);
    CHECK_FALSE(read.findings[0].secret);
    CHECK_FALSE(value(read, "a").unresolved);
}

TEST_CASE("a warning about a good fragment stands in the fragment", "[document][refs]") {
    const ReadDocument read = read_all({{"m.yaml", "a: {$ref: x.yaml}\n"}, {"x.yaml", "b: yes\n"}}, "m.yaml");
    REQUIRE(read.findings.size() == 1);
    CHECK(brief(read, read.findings[0]) == "yaml-1.1-spelling 1:4-1:7");
    CHECK(read.findings[0].at.file == 1);
    CHECK_FALSE(read.findings[0].secret);
    REQUIRE(read.findings[0].related.size() == 1);
    CHECK(read.findings[0].related[0].at.file == 0);
}

TEST_CASE("cycles are refused, diamonds are not", "[document][refs]") {
    CHECK(all_briefs(read_yaml_text("a: {$ref: '#/a'}")) == "ref-cycle 1:11-1:16");
    CHECK(all_briefs(read_yaml_text("a: {b: {$ref: '#/a'}}")) == "ref-cycle 1:15-1:20");
    CHECK(all_briefs(read_yaml_text("a: {$ref: '#/b'}\nb: {$ref: '#/a'}")) == "ref-cycle 2:11-2:16");
    CHECK(all_briefs(read_yaml_text("a: {$ref: '#/a/b'}")) == "ref-cycle 1:11-1:18");
    CHECK(all_briefs(read_yaml_text("a: [{$ref: '#'}]")) == "ref-cycle 1:12-1:15");
    const ReadDocument files =
        read_all({{"m.yaml", "a: {$ref: x.yaml}\nb: 1\n"}, {"x.yaml", "c: {$ref: m.yaml#/a}\n"}}, "m.yaml");
    REQUIRE(files.findings.size() == 1);
    CHECK(files.findings[0].code == Code::ref_cycle);
    CHECK(files.findings[0].at.file == 1);
    CHECK(files.findings[0].path == "a.c");
    const ReadDocument self = read_all({{"d/m.yaml", "a: {$ref: ../d/m.yaml#/b}\nb: 1\n"}}, "d/m.yaml");
    CHECK(self.findings.empty());
    CHECK(value(self, "a").text == "1");
    const ReadDocument diamond =
        read_yaml_text("a: [{$ref: '#/b'}, {$ref: '#/b'}]\nb: [{$ref: '#/c'}, {$ref: '#/c'}]\nc: {d: 1}\n");
    CHECK(diamond.findings.empty());
}

TEST_CASE("20 levels of fragments are followed, 21 are not", "[document][refs]") {
    const ReadDocument good = read_all(chain(20), "m.yaml");
    CHECK(good.findings.empty());
    CHECK(value(good, "a").kind == NodeKind::Mapping);
    const ReadDocument bad = read_all(chain(21), "m.yaml");
    REQUIRE(bad.findings.size() == 1);
    CHECK(bad.findings[0].code == Code::ref_levels);
    CHECK(value(bad, "a").unresolved);
    // The same when the end of the chain was followed before.
    Texts shared = chain(21);
    shared[0].second = "b: {$ref: f10.yaml}\na: {$ref: f1.yaml}\n";
    const ReadDocument again = read_all(shared, "m.yaml");
    REQUIRE(again.findings.size() == 1);
    CHECK(again.findings[0].code == Code::ref_levels);
    CHECK(read_all(chain(400), "m.yaml").findings.size() == 1);
}

TEST_CASE("fan-out is limited by the number of values, not by time", "[document][refs]") {
    std::string text = "f0: [x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 18; ++i) {
        std::string items;
        for (int j = 0; j < 8; ++j) {
            items += fmt::format("{{$ref: '#/f{}'}}, ", i - 1);
        }
        text += fmt::format("f{}: [{}]\n", i, items);
    }
    const ReadDocument read = read_yaml_text(text);
    CHECK_FALSE(read.usable);
    REQUIRE(read.findings.size() == 1);
    CHECK(read.findings[0].code == Code::yaml_too_many_nodes);
}

TEST_CASE("fragments do not nest beyond the depth limit", "[document][refs]") {
    DocumentLimits limits;
    limits.depth = 6;
    const Texts good{{"m.yaml", "a: [[{$ref: x.yaml}]]\n"}, {"x.yaml", "[[[]]]\n"}};
    CHECK(read_all(good, "m.yaml", "", limits).findings.empty());
    const Texts bad{{"m.yaml", "a: [[[{$ref: x.yaml}]]]\n"}, {"x.yaml", "[[[]]]\n"}};
    const ReadDocument deep = read_all(bad, "m.yaml", "", limits);
    CHECK_FALSE(deep.usable);
    REQUIRE(deep.findings.size() == 1);
    CHECK(deep.findings[0].code == Code::yaml_too_deep);
    const Texts shared{{"m.yaml", "b: {$ref: x.yaml}\na: [[[{$ref: x.yaml}]]]\n"}, {"x.yaml", "[[[]]]\n"}};
    CHECK(read_all(shared, "m.yaml", "", limits).findings.size() == 1);
}

TEST_CASE("the number and size of fragments is limited", "[document][refs]") {
    DocumentLimits limits;
    limits.files = 2;
    const Texts texts{{"m.yaml", "a: {$ref: x.yaml}\nb: {$ref: y.yaml}\n"}, {"x.yaml", "[1]"}, {"y.yaml", "[2]"}};
    const ReadDocument many = read_all(texts, "m.yaml", "", limits);
    REQUIRE(many.findings.size() == 1);
    CHECK(many.findings[0].code == Code::fragment_total_size);
    CHECK_FALSE(many.usable);
    limits = DocumentLimits{};
    limits.bytes = 60;
    CHECK(read_all(texts, "m.yaml", "", limits).findings.empty());
    const Texts large{{"m.yaml", "a: {$ref: x.yaml}\n"}, {"x.yaml", "[" + std::string(100, ' ') + "]"}};
    CHECK(all_briefs(read_all(large, "m.yaml", "", limits)) == "yaml-too-large 1:11-1:17");
}

TEST_CASE("the whole contract may be a $ref, and anchors go with it", "[document][refs]") {
    const ReadDocument read = read_all({{"m.yaml", "$ref: x.yaml\n"},
                                        {"x.yaml", "a: &a {b: {$ref: y.json}}\nc: *a\nd: {<<: *a}\n"},
                                        {"y.json", "[1]"}},
                                       "m.yaml");
    CHECK(read.usable);
    CHECK(read.findings.empty());
    const Document& document = *read.document;
    for (const std::string_view key : {"a", "c", "d"}) {
        const NodeId list = document.find(document.find(document.root(), key), "b");
        CHECK(document.node(list).kind == NodeKind::Sequence);
        CHECK(document.node(list).size == 2);
    }
    CHECK(all_briefs(read_all({{"m.yaml", "$ref: x.yaml\n"}, {"x.yaml", "[a]"}}, "m.yaml")) ==
          "yaml-root-kind 1:7-1:13");
}

TEST_CASE("names are folded", "[document][names]") {
    CHECK(resolve_name("c/m.yaml", "x.yaml") == "c/x.yaml");
    CHECK(resolve_name("c/m.yaml", "../x.yaml") == "x.yaml");
    CHECK(resolve_name("c/m.yaml", "../../x.yaml") == "../x.yaml");
    CHECK(resolve_name("m.yaml", "./a//b/./x.yaml") == "a/b/x.yaml");
    CHECK(resolve_name("/a/m.yaml", "../../../x.yaml") == "/x.yaml");
    CHECK(resolve_name("/m.yaml", "x.yaml") == "/x.yaml");
    CHECK(resolve_name("../a/m.yaml", "../b/x.yaml") == "../b/x.yaml");
    CHECK(resolve_name("", "a/../m.yaml") == "m.yaml");
    CHECK(resolve_name("c/m.yaml", "/x.yaml") == "/x.yaml");
    CHECK(resolve_name("c/m.yaml", "..").empty());
}

TEST_CASE("no more fragments than the limit are asked for", "[document][refs]") {
    std::string text = "x:\n";
    for (int i = 0; i < 50; ++i) {
        text += fmt::format("- $ref: f{}.yaml\n", i);
    }
    DocumentLimits limits;
    limits.files = 10;
    const ReadDocument read = read_all({{"c.yaml", text}}, "c.yaml", {}, limits);
    CHECK(read.need.size() == 9);
    REQUIRE(read.findings.size() == 1);
    CHECK(read.findings[0].code == Code::fragment_total_size);
}

TEST_CASE("pointers into large mappings find their keys, and miss others", "[document][refs]") {
    std::string text = "big:\n";
    for (int i = 0; i < 100; ++i) {
        text += fmt::format("  k{}: {{v: {}}}\n", i, i);
    }
    const ReadDocument good =
        read_yaml_text(text + "x: {$ref: '#/big/k57/v'}\ny: {$ref: '#/big'}\nz: {$ref: '#/y/k3/v'}\n");
    CHECK(good.findings.empty());
    const Document& document = *good.document;
    CHECK(document.node(document.find(document.root(), "x")).text == "57");
    CHECK(document.node(document.find(document.root(), "z")).text == "3");
    CHECK(briefs(read_yaml_text(text + "x: {$ref: '#/big/k100'}\n")) ==
          std::vector<std::string>{"ref-pointer-unknown 102:11-102:23"});
}

TEST_CASE("a host that is asked while the contract is read is asked once for each file", "[document][refs]") {
    const FileSet disk = {
        {"c/m.yaml", {"a: {$ref: s/y.yaml}\nb: {$ref: s/x.yaml}\nc: {$ref: s/y.yaml}\nd: {$ref: z.yaml}\n", ""}},
        {"c/s/x.yaml", {"k: {$ref: ../w.yaml}", ""}},
        {"c/s/y.yaml", {"y: 1\ny: 2\n", ""}},
        {"c/w.yaml", {"w: 1\n", ""}},
        {"c/z.yaml", {"", "no such file"}},
    };
    const ReadDocument at_once = read_document(disk, "c/m.yaml", "c");
    std::vector<std::string> asked;
    const FileSet contract = {*disk.find("c/m.yaml")};
    const ReadDocument read =
        read_document(contract, "c/m.yaml", "c", {}, RootKinds::Mapping, [&](const std::string& name) {
            asked.push_back(name);
            return &disk.find(name)->second;
        });
    CHECK(asked == std::vector<std::string>{"c/s/y.yaml", "c/s/x.yaml", "c/w.yaml", "c/z.yaml"});
    CHECK(read.need.empty());
    CHECK(all_briefs(read) == all_briefs(at_once));
    CHECK(read.findings.size() == 2);
    CHECK(read.document->node_count() == at_once.document->node_count());
    const ReadDocument unanswered = read_document(contract, "c/m.yaml", "c", {}, RootKinds::Mapping,
                                                  [](const std::string&) -> const FileAnswer* { return nullptr; });
    CHECK(unanswered.need == std::vector<std::string>{"c/s/y.yaml", "c/s/x.yaml", "c/z.yaml"});
}
