#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "weir/report.h"

using nlohmann::json;

namespace {

struct Pair {
    weir::Sources base;
    weir::Sources head;
    std::vector<weir::Change> changes;
    std::vector<weir::Finding> head_findings;
    std::vector<weir::Finding> base_findings;

    Pair() {
        base.add("old.yaml", "topic: orders\n");
        head.add("new.yaml", "kind: kafka\ntopic: orders-v2\n");
        weir::Change change;
        change.rule = "stream-topic-changed";
        change.severity = weir::ChangeSeverity::Breaking;
        change.path = "builds[b].properties.stream.topic";
        change.message = "the topic changed. Readers get other rows. Start afresh.";
        change.what = "the topic changed";
        change.affected = "Readers get other rows.";
        change.action = "Start afresh.";
        change.savepoint = weir::Savepoint::Lost;
        change.savepoint_why = "The offsets are the old topic's.";
        change.before = "\"orders\"";
        change.after = "\"orders-v2\"";
        change.base = {0, 7, 13};
        change.head = {0, 19, 28};
        change.fingerprint = "0123456789abcdef";
        changes.push_back(change);
    }

    weir::ChangesReport report() const {
        weir::ChangesReport made;
        made.changes = &changes;
        made.base = &base;
        made.head = &head;
        made.head_report.file = "new.yaml";
        made.head_report.valid = head_findings.empty();
        made.head_report.sources = &head;
        made.head_report.findings = &head_findings;
        made.base_findings = &base_findings;
        return made;
    }
};

weir::Finding secret_at(weir::Span at) {
    weir::Finding made;
    made.code = weir::Code::yaml_syntax;
    made.at = at;
    made.secret = true;
    return made;
}

} // namespace

TEST_CASE("the changes object, key by key") {
    Pair pair;
    CHECK(
        weir::changes_json(pair.report()) ==
        R"({"schema":1,"changes":[{"rule":"stream-topic-changed","severity":"breaking",)"
        R"("path":"builds[b].properties.stream.topic","message":"the topic changed. Readers get other rows. Start afresh.",)"
        R"("before":"orders","after":"orders-v2",)"
        R"("base":{"file":"old.yaml","range":{"start":{"line":1,"column":8},"end":{"line":1,"column":14}}},)"
        R"("head":{"file":"new.yaml","range":{"start":{"line":2,"column":8},"end":{"line":2,"column":17}}},)"
        R"("fingerprint":"0123456789abcdef","waived":null,"what":"the topic changed",)"
        R"("affected":"Readers get other rows.","action":"Start afresh.","migration":null,)"
        R"("savepoint":{"state":"lost","why":"The offsets are the old topic's."}}],)"
        R"("summary":{"breaking":1,"nonBreaking":0,"info":0,"waived":0},"warnings":[],)"
        R"("head":{"valid":true,"findings":[]}})"
        "\n");
}

TEST_CASE("a side that lacks it is null") {
    Pair pair;
    pair.changes[0].base = {};
    pair.changes[0].before.clear();
    const json change = json::parse(weir::changes_json(pair.report()))["changes"][0];
    CHECK(change["base"].is_null());
    CHECK(change["before"].is_null());
    CHECK(change["after"] == "orders-v2");
}

TEST_CASE("values are JSON as they are, and text when they are not JSON") {
    Pair pair;
    pair.changes[0].before = R"({"a":[1,2.50,"##[x]\u202e"]})";
    pair.changes[0].after = "not json\n";
    const std::string text = weir::changes_json(pair.report());
    CHECK(text.find("2.50") != std::string::npos);
    CHECK(text.find("##[") == std::string::npos);
    const json change = json::parse(text)["changes"][0];
    CHECK(change["before"]["a"][2] == "##[x]\u202e");
    CHECK(change["after"] == "not json\n");
}

TEST_CASE("why a side could not be read stands in the object") {
    Pair pair;
    pair.changes.clear();
    weir::ChangesReport report = pair.report();
    report.error = {"baseline-unreadable", "old.yaml: no such file"};
    report.warnings.push_back({"baseline-invalid", "w"});
    const json object = json::parse(weir::changes_json(report));
    CHECK(object["error"]["code"] == "baseline-unreadable");
    CHECK(object["warnings"][0]["message"] == "w");
    CHECK(weir::changes_text(report, {}) == "error[baseline-unreadable]: old.yaml: no such file\n");
}

