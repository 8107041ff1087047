// Values out of mappings and lists.

#include "contract/reading.h"

#include <algorithm>

namespace weir {

Place Fields::place(std::string_view key) const {
    const NodeId node = context_.doc.find(at_.node, key);
    if (node == kNoNode) {
        return {};
    }
    return Place{node, context_.contract.paths.key(at_.path, key)};
}

Place Fields::of_kind(std::string_view key, NodeKind kind) const {
    const NodeId node = context_.doc.find(at_.node, key);
    return node != kNoNode && context_.doc.node(node).kind == kind && !context_.refused(node) ? place(key) : Place{};
}

bool Fields::intended(std::string_view key) const {
    return has(key) || context_.means(at_.node, key);
}

Text Fields::text(std::string_view key) const {
    const Place at = of_kind(key, NodeKind::String);
    return at.known() ? Text{context_.doc.node(at.node).text, at} : Text{};
}

Whole Fields::whole(std::string_view key) const {
    const Place at = of_kind(key, NodeKind::Integer);
    if (!at.known()) {
        return {};
    }
    const std::optional<std::int64_t> value = parse_integer(context_.doc.node(at.node).text);
    return value ? Whole{*value, at} : Whole{};
}

Real Fields::real(std::string_view key) const {
    Place at = of_kind(key, NodeKind::Float);
    if (!at.known()) {
        at = of_kind(key, NodeKind::Integer);
    }
    if (!at.known()) {
        return {};
    }
    const std::optional<double> value = parse_real(context_.doc.node(at.node).text);
    return value ? Real{*value, at} : Real{};
}

Flag Fields::flag(std::string_view key) const {
    const Place at = of_kind(key, NodeKind::Boolean);
    return at.known() ? Flag{folded(context_.doc.node(at.node).text) == "true", at} : Flag{};
}

std::vector<Place> items_of(Context& context, Place list) {
    std::vector<Place> places;
    if (!list.known()) {
        return places;
    }
    const auto items = context.doc.items(list.node);
    places.reserve(items.size());
    std::uint32_t number = 0;
    for (const NodeId item : items) {
        places.push_back(Place{item, context.contract.paths.index(list.path, number++)});
    }
    return places;
}

std::vector<Text> texts_of(Context& context, Place list) {
    std::vector<Text> texts;
    for (const Place& item : items_of(context, list)) {
        if (context.doc.node(item.node).kind == NodeKind::String && !context.refused(item.node)) {
            texts.push_back(Text{context.doc.node(item.node).text, item});
        }
    }
    return texts;
}

std::vector<Property> properties_of(Context& context, Place mapping, bool fold_keys) {
    std::vector<Property> properties;
    if (!mapping.known()) {
        return properties;
    }
    for (const Entry& entry : context.doc.entries(mapping.node)) {
        if (context.doc.node(entry.value).kind != NodeKind::String || context.refused(entry.value)) {
            continue;
        }
        const std::string_view key = context.doc.node(entry.key).text;
        const PathId path = context.contract.paths.key(mapping.path, key);
        std::string low = folded(key);
        properties.push_back(
            Property{Text{fold_keys && low != key ? context.own(std::move(low)) : key, {entry.key, path}},
                     Text{context.doc.node(entry.value).text, {entry.value, path}}});
    }
    return properties;
}

} // namespace weir
