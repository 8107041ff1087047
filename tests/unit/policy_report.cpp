// How a verdict is told: to people, to programs, and never a secret.

#include <catch2/catch.hpp>

#include "facade_support.h"
#include "weir/policy.h"

using namespace weir;
using nlohmann::json;

namespace {

json base() {
    return json::parse(weir_test::read_tree("tests/policy/base.fluid.json"));
}

json& deployment(json& contract) {
    return contract["builds"][0]["properties"]["parameters"]["flink"]["deployment"];
}

struct Told {
    std::string text;
    std::string json;
    PolicyVerdict verdict;
};

Told tell(const json& contract, const Environment& environment, PolicyCommand command = PolicyCommand::Apply) {
    FileSet files;
    files["c.fluid.json"].text = contract.dump(2);
    const Checked checked = check(files, "c.fluid.json");
    Told told;
    PolicyReport report;
    report.contract = report_of(checked);
    report.environment = &environment;
    if (checked.valid()) {
        told.verdict = judge(checked.contract, environment, command);
        report.model = &checked.contract;
        report.verdict = &told.verdict;
    }
    told.json = policy_json(report, command);
    TextStyle style;
    style.width = 200;
    told.text = policy_text(report, style);
    return told;
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

Environment all_allowed() {
    return {{"FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST", "development"},
            {"FLUID_FLINK_NAMESPACE_ALLOWLIST", "data-products"},
            {"FLUID_FLINK_IMAGE_ALLOWLIST", "registry.example.com/forge-flink"},
            {"FLUID_FLINK_SERVICE_ACCOUNT_ALLOWLIST", "data-products/flink"},
            {"FLUID_FLINK_SECRET_ALLOWLIST", "data-products/flink-storage"},
            {"FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST", "catalog.example.com,kafka"}};
}

} // namespace

TEST_CASE("a refusal stands at its place, with the line to paste") {
    const Told told = tell(base(), {{"FLUID_FLINK_NAMESPACE_ALLOWLIST", " a , b "}});
    CHECK(holds(told.text, "refused[kube-context-unlisted]: Managed Flink: Flink build ingest-orders: "
                           "properties.parameters.flink.deployment.context: development is not in "
                           "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST, which is not set: add development\n"));
    CHECK(holds(told.text, "--> c.fluid.json:"));
    CHECK(holds(told.text, "\"context\": \"development\""));
    CHECK(holds(told.text, "\nexport FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST=development\n"));
    CHECK(holds(told.text,
                "\nexport FLUID_FLINK_NAMESPACE_ALLOWLIST=\"$FLUID_FLINK_NAMESPACE_ALLOWLIST,\"data-products\n"));
    CHECK(holds(told.text, "\nrefused for apply: 7 refusals\n"));
}

TEST_CASE("what is allowed is told in one line") {
    const Told told = tell(base(), all_allowed());
    CHECK(told.text == "allowed for apply\n");
    CHECK(json::parse(told.json).at("allowed") == true);
}

TEST_CASE("entries are quoted for the shell") {
    json contract = base();
    deployment(contract)["context"] = "it's $(touch x) `y` \"z\"";
    const Told told = tell(contract, all_allowed());
    CHECK(holds(told.text, "export FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST=\"$FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST,\""
                           "'it'\\''s $(touch x) `y` \"z\"'\n"));
}

TEST_CASE("a name that would steer the terminal does not") {
    json contract = base();
    deployment(contract)["context"] = "a\u202Eb";
    const Told told = tell(contract, {});
    CHECK_FALSE(holds(told.text, "\u202E"));
    CHECK_FALSE(holds(told.json, "\u202E"));
    const Told warned = tell(base(), {{"FLUID_FLINK_NAMESPACE_ALLOWLIST", "\x1b[31mx\u202E"}});
    CHECK_FALSE(holds(warned.text, "\x1b"));
    CHECK_FALSE(holds(warned.text, "\u202E"));
    CHECK_FALSE(holds(warned.json, "\x1b"));
    CHECK(warned.verdict.warnings.size() == 1);
}

TEST_CASE("what reads like a secret is not shown, wherever it stands") {
    const std::string secret = "k3y9f8a7b6c5d4e3f2a1b0";
    json contract = base();
    deployment(contract)["context"] = secret;
    deployment(contract)["secretRefs"] = {"a-" + secret};
    const Told told = tell(contract, {});
    CHECK_FALSE(holds(told.text, secret));
    CHECK_FALSE(holds(told.json, secret));
    CHECK(holds(told.json, "reads like a secret"));
    CHECK_FALSE(told.verdict.allowed());
    CHECK(tell(contract, {{std::string(kContextAllowlist), secret}, {std::string(kSecretAllowlist), "a-" + secret}})
              .verdict.refusals.size() == 5);

    for (const auto& [variable, value, shown] :
         {std::tuple("FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST", "https://user:hunter2@example.com", "hunter2"),
          std::tuple("FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST", "user:hunter2@example.com", "hunter2"),
          std::tuple("FLUID_ACQUISITION_SECRET_REF_ALLOWLIST", "hunter2!", "hunter2"),
          std::tuple("FLUID_ACQUISITION_SECRET_REF_ALLOWLIST", "ghp_k3y9f8a7b6c5d4e3f2a1b0", "k3y9"),
          std::tuple("FLUID_FLINK_IMAGE_ALLOWLIST", "user:hunter2@registry.example.com/", "hunter2"),
          std::tuple("FLUID_FLINK_NAMESPACE_ALLOWLIST", "GHP_K3y9f8a7b6c5d4e3f2a1b0", "K3y9")}) {
        CAPTURE(value);
        const Told warned = tell(base(), {{variable, value}});
        REQUIRE(warned.verdict.warnings.size() == 1);
        CHECK(warned.verdict.warnings[0].variable == variable);
        CHECK_FALSE(holds(warned.text, shown));
        CHECK_FALSE(holds(warned.json, shown));
    }
}

TEST_CASE("a contract that has nothing to deploy says so, and is not refused") {
    json contract = base();
    contract["builds"][0]["properties"].erase("parameters");
    contract["builds"][0]["properties"].erase("stream");
    contract["builds"][0]["properties"]["sql"] = "SELECT 1";
    const Told told = tell(contract, {});
    CAPTURE(told.text);
    CHECK(told.verdict.allowed());
    REQUIRE(told.verdict.warnings.size() == 1);
    CHECK(told.verdict.warnings[0].code == "no-managed-build");
    CHECK(json::parse(told.json).at("allowed") == true);
    CHECK(json::parse(told.json).at("refusals").empty());
}

TEST_CASE("an invalid contract is not judged: its findings are told") {
    json contract = base();
    contract["kind"] = "Product";
    const Told told = tell(contract, all_allowed());
    const json object = json::parse(told.json);
    CHECK(object.at("allowed") == false);
    CHECK(object.at("refusals").empty());
    CHECK(object.at("contracts")[0].at("valid") == false);
    CHECK(holds(told.text, "error["));
}

TEST_CASE("more refusals than anyone reads are counted") {
    json contract = base();
    std::string brokers = "kafka:9092";
    for (int i = 0; i < 12'000; ++i) {
        brokers += ",b" + std::to_string(i) + ":1";
    }
    contract["builds"][0]["properties"]["parameters"]["flink"]["source"]["bootstrapServers"] = brokers;
    const Told told = tell(contract, all_allowed());
    CHECK(told.verdict.refusals.size() == kMostFindings);
    CHECK(told.verdict.more == 2'000);
    CHECK(json::parse(told.json).at("more") == 2'000);
    CHECK(holds(told.text, "12000 refusals"));
}

TEST_CASE("every managed build is judged") {
    json contract = base();
    json second = contract["builds"][0];
    second["id"] = "second";
    second["outputs"] = {"second"};
    json& target = second["properties"]["parameters"]["flink"]["deployment"];
    target["name"] = "second";
    target["namespace"] = "elsewhere";
    for (const char* key : {"checkpointUri", "savepointUri", "haUri"}) {
        target[key] = std::string("s3://flink-state/second/") + key;
    }
    contract["builds"].push_back(second);
    json expose = contract["exposes"][0];
    expose["exposeId"] = "second";
    expose["binding"]["location"]["table"] = "second";
    expose["binding"]["location"]["uri"] = "https://other.example.net";
    contract["exposes"].push_back(expose);
    const Told told = tell(contract, all_allowed());
    CAPTURE(told.text);
    REQUIRE(told.verdict.refusals.size() == 4);
    CHECK(told.verdict.refusals[0].entry == "elsewhere");
    CHECK(told.verdict.refusals[1].entry == "elsewhere/flink");
    CHECK(told.verdict.refusals[2].entry == "elsewhere/flink-storage");
    CHECK(told.verdict.refusals[3].entry == "other.example.net");
}

TEST_CASE("the op refuses what it cannot understand") {
    const auto code = [](const json& request) { return weir_test::call(request).at("error").at("code"); };
    json request = {{"op", "policy"}, {"file", "c"}, {"files", {{"c", "a: 1"}}}};
    CHECK(weir_test::call(request).at("ok") == true);
    request["options"] = {{"for", "deploy"}};
    CHECK(code(request) == "for-unknown");
    request["options"] = {{"for", "diff"}};
    request["env"] = 1;
    CHECK(code(request) == "request-kind");
    request["env"] = {{"A", 1}};
    CHECK(code(request) == "request-kind");
    request["env"] = json::object();
    request["file"] = "absent";
    CHECK(weir_test::call(request).at("need") == json::array({"absent"}));
}
