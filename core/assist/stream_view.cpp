#include "assist/stream_view.h"

namespace weir::assist {

StreamView::StreamView(const Contract& contract, const Build& build)
    : contract_(contract), findings_(contract, list_), fields_(contract.columns), scope_(contract, findings_, fields_),
      known_(build.stream.has_value()) {
    if (known_) {
        scope_.take_stream(*build.stream, plan_);
        take_element(build);
    }
}

void StreamView::take_element(const Build& build) {
    if (!build.mapping || !build.mapping->explode || !build.mapping->explode->as.present()) {
        return;
    }
    const Explode& explode = *build.mapping->explode;
    const ParsedPath path = parse_path(explode.path.value);
    ColumnId element = kNoColumn;
    std::string array;
    if (path.ok) {
        const binding::Walk walk = scope_.walk(path.steps);
        if (walk.stop == binding::Walk::Stop::End) {
            const Column& column = contract_.columns[walk.path.column];
            element = column.kind == TypeKind::Array && column.count == 1 ? column.first : kNoColumn;
            array = walk.path.text;
        }
    }
    if (is_identifier(explode.as.value) && scope_.source(explode.as.value) == nullptr) {
        scope_.take_element(explode.as.value, element, std::move(array));
    }
}

std::optional<PathAt> path_at(std::string_view text, std::size_t offset) {
    PathAt at;
    at.path = parse_path(text);
    if (!at.path.ok) {
        return std::nullopt;
    }
    while (at.step + 1 < at.path.steps.size() && at.path.steps[at.step].end < offset) {
        ++at.step;
    }
    at.path.steps.resize(at.step + 1);
    return at;
}

std::string typed(const Columns& columns, ColumnId column, bool nullable) {
    if (column == kNoColumn || columns[column].kind == TypeKind::Unknown) {
        return {};
    }
    return brief_type(columns, columns[column]) + (nullable ? ", may be null" : ", never null");
}

} // namespace weir::assist
