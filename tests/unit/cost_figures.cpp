// Commits, snapshots and files per day, by hand.

#include <catch2/catch.hpp>

#include <limits>

#include "weir/cost.h"

using namespace weir;

namespace {

Place somewhere() {
    Place place;
    place.node = 1;
    return place;
}

Whole whole(std::int64_t value) {
    return {value, somewhere()};
}

Build build(std::int64_t seconds, std::int64_t parallelism) {
    Build build;
    build.id.value = "b";
    build.deployment.emplace();
    build.deployment->checkpoint_interval_seconds = whole(seconds);
    build.deployment->parallelism = whole(parallelism);
    return build;
}

} // namespace

TEST_CASE("a commit for each checkpoint, a file for each commit and writer") {
    CHECK(daily_cost(build(10, 1), nullptr).commits == 8'640);
    CHECK(daily_cost(build(300, 1), nullptr).commits == 288);
    CHECK(daily_cost(build(10, 4), nullptr).files == 34'560);
    CHECK(daily_cost(build(7, 1), nullptr).commits == 12'342);
    CHECK(daily_cost(build(1'000'000, 2), nullptr).commits == 1);
}

TEST_CASE("what the contract does not say, or says wrongly, counts as its default") {
    CHECK(daily_cost(Build{}, nullptr).commits == 1'440);
    CHECK(daily_cost(Build{}, nullptr).files == 1'440);
    CHECK(daily_cost(build(0, -3), nullptr).commits == 1'440);
    CHECK(daily_cost(build(0, -3), nullptr).files == 1'440);
}

TEST_CASE("a suspended job writes nothing, and no figure wraps round") {
    Build suspended = build(10, 4);
    suspended.deployment->state = {"suspended", somewhere()};
    CHECK(daily_cost(suspended, nullptr).suspended);
    CHECK(daily_cost(suspended, nullptr).commits == 0);
    CHECK(daily_cost(suspended, nullptr).files == 0);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    CHECK(daily_cost(build(1, kMost), nullptr).files == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("partition columns are named, for their values nobody knows") {
    Expose expose;
    expose.binding.emplace();
    expose.binding->iceberg.emplace();
    PartitionField field;
    field.source_column.value = "country";
    expose.binding->iceberg->partition_spec.push_back(field);
    CHECK(daily_cost(build(60, 1), &expose).partitions == std::vector<std::string_view>{"country"});
}

TEST_CASE("each commit makes three metadata files, and figures are grouped by thousands") {
    CHECK(daily_cost(build(10, 4), nullptr).metadata_files == 25'920);
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1'000) == "1,000");
    CHECK(grouped(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
}
