// Words and small questions around the walk: kinds of values, what hides a text, who asks to be managed.

#include "contract/shape.h"

namespace weir {

std::string_view kind_name(NodeKind kind) {
    switch (kind) {
    case NodeKind::Null:
        return "nothing";
    case NodeKind::Boolean:
        return "true or false";
    case NodeKind::Integer:
        return "a whole number";
    case NodeKind::Float:
        return "a number";
    case NodeKind::String:
        return "a text";
    case NodeKind::Mapping:
        return "a mapping";
    case NodeKind::Sequence:
        return "a list";
    }
    return "";
}

NodeId management_node(const Document& document, NodeId build) {
    NodeId node = build;
    for (const std::string_view key : {"properties", "parameters", "flink", "management"}) {
        node = node == kNoNode ? kNoNode : document.find(node, key);
    }
    return node;
}

bool asks_for_management(const Document& document, NodeId build) {
    NodeId node = build;
    for (const std::string_view key : {"properties", "parameters", "flink", "management"}) {
        node = node == kNoNode || document.node(node).unresolved ? node : document.find(node, key);
    }
    if (node != kNoNode && (document.node(node).unresolved || document.node(node).has_control)) {
        return true;
    }
    if (node == kNoNode || !document.node(node).is_scalar()) {
        return false;
    }
    // Whoever describes a stream means a managed build, whatever management is called.
    const NodeId properties = document.find(build, "properties");
    if (document.node(node).kind != NodeKind::Null && document.find(properties, "stream") != kNoNode) {
        return true;
    }
    if (document.node(node).kind != NodeKind::String) {
        return false;
    }
    constexpr std::string_view kOperator[] = {"operator"};
    return !nearest(document.node(node).text, kOperator).empty();
}

} // namespace weir
