#include "assist/declared.h"

#include <algorithm>

namespace weir::assist {

namespace {

ColumnId named(const Columns& columns, ColumnId first, std::uint32_t count, std::string_view name) {
    for (ColumnId id = first; id < first + count; ++id) {
        if (columns[id].name == name) {
            return id;
        }
    }
    return kNoColumn;
}

/// The column declared by the mapping at this node.
ColumnId declared_by(const Columns& columns, const ColumnList& list, NodeId node) {
    std::vector<std::pair<ColumnId, std::uint32_t>> lists{{list.first, list.count}};
    while (!lists.empty()) {
        const auto [first, count] = lists.back();
        lists.pop_back();
        for (ColumnId id = first; id < first + count; ++id) {
            if (columns[id].at.node == node) {
                return id;
            }
            if (columns[id].count > 0) {
                lists.emplace_back(columns[id].first, columns[id].count);
            }
        }
    }
    return kNoColumn;
}

} // namespace

ColumnId output_column(const Contract& contract, const Expose& expose, std::string_view name) {
    ColumnId first = expose.schema.first;
    std::uint32_t count = expose.schema.count;
    while (true) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const ColumnId id = named(contract.columns, first, count, name.substr(0, dot));
        if (id == kNoColumn || dot == name.size()) {
            return id;
        }
        name.remove_prefix(dot + 1);
        first = contract.columns[id].first;
        count = contract.columns[id].count;
    }
}

ColumnId column_at_cursor(const Scene& scene) {
    const Site site = scene.site();
    const Contract* contract = scene.question.contract;
    if (contract == nullptr || contract->document == nullptr || scene.alone()) {
        return kNoColumn;
    }
    if (site.is(ObjectId::kMappingColumn, "name")) {
        const Expose* expose = scene.output();
        std::string word = scene.word();
        const std::size_t dot = word.find('.', std::min(scene.offset_in_word(), word.size()));
        return expose == nullptr ? kNoColumn : output_column(*contract, *expose, std::string_view(word).substr(0, dot));
    }
    if (site.is(ObjectId::kLanePartitionField, "sourceColumn")) {
        return scene.expose() == nullptr ? kNoColumn : output_column(*contract, *scene.expose(), scene.word());
    }
    if (!site.is(ObjectId::kLaneColumn, "name") || scene.steps.empty()) {
        return kNoColumn;
    }
    const Steps way(scene.steps.begin(), scene.steps.end() - 1);
    const NodeId node = node_at(*contract->document, way);
    if (node == kNoNode) {
        return kNoColumn;
    }
    if (scene.expose() != nullptr) {
        return declared_by(contract->columns, scene.expose()->schema, node);
    }
    if (scene.build() == nullptr || !scene.build()->stream) {
        return kNoColumn;
    }
    const Stream& stream = *scene.build()->stream;
    const ColumnId in_value = declared_by(contract->columns, stream.schema, node);
    return in_value != kNoColumn || !stream.key ? in_value : declared_by(contract->columns, stream.key->schema, node);
}

} // namespace weir::assist
