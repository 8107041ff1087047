#include "diff/columns.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weir::changes {

namespace {

std::vector<std::string_view> names_of(std::span<const Column> columns) {
    std::vector<std::string_view> names;
    names.reserve(columns.size());
    for (const Column& column : columns) {
        names.push_back(column.name);
    }
    return names;
}

/// Keys of a column's mapping that the comparison of types has judged.
std::vector<std::string_view> judged_keys(const Column& base, const Column& head) {
    std::vector<std::string_view> keys = {"name", "required", "type"};
    if (base.kind == TypeKind::Unknown || head.kind == TypeKind::Unknown) {
        return keys;
    }
    for (const TypeKind kind : {base.kind, head.kind}) {
        if (kind == TypeKind::Struct) {
            keys.push_back("fields");
        } else if (kind == TypeKind::Array) {
            keys.push_back("element");
        } else if (kind == TypeKind::Map) {
            keys.push_back("key");
            keys.push_back("value");
        }
    }
    return keys;
}

/// A type that is not one of the lane's, as it is written: in lower case and without blanks.
std::string written_type(const Side& side, const Column& column) {
    const NodeId node =
        column.at.known() && side.has_document() ? side.document().find(column.at.node, "type") : kNoNode;
    std::string out;
    for (const char c : node == kNoNode ? std::string_view{} : side.document().node(node).text) {
        if (c != ' ' && c != '\t') {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return out;
}

bool has_other_key(const Document& document, const Column& column, const std::vector<std::string_view>& judged) {
    if (!column.at.known() || document.node(column.at.node).kind != NodeKind::Mapping) {
        return false;
    }
    const auto entries = document.entries(column.at.node);
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
        return std::find(judged.begin(), judged.end(), document.node(entry.key).text) == judged.end();
    });
}

} // namespace

std::span<const Column> columns_of(const Side& side, const ColumnList& list) {
    return list.count == 0 ? std::span<const Column>{}
                           : std::span<const Column>{&side.columns()[list.first], list.count};
}

void ColumnsComparer::compare(std::string path, std::span<const Column> base, std::span<const Column> head) {
    path_ = std::move(path);
    steps_.clear();
    compare_lists(base, head, base.empty() ? kNoNode : base.front().at.node,
                  head.empty() ? kNoNode : head.front().at.node);
}

std::string ColumnsComparer::dotted() const {
    std::string out;
    for (const ColumnStep& step : steps_) {
        if (!out.empty()) {
            out += '.';
        }
        out += step.name;
    }
    return out;
}

bool ColumnsComparer::in_map_key() const {
    return std::any_of(steps_.begin(), steps_.end(),
                       [](const ColumnStep& step) { return step.kind == ColumnStep::Kind::Key; });
}

std::string ColumnsComparer::here() const {
    return steps_.empty() ? path_ : fmt::format("{}.{}", path_, dotted());
}

Shown ColumnsComparer::shown_type(const Side& side, const Column& column) {
    return column.kind == TypeKind::Unknown ? shown(written_type(side, column))
                                            : shown(full_type(side.columns(), column));
}

Shown ColumnsComparer::shown_names(std::span<const Column> columns) {
    Shown out;
    for (const Column& column : columns) {
        out.json += (out.json.empty() ? "[" : ",") + json_text(column.name);
        out.words += (out.words.empty() ? "" : ", ") + std::string(column.name);
    }
    out.json += ']';
    out.exact = out.json;
    return out;
}

NodeId ColumnsComparer::node_of(const Column& column, Place part) {
    return part.known() ? part.node : column.at.node;
}

void ColumnsComparer::compare_lists(std::span<const Column> base, std::span<const Column> head, NodeId base_node,
                                    NodeId head_node) {
    std::vector<std::size_t> order;
    bool follows_new = false;
    for (const NamePair& pair : match_names(names_of(base), names_of(head))) {
        const bool in_base = pair.base != NamePair::kNone;
        const bool in_head = pair.head != NamePair::kNone;
        if (steps_.empty()) {
            outer_ = in_head ? &head[pair.head] : nullptr;
        }
        steps_.push_back({in_head ? head[pair.head].name : base[pair.base].name});
        if (in_base && in_head) {
            order.push_back(pair.base);
            compare_pair(base[pair.base], head[pair.head]);
        } else if (in_head) {
            added(head[pair.head], head, follows_new);
        } else {
            removed(base[pair.base]);
        }
        follows_new = !in_base;
        steps_.pop_back();
    }
    outer_ = steps_.empty() ? nullptr : outer_;
    if (!std::is_sorted(order.begin(), order.end())) {
        order_changed(base, head, base_node, head_node);
    }
}

void ColumnsComparer::compare_pair(const Column& base, const Column& head) {
    if (base.required != head.required) {
        requiredness_changed(base, head);
    }
    if (base.kind != TypeKind::Unknown && head.kind != TypeKind::Unknown) {
        if (same_head(base, head)) {
            compare_children(base, head);
        } else {
            type_changed(base, head);
        }
    } else if (base.kind != head.kind || written_type(changes_.base(), base) != written_type(changes_.head(), head)) {
        type_changed(base, head);
    }
    compare_rest(base, head);
}

void ColumnsComparer::compare_children(const Column& base, const Column& head) {
    const auto in_base = changes_.base().columns().children(base);
    const auto in_head = changes_.head().columns().children(head);
    if (base.kind == TypeKind::Struct) {
        compare_lists(in_base, in_head, base.at.node, head.at.node);
        return;
    }
    using Kind = ColumnStep::Kind;
    static constexpr std::array<ColumnStep, 2> kOfMap = {{{"key", Kind::Key}, {"value", Kind::Value}}};
    for (std::size_t i = 0; i < std::min(in_base.size(), in_head.size()); ++i) {
        steps_.push_back(base.kind == TypeKind::Array ? ColumnStep{"element", Kind::Element}
                                                      : kOfMap[std::min<std::size_t>(i, 1)]);
        compare_pair(in_base[i], in_head[i]);
        steps_.pop_back();
    }
}

void ColumnsComparer::compare_rest(const Column& base, const Column& head) {
    if (!changes_.base().has_document() || !changes_.head().has_document()) {
        return;
    }
    const std::vector<std::string_view> judged = judged_keys(base, head);
    if (has_other_key(changes_.base().document(), base, judged) ||
        has_other_key(changes_.head().document(), head, judged)) {
        Rest(changes_).compare_keys(here(), base.at.node, head.at.node, judged);
    }
}

} // namespace weir::changes
