#include "live/fleet.h"

#include <limits>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace weir::live;
using nlohmann::json;

namespace {

json deployment(const std::string& name) {
    return {{"metadata",
             {{"name", name},
              {"namespace", "data"},
              {"generation", 3},
              {"annotations", {{"weir/product", "commerce.orders"}, {"weir/build", "ingest"}}}}},
            {"spec", {{"job", {{"state", "running"}}}}},
            {"status",
             {{"lifecycleState", "STABLE"},
              {"observedGeneration", 3},
              {"reconciliationStatus", {{"state", "DEPLOYED"}}},
              {"jobStatus",
               {{"state", "RUNNING"},
                {"jobId", std::string(32, 'a')},
                {"startTime", "1700000000000"},
                {"savepointInfo", {{"lastSavepoint", {{"timeStamp", 1700000100000}}}}}}}}}};
}

FleetPage page(const json& items, const std::string& next = "") {
    const json list = {{"metadata", {{"continue", next}}}, {"items", items}};
    return read_fleet_page(list.dump(), [](auto, std::string_view name) { return name == "kept"; });
}

constexpr const char* kConfig = R"({"current-context": "b", "contexts": [
  {"name": "b", "context": {"cluster": "one"}}, {"name": "a", "context": {"cluster": "two"}}, {"name": "c", "context": {}}],
  "clusters": [{"name": "one", "cluster": {"server": "https://user:pass@one.example.com:6443/x?token=t"}},
               {"name": "two", "cluster": {"server": "https://two.example.com"}}]})";

} // namespace

TEST_CASE("contexts that are not in the list say which entry is missing", "[fleet]") {
    const weir::Environment lists = {{"FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST", " b , c"},
                                     {"FLUID_FLINK_NAMESPACE_ALLOWLIST", "data, *"}};
    const ContextList list = read_contexts(kConfig, lists);
    CHECK(list.namespaces == std::vector<std::string>{"data"});
    REQUIRE(list.contexts.size() == 3);
    CHECK(list.contexts[0].name == "b");
    CHECK(list.contexts[0].usable());
    CHECK(list.contexts[0].current);
    CHECK(list.contexts[0].server == "https://one.example.com:6443/x");
    CHECK(list.contexts[1].name == "c");
    CHECK(list.contexts[2].name == "a");
    CHECK_FALSE(list.contexts[2].usable());
    CHECK(list.contexts[2].variable == "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST");
    CHECK(list.contexts[2].entry == "a");
}

TEST_CASE("without a namespace no context is looked into", "[fleet]") {
    const ContextList list = read_contexts(kConfig, {{"FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST", "a"}});
    CHECK_FALSE(list.contexts.front().usable());
    CHECK(list.contexts[0].variable == "FLUID_FLINK_NAMESPACE_ALLOWLIST");
    CHECK(list.contexts[0].entry.empty());
}

TEST_CASE("a kubeconfig that is none, or has nothing, is told", "[fleet]") {
    CHECK(read_contexts("", {}).code == "kubeconfig-unreadable");
    CHECK(read_contexts("[]", {}).code == "kubeconfig-unreadable");
    CHECK(read_contexts("{}", {}).code == "kubeconfig-empty");
    CHECK(read_contexts(R"({"contexts": null, "clusters": 7})", {}).code == "kubeconfig-empty");
}

