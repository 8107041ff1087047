#include <catch2/catch.hpp>

#include <string>

#include "document_support.h"

using namespace weir;
using namespace weir_test;

namespace {

std::string repeat(std::string_view piece, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) {
        out += piece;
    }
    return out;
}

std::string only_code(const ReadDocument& read) {
    return read.findings.size() == 1 ? std::string(code_info(read.findings[0].code).slug)
                                     : fmt::format("{} findings", read.findings.size());
}

} // namespace

TEST_CASE("5 MiB are read, one byte more is not", "[document][limits]") {
    constexpr std::size_t kLimit = 5UL * 1024 * 1024;
    std::string text = "a: 1\n#";
    text += std::string(kLimit - text.size(), 'x');
    CHECK(read_yaml_text(text).usable);
    text += 'x';
    const ReadDocument read = read_yaml_text(text);
    CHECK_FALSE(read.usable);
    CHECK(only_code(read) == "yaml-too-large");
    CHECK(read.document->sources().size() == 1);
    const std::string json = "{\"a\": 1" + std::string(kLimit, ' ') + "}";
    CHECK(only_code(read_json_text(json)) == "yaml-too-large");
}

TEST_CASE("128 levels are read, 129 are not", "[document][limits]") {
    const auto flow = [](std::size_t levels) {
        return "{a: " + repeat("[", levels - 1) + repeat("]", levels - 1) + "}";
    };
    const auto block = [](std::size_t levels) { return "a:\n " + repeat("- ", levels - 1) + "x\n"; };
    const auto json = [](std::size_t levels) {
        return "{\"a\": " + repeat("[", levels - 1) + repeat("]", levels - 1) + "}";
    };
    CHECK(read_yaml_text(flow(128)).findings.empty());
    CHECK(only_code(read_yaml_text(flow(129))) == "yaml-too-deep");
    CHECK(read_yaml_text(block(128)).findings.empty());
    CHECK(only_code(read_yaml_text(block(129))) == "yaml-too-deep");
    CHECK(read_json_text(json(128)).findings.empty());
    CHECK(only_code(read_json_text(json(129))) == "yaml-too-deep");
    CHECK(only_code(read_json_text(json(100'000))) == "yaml-too-deep");
    CHECK(only_code(read_yaml_text(flow(100'000))) == "yaml-too-deep");
    CHECK(brief(read_yaml_text(flow(129)), read_yaml_text(flow(129)).findings[0]) == "yaml-too-deep 1:132-1:133");
}

TEST_CASE("brackets without end are refused where they go too deep", "[document][limits]") {
    // Each would cost yaml-cpp hundreds of megabytes if it were read to its end.
    constexpr std::size_t kMany = 1'000'000;
    const auto brief_of = [](const std::string& text) {
        const ReadDocument read = read_yaml_text(text);
        return read.findings.size() == 1 ? brief(read, read.findings[0]) : only_code(read);
    };
    CHECK(brief_of(repeat("[", kMany)) == "yaml-too-deep 1:129-1:130");
    CHECK(brief_of(repeat("{", kMany)) == "yaml-too-deep 1:129-1:130");
    CHECK(brief_of("a:\n- " + repeat("[{", kMany)) == "yaml-too-deep 2:129-2:130");
    CHECK(brief_of("a: 1\n" + repeat(" ", 4) + "b: [" + repeat("[\n", kMany)) == "yaml-syntax 2:6-2:7");
    CHECK(brief_of("a: 1\n---\n" + repeat("[", kMany)) == "yaml-second-document 2:1-2:4");
    // Brackets in texts and comments are none.
    CHECK(read_yaml_text("a: '" + repeat("[", kMany) + "'\n# " + repeat("{", kMany) + "\nb: |\n  " + repeat("[", kMany))
              .findings.empty());
}

TEST_CASE("a list in brackets has a bounded number of tokens", "[document][limits]") {
    const auto list = [](std::size_t items) { return "a: [[" + repeat("1,", items) + "1]]\n"; };
    CHECK(read_yaml_text(list(1'400'000)).findings.empty());
    const ReadDocument read = read_yaml_text(list(1'600'000));
    REQUIRE(briefs(read) == std::vector<std::string>{"yaml-too-many-nodes 1:4-1:5"});
    // The same items a line each are within all limits.
    CHECK(read_yaml_text("a:\n" + repeat("- 1\n", 1'300'000)).findings.empty());
}

TEST_CASE("aliases do not nest beyond the limit", "[document][limits]") {
    DocumentLimits limits;
    limits.depth = 6;
    CHECK(read_yaml_text("a: &a [[[]]]\nb: [[*a]]\n", limits).findings.empty());
    CHECK(only_code(read_yaml_text("a: &a [[[]]]\nb: [[[*a]]]\n", limits)) == "yaml-too-deep");
}

TEST_CASE("50 aliases are read, 51 are not", "[document][limits]") {
    CHECK(read_yaml_text("a: &a x\nb: [" + repeat("*a ,", 50) + "]").findings.empty());
    CHECK(only_code(read_yaml_text("a: &a x\nb: [" + repeat("*a ,", 51) + "]")) == "yaml-alias-limit");
}

TEST_CASE("aliases add at most 100,000 nodes", "[document][limits]") {
    // The list has 2,000 nodes, so 50 aliases add exactly 100,000.
    const std::string list = "a: &a [" + repeat("x,", 1'999) + "]\nb: [" + repeat("*a ,", 50) + "]\n";
    CHECK(read_yaml_text(list).findings.empty());
    const std::string more = "a: &a [" + repeat("x,", 2'000) + "]\nb: [" + repeat("*a ,", 50) + "]\n";
    CHECK(only_code(read_yaml_text(more)) == "yaml-alias-growth");
    std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 9; ++i) {
        laughs += fmt::format("a{}: &a{} [{}]\n", i, i, repeat(fmt::format("*a{} ,", i - 1), 5));
    }
    CHECK(only_code(read_yaml_text(laughs)) == "yaml-alias-growth");
}

TEST_CASE("the number of nodes is limited", "[document][limits]") {
    DocumentLimits limits;
    limits.nodes = 10;
    CHECK(read_yaml_text("a: [1, 2, 3, 4, 5, 6, 7]", limits).findings.empty());
    CHECK(only_code(read_yaml_text("a: [1, 2, 3, 4, 5, 6, 7, 8]", limits)) == "yaml-too-many-nodes");
    // Inline merges inside merges copy nothing for ever.
    std::string nested = "{}";
    for (int i = 0; i < 100; ++i) {
        nested = "{<<: " + nested + fmt::format(", k{}: 1", i) + "}";
    }
    const ReadDocument read = read_yaml_text("a: " + nested);
    CHECK(read.findings.empty());
    CHECK(read.document->entries(read.document->find(read.document->root(), "a")).size() == 100);
}

TEST_CASE("hostile texts are read in linear time", "[document][limits]") {
    const std::string texts[] = {
        "a: " + repeat("[", 120) + repeat("x, ", 400'000),
        repeat("- ", 1) + repeat("{", 400'000),
        "a: \"" + repeat("\\", 1'000'001),
        "a: '" + repeat("'' ", 300'000),
        repeat("? ", 300'000),
        repeat("&a ", 300'000),
        repeat("a: \"b\" \"", 100'000),
        "a: [" + repeat("null, ", 200'000) + "]",
        "a:\n" + repeat("  \n", 400'000) + "  b\n",
        "a: |\n" + repeat("  x\n\n", 200'000),
        "a: x\n" + repeat("  y\n", 200'000),
        repeat(" ", 1'000'000) + "a: 1",
        "a: b" + repeat(" ", 1'000'000) + ": c",
        repeat("#\n", 400'000),
        "{" + repeat("a: \n,", 200'000) + "}",
        repeat("\t", 500'000) + "a: 1",
        "a: " + repeat("'", 300'001),
        repeat("a\n", 300'000),
    };
    for (const std::string& text : texts) {
        const ReadDocument read = read_yaml_text(text);
        INFO(text.substr(0, 40));
        CHECK(read.document != nullptr);
    }
}
