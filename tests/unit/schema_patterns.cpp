#include <catch2/catch.hpp>

#include <regex>
#include <string>
#include <vector>

#include "weir/grammar.h"

using weir::Pattern;
using weir::pattern_info;

namespace {

/// Starts of texts that some pattern takes, to be taken apart.
const std::vector<std::string> kSeeds = {
    "",
    "orders",
    "commerce.orders-2_x",
    "near-real-time",
    "1.4.0",
    "1.0.0-rc.1+build.5",
    "PT15M",
    "P1Y2M3W4DT5H6M7S",
    "99.9%",
    "100.00%",
    "team@example.com",
    "https://example.com:8443/api/v1",
    "http://[::1]:80/x",
    "s3://bucket/prefix/more/",
    "s3://bucket",
    "CATALOG_TOKEN",
    "TOKEN_abcdefghij1234567890_X",
    "abcdefghijklmnopqrst",
    "arn:aws-cn:iam::123456789012:role/x",
    "kafka-1:9092,kafka-2.example.com.:9093",
    "dbt-big_query",
    "s3.ensure_bucket",
    "vault://path/name",
    "product",
    "alias/data/key",
    "arn:aws-cn:kms:eu-west-1:123456789012:alias/abc",
    "projects/a.b:c/locations/eu-1/keyRings/r_1/cryptoKeys/k-1",
    "2048m",
    "a.b.c",
    "registry.example.com:5000/team/flink:1.20@sha256:" + std::string(64, 'a'),
    "sha256:" + std::string(64, 'F'),
    "sha256:" + std::string(64, '0'),
    std::string(46, 'a'),
    std::string(64, 'b'),
    std::string(250, 'c'),
    std::string(254, 'd'),
};

constexpr std::string_view kOdd("aZ0_.-:/@%?#[]\\,'\" \t\n\x7f+PT", 25);

/// The seeds, and each of them with one character more, fewer or other.
std::vector<std::string> texts() {
    std::vector<std::string> all = kSeeds;
    for (const std::string& seed : kSeeds) {
        const std::size_t most = std::min<std::size_t>(seed.size(), 48);
        for (std::size_t at = 0; at <= most; ++at) {
            if (at < seed.size()) {
                all.push_back(seed.substr(0, at) + seed.substr(at + 1));
            }
            for (const char odd : kOdd) {
                all.push_back(seed.substr(0, at) + odd + seed.substr(at));
                if (at < seed.size()) {
                    all.push_back(seed.substr(0, at) + odd + seed.substr(at + 1));
                }
            }
        }
    }
    return all;
}

constexpr auto kLast = static_cast<std::size_t>(Pattern::TableName);

} // namespace

TEST_CASE("an expression for editors refuses nothing that Weir takes") {
    const std::vector<std::string> all = texts();
    for (std::size_t i = 1; i <= kLast; ++i) {
        const weir::PatternInfo& info = pattern_info(static_cast<Pattern>(i));
        INFO("pattern " << i << " " << info.regex);
        REQUIRE_FALSE(info.regex.empty());
        const std::regex regex(std::string(info.regex), std::regex::ECMAScript | std::regex::optimize);
        std::size_t taken = 0;
        for (const std::string& text : all) {
            if (info.fault(text).empty()) {
                ++taken;
                INFO(text);
                REQUIRE(std::regex_search(text, regex));
            }
        }
        CHECK(taken > 0);
    }
}

TEST_CASE("an expression for editors refuses what Weir refuses") {
    const std::vector<std::string> all = texts();
    for (std::size_t i = 1; i <= kLast; ++i) {
        const weir::PatternInfo& info = pattern_info(static_cast<Pattern>(i));
        INFO("pattern " << i << " " << info.regex);
        const std::regex regex(std::string(info.regex), std::regex::ECMAScript | std::regex::optimize);
        for (const std::string& text : all) {
            if (!info.fault(text).empty()) {
                INFO(text);
                CHECK_FALSE(std::regex_search(text, regex));
            }
        }
    }
}
