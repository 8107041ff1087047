// Checkpoints, deployments, refusals of a catalog, and what all the evidence comes to.

#include "evidence_support.h"

using evidence_test::kNow;
using nlohmann::json;
using Why = weir::NoAnswer::Why;

namespace {

json checkpoints(std::int64_t acknowledged, int failed = 0) {
    return {{"counts", {{"completed", 3}, {"failed", failed}}},
            {"latest", {{"completed", {{"id", 3}, {"latest_ack_timestamp", acknowledged}}}}}};
}

json deployment() {
    return {{"metadata", {{"generation", 2}}},
            {"status",
             {{"lifecycleState", "STABLE"},
              {"observedGeneration", 2},
              {"jobStatus", {{"state", "RUNNING"}, {"jobId", std::string(32, 'a')}}},
              {"reconciliationStatus", {{"state", "DEPLOYED"}}}}}};
}

weir::Evidence piece(std::optional<bool> ok, bool waits = false) {
    weir::Evidence evidence;
    evidence.ok = ok;
    evidence.waits = waits;
    return evidence;
}

weir::NoAnswer status(int number, std::string type = "", bool credential = true) {
    weir::NoAnswer answer;
    answer.why = Why::Status;
    answer.status = number;
    answer.whom = "the catalog catalog.example.com";
    answer.type = std::move(type);
    answer.table = "commerce.orders";
    answer.credential = credential;
    return answer;
}

} // namespace

