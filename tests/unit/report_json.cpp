#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "weir/report.h"

using nlohmann::json;

namespace {

weir::Finding finding(weir::Span at, std::string message) {
    weir::Finding made;
    made.code = weir::Code::yaml_syntax;
    made.at = at;
    made.path = "builds[0].id";
    made.message = std::move(message);
    return made;
}

weir::ContractReport report_of(const weir::Sources& sources, const std::vector<weir::Finding>& findings) {
    weir::ContractReport report;
    report.file = "a.fluid.yaml";
    report.id = "commerce.orders";
    report.sources = &sources;
    report.findings = &findings;
    return report;
}

} // namespace

TEST_CASE("the findings object, key by key") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "\xEF\xBB\xBF\u00e9: adress\nid: 1\n");
    weir::Finding found = finding({0, 4, 10}, "no field adress");
    found.help = "Did you mean address?";
    found.related.push_back({"here", {0, 11, 13}});
    found.fix = weir::Fix{"Replace adress by address", {{{0, 4, 10}, "address"}}};
    const std::vector<weir::Finding> findings = {found};
    CHECK(weir::findings_json({report_of(sources, findings)}) ==
          R"({"schema":1,"valid":false,"contracts":[{"file":"a.fluid.yaml","id":"commerce.orders","valid":false,)"
          R"("findings":[{"code":"yaml-syntax","severity":"error","path":"builds[0].id","message":"no field adress",)"
          R"("file":"a.fluid.yaml","range":{"start":{"line":1,"column":4},"end":{"line":1,"column":10}},)"
          R"("help":"Did you mean address?","related":[{"message":"here","file":"a.fluid.yaml",)"
          R"("range":{"start":{"line":2,"column":1},"end":{"line":2,"column":3}}}],)"
          R"("fix":{"title":"Replace adress by address","edits":[{"file":"a.fluid.yaml",)"
          R"("range":{"start":{"line":1,"column":4},"end":{"line":1,"column":10}},"text":"address"}]}}]}]})"
          "\n");
}

TEST_CASE("a finding without a place stands at the start of its contract") {
    const std::vector<weir::Finding> findings = {finding({}, "no such file")};
    weir::ContractReport report;
    report.file = "gone.yaml";
    report.findings = &findings;
    const json object = json::parse(weir::findings_json({report}));
    const json& first = object["contracts"][0]["findings"][0];
    CHECK(first["file"] == "gone.yaml");
    CHECK(first["range"]["start"]["line"] == 1);
    CHECK(first["fix"].is_null());
    CHECK(first["help"] == "");
    CHECK(object["contracts"][0]["id"] == "");
}

TEST_CASE("output is valid UTF-8 JSON whatever comes in") {
    weir::Sources sources;
    sources.add("a\xff.yaml", "x");
    const std::string nasty =
        "q\" b\\ n\n esc\x1b bad\xc3( \u202e \u2028 ##[group] tag\U000e0041 nul" + std::string(1, '\0');
    const std::vector<weir::Finding> findings = {finding({0, 0, 1}, nasty)};
    const std::string text = weir::findings_json({report_of(sources, findings)});
    for (const char* hidden : {"\x1b", "\u202e", "\u2028", "##[", "\U000e0041", "\xff"}) {
        CHECK(text.find(hidden) == std::string::npos);
    }
    const json object = json::parse(text);
    const json& first = object["contracts"][0]["findings"][0];
    CHECK(first["message"].get<std::string>() ==
          "q\" b\\ n\n esc\x1b bad\ufffd( \u202e \u2028 ##[group] tag\U000e0041 nul" + std::string(1, '\0'));
    CHECK(first["file"] == "a\ufffd.yaml");
}

TEST_CASE("a secret finding keeps its range but tells nothing of the text") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "token: HUSHHUSHHUSH\n");
    weir::Finding secret = finding({0, 0, 5}, "a token does not belong here");
    secret.secret = true;
    secret.fix = weir::Fix{"Move it", {{{0, 0, 19}, "HUSHHUSHHUSH"}}};
    const std::vector<weir::Finding> findings = {secret};
    const std::string text = weir::findings_json({report_of(sources, findings)});
    CHECK(text.find("HUSH") == std::string::npos);
    CHECK(json::parse(text)["contracts"][0]["findings"][0]["range"]["end"]["column"] == 6);
}

TEST_CASE("many contracts are valid only together") {
    CHECK(weir::findings_json(std::vector<std::string>{"{}", "{}"}, true) ==
          "{\"schema\":1,\"valid\":true,\"contracts\":[{},{}]}\n");
    const std::vector<weir::Finding> none;
    weir::ContractReport good;
    good.findings = &none;
    good.valid = true;
    weir::ContractReport bad = good;
    bad.valid = false;
    CHECK(json::parse(weir::findings_json({good, good}))["valid"] == true);
    CHECK(json::parse(weir::findings_json({good, bad}))["valid"] == false);
}
