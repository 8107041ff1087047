// Prometheus rules. tests/alerts has promtool read and try them.
#include <catch2/catch.hpp>

#include "weir/alerts.h"

using namespace weir;

namespace {

Place somewhere() {
    Place place;
    place.node = 1;
    return place;
}

Build build(std::int64_t seconds) {
    Build build;
    build.id.value = "ingest-orders";
    build.deployment.emplace();
    build.deployment->checkpoint_interval_seconds = {seconds, somewhere()};
    return build;
}

} // namespace

TEST_CASE("a table may be quiet for twelve checkpoints, and for as long as verify allows") {
    CHECK(commit_age_limit(build(300)) == 3'600);
    CHECK(commit_age_limit(build(10)) == 600);
    Build patient = build(10);
    patient.verification.emplace();
    patient.verification->max_snapshot_age_seconds = {7'200, somewhere()};
    CHECK(commit_age_limit(patient) == 7'200);
    CHECK(commit_age_limit(build(9'000'000'000'000'000'000)) == 12'000'000'000'000);
}

TEST_CASE("rules name the job as Flink's reporter does") {
    Contract contract;
    contract.id.value = "commerce.orders";
    contract.builds.push_back(build(60));
    BuildPlan plan;
    const std::string text = alerts_yaml(contract, plan);
    CHECK(text.find("job_name=\"commerce_orders_ingest_orders\"}) > 720'") != std::string::npos);
    CHECK(text.find("numberOfFailedCheckpoints{job_name=\"commerce_orders_ingest_orders\"}[600s]) >= 3'") !=
          std::string::npos);
    CHECK(text.find("weir_product: \"commerce.orders\"") != std::string::npos);
    CHECK(text.find("alert: WeirJobRestarts") != std::string::npos);
}
