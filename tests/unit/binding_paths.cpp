#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "weir/binding.h"

using weir::parse_path;

namespace {

/// Steps with `|` between them, literals in brackets; "malformed" or "too long".
std::string steps(std::string_view text) {
    const weir::ParsedPath path = parse_path(text);
    if (path.too_long) {
        CHECK_FALSE(path.ok);
        return "too long";
    }
    if (!path.ok) {
        CHECK(path.steps.empty());
        return "malformed";
    }
    std::string out;
    for (const weir::PathStep& step : path.steps) {
        if (!out.empty()) {
            out += '|';
        }
        out += step.literal ? "[" + step.name + "]" : step.name;
    }
    return out;
}

} // namespace

TEST_CASE("paths are names, dots and literals", "[binding]") {
    struct Row {
        std::string_view text;
        std::string_view steps;
    };
    const std::vector<Row> rows = {
        {"a", "a"},
        {"customer.address.country", "customer|address|country"},
        {"_a9.B", "_a9|B"},
        {"attributes['channel']", "attributes|[channel]"},
        {"attributes['it''s']", "attributes|[it's]"},
        {"attributes['''']", "attributes|[']"},
        {"attributes['']", "attributes|[]"},
        {"a['x']['y'].z", "a|[x]|[y]|z"},
        {"a['x.y']", "a|[x.y]"},
        {"a['x]y']", "a|[x]y]"},
        {"a['å 日']", "a|[å 日]"},
        {"a['\"; DROP TABLE t --']", "a|[\"; DROP TABLE t --]"},
        {"", "malformed"},
        {".", "malformed"},
        {".a", "malformed"},
        {"a.", "malformed"},
        {"a..b", "malformed"},
        {" a", "malformed"},
        {"a ", "malformed"},
        {"a .b", "malformed"},
        {"9a", "malformed"},
        {"a-b", "malformed"},
        {"å", "malformed"},
        {"['a']", "malformed"},
        {"a[0]", "malformed"},
        {"a[b]", "malformed"},
        {"a[\"b\"]", "malformed"},
        {"a['b'", "malformed"},
        {"a['b", "malformed"},
        {"a['", "malformed"},
        {"a[", "malformed"},
        {"a['b'x']", "malformed"},
        {"a['b''']c", "malformed"},
        {"a['b']c", "malformed"},
        {"a.['b']", "malformed"},
        {"a['b\n']", "malformed"},
        {"a['b\t']", "malformed"},
        {"a['\x7f']", "malformed"},
        {"a + b", "malformed"},
        {"UPPER(a)", "malformed"},
        {"a`", "malformed"},
        {"customer.id || 'x'", "malformed"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(steps(row.text) == row.steps);
    }
}

TEST_CASE("a path has at most 64 steps", "[binding]") {
    std::string path = "s";
    for (int i = 0; i < 63; ++i) {
        path += i % 2 == 0 ? ".s" : "['s']";
    }
    CHECK(parse_path(path).ok);
    CHECK(parse_path(path).steps.size() == 64);
    CHECK(steps(path + ".s") == "too long");
    CHECK(steps(path + "['s']") == "too long");
    CHECK(steps(path + ".s.") == "malformed");
}

TEST_CASE("steps know the bytes they stand for", "[binding]") {
    const std::string_view text = "ab.cd['e''f'].g";
    const weir::ParsedPath path = parse_path(text);
    REQUIRE(path.steps.size() == 4);
    std::vector<std::string_view> pieces;
    for (const weir::PathStep& step : path.steps) {
        pieces.push_back(text.substr(step.begin, step.end - step.begin));
    }
    CHECK(pieces == std::vector<std::string_view>{"ab", "cd", "['e''f']", "g"});
}

TEST_CASE("a path ends where its text does, whatever follows in memory", "[binding]") {
    const std::string_view text = "customer.idx['k']";
    CHECK(steps(text.substr(0, 11)) == "customer|id");
    CHECK(steps(text.substr(0, 7)) == "custome");
    CHECK(steps(text.substr(0, 9)) == "malformed");
    CHECK(steps(text.substr(0, 15)) == "malformed");
}

TEST_CASE("a hostile path is answered at once", "[binding]") {
    std::string dots;
    for (int i = 0; i < 1'000'000; ++i) {
        dots += "a.";
    }
    CHECK_FALSE(parse_path(dots).ok);
    CHECK(parse_path(dots + "a").too_long);
    CHECK(parse_path(dots + "a").steps.size() == 64);
    CHECK_FALSE(parse_path("a['" + std::string(1'000'000, '\'')).ok);
}
