#include "binding/names.h"

#include <fmt/format.h>

namespace weir::binding {

ColumnId FieldIndex::find(ColumnId first, std::uint32_t count, std::string_view name) {
    constexpr std::uint32_t kLong = 16;
    if (count <= kLong) {
        for (ColumnId id = first; id < first + count; ++id) {
            if (columns_[id].name == name) {
                return id;
            }
        }
        return kNoColumn;
    }
    auto& names = long_lists_[first];
    if (names.empty()) {
        names.reserve(count);
        for (ColumnId id = first; id < first + count; ++id) {
            names.emplace(columns_[id].name, id);
        }
    }
    const auto found = names.find(name);
    return found == names.end() ? kNoColumn : found->second;
}

bool FieldIndex::open(ColumnId first, std::uint32_t count) {
    return names(first, count).size() < count;
}

const std::vector<std::string_view>& FieldIndex::names(ColumnId first, std::uint32_t count) {
    const auto [found, fresh] = names_.try_emplace(first);
    std::vector<std::string_view>& names = found->second;
    if (fresh) {
        names.reserve(count);
        for (ColumnId id = first; id < first + count; ++id) {
            if (!columns_[id].name.empty()) {
                names.push_back(columns_[id].name);
            }
        }
    }
    return names;
}

std::string_view Proposer::propose(std::string_view word, const std::vector<std::string_view>& names) {
    if (names.size() > left_) {
        return {};
    }
    left_ -= names.size();
    return nearest(word, names);
}

std::string name_list(const std::vector<std::string_view>& names) {
    constexpr std::size_t kMost = 12;
    std::string out;
    for (std::size_t i = 0; i < names.size() && i < kMost; ++i) {
        if (i > 0) {
            out += ", ";
        }
        out += clipped(names[i]);
    }
    if (names.size() > kMost) {
        out += fmt::format(" and {} more", names.size() - kMost);
    }
    return out;
}

} // namespace weir::binding
