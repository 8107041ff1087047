// Whatever a broken value is, it is told once: by the document when a `$ref` fails, by the contract when a
// text holds a control character. Every value of the examples is broken in turn.

#include <catch2/catch.hpp>

#include "facade_support.h"

using namespace weir;
using Json = nlohmann::ordered_json;

namespace {

Json as_json(const Document& document, NodeId id) {
    const Node& node = document.node(id);
    switch (node.kind) {
    case NodeKind::Null:
        return nullptr;
    case NodeKind::Boolean:
    case NodeKind::Integer:
    case NodeKind::Float:
        return Json::parse(node.text);
    case NodeKind::String:
        return std::string(node.text);
    case NodeKind::Mapping: {
        Json object = Json::object();
        for (const Entry& entry : document.entries(id)) {
            object[std::string(document.node(entry.key).text)] = as_json(document, entry.value);
        }
        return object;
    }
    case NodeKind::Sequence:
        break;
    }
    Json list = Json::array();
    for (const NodeId item : document.items(id)) {
        list.push_back(as_json(document, item));
    }
    return list;
}

/// The contract at `name` of the source tree, its fragments put in, as JSON.
Json load(const std::string& name) {
    FileSet files;
    for (const std::string& file : {name, std::string("examples/fragments/streams/orders.yaml"),
                                    std::string("examples/fragments/streams/orders.value.yaml")}) {
        files[file].text = weir_test::read_tree(file);
    }
    const ReadDocument read = read_document(files, name, name.rfind("examples/", 0) == 0 ? "examples" : "");
    REQUIRE(read.usable);
    return as_json(*read.document, read.document->root());
}

void pointers_below(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& pointers) {
    if (!at.empty()) {
        pointers.push_back(at);
    }
    if (value.is_object()) {
        for (const auto& [key, below] : value.items()) {
            pointers_below(below, at / key, pointers);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            pointers_below(value[i], at / i, pointers);
        }
    }
}

std::vector<Json::json_pointer> pointers_of(const Json& contract) {
    std::vector<Json::json_pointer> pointers;
    pointers_below(contract, Json::json_pointer(), pointers);
    REQUIRE(pointers.size() > 20);
    return pointers;
}

Checked judge(const Json& contract) {
    FileSet files;
    files["a.json"].text = contract.dump();
    files["gone.yaml"].refusal = "no such file";
    return check(files, "a.json");
}

/// Errors and warnings: a good contract has notes too.
std::string told(const Checked& checked) {
    std::string out;
    for (const Finding& finding : checked.findings) {
        if (finding.severity() == Severity::Info) {
            continue;
        }
        out += std::string(code_info(finding.code).slug) + " " + finding.path + ": " + finding.message + "\n";
    }
    return out;
}

const char* const kContracts[] = {"tests/codes/base.fluid.yaml", "tests/codes/plain.fluid.yaml",
                                  "examples/nested/contract.fluid.yaml", "examples/flattened/contract.fluid.yaml",
                                  "examples/rebuilt/contract.fluid.yaml"};

} // namespace

TEST_CASE("a $ref that failed is told once, wherever it stands") {
    for (const std::string name : kContracts) {
        const Json contract = load(name);
        REQUIRE(told(judge(contract)).empty());
        for (const Json::json_pointer& pointer : pointers_of(contract)) {
            Json broken = contract;
            broken[pointer] = {{"$ref", "gone.yaml"}};
            const Checked checked = judge(broken);
            INFO(name << " " << pointer.to_string() << "\n" << told(checked));
            CHECK(checked.findings.size() == 1);
            CHECK(checked.findings.at(0).code == Code::ref_unreadable);
        }
    }
}

TEST_CASE("a control character is told once, at its text, wherever it stands") {
    for (const std::string name : kContracts) {
        const Json contract = load(name);
        for (const Json::json_pointer& pointer : pointers_of(contract)) {
            if (!contract[pointer].is_string()) {
                continue;
            }
            Json broken = contract;
            broken[pointer] = contract[pointer].get<std::string>() + "\x1b[31m";
            const Checked checked = judge(broken);
            INFO(name << " " << pointer.to_string() << "\n" << told(checked));
            if (pointer.back() == "description" || pointer.back() == "sql") {
                CHECK(told(checked).find("control-character") == std::string::npos);
                continue;
            }
            CHECK(checked.findings.size() == 1);
            const Finding& finding = checked.findings.at(0);
            CHECK(finding.code == Code::control_character);
            CHECK(checked.document->sources().slice(finding.at) == broken[pointer].dump());
        }
    }
}
