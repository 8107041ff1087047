#include "odcs/tree.h"

namespace weir {

JsonValue tree_of(const Document& document, NodeId id) {
    const Node& node = document.node(id);
    JsonValue value;
    switch (node.kind) {
    case NodeKind::Null:
        return value;
    case NodeKind::Boolean:
        return json_flag(node.text == "true");
    case NodeKind::Integer:
    case NodeKind::Float:
        // YAML knows numbers that JSON does not: 0x1F, .inf.
        return is_json(node.text) ? json_number(node.text) : json_text(node.text);
    case NodeKind::String:
        return json_text(node.text);
    case NodeKind::Sequence:
        value = json_array();
        for (const NodeId item : document.items(id)) {
            value.values.push_back(tree_of(document, item));
        }
        value.names.resize(value.values.size());
        return value;
    case NodeKind::Mapping:
        value = json_object();
        for (const Entry& entry : document.entries(id)) {
            add(value, document.node(entry.key).text, tree_of(document, entry.value));
        }
        return value;
    }
    return value;
}

std::string tree_json(const JsonValue& value) {
    JsonWriter json;
    write_tree(json, value, [&json](std::string_view text) { json.string(text); });
    return json.take();
}

std::optional<JsonValue> tree_of_label(std::string_view text) {
    return json_size(text).depth <= kDeepestJson ? read_json(text) : std::nullopt;
}

} // namespace weir
