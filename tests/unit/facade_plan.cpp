// Plans: what binds them, and that one which was changed is not believed.

#include <nlohmann/json.hpp>

#include "facade_deploy_support.h"

using namespace deploy_test;
using nlohmann::json;
using weir::PlanMode;

namespace {

/// What somebody does who changes a plan and knows how its digest is made.
std::string signed_anew(json plan) {
    plan.erase("planDigest");
    plan["planDigest"] = weir::digest_of(weir::canonical_json(plan.dump()).value());
    return plan.dump();
}

weir::Rechecked rechecked(const std::string& text) {
    const weir::ReadPlan read = weir::read_plan(text);
    REQUIRE(read.problems.empty());
    return weir::recheck(read.plan);
}

} // namespace

TEST_CASE("a plan says what is applied, and nothing of the machine") {
    const weir::MadePlan made = planned(example());
    const json plan = json::parse(made.json);
    CHECK(plan["mode"] == "amend");
    CHECK(plan["product"] == "commerce.nested-events");
    CHECK(plan["bundleDigest"].is_null());
    CHECK(plan["sourcesDigest"] == bundled(example()).sources_digest);
    CHECK(plan["builds"][0]["flinkDeployment"]["kind"] == "FlinkDeployment");
    CHECK(plan["builds"][0]["configMap"]["data"].contains("job.json"));
    CHECK(json::parse(plan["contract"].get<std::string>())["id"] == "commerce.nested-events");
    CHECK(made.json == weir::canonical_json(made.json).value() + "\n");
    CHECK(plan["planDigest"] == made.plan.digest);
    CHECK(signed_anew(plan) == plan.dump());
    const weir::MadePlan bound = planned(example(), PlanMode::Amend, true);
    CHECK(json::parse(bound.json)["bundleDigest"].get<std::string>().starts_with("sha256:"));
    CHECK(bound.plan.digest != made.plan.digest);
    CHECK(planned(example(), PlanMode::CreateOnly).plan.digest != made.plan.digest);
}

TEST_CASE("a plan that is read says what was written") {
    const weir::MadePlan made = planned(example(), PlanMode::CreateOnly, true);
    const weir::ReadPlan read = weir::read_plan(made.json);
    REQUIRE(read.problems.empty());
    CHECK(read.plan.mode == PlanMode::CreateOnly);
    CHECK(read.plan.digest == made.plan.digest);
    CHECK(read.plan.bundle_digest == made.plan.bundle_digest);
    CHECK(read.plan.sources_digest == made.plan.sources_digest);
    CHECK(read.plan.contract == made.plan.contract);
    REQUIRE(read.plan.deployments.size() == 1);
    const weir::Deployment& found = read.plan.deployments[0];
    const weir::Deployment& wanted = made.plan.deployments[0];
    CHECK(found.context == wanted.context);
    CHECK(found.name == wanted.name);
    CHECK(found.placeholder_image == wanted.placeholder_image);
    CHECK(found.config_map.json == wanted.config_map.json);
    CHECK(found.config_map.name == wanted.config_map.name);
    CHECK(found.flink_deployment.json == wanted.flink_deployment.json);
    CHECK(found.flink_deployment.name_space == wanted.name_space);
    CHECK(weir::recheck(read.plan).problems.empty());
    // Its layout is free.
    CHECK(weir::read_plan(json::parse(made.json).dump(2)).problems.empty());
}

TEST_CASE("a plan that was changed has another digest") {
    const json plan = json::parse(planned(example()).json);
    const auto refused = [&](void (*change)(json&)) {
        json changed = plan;
        change(changed);
        return has(weir::read_plan(changed.dump()).problems, "plan-digest");
    };
    CHECK_FALSE(refused([](json&) {}));
    CHECK(refused([](json& p) { p["mode"] = "create-only"; }));
    CHECK(refused([](json& p) { p["weir"] = "0.0.0"; }));
    CHECK(refused([](json& p) { p["bundleDigest"] = "sha256:" + std::string(64, 'a'); }));
    CHECK(refused([](json& p) { p["builds"][0]["context"] = "production"; }));
    CHECK(refused([](json& p) { p["builds"][0]["flinkDeployment"]["spec"]["image"] = "evil"; }));
    CHECK(refused([](json& p) { p["contract"] = p["contract"].get<std::string>() + " "; }));
}

TEST_CASE("a plan of another shape is refused") {
    const json plan = json::parse(planned(example()).json);
    const auto code = [&](void (*change)(json&)) {
        json changed = plan;
        change(changed);
        const weir::ReadPlan read = weir::read_plan(signed_anew(changed));
        return read.problems.empty() ? std::string() : read.problems[0].code;
    };
    CHECK(code([](json&) {}).empty());
    CHECK(code([](json& p) { p["schema"] = 2; }) == "plan-version");
    CHECK(code([](json& p) { p["more"] = 1; }) == "plan-malformed");
    CHECK(code([](json& p) { p.erase("sourcesDigest"); }) == "plan-malformed");
    CHECK(code([](json& p) { p["mode"] = "replace"; }) == "plan-malformed");
    CHECK(code([](json& p) { p["builds"] = json::array(); }) == "plan-malformed");
    CHECK(code([](json& p) { p["builds"] = {1}; }) == "plan-malformed");
    CHECK(code([](json& p) { p["builds"][0]["more"] = 1; }) == "plan-malformed");
    CHECK(code([](json& p) { p["builds"][0]["configMap"] = "x"; }) == "plan-malformed");
    CHECK(code([](json& p) { p["builds"][0]["flinkDeployment"]["metadata"].erase("name"); }) == "plan-malformed");
    CHECK(code([](json& p) { p["contract"] = ""; }) == "plan-malformed");
    for (const char* text : {"", "{", "[]", "{}", "null", R"({"schema":1,"schema":1})"}) {
        CHECK_FALSE(weir::read_plan(text).problems.empty());
    }
}

