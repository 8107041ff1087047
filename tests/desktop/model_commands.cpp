#include "model/command_search.h"

#include <algorithm>
#include <array>
#include <string>

#include <catch2/catch.hpp>

using namespace weir::app;

namespace {

std::string best(std::string_view query) {
    constexpr std::array<std::string_view, 6> kNames = {"Open a folder or a contract", "Change between light and dark",
                                                        "Deploy: check the contract",  "Deploy: suspend the job",
                                                        "Choose the baseline",         "Page: Deploy"};
    int score = -1;
    std::string name;
    for (const std::string_view candidate : kNames) {
        const auto match = match_command(query, candidate);
        if (match && match->score > score) {
            score = match->score;
            name = candidate;
        }
    }
    return name;
}

} // namespace

TEST_CASE("a command is found by letters of its name", "[commands]") {
    CHECK(best("susp") == "Deploy: suspend the job");
    CHECK(best("dsj") == "Deploy: suspend the job");
    CHECK(best("DARK") == "Change between light and dark");
    CHECK(best("ctb") == "Choose the baseline");
    CHECK(best("page d") == "Page: Deploy");
    CHECK(best("zz").empty());
    CHECK(best("suspendx").empty());
}

TEST_CASE("the letters that were meant are told, and whole words before scattered ones", "[commands]") {
    const auto match = match_command("job", "jumbo objects of a job");
    REQUIRE(match);
    CHECK(match->letters == std::vector<std::size_t>{19, 20, 21});
    CHECK(match_command("", "anything")->letters.empty());
    CHECK_FALSE(match_command("abc", "ab"));
}
