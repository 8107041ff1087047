// Canonical JSON by RFC 8785: its own examples, and what it refuses.

#include <catch2/catch.hpp>

#include <string>

#include "deploy/number.h"
#include "weir/deploy.h"

using weir::canonical_json;
using weir::canonical_number;

TEST_CASE("numbers are written as ECMAScript writes them") {
    // RFC 8785, appendix B, from 17 digits of each double; the last rows are decimals around what doubles hold.
    const std::pair<const char*, const char*> cases[] = {
        {"0", "0"},
        {"-0", "0"},
        {"-0.0", "0"},
        {"4.9406564584124654e-324", "5e-324"},
        {"-4.9406564584124654e-324", "-5e-324"},
        {"1.7976931348623157e+308", "1.7976931348623157e+308"},
        {"-1.7976931348623157e308", "-1.7976931348623157e+308"},
        {"9007199254740992", "9007199254740992"},
        {"-9007199254740992", "-9007199254740992"},
        {"2.9514790517935283e+20", "295147905179352830000"},
        {"9.9999999999999974e+22", "9.999999999999997e+22"},
        {"9.9999999999999992e+22", "1e+23"},
        {"1.0000000000000001e+23", "1.0000000000000001e+23"},
        {"999999999999999740000", "999999999999999700000"},
        {"999999999999999870000", "999999999999999900000"},
        {"1e21", "1e+21"},
        {"9.9999999999999974e-07", "9.999999999999997e-7"},
        {"9.9999999999999995e-07", "0.000001"},
        {"333333333.33333319", "333333333.3333332"},
        {"333333333.33333325", "333333333.33333325"},
        {"333333333.33333331", "333333333.3333333"},
        {"333333333.33333337", "333333333.3333334"},
        {"333333333.33333343", "333333333.33333343"},
        {"-3.3333333333333333e-06", "-0.0000033333333333333333"},
        {"1424953923781206.2", "1424953923781206.2"},
        {"4.50", "4.5"},
        {"2e-3", "0.002"},
        {"0.000000000000000000000000001", "1e-27"},
        {"1E30", "1e+30"},
        {"12345678901234567890", "12345678901234567000"},
        {"0.1000000000000000055511151231257827021181583404541015625", "0.1"},
        {"2.4703282292062327e-324", "0"},
        {"2.4703282292062328e-324", "5e-324"},
        {"1.7976931348623158e308", "1.7976931348623157e+308"},
        {"1e-400", "0"},
    };
    for (const auto& [json, wanted] : cases) {
        CAPTURE(json);
        CHECK(canonical_number(json) == std::optional<std::string>(wanted));
    }
    for (const char* infinite : {"1e309", "-1e309", "1.7976931348623159e308", "1e99999999999999999999"}) {
        CAPTURE(infinite);
        CHECK_FALSE(canonical_number(infinite).has_value());
    }
    // Half way between two doubles: the even one, and the other as soon as a far digit says so.
    const std::string half = "9007199254740993";
    CHECK(canonical_number(half) == std::optional<std::string>("9007199254740992"));
    CHECK(canonical_number(half + "." + std::string(900, '0') + "1") == std::optional<std::string>("9007199254740994"));
}

TEST_CASE("objects are sorted by UTF-16 units") {
    // RFC 8785, section 3.2.3.
    const std::string text =
        R"({"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",)"
        R"("1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control",)"
        R"("\u00f6":"Latin Small Letter O With Diaeresis"})";
    CHECK(canonical_json(text) ==
          std::optional<std::string>("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
                                     "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
                                     "\"\U0001f600\":\"Emoji: Grinning Face\","
                                     "\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}"));
    CHECK(canonical_json(R"({"b":{"d":1,"c":2},"a":[{"z":0,"y":0}],"ab":0,"":0})") ==
          std::optional<std::string>(R"({"":0,"a":[{"y":0,"z":0}],"ab":0,"b":{"c":2,"d":1}})"));
}

TEST_CASE("strings keep every character and escape the fewest") {
    // RFC 8785, section 3.2.2.
    const std::string text = R"({ "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false] })";
    CHECK(canonical_json(text) == std::optional<std::string>(R"({"literals":[null,true,false],)"
                                                             R"("numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],)"
                                                             "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"));
    CHECK(canonical_json("\"\\u007f\\u2028\\u202e\\b\\t\\f\\u001f\"") ==
          std::optional<std::string>("\"\x7f\u2028\u202e\\b\\t\\f\\u001f\""));
}

TEST_CASE("what is no I-JSON has no canonical form") {
    for (const char* text : {"", "{", "[1,]", R"({"a":1,"a":1})", R"({"a":1,"\u0061":2})", R"([{"x":{"b":1,"b":2}}])",
                             "\"\\ud800\"", "\"\xff\"", "[1e400]", "NaN", "01", "\xEF\xBB\xBF{}"}) {
        CAPTURE(text);
        CHECK_FALSE(canonical_json(text).has_value());
    }
    CHECK_FALSE(canonical_json(std::string("{}\0", 3)).has_value());
    CHECK(canonical_json(std::string(128, '[') + std::string(128, ']')).has_value());
    CHECK_FALSE(canonical_json(std::string(129, '[') + std::string(129, ']')).has_value());
}

TEST_CASE("the canonical form is its own canonical form") {
    const std::string once = canonical_json(R"({"b":[1.50,{"d":"\u00e9","c":null}],"a":1e2})").value();
    CHECK(canonical_json(once) == std::optional<std::string>(once));
}
