#include <catch2/catch.hpp>

#include "weir/finding.h"

using namespace weir;

namespace {

std::vector<Finding> list_of(std::size_t warnings, std::size_t errors) {
    std::vector<Finding> findings(warnings + errors);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        findings[i].code = i < warnings ? Code::yaml_1_1_spelling : Code::key_unknown;
        findings[i].message = std::to_string(i);
    }
    return findings;
}

} // namespace

TEST_CASE("a list of findings within the limit is left alone", "[findings]") {
    std::vector<Finding> findings = list_of(3, 2);
    cut_findings(findings, 5);
    CHECK(findings.size() == 5);
    CHECK(findings.back().code == Code::key_unknown);
}

TEST_CASE("a list that is too long keeps its errors, and its order", "[findings]") {
    std::vector<Finding> findings = list_of(6, 3);
    cut_findings(findings, 4);
    REQUIRE(findings.size() == 5);
    CHECK(findings[0].message == "0");
    CHECK(findings[1].message == "6");
    CHECK(findings[3].message == "8");
    CHECK(findings[4].code == Code::findings_cut);
    CHECK(findings[4].stands_for == 5);
    CHECK(findings[4].message == "5 more findings are not listed");
}

TEST_CASE("what was cut before is counted again", "[findings]") {
    std::vector<Finding> findings = list_of(0, 5);
    cut_findings(findings, 4);
    findings.insert(findings.begin(), findings.front());
    cut_findings(findings, 4);
    REQUIRE(findings.size() == 5);
    CHECK(findings.back().stands_for == 2);
}

TEST_CASE("a list that is filled stays below twice the limit", "[findings]") {
    std::vector<Finding> findings;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < 5 * kMostFindings; ++i) {
        make_room(findings);
        findings.emplace_back().code = Code::key_unknown;
        longest = std::max(longest, findings.size());
    }
    CHECK(longest <= 2 * kMostFindings);
    cut_findings(findings);
    CHECK(findings.size() == kMostFindings + 1);
    CHECK(findings.back().stands_for == 4 * kMostFindings);
}
