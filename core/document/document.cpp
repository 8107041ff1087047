#include "weir/document.h"

namespace weir {

std::span<const Entry> Document::entries(NodeId mapping) const {
    if (mapping == kNoNode || nodes_[mapping].kind != NodeKind::Mapping) {
        return {};
    }
    return std::span<const Entry>(entries_).subspan(nodes_[mapping].first, nodes_[mapping].count);
}

std::span<const NodeId> Document::items(NodeId sequence) const {
    if (sequence == kNoNode || nodes_[sequence].kind != NodeKind::Sequence) {
        return {};
    }
    return std::span<const NodeId>(items_).subspan(nodes_[sequence].first, nodes_[sequence].count);
}

const Entry* Document::find_entry(NodeId mapping, std::string_view key) const {
    for (const Entry& entry : entries(mapping)) {
        if (nodes_[entry.key].text == key) {
            return &entry;
        }
    }
    return nullptr;
}

NodeId Document::find(NodeId mapping, std::string_view key) const {
    const Entry* entry = find_entry(mapping, key);
    return entry == nullptr ? kNoNode : entry->value;
}

} // namespace weir
