#include <catch2/catch.hpp>

#include "facade_support.h"

using nlohmann::json;
using weir_test::call;
using weir_test::example_request;

namespace {

std::string error_of(const std::string& request) {
    const json answer = json::parse(weir::weir_call(request));
    CHECK(answer["ok"] == false);
    CHECK(answer["error"]["message"].get<std::string>() != "");
    return answer["error"]["code"];
}

} // namespace

TEST_CASE("broken requests are answered") {
    CHECK(error_of("") == "request-malformed");
    CHECK(error_of("{") == "request-malformed");
    CHECK(error_of("{\"op\": \"\xff\"}") == "request-malformed");
    CHECK(error_of("{\"op\": \"\\ud800\"}") == "request-malformed");
    CHECK(error_of("null") == "request-kind");
    CHECK(error_of("[]") == "request-kind");
    CHECK(error_of("{}") == "op-unknown");
    CHECK(error_of(R"({"op": 1})") == "request-kind");
    CHECK(error_of(R"({"op": "validate", "files": []})") == "request-kind");
    CHECK(error_of(R"({"op": "validate", "files": {"a": 1}})") == "request-kind");
    CHECK(error_of(R"({"op": "validate", "files": {"a": {"refusal": 1}}})") == "request-kind");
    CHECK(error_of(R"({"op": "validate", "options": 1})") == "request-kind");
    CHECK(error_of(R"({"op": "validate", "options": {"strict": "yes"}})") == "request-kind");
    CHECK(error_of(R"({"op": "VALIDATE"})") == "op-unknown");
    CHECK(error_of(R"({"op": "odcs"})") == "op-unavailable");
    CHECK(error_of(R"({"op": "explain", "options": {"code": "no-such-code"}})") == "code-unknown");
}

TEST_CASE("a request nested too deep is refused without being read") {
    CHECK(error_of(std::string(5'000'000, '[')) == "request-too-deep");
    CHECK(error_of(R"({"op": )" + std::string(33, '{')) == "request-too-deep");
    // Brackets inside strings are text.
    const json answer = call({{"op", "validate"}, {"file", "a"}, {"files", {{"a", "\\\"" + std::string(100, '[')}}}});
    CHECK(answer["ok"] == true);
}

TEST_CASE("texts that are not there are asked for") {
    const json answer = call({{"op", "diff"}, {"file", "a.yaml"}, {"baseline", "b.yaml"}});
    CHECK(answer["ok"] == false);
    CHECK(answer["need"] == json({"a.yaml", "b.yaml"}));
    CHECK(call({{"op", "validate"}, {"file", "a.yaml"}})["need"] == json({"a.yaml"}));
    CHECK(call({{"op", "compile"}, {"file", "a.yaml"}})["need"] == json({"a.yaml"}));
}

TEST_CASE("a refused text is a finding") {
    const json answer =
        call({{"op", "validate"}, {"file", "a.yaml"}, {"files", {{"a.yaml", {{"refusal", "no such file"}}}}}});
    const json& contract = answer["result"]["contracts"][0];
    CHECK(contract["valid"] == false);
    CHECK(contract["findings"][0]["code"] == "file-unreadable");
}

TEST_CASE("compile gives the SQL of every build with its origins") {
    const json answer = call(example_request("compile", "flattened"));
    REQUIRE(answer["ok"] == true);
    const json& result = answer["result"];
    CHECK(result["valid"] == true);
    REQUIRE(result["builds"].size() == 1);
    const json& build = result["builds"][0];
    CHECK(build["complete"] == true);
    const std::string sql = build["sql"];
    CHECK(sql.find("INSERT INTO") != std::string::npos);
    CHECK(build["statements"].back()["kind"] == "insert");
    CHECK(build["statements"][0]["kind"] == "set");
    REQUIRE_FALSE(build["sources"].empty());
    for (const json& source : build["sources"]) {
        CHECK(source["range"]["start"]["line"].get<int>() >= 1);
        CHECK(source["sql"]["start"]["line"].get<int>() >= 1);
        CHECK(source["path"].get<std::string>() != "");
    }
    REQUIRE_FALSE(build["stream"].empty());
    CHECK(build["stream"][0]["origin"] == "value");
    REQUIRE_FALSE(build["outputs"].empty());
    CHECK(build["outputs"][0]["how"] != "unbound");
}

