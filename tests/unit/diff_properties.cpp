// What holds for every contract.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "../../core/diff/changes.h"
#include "diff_support.h"

using diff_test::changes;
using diff_test::contract_text;
using diff_test::edited;
using diff_test::told;

namespace {

std::string file_text(const std::string& name) {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/" + name);
    REQUIRE(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("a contract does not differ from itself") {
    CHECK(told(contract_text(), contract_text()).empty());
    for (const char* name :
         {"by-name", "flat-exploded", "key-prefix", "dotted-build", "two-builds", "own-sql", "path-typo",
          "unknown-root-key", "depth-32", "catalog-auth-oauth2", "auth-literal-secret", "path-malformed"}) {
        INFO(name);
        const std::string text = file_text(std::string("tests/corpus/contracts/") + name + ".fluid.yaml");
        CHECK(told(text, text).empty());
    }
}

TEST_CASE("key order, comments and the style of YAML mean nothing") {
    std::string other = contract_text();
    other = edited(other, "kind: DataProduct\nid: commerce.nested-events\n",
                   "# a comment\nid: \"commerce.nested-events\"\nkind: 'DataProduct'\n");
    other = edited(other, "          - name: kafka_offset\n            from: offset\n",
                   "          - {from: offset, name: kafka_offset}\n");
    other = edited(other, "delaySeconds: 5", "delaySeconds: 0x5");
    other = edited(other, "            column: event_time\n", "\n            column:   event_time   # which\n");
    other = edited(other, "          path: items\n          as: item\n", "          as: item\n          path: items\n");
    other = edited(other, "type: timestamp_ltz(3)\n            required: true\n        key:",
                   "type: TIMESTAMPTZ( 3 )\n            required: true\n        key:");
    CHECK(told(contract_text(), other).empty());
    CHECK(told(other, contract_text()).empty());
}

TEST_CASE("an alias or a merge key stands for what it names") {
    const std::string once =
        edited(contract_text(), "kind: DataProduct\n", "kind: DataProduct\nlabels: {a: x, b: y}\n");
    const std::string both = edited(once, "  - exposeId: orders\n", "  - exposeId: orders\n    labels: {a: x, b: y}\n");
    const std::string alias = edited(edited(both, "kind: DataProduct\nlabels: {", "kind: DataProduct\nlabels: &l {"),
                                     "    labels: {a: x, b: y}\n", "    labels: *l\n");
    const std::string merged = edited(alias, "    labels: *l\n", "    labels: {<<: *l}\n");
    CHECK(told(both, alias).empty());
    CHECK(told(both, merged).empty());
    // A change of the anchor is a change of every place that names it.
    CHECK(told(alias, edited(alias, "b: y}", "b: z}")).size() == 2);
}

TEST_CASE("what is the same behind an alias is not hidden elsewhere") {
    // The labels share their nodes with values that a rule has judged.
    const std::string shared =
        edited(edited(contract_text(), "catalogProperties:\n          client.region: eu-central-1\n",
                      "catalogProperties: &p\n          client.region: eu-central-1\n"),
               "    contract:\n      schema:\n        - name: event_id",
               "    labels: *p\n    contract:\n      schema:\n        - name: event_id");
    CHECK(told(shared, edited(shared, "    labels: *p\n", "    labels: {}\n")).size() == 1);
}

TEST_CASE("splitting a contract by $ref means nothing") {
    const std::string& text = contract_text();
    const std::size_t begin = text.find("        kind: kafka\n");
    const std::size_t end = text.find("      mapping:\n");
    const std::string stream = text.substr(begin, end - begin);
    std::string fragment;
    std::istringstream lines(stream);
    for (std::string line; std::getline(lines, line);) {
        fragment += line.substr(8) + "\n";
    }
    const std::string split = edited(text, stream, "        $ref: stream.yaml\n");
    const std::vector<std::string> files = {"stream.yaml", fragment};
    CHECK(told(changes(text, split, files)).empty());
    CHECK(told(changes(split, text, files)).empty());
    // A change inside the fragment points into it.
    const auto list = changes(split, edited(text, "topic: orders", "topic: other"), files);
    REQUIRE(list.size() == 1);
    CHECK(list[0].base.file == 1);
    CHECK(list[0].head.file == 0);
}

TEST_CASE("changes stand in the order of severity, path and rule, whatever the order of the text") {
    std::string head = edited(contract_text(), "topic: orders", "topic: other");
    head = edited(head, "attributes['channel']", "attributes['source']");
    head = edited(head, "description: Order events", "description: Events");
    head = edited(head, "table: orders\n", "table: other\n");
    const std::vector<weir::Change> list = changes(contract_text(), head);
    CHECK(list.size() == 4);
    CHECK(std::is_sorted(list.begin(), list.end(), [](const weir::Change& a, const weir::Change& b) {
        return std::tie(a.severity, a.path, a.rule) < std::tie(b.severity, b.path, b.rule);
    }));
    CHECK(told(list) == told(contract_text(), head));
}

TEST_CASE("a fingerprint depends on rule, path and values only") {
    const std::string two = edited(contract_text(), "topic: orders", "topic: two");
    const std::string three = edited(contract_text(), "topic: orders", "topic: three");
    const std::string first = changes(contract_text(), two).at(0).fingerprint;
    CHECK(first == changes(contract_text(), two).at(0).fingerprint);
    CHECK(first == changes("# moved\n\n" + contract_text(), two).at(0).fingerprint);
    CHECK(first != changes(contract_text(), three).at(0).fingerprint);
    CHECK(first != changes(two, contract_text()).at(0).fingerprint);
    CHECK(first.find_first_not_of("0123456789abcdef") == std::string::npos);
}

TEST_CASE("a list whose order means nothing has one fingerprint for each set") {
    const std::string base = edited(contract_text(), "kind: DataProduct\n", "kind: DataProduct\ntags: [b, a]\n");
    const std::string one = edited(base, "[b, a]", "[c, a]");
    const std::string other = edited(base, "[b, a]", "[a, c]");
    CHECK(changes(base, one).at(0).fingerprint == changes(base, other).at(0).fingerprint);
    CHECK(changes(base, one).at(0).after == R"(["a","c"])");
    CHECK(told(one, other).empty());
}

TEST_CASE("a fingerprint survives another wording") {
    const weir::Contract none;
    const weir::Plan plan = weir::bind(none);
    weir::changes::Side base({none, plan});
    weir::changes::Side head({none, plan});
    weir::changes::Changes list(base, head, 10);
    const weir::changes::Shown before = weir::changes::shown("a");
    const weir::changes::Shown after = weir::changes::shown("b");
    weir::Migration migration;
    migration.note = "another note";
    list.add("stream-topic-changed", "p", {"one way", "of saying", "it"}, before, after, weir::kNoNode, weir::kNoNode);
    list.add("stream-topic-changed", "p", {"another", "", "", migration}, before, after, weir::kNoNode, weir::kNoNode);
    list.add("stream-topic-changed", "q", {"one way", "of saying", "it"}, before, after, weir::kNoNode, weir::kNoNode);
    const std::vector<weir::Change> made = list.take().changes;
    REQUIRE(made.size() == 3);
    CHECK(made[0].message != made[1].message);
    CHECK(made[0].fingerprint == made[1].fingerprint);
    CHECK(made[0].fingerprint != made[2].fingerprint);
}

TEST_CASE("the table of rules is sorted, named in one style, and every rule that is used is in it") {
    const std::vector<weir::RuleInfo>& rules = weir::all_rules();
    CHECK(std::is_sorted(rules.begin(), rules.end(),
                         [](const weir::RuleInfo& a, const weir::RuleInfo& b) { return a.rule < b.rule; }));
    std::set<std::string_view> names;
    for (const weir::RuleInfo& rule : rules) {
        CHECK(names.insert(rule.rule).second);
        CHECK(rule.rule.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
        CHECK_FALSE(rule.meaning.empty());
        CHECK(rule.meaning.back() != '.');
    }
}

TEST_CASE("numbers have one spelling") {
    using weir::changes::canonical_number;
    CHECK(canonical_number("16") == "16");
    CHECK(canonical_number("0x10") == "16");
    CHECK(canonical_number("0o20") == "16");
    CHECK(canonical_number("+16.0") == "16");
    CHECK(canonical_number("1.6e1") == "16");
    CHECK(canonical_number("160E-1") == "16");
    CHECK(canonical_number("-0.50") == "-0.5");
    CHECK(canonical_number("0.05") == "0.05");
    CHECK(canonical_number("1e30") == "1e30");
    CHECK(canonical_number("-0") == "0");
    CHECK(canonical_number("0.0e5") == "0");
    CHECK(canonical_number(".inf") == canonical_number(".INF"));
    CHECK(canonical_number("-.inf") != canonical_number(".inf"));
}
