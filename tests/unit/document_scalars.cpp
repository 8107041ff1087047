#include <catch2/catch.hpp>

#include "document_support.h"

using namespace weir;
using namespace weir_test;

TEST_CASE("plain scalars are typed by YAML 1.2's core schema", "[document][scalars]") {
    struct Row {
        NodeKind kind;
        std::string_view texts; ///< separated by blanks
    };
    const Row row = GENERATE(values<Row>({
        {NodeKind::Null, "null Null NULL ~"},
        {NodeKind::Boolean, "true True TRUE false False FALSE"},
        {NodeKind::Integer, "0 1 -1 +12 017 089 0o17 0x1F 0xabc 99999999999999999999999 -0"},
        {NodeKind::Float, "1.5 -1.5 +.5 .5 5. 1e3 1E+3 1.5e-3 .inf -.Inf +.INF .nan .NaN .NAN 0.0"},
        {NodeKind::String,
         "nULL tRUE yes No on off y n 0o8 0o 0x 0xg 1e 1e+ . .. 1.2.3 +-1 - +  -.nan inf nan 1_000 0b11 "
         "1,000 --1 1a .e3 .5.5 12:30 e3 +x"},
    }));
    std::string_view rest = row.texts;
    while (!rest.empty()) {
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        const std::string text(rest.substr(0, blank));
        rest.remove_prefix(std::min(blank + 1, rest.size()));
        if (text.empty() || text == "-") {
            continue;
        }
        const ReadDocument read = read_yaml_text("v: " + text + "\n");
        INFO(text);
        REQUIRE(read.usable);
        const Node& node = read.document->node(read.document->find(read.document->root(), "v"));
        CHECK(node.kind == row.kind);
        CHECK(node.text == text);
        const ReadDocument quoted = read_yaml_text("v: '" + text + "'\n");
        CHECK(quoted.document->node(quoted.document->find(quoted.document->root(), "v")).kind == NodeKind::String);
    }
}
