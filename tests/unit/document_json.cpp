#include <catch2/catch.hpp>

#include <string>

#include <nlohmann/json.hpp>

#include "document_support.h"

using namespace weir;
using namespace weir_test;

namespace {

/// Read without an offence against the grammar. Repeated keys and the like are another matter.
bool reads_as_json(const std::string& text) {
    const ReadDocument read = read_json_text(text);
    for (const Finding& finding : read.findings) {
        if (finding.code == Code::yaml_syntax || finding.code == Code::yaml_encoding ||
            finding.code == Code::yaml_empty) {
            return false;
        }
    }
    return true;
}

/// A number that JSON allows and nlohmann refuses because no double holds it.
bool has_huge_number(std::string_view text) {
    std::size_t digits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        digits = text[i] >= '0' && text[i] <= '9' ? digits + 1 : 0;
        const bool exponent = i + 1 > digits + 1 && digits >= 3 &&
                              std::string_view("eE+-").find(text[i - digits]) != std::string_view::npos;
        if (exponent || digits > 300) {
            return true;
        }
    }
    return false;
}

} // namespace

TEST_CASE("what is refused in JSON, and where", "[document][json]") {
    struct Row {
        std::string text;
        std::string expected;
    };
    const Row row = GENERATE(values<Row>({
        {"", "yaml-empty 1:1-1:1"},
        {" \n", "yaml-empty 1:1-1:1"},
        {"{\"a\": 1,}", "yaml-syntax 1:9-1:10"},
        {"{\"a\": [1,]}", "yaml-syntax 1:10-1:11"},
        {"{\"a\" 1}", "yaml-syntax 1:6-1:7"},
        {"{a: 1}", "yaml-syntax 1:2-1:3"},
        {"{\"a\": 'b'}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": 01}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": -}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": 1.}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": 1e}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": .5}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": +1}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": NaN}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": tru}", "yaml-syntax 1:7-1:8"},
        {"{\"a\": truex}", "yaml-syntax 1:11-1:12"},
        {"{\"a\": \"b", "yaml-syntax 1:7-1:8"},
        {"{\"a\": \"b\\", "yaml-syntax 1:9-1:10"},
        {"{\"a\": \"\\q\"}", "yaml-syntax 1:8-1:9"},
        {"{\"a\": \"\\u12g4\"}", "yaml-syntax 1:12-1:13"},
        {"{\"a\": \"\\ud800\"}", "yaml-syntax 1:8-1:9"},
        {"{\"a\": \"\\ud800\\u0041\"}", "yaml-syntax 1:8-1:9"},
        {"{\"a\": \"\\udc00\"}", "yaml-syntax 1:8-1:9"},
        {"{\"a\": \"x\ny\"}", "yaml-syntax 1:9-2:1"},
        {"{\"a\": 1", "yaml-syntax 1:8-1:8"},
        {"{\"a\": 1]", "yaml-syntax 1:8-1:9"},
        {"{\"a\": 1} x", "yaml-syntax 1:10-1:11"},
        {"{\"a\": 1} // x", "yaml-syntax 1:10-1:11"},
        {"{} {}", "yaml-syntax 1:4-1:5"},
        {"[1]", "yaml-root-kind 1:1-1:2"},
        {"12", "yaml-root-kind 1:1-1:3"},
        {"{\"a\": 1, \"a\": 2}", "yaml-duplicate-key 1:10-1:13"},
        {"{\"a\": \"\xFF\"}", "yaml-encoding 1:8-1:9"},
        {"{\"\\u0001\": 1}", "control-character 1:2-1:10"},
        {"{\"a\": yes}", "yaml-syntax 1:7-1:8"},
    }));
    INFO(row.text);
    const ReadDocument read = read_json_text(row.text);
    REQUIRE(read.findings.size() == 1);
    CHECK(brief(read, read.findings[0]) == row.expected);
}

TEST_CASE("JSON has no merge keys, and a lone CR is a blank", "[document][json]") {
    const ReadDocument read = read_json_text("{\"<<\": {\"a\": 1},\r\"b\": \"\x7F\"}");
    CHECK(read.findings.empty());
    CHECK(read.document->entries(read.document->root()).size() == 2);
    CHECK(read.document->node(read.document->find(read.document->root(), "b")).has_control);
}

TEST_CASE("what nlohmann reads is read, and nothing else", "[document][json]") {
    const std::string seeds[] = {
        R"({"a": [1, -0.5e+3, true, false, null, "x\n\u00e9\ud83d\ude00\\\"\/"], "b": {"c": {}, "d": []}, "e": 0})",
        R"([[], {}, "", 0, -1, 1.5, 1E9, 2e-3, "é語😀", null])",
        "\r\n\t [ 1 ,2 ] ",
    };
    const std::string_view pieces[] = {"{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       "\"",
                                       "\\",
                                       "0",
                                       "1",
                                       "-",
                                       "+",
                                       ".",
                                       "e",
                                       "E",
                                       "true",
                                       "nul",
                                       "\\u12",
                                       "\\ud8",
                                       " ",
                                       "\n",
                                       "\t",
                                       "\xC3",
                                       "\xA9",
                                       "\x01",
                                       "\\ud83d\\ude00",
                                       "a",
                                       "/",
                                       "\xED\xA0\x80",
                                       "\x7F",
                                       "00"};
    std::uint32_t state = 12345;
    const auto random = [&](std::size_t below) {
        state = state * 1664525U + 1013904223U;
        return static_cast<std::size_t>(state >> 8U) % below;
    };
    std::size_t good = 0;
    for (int round = 0; round < 60'000; ++round) {
        std::string text = seeds[random(3)];
        for (std::size_t edits = random(4); edits > 0; --edits) {
            const std::size_t at = random(text.size() + 1);
            switch (random(3)) {
            case 0:
                text.insert(at, pieces[random(std::size(pieces))]);
                break;
            case 1:
                text.erase(at, 1 + random(3));
                break;
            default:
                text.replace(at, std::min<std::size_t>(1, text.size() - at), pieces[random(std::size(pieces))]);
                break;
            }
        }
        const bool expected = nlohmann::json::accept(text);
        good += expected ? 1 : 0;
        if (reads_as_json(text) != expected && !has_huge_number(text)) {
            INFO(text);
            CHECK(reads_as_json(text) == expected);
        }
    }
    CHECK(good > 15'000);
    CHECK(good < 55'000);
}

TEST_CASE("values of JSON texts are nlohmann's", "[document][json]") {
    const std::string text = R"({"a": "\u0041\u00e9\u20ac\ud834\udd1e\b\f\n\r\t\/\\\"", "b": "plain é", "c": ""})";
    const ReadDocument read = read_json_text(text);
    const nlohmann::json expected = nlohmann::json::parse(text);
    for (const Entry& entry : read.document->entries(read.document->root())) {
        const std::string key(read.document->node(entry.key).text);
        CHECK(read.document->node(entry.value).text == expected.at(key).get<std::string>());
    }
}
