#include <catch2/catch.hpp>

#include "document_support.h"

using namespace weir;
using namespace weir_test;

TEST_CASE("a $ref alone in a mapping is replaced by what it names", "[document][refs]") {
    const ReadDocument read =
        read_all({{"c/m.yaml", "a: {$ref: s/x.yaml#/k/0}\n"}, {"c/s/x.yaml", "k:\n- {p: 1}\n"}}, "c/m.yaml");
    REQUIRE(read.usable);
    CHECK(read.findings.empty());
    const Document& document = *read.document;
    const NodeId a = document.find(document.root(), "a");
    CHECK(document.node(a).kind == NodeKind::Mapping);
    CHECK(document.node(a).through_ref);
    CHECK(document.sources().slice(document.node(a).used_at) == "s/x.yaml#/k/0");
    CHECK(document.sources().slice(document.node(a).span) == "{p: 1}");
    CHECK(document.sources()[document.node(a).span.file].name() == "c/s/x.yaml");
}