TEST_CASE("changes as text show both sides") {
    Pair pair;
    CHECK(weir::changes_text(pair.report(), {}) == "breaking[stream-topic-changed]: the topic changed\n"
                                                   " --> new.yaml:2:8\n"
                                                   "  |\n"
                                                   "2 | topic: orders-v2\n"
                                                   "  |        ^^^^^^^^^\n"
                                                   " ::: old.yaml:1:8\n"
                                                   "  |\n"
                                                   "1 | topic: orders\n"
                                                   "  |        ------ before\n"
                                                   "  = at: builds[b].properties.stream.topic\n"
                                                   "  = note: \"orders\" became \"orders-v2\"\n"
                                                   "  = affected: Readers get other rows.\n"
                                                   "  = help: Start afresh.\n"
                                                   "  = savepoint: lost. The offsets are the old topic's.\n"
                                                   "  = fingerprint: 0123456789abcdef\n"
                                                   "\n"
                                                   "1 breaking, 0 non-breaking, 0 info\n");
    pair.changes.clear();
    CHECK(weir::changes_text(pair.report(), {}) == "no changes\n");
}

TEST_CASE("secret values are masked before and after") {
    Pair pair;
    pair.changes[0].message = "topic orders became orders-v2";
    pair.changes[0].what = pair.changes[0].message;
    pair.changes[0].affected = "Those who read orders-v2.";
    pair.changes[0].migration = {"Rename it.", {"ALTER TABLE `orders-v2`"}, {}};
    SECTION("on the head's side") {
        pair.head_findings.push_back(secret_at({0, 19, 28}));
    }
    SECTION("when only the key is marked") {
        pair.head_findings.push_back(secret_at({0, 12, 17}));
    }
    SECTION("when the change points elsewhere") {
        pair.head_findings.push_back(secret_at({0, 19, 28}));
        pair.changes[0].head = {0, 0, 4};
    }
    const weir::ChangesReport report = pair.report();
    for (const std::string& text : {weir::changes_json(report), weir::changes_text(report, {})}) {
        CHECK(text.find("orders-v2") == std::string::npos);
        CHECK(text.find("********") != std::string::npos);
    }
}

TEST_CASE("a secret of the baseline is masked") {
    Pair pair;
    pair.base_findings.push_back(secret_at({0, 7, 13}));
    const weir::ChangesReport report = pair.report();
    for (const std::string& text : {weir::changes_json(report), weir::changes_text(report, {})}) {
        CHECK(text.find("orders\"") == std::string::npos);
        CHECK(text.find("********") != std::string::npos);
    }
}

TEST_CASE("a migration stands in both forms, its statements on one line each") {
    Pair pair;
    const std::string statement =
        "ALTER TABLE `commerce`.`orders` ALTER COLUMN `customer`.`address`.`postcode` TYPE BIGINT";
    pair.changes[0].migration = {"Nothing is migrated automatically.", {statement, "second"}, {"third"}};
    const json change = json::parse(weir::changes_json(pair.report()))["changes"][0];
    CHECK(change["migration"] ==
          json{{"note", "Nothing is migrated automatically."}, {"spark", {statement, "second"}}, {"trino", {"third"}}});
    const std::string text = weir::changes_text(pair.report(), {});
    CHECK(text.find("  = table: Nothing is migrated automatically.\n  = spark: " + statement +
                    "\n  = spark: second\n  = trino: third\n") != std::string::npos);
}

TEST_CASE("a statement cannot write to the terminal") {
    Pair pair;
    pair.changes[0].migration = {"n", {"ALTER TABLE `a\x1b[31m\nb`"}, {}};
    const std::string text = weir::changes_text(pair.report(), {});
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\\u{1b}[31m") != std::string::npos);
}

TEST_CASE("of values that are not shown the lines are not shown either") {
    Pair pair;
    pair.changes[0].concealed = true;
    const std::string text = weir::changes_text(pair.report(), {});
    CHECK(text.find("topic: orders") == std::string::npos);
    CHECK(text.find(" --> new.yaml:2:8\n --> old.yaml:1:8\n") != std::string::npos);
}

TEST_CASE("changes that were cut are counted") {
    Pair pair;
    weir::ChangesReport report = pair.report();
    report.cut.info = 7;
    CHECK(json::parse(weir::changes_json(report))["summary"]["info"] == 7);
    CHECK(weir::changes_text(report, {}).find("1 breaking, 0 non-breaking, 7 info\n") != std::string::npos);
}
