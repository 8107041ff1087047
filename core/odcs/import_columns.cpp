// The properties of an ODCS schema as columns: which type each has, and what goes into labels.

#include "odcs/import.h"

#include <algorithm>

#include <fmt/format.h>

#include "contract/context.h"
#include "weir/odcs.h"

namespace weir {

namespace {

constexpr std::string_view kTypeHelp =
    "Write logicalType: string, integer, number, boolean, date, time, timestamp, object or array.";

/// Words of Iceberg and of the contract for one type. What Iceberg calls them is what export writes as physicalType.
struct Known {
    std::string_view iceberg;
    std::string_view type;
};
constexpr Known kKnown[] = {
    {"string", "string"}, {"binary", "binary"}, {"boolean", "boolean"},        {"int", "int"},
    {"long", "long"},     {"float", "float"},   {"double", "double"},          {"date", "date"},
    {"struct", "struct"}, {"list", "array"},    {"timestamp", "timestamp(6)"}, {"timestamptz", "timestamp_ltz(6)"},
    {"map", "map"},
};

/// What a logicalType says by itself.
constexpr Known kLogical[] = {
    {"string", "string"}, {"integer", "long"}, {"number", "double"}, {"boolean", "boolean"},
    {"date", "date"},     {"time", "time"},    {"object", "struct"}, {"array", "array"},
};

template <std::size_t N> std::string_view among(const Known (&table)[N], std::string_view word) {
    const auto* const found =
        std::find_if(std::begin(table), std::end(table), [word](const Known& known) { return known.iceberg == word; });
    return found == std::end(table) ? std::string_view{} : found->type;
}

/// Without blanks and in lower case: `decimal(18, 2)` is `decimal(18,2)`.
std::string tight(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c != ' ') {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return out;
}

/// A type of some platform that a contract outside the lane may name: `varchar(10)`.
bool is_platform_type(std::string_view text) {
    const std::string_view bare = text.substr(0, text.find('('));
    const auto names = find_key(object_rule(ObjectId::kColumn), "type")->values;
    const std::string low = tight(bare);
    return std::find(names.begin(), names.end(), std::string_view(low)) != names.end();
}

std::string logical_type(Import& from, const Spot& property, std::string_view logical) {
    const Spot options = from.object(property, "logicalTypeOptions");
    if (logical == "timestamp") {
        const bool plain = options.known() && from.text(options, "timezone") == "false";
        return plain ? "timestamp(6)" : "timestamp_ltz(6)";
    }
    const std::string_view format = options.known() ? from.text(options, "format") : std::string_view{};
    if (logical == "integer" && format == "i32") {
        return "int";
    }
    if (logical == "number" && format == "f32") {
        return "float";
    }
    if (logical == "string" && format == "binary") {
        return "binary";
    }
    return std::string(among(kLogical, logical));
}

/// The contract's type of a property; empty, with a finding, when there is none.
std::string type_of(Import& from, const Spot& property) {
    if (const Spot own = from.custom(property, kScalarType); own.known()) {
        const std::string_view text = from.document().node(own.node).text;
        const ParsedType parsed = parse_type(text);
        if (!parsed.error && is_platform_type(text)) {
            return std::string(text);
        }
        from.wrong(Code::odcs_type, own, fmt::format("{} is not a type of a contract", shown(text)),
                   "Write a type such as string or decimal(18,2), or leave the custom property out.");
        return {};
    }
    const std::string_view logical = from.text(property, "logicalType");
    const std::string_view physical = from.text(property, "physicalType");
    if (!logical.empty()) {
        std::string low = tight(physical);
        if (const std::string_view known = among(kKnown, low); !known.empty()) {
            return std::string(known);
        }
        if (logical == "number" && low.starts_with("decimal(") && !parse_type(low).error) {
            return low;
        }
        if (std::string type = logical_type(from, property, logical); !type.empty()) {
            return type;
        }
    }
    if (!physical.empty() && is_platform_type(physical)) {
        return std::string(physical);
    }
    const Spot at = logical.empty() ? from.member(property, "physicalType") : from.member(property, "logicalType");
    const std::string_view word = logical.empty() ? physical : logical;
    from.wrong(Code::odcs_type, at.known() ? at : property,
               word.empty() ? std::string("a property without logicalType and physicalType has no type")
                            : fmt::format("{} is a type that no contract has", shown(word)),
               std::string(kTypeHelp));
    return {};
}

bool is_nested(std::string_view type) {
    return type == "struct" || type == "array" || type == "map";
}

/// What both forms of a column say alike.
void describe(Import& from, const Spot& property, JsonValue& column) {
    if (from.flag(property, "required")) {
        add(column, "required", json_flag(true));
    }
    from.carry(column, "businessName", property, "businessName");
    from.carry(column, "description", property, "description");
    add_text(column, "sensitivity", from.listed(property, "classification", ObjectId::kColumn, "sensitivity"));
    from.carry_tags(column, property);
    from.leave_others(property,
                      {"name", "logicalType", "logicalTypeOptions", "physicalType", "required", "businessName",
                       "description", "classification", "tags", "transformLogic", "transformSourceObjects",
                       "properties", "items", "customProperties", "partitioned", "partitionKeyPosition"});
}

JsonValue labels_of(Import& from, const Spot& property, std::string_view type) {
    JsonValue labels = json_object();
    from.carry(labels, kLabelLogic, property, "transformLogic");
    if (const std::vector<Spot> sources = from.list(property, "transformSourceObjects"); !sources.empty()) {
        add_text(labels, kLabelSources,
                 tree_json(tree_of(from.document(), from.member(property, "transformSourceObjects").node)));
    }
    if (is_nested(type)) {
        JsonValue nested = json_object();
        for (const std::string_view key : {"properties", "items"}) {
            if (const Spot held = from.member(property, key); held.known()) {
                add(nested, key, tree_of(from.document(), held.node));
            }
        }
        if (const Spot whole = from.custom(property, kRecursiveType); whole.known()) {
            add(nested, "type", tree_of(from.document(), whole.node));
        }
        if (!nested.values.empty()) {
            add_text(labels, kLabelNested, tree_json(nested));
        }
    }
    from.carry(labels, kLabelPartition, property, "partitionKeyPosition");
    return labels;
}

JsonValue column_of(Import& from, const Spot& property) {
    JsonValue column = json_object();
    add_text(column, "name", from.text(property, "name"));
    const std::string type = type_of(from, property);
    add_text(column, "type", type);
    describe(from, property, column);
    add_filled(column, "labels", labels_of(from, property, type));
    return column;
}

/// Recurses as deep as the document, whose depth is bounded.
JsonValue lane_column(Import& from, const Spot& property);

void hold(Import& from, const Spot& property, std::string_view type, JsonValue& column) {
    const Spot whole = from.custom(property, kRecursiveType);
    const auto of_whole = [&](std::string_view key) {
        const Spot part = whole.known() ? from.member(whole, key) : Spot{};
        if (part.known()) {
            add(column, key, tree_of(from.document(), part.node));
        }
        return part.known();
    };
    if (type == "struct" && from.member(property, "properties").known()) {
        JsonValue fields = json_array();
        for (const Spot& field : from.list(property, "properties")) {
            append(fields, lane_column(from, field));
        }
        add(column, "fields", std::move(fields));
    } else if (type == "array" && from.member(property, "items").known()) {
        add(column, "element", lane_column(from, from.object(property, "items")));
    } else {
        const bool told = type == "struct"  ? of_whole("fields")
                          : type == "array" ? of_whole("element")
                                            : of_whole("key") && of_whole("value");
        if (!told) {
            from.wrong(Code::odcs_type, property, fmt::format("nothing says what the {} holds", type),
                       "Give an object properties and an array items; what a map holds only the custom property "
                       "fluid.recursiveType can say.");
        }
    }
}

JsonValue lane_column(Import& from, const Spot& property) {
    JsonValue column = json_object();
    if (!property.known()) {
        return column;
    }
    add_text(column, "name", from.text(property, "name"));
    const std::string type = type_of(from, property);
    add_text(column, "type", type);
    describe(from, property, column);
    if (is_nested(type)) {
        hold(from, property, type, column);
    }
    return column;
}

JsonValue columns_of(Import& from, const Spot& schema, JsonValue (*column)(Import&, const Spot&)) {
    JsonValue columns = json_array();
    const std::vector<Spot> properties = from.list(schema, "properties");
    if (properties.empty()) {
        from.wrong(Code::odcs_form, schema, "a schema without properties has no columns", "Add properties.");
    }
    for (const Spot& property : properties) {
        if (from.text(property, "name").empty()) {
            from.wrong(Code::odcs_form, property, "a property without a name", "Add name.");
        }
        append(columns, column(from, property));
    }
    return columns;
}

} // namespace

JsonValue import_columns(Import& from, const Spot& schema) {
    return columns_of(from, schema, column_of);
}

JsonValue import_lane_columns(Import& from, const Spot& schema) {
    return columns_of(from, schema, lane_column);
}

} // namespace weir
