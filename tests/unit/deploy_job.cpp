// job.json of one build: what it says, and that it depends on the contract's texts alone. That it fits the runner's
// schema is held by tests/runner/job_json.py.

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "weir/job.h"

using nlohmann::json;

namespace {

std::string strict_contract() {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/tests/runner/contracts/strict.fluid.yaml");
    std::stringstream text;
    text << file.rdbuf();
    REQUIRE_FALSE(text.str().empty());
    return text.str();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string job_of(const std::string& text, const std::string& name = "contract.fluid.yaml") {
    weir::FileSet files;
    files[name].text = text;
    const weir::ReadDocument document = weir::read_document(files, name, "");
    REQUIRE(document.usable);
    const weir::ReadContract read = weir::read_contract(document.document);
    const weir::Plan plan = weir::bind(read.contract);
    REQUIRE(plan.builds.size() == 1);
    REQUIRE(plan.builds[0].complete);
    return weir::job_json(read.contract, plan.builds[0], weir::compile(read.contract, plan.builds[0]));
}

} // namespace

TEST_CASE("required fields stay required wherever they stand") {
    const json fields = json::parse(job_of(strict_contract()))["table"]["schema"]["fields"];
    const json& customer = fields[2];
    CHECK(customer["required"] == false);
    CHECK(customer["type"]["fields"][0]["required"] == true);
    CHECK(customer["type"]["fields"][2]["type"]["fields"][0]["required"] == true);
    CHECK(fields[3]["type"]["element"]["fields"][0]["required"] == true);
    CHECK(fields[4]["type"]["element-required"] == true);
    CHECK(fields[5]["type"]["value-required"] == false);
}

TEST_CASE("descriptions become documentation, escaped") {
    const std::string text =
        replaced(strict_contract(), "description: Who ordered", R"(description: "\u001b[2J\u202e##[x]\nline two")");
    const std::string job = job_of(text);
    CHECK(json::parse(job)["table"]["schema"]["fields"][2]["doc"] == "\x1b[2J\u202e##[x]\nline two");
    for (const char* raw : {"\x1b", "\u202e"}) {
        CHECK(job.find(raw) == std::string::npos);
    }
}

TEST_CASE("the same texts give the same bytes, whatever their names") {
    const std::string text = strict_contract();
    CHECK(job_of(text) == job_of(text, "some/other/place.fluid.yaml"));
    CHECK(job_of(text) == job_of("\xEF\xBB\xBF" + text));
    CHECK(job_of(text) == job_of(text + "# a comment\n")); // the job need not restart
}

TEST_CASE("credentials are names of variables") {
    const json job = json::parse(job_of(strict_contract()));
    CHECK(job["catalog"]["properties"]["token"] == "env:ICEBERG_TOKEN");
    CHECK(job["catalog"]["properties"]["base-namespace"] == "lab.europe");
    CHECK(job["namespace"] == json({"lab", "europe", "north"}));
    const json one = json::parse(job_of(replaced(strict_contract(), "lab.europe.north", "north")));
    CHECK(one["namespace"] == json({"north"}));
    CHECK_FALSE(one["catalog"]["properties"].contains("base-namespace"));
}
