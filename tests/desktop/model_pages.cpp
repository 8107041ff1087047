#include <catch2/catch.hpp>

#include "model/fleet.h"
#include "model/pages.h"

using namespace weir::app;

TEST_CASE("pages that were not added are neither shown nor stepped to", "[pages]") {
    Pages pages;
    pages.step(1);
    CHECK(pages.now() == Page::Contracts);
    pages.show(Page::Fleet);
    CHECK(pages.now() == Page::Contracts);
    pages.add(Page::Fleet);
    pages.add(Page::Log);
    pages.step(1);
    CHECK(pages.now() == Page::Fleet);
    pages.step(1);
    CHECK(pages.now() == Page::Log);
    pages.step(1);
    CHECK(pages.now() == Page::Contracts);
    pages.step(-1);
    CHECK(pages.now() == Page::Log);
}

TEST_CASE("a deployment's age is that of its newest checkpoint, else of its savepoint", "[fleet]") {
    FleetEntry entry;
    CHECK_FALSE(entry.checkpoint_age(100'000).has_value());
    entry.seen.savepoint = 40'000;
    CHECK(entry.checkpoint_age(100'000) == 60U);
    entry.checkpoints.latest = {{60'000, 10, {}}, {90'000, 10, {}}};
    CHECK(entry.checkpoint_age(100'000) == 10U);
    CHECK_FALSE(entry.checkpoint_age(80'000).has_value()); // ahead: clocks differ
}

TEST_CASE("drift and bad evidence are warnings", "[fleet]") {
    FleetEntry entry;
    CHECK(entry.warnings().empty());
    entry.diff = weir::LiveDiff();
    entry.diff->state = weir::LiveState::Match;
    CHECK(entry.warnings().empty());
    entry.diff->state = weir::LiveState::Drift;
    entry.diff->fields.resize(2);
    REQUIRE(entry.warnings().size() == 1);
    CHECK(entry.warnings().front() == "It has drifted: 2 fields are not as applied.");
    weir::Evidence stale;
    stale.kind = weir::EvidenceKind::Snapshot;
    stale.ok = false;
    stale.message = "the snapshot is old";
    entry.evidence.push_back(stale);
    CHECK(entry.warnings().back() == "snapshot: the snapshot is old");
}