TEST_CASE("a checkpoint is fresh, stale, missing or in the future") {
    const weir::Evidence fresh = weir::judge_checkpoint(checkpoints(kNow - 300'000).dump(), kNow, 300);
    CHECK(fresh.ok == true);
    CHECK(fresh.value == "checkpoint 3");
    CHECK(fresh.age_seconds == 300U);
    const weir::Evidence stale = weir::judge_checkpoint(checkpoints(kNow - 301'000, 4).dump(), kNow, 300);
    CHECK(stale.ok == false);
    CHECK(stale.waits);
    CHECK(stale.help.find("(4 failed)") != std::string::npos);
    const weir::Evidence none =
        weir::judge_checkpoint(R"({"counts":{"failed":0},"latest":{"completed":null}})", kNow, 300);
    CHECK(none.ok == false);
    CHECK(none.waits);
    CHECK_FALSE(weir::judge_checkpoint(checkpoints(kNow + 600'000).dump(), kNow, 300).ok.has_value());
    for (const char* text : {"", "[]", "{}", R"({"errors":["not found"]})", R"({"latest":{"completed":{"id":1}}})"}) {
        CHECK_FALSE(weir::judge_checkpoint(text, kNow, 300).ok.has_value());
    }
}

TEST_CASE("the operator's spec counts once its newest generation is reconciled") {
    json live = deployment();
    CHECK(weir::judge_spec(weir::read_deployment(live.dump()), {}).ok == true);
    CHECK(weir::judge_spec(weir::read_deployment(live.dump()), {"spec.image"}).ok == false);
    CHECK_FALSE(weir::judge_spec(weir::read_deployment(live.dump()), {"spec.image"}).waits);
    live["status"]["observedGeneration"] = 1;
    CHECK(weir::judge_spec(weir::read_deployment(live.dump()), {}).ok == false);
    CHECK(weir::judge_spec(weir::read_deployment(live.dump()), {}).waits);
    // An operator that does not set it tells the generation within the spec that it reconciled last.
    live["status"].erase("observedGeneration");
    CHECK(weir::judge_spec(weir::read_deployment(live.dump()), {}).ok == false);
    live["status"]["reconciliationStatus"]["lastReconciledSpec"] =
        R"({"spec":{},"resource_metadata":{"metadata":{"generation":2}}})";
    CHECK(weir::judge_spec(weir::read_deployment(live.dump()), {}).ok == true);
    live["status"]["reconciliationStatus"]["state"] = "UPGRADING";
    CHECK(weir::judge_spec(weir::read_deployment(live.dump()), {}).ok == false);
    live.erase("metadata");
    CHECK_FALSE(weir::judge_spec(weir::read_deployment(live.dump()), {}).ok.has_value());
}

TEST_CASE("the job's state is held to what the contract wants") {
    json live = deployment();
    CHECK(weir::judge_state(weir::read_deployment(live.dump()), false).ok == true);
    CHECK(weir::judge_state(weir::read_deployment(live.dump()), true).ok == false);
    live["status"]["jobStatus"]["state"] = "RESTARTING\x1b[2J";
    const weir::Evidence restarting = weir::judge_state(weir::read_deployment(live.dump()), false);
    CHECK(restarting.ok == false);
    CHECK(restarting.value == "STABLE, job (unreadable)");
    live["status"]["lifecycleState"] = "SUSPENDED";
    CHECK(weir::judge_state(weir::read_deployment(live.dump()), true).ok == true);
}

TEST_CASE("a job id goes into a path only when it is one") {
    json live = deployment();
    CHECK(weir::read_deployment(live.dump()).job_id == std::string(32, 'a'));
    for (const char* id : {"", "..", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}) {
        live["status"]["jobStatus"]["jobId"] = id;
        CHECK(weir::read_deployment(live.dump()).job_id.empty());
    }
}

TEST_CASE("refusals of a catalog are told apart, with what to do") {
    const auto of = [](const weir::NoAnswer& answer) {
        return weir::without_answer(weir::EvidenceKind::TableSchema, answer);
    };
    CHECK(of(status(401)).message.find("does not accept the credential") != std::string::npos);
    CHECK(of(status(401, "", false)).message.find("wants a credential") != std::string::npos);
    CHECK(of(status(403)).message.find("may not look at commerce.orders") != std::string::npos);
    CHECK(of(status(419)).message.find("has expired") != std::string::npos);
    for (const int number : {401, 403, 419}) {
        CHECK_FALSE(of(status(number)).ok.has_value());
        CHECK_FALSE(of(status(number)).waits);
        CHECK_FALSE(of(status(number)).help.empty());
    }
    const weir::Evidence missing = of(status(404, "NoSuchTableException"));
    CHECK(missing.ok == false);
    CHECK(missing.waits);
    CHECK_FALSE(of(status(404, "NoSuchWarehouseException")).ok.has_value());
    CHECK(of(status(503)).waits);
    CHECK_FALSE(of(status(400)).waits);
    for (const Why why : {Why::Unreachable, Why::Insecure, Why::TimedOut, Why::TooLarge, Why::Redirected,
                          Why::Forbidden, Why::NotUnderstood, Why::Variable}) {
        weir::NoAnswer answer = status(302);
        answer.why = why;
        CHECK_FALSE(of(answer).ok.has_value());
        CHECK_FALSE(of(answer).help.empty());
        CHECK(of(answer).message.find(answer.whom) != std::string::npos);
    }
}

TEST_CASE("of an error's text nothing is told but a name that is known by its form") {
    CHECK(weir::error_type(R"({"error":{"type":"NoSuchTableException","message":"token s3cr3t"}})") ==
          "NoSuchTableException");
    CHECK(weir::error_type(R"({"error":"invalid_client","error_description":"s3cr3t"})") == "invalid_client");
    for (const char* body : {"", "nonsense", R"({"error":"s3cr3t"})", R"({"error":{"type":"s3cr3tException"}})",
                             R"({"error":{"type":"Bearer abc"}})", R"({"error":{"type":7}})", R"({"error":null})"}) {
        CHECK(weir::error_type(body).empty());
    }
}

TEST_CASE("a prefix goes into a path only when it stays there") {
    const auto prefix = [](const std::string& text) {
        return weir::read_catalog_config(json{{"overrides", {{"prefix", text}}}, {"defaults", json::object()}}.dump());
    };
    CHECK(prefix("").understood);
    CHECK(prefix("warehouses/a%2Fb").prefix == "warehouses/a%2Fb");
    for (const char* hostile : {"../x", "a/../../b", "/abs", "a?b", "a#b", "a b", "a\nb", "\xc3\xa9"}) {
        CHECK_FALSE(prefix(hostile).understood);
    }
    const weir::CatalogConfig both = weir::read_catalog_config(
        R"({"defaults":{"prefix":"d","uri":"https://d"},"overrides":{"uri":"https://other"}})");
    CHECK(both.prefix == "d");
    CHECK(both.uri == "https://other");
    CHECK_FALSE(weir::read_catalog_config("{}").understood);
    CHECK_FALSE(weir::read_catalog_config("<html>").understood);
}

TEST_CASE("an access token is taken only when a header can carry it") {
    CHECK(weir::read_access_token(R"({"access_token":"abc.def-1"})") == "abc.def-1");
    for (const char* answer : {"", "{}", R"({"access_token":7})", R"({"access_token":"a\r\nHost: evil"})",
                               R"({"access_token":"a b"})", R"({"access_token":""})"}) {
        CHECK(weir::read_access_token(answer).empty());
    }
}

TEST_CASE("all true is verified, one no is no, else it could not be told") {
    CHECK(weir::verdict({piece(true), piece(true)}) == true);
    CHECK(weir::verdict({piece(true), piece(std::nullopt), piece(false)}) == false);
    CHECK_FALSE(weir::verdict({piece(true), piece(std::nullopt)}).has_value());
    CHECK_FALSE(weir::verdict({}).has_value());
}

TEST_CASE("waiting makes sense only when everything that is missing may come") {
    CHECK(weir::worth_waiting({piece(true), piece(false, true), piece(std::nullopt, true)}));
    CHECK_FALSE(weir::worth_waiting({piece(true), piece(false, true), piece(false)}));
    CHECK_FALSE(weir::worth_waiting({piece(true), piece(true)}));
}

TEST_CASE("the report is one object on one line, every key there") {
    weir::Evidence evidence = piece(std::nullopt);
    evidence.kind = weir::EvidenceKind::Snapshot;
    evidence.build = "b";
    evidence.message = "line\nbreak \x1b[2J";
    const std::string text = weir::evidence_json({evidence});
    CHECK(text.find('\n') == text.size() - 1);
    CHECK(text.find('\x1b') == std::string::npos);
    const json object = json::parse(text);
    CHECK(object["schema"] == 1);
    CHECK(object["verified"].is_null());
    CHECK(object["evidence"][0]["kind"] == "snapshot");
    for (const char* key : {"ok", "value", "ageSeconds", "budgetSeconds"}) {
        CHECK(object["evidence"][0].at(key).is_null());
    }
    CHECK(object["evidence"][0]["build"] == "b");
    CHECK(weir::evidence_text({evidence}, {}).find("unknown[snapshot]: line\\u{a}break") != std::string::npos);
}
