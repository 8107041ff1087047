// What `weir apply` makes of what a FlinkDeployment says of itself.

#include "live/deployer.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace weir::live;
using Tree = nlohmann::json;

namespace {

std::string deployment(const Tree& error) {
    return Tree{{"kind", "FlinkDeployment"},
                {"metadata", {{"name", "orders"}, {"generation", 2}}},
                {"spec", Tree::object()},
                {"status", {{"error", error}, {"lifecycleState", "FAILED"}}}}
        .dump();
}

} // namespace

TEST_CASE("what is no FlinkDeployment says nothing of the job", "[deployer]") {
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("<html>"), std::string(200'000, '[')}) {
        CHECK(settled(text, false).state == JobState::Unknown);
    }
    CHECK(job_state_name(JobState::Unknown) == "unknown");
}

TEST_CASE("the operator's error is told without what reads like a secret", "[deployer]") {
    const std::string said = "url https://svc:pa55word@db.example.com/x token ghp_0123456789abcdefABCDEF";
    for (const std::string& error :
         {said, Tree{{"message", said}}.dump(),
          Tree{{"message", "Could not deploy"}, {"throwableList", Tree::array({{{"message", said}}})}}.dump()}) {
        const Settled job = settled(deployment(error), false);
        CHECK(job.state == JobState::Failed);
        CHECK_THAT(job.message, Catch::StartsWith("the operator reports: ") && Catch::Contains("********"));
        CHECK_THAT(job.message, !Catch::Contains("pa55word") && !Catch::Contains("ghp_0"));
    }
}

TEST_CASE("an operator's error that is nested without end is text", "[deployer]") {
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    CHECK(settled(deployment(R"({"message": )" + deep + "}"), false).state == JobState::Failed);
}

namespace {

const Settled kBusy{JobState::Accepted, "the operator is at it", {}};
const Settled kBroken{JobState::Failed, "no savepoint", {}};

Settled outcome(const std::vector<Settled>& seen) {
    Looks looks;
    for (const Settled& job : seen) {
        looks.see(job);
    }
    return looks.outcome();
}

} // namespace

TEST_CASE("a wait that ends between two attempts tells the failure of the last", "[deployer]") {
    CHECK(outcome({kBusy, kBroken, kBusy}).message == "no savepoint");
    CHECK(outcome({kBusy, kBroken, kBroken, kBusy, kBusy}).state == JobState::Failed);
    CHECK(outcome({kBroken, kBusy, kBroken, kBusy}).state == JobState::Failed);
    const Settled other{JobState::Failed, "no rights", {}};
    CHECK(outcome({kBroken, other, kBusy}).message == "no rights");
}

TEST_CASE("an error of before, and one that was got over, are no failure", "[deployer]") {
    CHECK(outcome({kBroken, kBroken, kBusy}).state == JobState::Accepted);
    CHECK(outcome({kBusy, kBroken, {JobState::Suspended, {}, {}}}).state == JobState::Suspended);
    CHECK(outcome({kBusy, kBroken, {JobState::Unknown, "unreachable", {}}}).message == "unreachable");
    CHECK(outcome({kBroken}).state == JobState::Failed);
    Looks looks;
    looks.see(kBroken);
    CHECK_FALSE(looks.over());
    looks.see({JobState::Running, {}, {}});
    CHECK(looks.over());
}