TEST_CASE("compile of a contract with an error in a mapping has no SQL for that build") {
    json request = example_request("compile", "flattened");
    const std::string name = request["file"];
    std::string text = request["files"][name];
    const std::size_t from = text.find("from: ");
    REQUIRE(from != std::string::npos);
    text.insert(from + 6, "no_such_column.");
    request["files"][name] = text;
    const json result = call(request)["result"];
    CHECK(result["valid"] == false);
    CHECK(result["builds"][0]["complete"] == false);
    CHECK(result["builds"][0]["sql"] == "");
}

TEST_CASE("diff compares two texts of one request") {
    json request = example_request("diff", "flattened");
    request["baseline"] = "examples/flattened/baseline.fluid.yaml";
    request["files"]["examples/flattened/baseline.fluid.yaml"] =
        weir_test::read_tree("examples/flattened/baseline.fluid.yaml");
    request["options"]["baselineRefRoot"] = "examples";
    json answer = call(request);
    REQUIRE(answer["ok"] == true);
    CHECK(answer["result"]["summary"]["breaking"].get<int>() >= 1);
    CHECK(answer["result"]["summary"]["nonBreaking"].get<int>() >= 1);
    CHECK(answer["result"]["summary"]["info"].get<int>() >= 1);
    CHECK(answer["result"]["head"]["valid"] == true);

    SECTION("with itself, nothing changes") {
        request["baseline"] = request["file"];
        answer = call(request);
        CHECK(answer["result"]["changes"].empty());
    }
    SECTION("a side that is no contract is an error") {
        request["files"]["examples/flattened/baseline.fluid.yaml"] = "a: [";
        CHECK(call(request)["error"]["code"] == "baseline-unreadable");
        request["baseline"] = request["file"];
        request["files"][request["file"].get<std::string>()] = "a: [";
        request["baseline"] = "b.yaml";
        request["files"]["b.yaml"] = "id: x\n";
        CHECK(call(request)["error"]["code"] == "head-unreadable");
    }
}

TEST_CASE("explain tells of one code or rule, or of all") {
    const json one = call({{"op", "explain"}, {"options", {{"code", "yaml-syntax"}}}});
    CHECK(one["result"]["code"] == "yaml-syntax");
    CHECK(one["result"]["severity"] == "error");
    CHECK(one["result"]["page"] == "docs/codes/yaml-syntax.md");
    const json all = call({{"op", "explain"}});
    CHECK(all["result"].size() == weir::all_codes().size() + weir::all_rules().size());
    for (const json& entry : all["result"]) {
        CHECK(call({{"op", "explain"}, {"options", {{"code", entry["code"]}}}})["result"] == entry);
    }
    const json rule = call({{"op", "explain"}, {"options", {{"code", "field-type-changed"}}}});
    CHECK(rule["result"]["severity"] == "breaking");
    CHECK(rule["result"]["page"] == "docs/rules/field-type-changed.md");
}

TEST_CASE("answers are the same every time and hold no raw control characters") {
    json request = {{"op", "validate"}, {"file", "a\u202e.yaml"}};
    request["files"]["a\u202e.yaml"] = "\"k\\u001b[31m\": 1\n\"\u202ekey\": x\nid: \"##[add-mask]\"\n";
    const std::string first = weir::weir_call(request.dump());
    CHECK(first == weir::weir_call(request.dump()));
    CHECK(first.find('\x1b') == std::string::npos);
    CHECK(first.find("\u202e") == std::string::npos);
    CHECK(first.find("##[") == std::string::npos);
    CHECK(json::accept(first));
}

TEST_CASE("a build is complete only with its SQL") {
    json request = example_request("compile", "nested");
    std::string text = request["files"][request["file"].get<std::string>()];
    const std::size_t at = text.find("        source:");
    REQUIRE(at != std::string::npos);
    text.replace(at, 15, "        sourOFFce:");
    request["files"][request["file"].get<std::string>()] = text;
    const json build = call(request)["result"]["builds"][0];
    CHECK(build["sql"] == "");
    CHECK(build["complete"] == false);
}