TEST_CASE("a list is read without trust", "[fleet]") {
    CHECK_FALSE(read_fleet_page("", {}).understood);
    CHECK_FALSE(read_fleet_page("{}", {}).understood);
    CHECK_FALSE(read_fleet_page(std::string(100'000, '['), {}).understood);
    const FleetPage odd = page({nullptr, 7, json::object(), {{"metadata", {{"name", "x"}}}, {"status", 3}}}, "next");
    CHECK(odd.understood);
    CHECK(odd.next == "next");
    REQUIRE(odd.deployments.size() == 1);
    CHECK(odd.deployments[0].name == "x");
    CHECK(odd.deployments[0].state == JobState::Unknown);
}

TEST_CASE("a deployment says how it stands", "[fleet]") {
    const FleetPage seen = page(json::array({deployment("kept"), deployment("other")}));
    REQUIRE(seen.deployments.size() == 2);
    const FleetDeployment& one = seen.deployments[0];
    CHECK(one.state == JobState::Running);
    CHECK(one.product == "commerce.orders");
    CHECK(one.build == "ingest");
    CHECK(one.job_id == std::string(32, 'a'));
    CHECK(one.started == 1'700'000'000'000);
    CHECK(one.savepoint == 1'700'000'100'000);
    CHECK(one.warnings.empty());
    CHECK_FALSE(one.object.empty());
    CHECK(seen.deployments[1].object.empty());
}

TEST_CASE("what somebody should look at is a warning", "[fleet]") {
    json failed = deployment("failed");
    failed["status"]["jobStatus"]["state"] = "RESTARTING";
    failed["status"]["error"] = R"({"message": "no image; password=hunter2"})";
    failed["status"]["observedGeneration"] = 2;
    failed["status"]["reconciliationStatus"]["state"] = "ROLLED_BACK";
    failed["metadata"].erase("annotations");
    const FleetPage seen = page(json::array({failed}));
    REQUIRE(seen.deployments.size() == 1);
    const std::vector<std::string>& warnings = seen.deployments[0].warnings;
    REQUIRE(warnings.size() == 5);
    CHECK(warnings[0].find("no image") != std::string::npos);
    CHECK(warnings[0].find("hunter2") == std::string::npos);
    CHECK(warnings[2] == "Flink says RESTARTING: the job fails and begins anew.");
    CHECK(warnings[3] == "The operator has seen generation 2 of 3.");
}

TEST_CASE("checkpoints come oldest first, failed ones are counted", "[fleet]") {
    const auto done = [](int id, std::int64_t at) {
        return json{
            {"id", id}, {"status", "COMPLETED"}, {"latest_ack_timestamp", at}, {"end_to_end_duration", 100 * id}};
    };
    json answer = {{"counts", {{"completed", 2}, {"failed", 1}}},
                   {"history", {done(3, 3000), {{"status", "FAILED"}, {"latest_ack_timestamp", 2500}}, done(1, 1000)}}};
    const FleetCheckpoints seen = read_checkpoints(answer.dump());
    REQUIRE(seen.latest.size() == 2);
    CHECK(seen.latest[0].completed == 1000);
    CHECK(seen.latest[1].duration == 300);
    CHECK(seen.failed == 1);
    answer.erase("history");
    answer["latest"] = {{"completed", done(7, 7000)}};
    CHECK(read_checkpoints(answer.dump()).latest.size() == 1);
    CHECK_FALSE(read_checkpoints("[]").problem.empty());
    CHECK_FALSE(read_checkpoints(R"({"counts": 3})").problem.empty());
}

TEST_CASE("a job that makes no checkpoints any more is told", "[fleet]") {
    json item = deployment("orders");
    item["spec"]["flinkConfiguration"] = {{"execution.checkpointing.interval", "60s"}};
    FleetDeployment one = page(json::array({item})).deployments.at(0);
    CHECK(one.interval == 60);
    const std::int64_t began = 1'700'000'000'000;
    FleetCheckpoints seen;
    CHECK(staleness(one, seen, began + 300'000).empty());
    CHECK(staleness(one, seen, began + 301'000) ==
          "It has no checkpoint, and began 301 s ago, one is due every 60 s: no row has landed since.");
    seen.latest.push_back({began + 1000, 10, {}});
    CHECK(staleness(one, seen, began + 301'000).empty());
    CHECK(staleness(one, seen, began + 8 * 3'600'000).find("Its newest checkpoint was 7 h ago") == 0);
    // Three of a longer interval are waited for; a clock behind Flink's says nothing.
    one.interval = 600;
    CHECK(staleness(one, seen, began + 1'801'000).empty());
    CHECK_FALSE(staleness(one, seen, began + 1'802'000).empty());
    CHECK(staleness(one, seen, began).empty());
    one.interval = std::numeric_limits<std::uint64_t>::max();
    CHECK(staleness(one, seen, began + 8 * 3'600'000).empty());
    one.interval.reset();
    CHECK_FALSE(staleness(one, seen, began + 302'000).empty());
    seen.problem = "Flink's REST service is not there";
    CHECK(staleness(one, seen, began + 302'000).empty());
    seen.problem.clear();
    one.state = JobState::Suspended;
    CHECK(staleness(one, seen, began + 302'000).empty());
    for (const char* odd : {"1 min", "s", "-5s", "60", "99999999999999999999999s", ""}) {
        item["spec"]["flinkConfiguration"]["execution.checkpointing.interval"] = odd;
        CHECK_FALSE(page(json::array({item})).deployments.at(0).interval.has_value());
    }
}
