#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "weir/report.h"

using nlohmann::json;

namespace {

struct Fixture {
    weir::Sources sources;
    std::vector<weir::Finding> findings;
    weir::ContractReport report;

    Fixture() {
        sources.add("dir/a,b:c %.yaml", "id: adress\nx: 1\n");
        weir::Finding found;
        found.code = weir::Code::yaml_syntax;
        found.at = {0, 4, 10};
        found.path = "builds[0].id";
        found.message = "100% <wrong> & \"odd\"\n::error::x \x1b[31m ##[group]";
        found.help = "write address";
        found.related.push_back({"here", {0, 11, 12}});
        found.fix = weir::Fix{"Replace it", {{{0, 4, 10}, "address"}}};
        findings.push_back(found);
        report.file = sources[0].name();
        report.sources = &sources;
        report.findings = &findings;
    }
};

} // namespace

TEST_CASE("SARIF: one run with rules, results, places and fixes") {
    const Fixture fixture;
    const json log = json::parse(weir::findings_sarif({weir::contract_sarif(fixture.report), {}}, "1.2.3"));
    CHECK(log["version"] == "2.1.0");
    const json& run = log["runs"][0];
    CHECK(run["tool"]["driver"]["version"] == "1.2.3");
    CHECK(run["columnKind"] == "unicodeCodePoints");
    REQUIRE(run["results"].size() == 1);
    const json& result = run["results"][0];
    CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
    CHECK(result["level"] == "error");
    const json& place = result["locations"][0]["physicalLocation"];
    CHECK(place["artifactLocation"]["uri"] == "dir/a%2Cb%3Ac%20%25.yaml");
    CHECK(place["region"] == json({{"startLine", 1}, {"startColumn", 5}, {"endLine", 1}, {"endColumn", 11}}));
    CHECK(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "builds[0].id");
    CHECK(result["relatedLocations"][0]["message"]["text"] == "here");
    CHECK(result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] == "address");
}

TEST_CASE("SARIF: a place that is not known is the file") {
    Fixture fixture;
    fixture.findings[0].at = {};
    fixture.report.file = "/abs/x.yaml";
    const json log = json::parse(weir::findings_sarif({weir::contract_sarif(fixture.report)}, "1"));
    const json& place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    CHECK(place["artifactLocation"]["uri"] == "file:///abs/x.yaml");
    CHECK_FALSE(place.contains("region"));
    CHECK(json::parse(weir::findings_sarif({}, "1"))["runs"][0]["results"].empty());
}

TEST_CASE("JUnit: a suite for each contract, errors failed") {
    Fixture fixture;
    CHECK(weir::findings_junit({weir::contract_junit(fixture.report)}) ==
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weir validate\">\n"
          "  <testsuite name=\"dir/a,b:c %.yaml\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
          "    <testcase classname=\"dir/a,b:c %.yaml\" name=\"yaml-syntax at dir/a,b:c %.yaml:1:5\" "
          "file=\"dir/a,b:c %.yaml\" time=\"0\">\n"
          "      <failure type=\"yaml-syntax\" message=\"100% &lt;wrong&gt; &amp; &quot;odd&quot;\\u{a}::error::x "
          "\\u{1b}[31m \\u{23}#[group]\">dir/a,b:c %.yaml:1:5\n"
          "100% &lt;wrong&gt; &amp; &quot;odd&quot;\\u{a}::error::x \\u{1b}[31m \\u{23}#[group]\n"
          "write address</failure>\n"
          "    </testcase>\n  </testsuite>\n</testsuites>\n");
    fixture.findings[0].code = weir::Code::yaml_1_1_spelling;
    fixture.report.valid = true;
    CHECK(weir::contract_junit(fixture.report).find("failures=\"0\"") != std::string::npos);
    fixture.report.valid = false; // --strict
    CHECK(weir::contract_junit(fixture.report).find("failures=\"1\"") != std::string::npos);
    fixture.findings.clear();
    fixture.report.valid = true;
    CHECK(weir::contract_junit(fixture.report).find("name=\"valid\"") != std::string::npos);
}

TEST_CASE("GitHub: one command a line, and none that a contract smuggles in") {
    const Fixture fixture;
    CHECK(weir::contract_github(fixture.report) ==
          "::error file=dir/a%2Cb%3Ac %25.yaml,line=1,endLine=1,col=5,endColumn=11,title=yaml-syntax::100%25 <wrong> & "
          "\"odd\"\\u{a}::error::x \\u{1b}[31m \\u{23}#[group]%0Awrite address\n");
}