TEST_CASE("a fragment is checked on its own, with the fragments that it includes") {
    json request = {{"op", "validate"},
                    {"file", "stream.yaml"},
                    {"files", {{"stream.yaml", "{kind: kafka, topic: t, format: json, schema: {$ref: columns.json}}"}}},
                    {"options", {{"fragment", "streamSource"}, {"schemaVersion", "0.7.7"}}}};
    CHECK(call(request)["need"] == json({"columns.json"}));
    request["files"]["columns.json"] = R"([{"name": "id", "type": "string"}])";
    CHECK(call(request)["result"]["valid"] == true);
    request["files"]["columns.json"] = R"([{"name": "id", "type": "strng"}])";
    const json finding = call(request)["result"]["contracts"][0]["findings"][0];
    CHECK(finding["path"] == "schema[0].type");
    CHECK(finding["file"] == "columns.json");
    CHECK(finding["related"][0]["file"] == "stream.yaml");

    request["file"] = "columns.json";
    request["options"]["fragment"] = "schema";
    CHECK(call(request)["result"]["contracts"][0]["findings"][0]["path"] == "[0].type");
    request["files"]["columns.json"] = "[]";
    CHECK(call(request)["result"]["contracts"][0]["findings"][0]["code"] == "value-empty");
    request["options"]["fragment"] = "recordMapping";
    CHECK(call(request)["result"]["contracts"][0]["findings"][0]["code"] == "value-kind");
    request["files"]["columns.json"] = "12";
    CHECK(call(request)["result"]["contracts"][0]["findings"][0]["code"] == "fragment-root-kind");
}

TEST_CASE("a fragment needs a kind and a version that fit") {
    const auto refused = [](const json& options) {
        return error_of(
            json({{"op", "validate"}, {"file", "a.yaml"}, {"files", {{"a.yaml", "[]"}}}, {"options", options}}).dump());
    };
    CHECK(refused({{"fragment", "schema"}}) == "schema-version-missing");
    CHECK(refused({{"fragment", "schema"}, {"schemaVersion", "0.7.6"}}) == "schema-version-unknown");
    CHECK(refused({{"fragment", "schema"}, {"schemaVersion", "9"}}) == "schema-version-unknown");
    CHECK(refused({{"fragment", "stream"}, {"schemaVersion", "0.7.7"}}) == "fragment-unknown");
    CHECK(refused({{"schemaVersion", "0.7.7"}}) == "fragment-unknown");
    CHECK(error_of(R"({"op": "schema", "options": {"fragment": "contract"}})") == "fragment-unknown");
}

TEST_CASE("the schema is an answer too") {
    CHECK(call({{"op", "schema"}})["result"]["$defs"].contains("RootManaged"));
    CHECK(call({{"op", "schema"}, {"options", {{"fragment", "schema"}}}})["result"]["$defs"].contains("LaneColumn"));
}

TEST_CASE("diff takes waivers and the day from its request") {
    json request = {{"op", "diff"}, {"file", "new.yaml"}, {"baseline", "old.yaml"}, {"today", "2026-11-30"}};
    const std::string text = weir_test::read_tree("tests/changes/base.fluid.yaml");
    std::string other = text;
    other.replace(other.find("topic: orders"), 13, "topic: others");
    request["files"] = {{"old.yaml", text}, {"new.yaml", other}};
    const json before = call(request)["result"];
    REQUIRE(before["changes"].size() == 1);
    CHECK(before["summary"] == json{{"breaking", 1}, {"nonBreaking", 0}, {"info", 0}, {"waived", 0}});
    request["options"]["waivers"] = "waivers.json";
    CHECK(call(request)["need"] == json({"waivers.json"}));
    request["files"]["waivers.json"] = json::array({{{"fingerprint", before["changes"][0]["fingerprint"]},
                                                     {"reason", "agreed"},
                                                     {"owner", "team"},
                                                     {"expires", "2026-11-30"}}})
                                           .dump();
    const json after = call(request)["result"];
    CHECK(after["summary"] == json{{"breaking", 0}, {"nonBreaking", 0}, {"info", 0}, {"waived", 1}});
    CHECK(after["changes"][0]["severity"] == "breaking");
    CHECK(after["changes"][0]["waived"] == json{{"reason", "agreed"}, {"owner", "team"}, {"expires", "2026-11-30"}});
    request["today"] = "2026-12-01";
    CHECK(call(request)["result"]["warnings"][0]["code"] == "waiver-expired");
    request.erase("today");
    CHECK(error_of(request.dump()) == "today-missing");
    request["today"] = "2026-11-30";
    request["files"]["waivers.json"] = "[{}]";
    CHECK(error_of(request.dump()) == "waivers-invalid");
}

TEST_CASE("the small door answers what one waits for at a key stroke as the whole one does, and nothing else") {
    for (const char* op : {"validate", "compile"}) {
        const std::string request = example_request(op, "flattened").dump();
        CHECK(weir::core_call(request) == weir::weir_call(request));
    }
    for (const char* op : {"deploy", "bundle", "format", "policy", "rename", "schema", "odcs", "fly"}) {
        const json answer = json::parse(weir::core_call(example_request(op, "flattened").dump()));
        CHECK(answer["error"]["code"] == "op-unknown");
    }
}
