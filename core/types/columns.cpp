#include "weir/types.h"

namespace weir {

ColumnId Columns::add(std::uint32_t count) {
    const auto first = static_cast<ColumnId>(columns_.size());
    columns_.resize(columns_.size() + count);
    return first;
}

std::span<const Column> Columns::children(const Column& column) const {
    if (column.count == 0) {
        return {};
    }
    return {columns_.data() + column.first, column.count};
}

ColumnId Columns::child(const Column& column, std::string_view name) const {
    for (std::uint32_t i = 0; i < column.count; ++i) {
        if (columns_[column.first + i].name == name) {
            return column.first + i;
        }
    }
    return kNoColumn;
}

} // namespace weir
