#include <catch2/catch.hpp>

#include <algorithm>

#include "facade_support.h"

using namespace weir;

namespace {

FileSet files_of(const std::string& name, const std::string& text) {
    FileSet files;
    files[name].text = text;
    return files;
}

} // namespace

TEST_CASE("a text that is no contract ends with its own findings") {
    const Checked checked = check(files_of("a.yaml", "- 1\n- 2\n"), "a.yaml");
    CHECK_FALSE(checked.valid());
    CHECK_FALSE(checked.readable());
    REQUIRE(checked.findings.size() == 1);
    CHECK(checked.findings[0].code == Code::yaml_root_kind);
}

TEST_CASE("an error behind more warnings than are listed still counts") {
    std::string text = "x: [";
    for (std::size_t i = 0; i < 3 * kMostFindings; ++i) {
        text += "yes, ";
    }
    text += "no]\ny: {a: 1, a: 2}\n";
    const Checked checked = check(files_of("a.yaml", text), "a.yaml");
    CHECK_FALSE(checked.valid());
    REQUIRE(checked.findings.size() == kMostFindings + 1);
    CHECK(checked.findings.back().code == Code::findings_cut);
    const auto repeated = [](const Finding& finding) { return finding.code == Code::yaml_duplicate_key; };
    CHECK(std::count_if(checked.findings.begin(), checked.findings.end(), repeated) == 1);
}

TEST_CASE("missing fragments are asked for before anything is judged") {
    const std::string name = "examples/nested/contract.fluid.yaml";
    FileSet files = files_of(name, weir_test::read_tree(name));
    Checked checked = check(files, name, "examples");
    CHECK(checked.need == std::vector<std::string>{"examples/fragments/streams/orders.yaml"});
    CHECK(checked.findings.empty());
    CHECK_FALSE(checked.valid());
    for (int round = 0; round < 2; ++round) {
        REQUIRE(checked.need.size() == 1);
        files[checked.need[0]].text = weir_test::read_tree(checked.need[0]);
        checked = check(files, name, "examples");
    }
    CHECK(checked.need.empty());
    CHECK(checked.valid());
    CHECK(checked.plan.builds.size() == 1);
}

TEST_CASE("the examples are valid, under --strict too") {
    for (const std::string shape : {"nested", "flattened", "rebuilt"}) {
        CAPTURE(shape);
        nlohmann::json request = weir_test::example_request("validate", shape);
        request["options"]["strict"] = true;
        const nlohmann::json answer = weir_test::call(request);
        CAPTURE(answer.dump());
        CHECK(answer["result"]["valid"] == true);
    }
}

TEST_CASE("findings come in the order of the text") {
    std::string text = weir_test::read_tree("examples/nested/contract.fluid.yaml");
    text += "zzz: 1\n";
    text.insert(text.find("kind: DataProduct"), "aaa: 1\n");
    nlohmann::json request = weir_test::example_request("validate", "nested");
    request["files"]["examples/nested/contract.fluid.yaml"] = text;
    const nlohmann::json answer = weir_test::call(request);
    const nlohmann::json& findings = answer["result"]["contracts"][0]["findings"];
    REQUIRE(findings.size() >= 2);
    std::uint64_t last = 0;
    for (const nlohmann::json& finding : findings) {
        const auto line = finding["range"]["start"]["line"].get<std::uint64_t>();
        CHECK(line >= last);
        last = line;
    }
    CHECK(findings[0]["path"] == "aaa");
}

TEST_CASE("a finding in a fragment says where it was included from") {
    nlohmann::json request = weir_test::example_request("validate", "nested");
    const std::string fragment = "examples/fragments/streams/orders.yaml";
    std::string text = request["files"][fragment];
    text.replace(text.find("topic: orders"), 13, "topic: 'or ders'");
    request["files"][fragment] = text;
    const nlohmann::json answer = weir_test::call(request);
    const nlohmann::json& findings = answer["result"]["contracts"][0]["findings"];
    REQUIRE(findings.size() == 1);
    CHECK(findings[0]["file"] == fragment);
    REQUIRE_FALSE(findings[0]["related"].empty());
    CHECK(findings[0]["related"].back()["file"] == "examples/nested/contract.fluid.yaml");
}

TEST_CASE("a warning is valid unless strict") {
    FileSet files = files_of("a.yaml", "id: x\n");
    Checked checked = check(files, "a.yaml");
    checked.findings.clear();
    CHECK(checked.valid(true));
    Finding warning;
    warning.code = Code::yaml_1_1_spelling;
    checked.findings.push_back(warning);
    CHECK(checked.valid());
    CHECK_FALSE(checked.valid(true));
}
