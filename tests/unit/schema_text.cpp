#include <catch2/catch.hpp>

#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "weir/grammar.h"
#include "weir/schema.h"

using nlohmann::json;
using weir::FragmentKind;

namespace {

json schema(std::optional<FragmentKind> fragment = std::nullopt) {
    const std::string text = weir::json_schema(fragment);
    CHECK(text.find('\n') == std::string::npos);
    return json::parse(text);
}

/// Every `$ref` of the schema itself, not of a contract.
void collect_refs(const json& node, std::set<std::string>& refs) {
    if (node.is_object()) {
        for (const auto& [key, value] : node.items()) {
            if (key == "$ref" && value.is_string()) {
                refs.insert(value.get<std::string>());
            }
            collect_refs(value, refs);
        }
    } else if (node.is_array()) {
        for (const json& item : node) {
            collect_refs(item, refs);
        }
    }
}

const json& definition(const json& whole, const std::string& name) {
    return whole["$defs"][name]["else"];
}

} // namespace

TEST_CASE("the schema's definitions are what its references name") {
    for (const std::optional<FragmentKind> kind :
         {std::optional<FragmentKind>(), std::optional(FragmentKind::StreamSource), std::optional(FragmentKind::Schema),
          std::optional(FragmentKind::RecordMapping)}) {
        const json whole = schema(kind);
        CHECK(whole["$schema"] == "https://json-schema.org/draft/2020-12/schema");
        std::set<std::string> refs;
        collect_refs(whole, refs);
        std::set<std::string> names;
        for (const auto& [name, value] : whole["$defs"].items()) {
            names.insert("#/$defs/" + name);
        }
        CHECK(refs == names);
    }
}

TEST_CASE("objects that managed contracts read differently stand there twice") {
    const json whole = schema();
    CHECK(definition(whole, "Root")["properties"].contains("governance"));
    CHECK_FALSE(definition(whole, "RootManaged")["properties"].contains("governance"));
    CHECK(definition(whole, "Root")["properties"]["exposes"]["else"]["items"]["$ref"] == "#/$defs/Expose");
    CHECK(definition(whole, "RootManaged")["properties"]["exposes"]["else"]["items"]["$ref"] == "#/$defs/LaneExpose");
    CHECK_FALSE(definition(whole, "Column")["properties"].contains("fields"));
    CHECK(whole["$defs"].contains("Owner"));
    CHECK_FALSE(whole["$defs"].contains("OwnerManaged"));
}

TEST_CASE("columns hold columns by reference") {
    const json whole = schema(FragmentKind::Schema);
    CHECK(whole["else"]["items"]["$ref"] == "#/$defs/LaneColumn");
    const json& column = definition(whole, "LaneColumn");
    CHECK(column["properties"]["fields"]["else"]["items"]["$ref"] == "#/$defs/LaneColumn");
    CHECK(column["properties"]["element"]["$ref"] == "#/$defs/LaneNestedColumn");
    CHECK(column["required"] == json({"name", "type"}));
    CHECK(column["additionalProperties"] == false);
    // Types are judged by Weir; the names are proposals.
    CHECK(column["properties"]["type"]["anyOf"][1] == json({{"type", "string"}}));
}

TEST_CASE("keys that exist to be refused are not proposed") {
    const json whole = schema();
    for (const char* key : {"topic", "format", "schema"}) {
        CHECK_FALSE(definition(whole, "FlinkSource")["properties"].contains(key));
    }
    CHECK_FALSE(definition(whole, "LaneColumn")["properties"].contains("quality"));
}

TEST_CASE("every object of the grammar has a name") {
    CHECK(weir::object_name(weir::ObjectId::kNone).empty());
    CHECK(weir::object_name(weir::ObjectId::kRoot) == "Root");
    CHECK(weir::object_name(weir::ObjectId::kLanePartitionField) == "LanePartitionField");
}
