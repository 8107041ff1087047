// Files of waivers, and what they waive.
#include <catch2/catch.hpp>

#include "diff_support.h"
#include "weir/waivers.h"

using weir::read_waivers;

namespace {

std::string waiver(const std::string& fingerprint, const std::string& expires = "2027-01-31") {
    return R"({"fingerprint": ")" + fingerprint + R"(", "reason": "agreed", "owner": "data-platform", "expires": ")" +
           expires + "\"}";
}

/// `line:column message` of the only problem.
std::string problem_of(const std::string& text) {
    const weir::ReadWaivers read = read_waivers(text);
    CHECK(read.problems.size() == 1);
    return read.problems.empty()
               ? ""
               : std::to_string(read.problems[0].at.start.line) + ":" +
                     std::to_string(read.problems[0].at.start.column) + " " + read.problems[0].message;
}

const std::string kPrint = "0123456789abcdef";

} // namespace

TEST_CASE("a file of waivers is read") {
    const weir::ReadWaivers read =
        read_waivers("[\n  " + waiver(kPrint) + ",\n  " + waiver("fedcba9876543210", "2028-02-29") + "\n]\n");
    CHECK(read.problems.empty());
    REQUIRE(read.waivers.size() == 2);
    CHECK(read.waivers[0].fingerprint == kPrint);
    CHECK(read.waivers[0].reason == "agreed");
    CHECK(read.waivers[0].owner == "data-platform");
    CHECK(read.waivers[1].expires == "2028-02-29");
    CHECK(read_waivers("[]").problems.empty());
}

TEST_CASE("what is wrong with a file of waivers is told with its place") {
    CHECK(problem_of("{}").find("1:1 a file of waivers is a list") == 0);
    CHECK(problem_of("[1]").find("1:2 a waiver is an object") == 0);
    CHECK(problem_of("[{}]").find("1:2 the waiver has no fingerprint") == 0);
    CHECK(problem_of("[\n" + waiver("0123456789ABCDEF") + "]").find("2:17 fingerprint must be the 16 hex digits") == 0);
    CHECK(problem_of("[\n" + waiver("0123") + "]").find("2:17 fingerprint") == 0);
    CHECK(problem_of("[" + waiver(kPrint, "2027-02-29") + "]").find("expires must be a day") != std::string::npos);
    CHECK(problem_of("[" + waiver(kPrint) + ",\n" + waiver(kPrint) + "]")
              .find("2:17 " + kPrint + " is waived already, on line 1") == 0);
    CHECK(problem_of(R"([{"fingerprint": 1}])").find("1:18 fingerprint must be a text") == 0);
    CHECK(problem_of(R"([{"fingerprint": "0123456789abcdef", "reason": " ", "owner": "o", "expires": "2027-01-31"}])")
              .find("reason must be a text that is not blank") != std::string::npos);
    CHECK(problem_of("[" + diff_test::edited(waiver(kPrint), "}", ", \"until\": \"x\"}") + "]")
              .find("a waiver has no until") != std::string::npos);
    CHECK_FALSE(read_waivers("[").problems.empty());
    CHECK_FALSE(read_waivers("").problems.empty());
    CHECK_FALSE(read_waivers("- fingerprint: 0123456789abcdef\n").problems.empty()); // YAML is not taken
    CHECK_FALSE(read_waivers(R"([{"$ref": "other.json"}])").problems.empty());
    CHECK_FALSE(read_waivers("[" + waiver(kPrint) + "] x").problems.empty());
    CHECK_FALSE(read_waivers("\xff").problems.empty());
    CHECK(read_waivers("[1," + waiver(kPrint) + "]").problems.size() == 1);
}

TEST_CASE("a file of waivers has a bounded number of problems") {
    std::string text = "[";
    for (int i = 0; i < 5000; ++i) {
        text += "1,";
    }
    CHECK(read_waivers(text + "1]").problems.size() == 100);
}

TEST_CASE("dates are days that there are") {
    for (const char* good : {"2026-11-30", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"}) {
        CHECK(weir::is_date(good));
    }
    for (const char* bad : {"", "2026-11-31", "2023-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00",
                            "2026-1-1", "26-01-01", "2026/01/01", "2026-01-01 ", "2026-01-01T00:00", "+026-01-01"}) {
        INFO(bad);
        CHECK_FALSE(weir::is_date(bad));
    }
}

TEST_CASE("a waiver marks its change, and one that has ended or matches nothing is told") {
    auto list = diff_test::changes(diff_test::contract_text(),
                                   diff_test::edited(diff_test::contract_text(), "topic: orders", "topic: other"));
    REQUIRE(list.size() == 1);
    const weir::Waiver good{list[0].fingerprint, "agreed", "team", "2026-11-30"};
    SECTION("on its last day it holds") {
        CHECK(weir::waive(list, {good}, "2026-11-30").empty());
        REQUIRE(list[0].waived);
        CHECK(list[0].waived->owner == "team");
        CHECK(list[0].severity == weir::ChangeSeverity::Breaking);
    }
    SECTION("on the next day it does not") {
        const auto warnings = weir::waive(list, {good}, "2026-12-01");
        CHECK_FALSE(list[0].waived);
        REQUIRE(warnings.size() == 1);
        CHECK(warnings[0].code == "waiver-expired");
        CHECK(warnings[0].message.find("ended on 2026-11-30") != std::string::npos);
    }
    SECTION("one that matches nothing") {
        const auto warnings = weir::waive(list, {{kPrint, "old", "team", "2027-01-01"}}, "2026-11-30");
        CHECK_FALSE(list[0].waived);
        REQUIRE(warnings.size() == 1);
        CHECK(warnings[0].code == "waiver-unmatched");
    }
}

TEST_CASE("too many changes are counted, and the most severe are kept") {
    std::string columns;
    for (int i = 0; i < 30; ++i) {
        columns += "          - name: f" + std::to_string(i) + "\n            type: string\n";
    }
    const std::string& base = diff_test::contract_text();
    const std::string head =
        diff_test::edited(diff_test::edited(base, "          - name: count\n            type: int\n",
                                            columns + "          - name: count\n            type: int\n"),
                          "topic: orders", "topic: other");
    const auto read = [](const std::string& text) {
        weir::FileSet files;
        files["c.fluid.yaml"] = weir::FileAnswer{text, {}};
        return weir::read_contract(weir::read_document(files, "c.fluid.yaml", {}).document).contract;
    };
    const weir::Contract from = read(base);
    const weir::Contract to = read(head);
    const auto all = weir::diff(from, to);
    REQUIRE(all.changes.size() == 31);
    CHECK(all.cut.all() == 0);
    for (const std::size_t most : {0U, 1U, 2U, 7U, 30U, 31U}) {
        const auto some = weir::diff(from, to, most);
        INFO(most);
        REQUIRE(some.changes.size() == most);
        CHECK(some.cut.all() == 31 - most);
        CHECK(some.cut.breaking == (most == 0 ? 1 : 0));
        for (std::size_t i = 0; i < most; ++i) {
            CHECK(some.changes[i].fingerprint == all.changes[i].fingerprint);
        }
    }
}
