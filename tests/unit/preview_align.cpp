// Which lines of two texts belong together.

#include <catch2/catch.hpp>

#include <numeric>
#include <random>
#include <string>

#include "preview/align.h"

using namespace weir;

namespace {

std::vector<std::string_view> views(const std::vector<std::string>& lines) {
    return {lines.begin(), lines.end()};
}

/// The stretches cover both texts in order, and the equal ones hold equal lines.
void check_whole(const std::vector<std::string_view>& base, const std::vector<std::string_view>& head,
                 const std::vector<Stretch>& stretches) {
    std::uint32_t base_at = 0;
    std::uint32_t head_at = 0;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        const Stretch& stretch = stretches[i];
        REQUIRE(stretch.base == base_at);
        REQUIRE(stretch.head == head_at);
        REQUIRE((stretch.base_end > stretch.base || stretch.head_end > stretch.head));
        if (stretch.equal) {
            REQUIRE(stretch.base_end - stretch.base == stretch.head_end - stretch.head);
            for (std::uint32_t k = 0; k < stretch.base_end - stretch.base; ++k) {
                REQUIRE(base[stretch.base + k] == head[stretch.head + k]);
            }
        }
        REQUIRE((i == 0 || stretches[i - 1].equal != stretch.equal));
        base_at = stretch.base_end;
        head_at = stretch.head_end;
    }
    REQUIRE(base_at == base.size());
    REQUIRE(head_at == head.size());
}

std::size_t equal_lines(const std::vector<Stretch>& stretches) {
    return std::accumulate(stretches.begin(), stretches.end(), std::size_t{0},
                           [](std::size_t sum, const Stretch& stretch) {
                               return sum + (stretch.equal ? stretch.base_end - stretch.base : 0);
                           });
}

/// By the textbook.
std::size_t longest_common(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
    std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : std::max(best[i - 1][j], best[i][j - 1]);
        }
    }
    return best[a.size()][b.size()];
}

} // namespace

TEST_CASE("lines end with LF, CRLF and CR, and a last end opens no line") {
    CHECK(lines_of("").empty());
    CHECK(lines_of("a") == std::vector<std::string_view>{"a"});
    CHECK(lines_of("a\n") == std::vector<std::string_view>{"a"});
    CHECK(lines_of("a\r\nb\rc\n\n") == std::vector<std::string_view>{"a", "b", "c", ""});
}

TEST_CASE("texts without a line in common are one changed stretch") {
    const auto stretches = align({"a", "b"}, {"c"});
    REQUIRE(stretches.size() == 1);
    CHECK(!stretches[0].equal);
    CHECK(stretches[0].base_end == 2);
    CHECK(stretches[0].head_end == 1);
    CHECK(align({}, {}).empty());
    CHECK(align({}, {"a"}).size() == 1);
}

TEST_CASE("an inserted block stands alone, though its neighbours look like it") {
    const std::vector<std::string_view> base = {"- name: a", "  type: string", "- name: c", "  type: string"};
    const std::vector<std::string_view> head = {"- name: a",      "  type: string", "- name: b",
                                                "  type: string", "- name: c",      "  type: string"};
    const auto stretches = align(base, head);
    check_whole(base, head, stretches);
    CHECK(equal_lines(stretches) == 4);
}

TEST_CASE("small texts get a longest common subsequence, whatever they hold") {
    std::mt19937 random(7); // NOLINT: the same texts on every run
    for (int round = 0; round < 500; ++round) {
        std::vector<std::string> base(random() % 30);
        std::vector<std::string> head(random() % 30);
        for (auto* text : {&base, &head}) {
            for (std::string& line : *text) {
                line = std::string(1, static_cast<char>('a' + random() % 6));
            }
        }
        const auto stretches = align(views(base), views(head));
        check_whole(views(base), views(head), stretches);
        CHECK(equal_lines(stretches) == longest_common(views(base), views(head)));
    }
}

TEST_CASE("large texts are aligned by the lines that each has once") {
    std::vector<std::string> base;
    for (int i = 0; i < 20'000; ++i) {
        base.push_back("line " + std::to_string(i));
        base.emplace_back("  type: string");
    }
    std::vector<std::string> head = base;
    for (std::size_t i = 0; i < head.size(); i += 100) {
        head[i] += " changed";
    }
    head.insert(head.begin() + 5'000, 10'000, "  repeated");
    head.erase(head.begin() + 30'000, head.begin() + 31'000);
    const auto stretches = align(views(base), views(head));
    check_whole(views(base), views(head), stretches);
    CHECK(equal_lines(stretches) > 38'000);
}

TEST_CASE("texts made to be hard to align are still cut into stretches that hold") {
    // No line is there once, and the order is turned round.
    std::vector<std::string> base;
    for (int i = 0; i < 30'000; ++i) {
        base.push_back(std::to_string(i % 7'000));
    }
    const std::vector<std::string> head(base.rbegin(), base.rend());
    check_whole(views(base), views(head), align(views(base), views(head)));
}
