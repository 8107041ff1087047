// No change is ever invisible: every scalar of a contract is changed in turn, and every entry taken out.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "diff_support.h"
#include "weir/document.h"

using diff_test::changes;
using diff_test::contract_text;
using diff_test::told;

namespace {

std::string file_text(const std::string& name) {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/" + name);
    REQUIRE(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Another value of the same kind.
std::string mutated(const weir::Node& node) {
    switch (node.kind) {
    case weir::NodeKind::Boolean:
        return node.text == "true" ? "false" : "true";
    case weir::NodeKind::Integer:
    case weir::NodeKind::Float:
        return "1" + std::string(node.text);
    default:
        break;
    }
    // Types stay types where they can, so that the typed rules are reached and not only the last resort.
    if (node.text == "string") {
        return "boolean";
    }
    return "\"zz" + std::string(node.text) + "\"";
}

struct Mutant {
    std::string what;
    std::string text;
};

/// One mutant for each scalar value below `id`.
void collect(const weir::Document& document, weir::NodeId id, const std::string& text, std::vector<Mutant>& out) {
    const weir::Node& node = document.node(id);
    if (node.kind == weir::NodeKind::Mapping) {
        for (const weir::Entry& entry : document.entries(id)) {
            collect(document, entry.value, text, out);
        }
    } else if (node.kind == weir::NodeKind::Sequence) {
        for (const weir::NodeId item : document.items(id)) {
            collect(document, item, text, out);
        }
    } else if (node.span.known() && node.span.end > node.span.begin) {
        std::string other = text;
        other.replace(node.span.begin, node.span.end - node.span.begin, mutated(node));
        out.push_back(Mutant{std::string(node.text) + " at byte " + std::to_string(node.span.begin), other});
    }
}

std::vector<Mutant> mutants_of(const std::string& text) {
    weir::FileSet files;
    files["contract.fluid.yaml"] = weir::FileAnswer{text, {}};
    const weir::ReadDocument read = weir::read_document(files, "contract.fluid.yaml", {});
    REQUIRE(read.usable);
    std::vector<Mutant> out;
    collect(*read.document, read.document->root(), text, out);
    return out;
}

void check_mutants(const std::string& text) {
    const std::vector<Mutant> mutants = mutants_of(text);
    CHECK(mutants.size() > 60);
    for (const Mutant& mutant : mutants) {
        INFO(mutant.what);
        CHECK_FALSE(changes(text, mutant.text).empty());
        CHECK_FALSE(changes(mutant.text, text).empty());
        CHECK(changes(mutant.text, mutant.text).empty());
    }
}

} // namespace

TEST_CASE("a change of any scalar is told, both ways") {
    check_mutants(contract_text());
}

TEST_CASE("a change of any scalar of other contracts is told, both ways") {
    for (const char* name : {"key-prefix", "own-sql", "catalog-auth-oauth2", "catalog-props", "dotted-build",
                             "identity-partition", "two-builds"}) {
        INFO(name);
        check_mutants(file_text(std::string("tests/corpus/contracts/") + name + ".fluid.yaml"));
    }
}

TEST_CASE("a line that goes is told") {
    // Every block entry of one line, where the text without it is still YAML.
    const std::string& text = contract_text();
    std::size_t told_of = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin) + 1;
        const std::string line = text.substr(begin, end - begin);
        const bool entry = line.find(": ") != std::string::npos && line.find("- ") == std::string::npos;
        // A default spelled out means what its absence means.
        const bool spelled_default = line.find("startupMode: group-offsets") != std::string::npos ||
                                     line.find("writeVersion: 2") != std::string::npos;
        // Children on the lines below would be left without their parent.
        const bool leaf = line.size() > 2 && line[line.size() - 2] != ':';
        if (entry && leaf && !spelled_default) {
            INFO(line);
            const std::string without = text.substr(0, begin) + text.substr(end);
            CHECK_FALSE(told(text, without).empty());
            CHECK_FALSE(told(without, text).empty());
            ++told_of;
        }
        begin = end;
    }
    CHECK(told_of > 50);
}