TEST_CASE("a plan whose digest was made anew is held to its contract") {
    const json plan = json::parse(planned(example()).json);
    const auto problem = [&](void (*change)(json&)) {
        json changed = plan;
        change(changed);
        const auto problems = rechecked(signed_anew(changed)).problems;
        return problems.empty() ? std::string() : problems[0].code + ": " + problems[0].message;
    };
    CHECK(problem([](json&) {}).empty());
    CHECK(problem([](json& p) {
              p["builds"][0]["flinkDeployment"]["spec"]["image"] = "evil";
          }).starts_with("resources-differ: spec.image of FlinkDeployment commerce-orders"));
    CHECK(problem([](json& p) {
              p["builds"][0]["flinkDeployment"]["spec"]["podTemplate"]["spec"]["hostNetwork"] = true;
          }).starts_with("resources-differ: spec.podTemplate.spec.hostNetwork of"));
    CHECK(problem([](json& p) {
              p["builds"][0]["configMap"]["data"]["job.json"] = "{}";
          }).starts_with("resources-differ: data.job.json of ConfigMap"));
    CHECK(problem([](json& p) {
              p["builds"][0]["flinkDeployment"]["metadata"]["namespace"] = "kube-system";
          }).starts_with("resources-differ: metadata.namespace"));
    CHECK(problem([](json& p) { p["builds"][0]["context"] = "production"; }).starts_with("resources-differ"));
    CHECK(problem([](json& p) { p["builds"].push_back(p["builds"][0]); }).starts_with("resources-differ"));
    CHECK(problem([](json& p) { p["product"] = "other"; }).starts_with("resources-differ"));
    CHECK(problem([](json& p) { p["contract"] = "{}"; }).starts_with("contract-invalid"));
    CHECK(problem([](json& p) {
              p["contract"] = with(p["contract"].get<std::string>(), "\"serviceAccount\"", "\"serviceAcount\"");
          }) == "contract-invalid: the contract in it is not valid");
}

TEST_CASE("modes") {
    for (const char* name : {"dry-run", "create-only", "amend", "amend-and-build"}) {
        const weir::ModeChoice choice = weir::choose_mode(name);
        REQUIRE(choice.mode.has_value());
        CHECK(weir::mode_name(*choice.mode) == name);
    }
    for (const char* name : {"replace", "replace-and-build", "reset", "reset-state", "amend-and-reset"}) {
        const weir::ModeChoice choice = weir::choose_mode(name);
        CHECK_FALSE(choice.mode.has_value());
        CHECK(choice.code == "mode-refused");
        CHECK(choice.message.find("savepoint") != std::string::npos);
    }
    CHECK(weir::choose_mode("Amend").code == "mode-unknown");
    CHECK(weir::choose_mode("").code == "mode-unknown");
}

TEST_CASE("weir_call answers what would be deployed and bundled") {
    json request = {{"op", "deploy"}, {"file", kExample}, {"options", {{"refRoot", "."}}}, {"files", json::object()}};
    CHECK(json::parse(weir::weir_call(request.dump()))["need"] == json::array({kExample}));
    for (const auto& [name, answer] : example()) {
        request["files"][name] = answer.text;
    }
    const json deploy = json::parse(weir::weir_call(request.dump()))["result"];
    const weir::Deployment wanted = planned(example()).plan.deployments[0];
    CHECK(deploy["valid"] == true);
    CHECK(deploy["builds"][0]["jobDigest"] == wanted.job_digest);
    CHECK(deploy["builds"][0]["resources"][0]["yaml"] == weir::resource_yaml(wanted.config_map));
    CHECK(deploy["builds"][0]["resources"][1]["yaml"] == weir::resource_yaml(wanted.flink_deployment));
    request["op"] = "bundle";
    const json bundle = json::parse(weir::weir_call(request.dump()))["result"];
    CHECK(bundle["sourcesDigest"] == bundled(example()).sources_digest);
    CHECK(bundle["files"].size() == 5);
    request["files"][kExample] = "kind: DataProduct\n";
    for (const char* op : {"deploy", "bundle"}) {
        request["op"] = op;
        const json invalid = json::parse(weir::weir_call(request.dump()))["result"];
        CHECK(invalid["valid"] == false);
        CHECK_FALSE(invalid["findings"].empty());
        CHECK(invalid.value("bundleDigest", "") == "");
        CHECK(invalid.value("builds", json::array()).empty());
    }
}
