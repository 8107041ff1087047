#include "binding/targets.h"

#include <fmt/format.h>

namespace weir::binding {

Place Targets::place_of(std::size_t entry) const {
    return entries_[entry].entry->name.at;
}

void Targets::refuse_name(const Text& name, std::string_view part, std::string_view parent, ColumnId first,
                          std::uint32_t count, std::size_t begin) {
    const std::vector<std::string_view>& names = fields_.names(first, count);
    const std::string_view id = expose_.expose_id.value;
    const Code code = is_identifier(part) ? Code::mapping_name_unknown : Code::mapping_name_form;
    std::string what = fmt::format("{} is not the name of an output", clipped(name.value));
    if (code == Code::mapping_name_unknown) {
        what = parent.empty() ? fmt::format("{} is not a column of expose {}", clipped(part), clipped(id))
                              : fmt::format("output {} has no field {}", clipped(parent), clipped(part));
    }
    Finding& finding = findings_.add(code, name.at, what);
    finding.help = fmt::format("{} has: {}.", clipped(parent.empty() ? id : parent), name_list(names));
    const std::string_view meant = proposer_.propose(part, names);
    if (meant.empty()) {
        return;
    }
    finding.help += fmt::format(" Did you mean {}?", meant);
    // Nothing is said of the output that is meant: it is fed once the name is right.
    targets_[fields_.find(first, count, meant)].open = true;
    std::string whole(name.value.substr(0, begin));
    whole += meant;
    whole += name.value.substr(begin + part.size());
    findings_.offer(finding, name.at, whole, fmt::format("Replace {} by {}", clipped(part), meant));
}

/// The columns from the output down to what the name means; empty when a finding says what is wrong.
std::vector<ColumnId> Targets::find(const Text& name) {
    std::vector<ColumnId> chain;
    ColumnId first = expose_.schema.first;
    std::uint32_t count = expose_.schema.count;
    std::size_t begin = 0;
    while (true) {
        const std::size_t dot = name.value.find('.', begin);
        const std::string_view part = name.value.substr(begin, dot == std::string_view::npos ? dot : dot - begin);
        const std::string_view parent = name.value.substr(0, begin == 0 ? 0 : begin - 1);
        const ColumnId found = part.empty() ? kNoColumn : fields_.find(first, count, part);
        if (found == kNoColumn && !part.empty() && is_identifier(part) && fields_.open(first, count)) {
            return {};
        }
        if (found == kNoColumn) {
            refuse_name(name, part, parent, first, count, begin);
            return {};
        }
        chain.push_back(found);
        if (dot == std::string_view::npos) {
            return chain;
        }
        const Column& column = contract_.columns[found];
        if (column.kind == TypeKind::Unknown || (column.kind == TypeKind::Struct && column.count == 0)) {
            targets_[found].open = true;
            return {};
        }
        if (column.kind != TypeKind::Struct) {
            const std::string_view here = name.value.substr(0, dot);
            Finding& finding = findings_.add(Code::mapping_name_not_struct, name.at,
                                             fmt::format("output {} is {}, and only a struct is built field by field",
                                                         clipped(here), contract_type(column)));
            finding.help = fmt::format("Name {} as a whole.", clipped(here));
            findings_.relate(finding, column.at, fmt::format("{} is declared here", clipped(here)));
            return {};
        }
        first = column.first;
        count = column.count;
        begin = dot + 1;
    }
}

ColumnId Targets::look(std::string_view name) {
    ColumnId found = kNoColumn;
    ColumnId first = expose_.schema.first;
    std::uint32_t count = expose_.schema.count;
    while (count > 0) {
        const std::size_t dot = name.find('.');
        found = fields_.find(first, count, name.substr(0, dot));
        if (found == kNoColumn || dot == std::string_view::npos) {
            return found;
        }
        const Column& column = contract_.columns[found];
        first = column.first;
        count = column.kind == TypeKind::Struct ? column.count : 0;
        name.remove_prefix(dot + 1);
    }
    return kNoColumn;
}

void Targets::take(MappedEntry entry) {
    const Text& name = entry.entry->name;
    if (!name.present() || expose_.schema.count == 0) {
        return;
    }
    const std::vector<ColumnId> chain = find(name);
    if (chain.empty()) {
        return;
    }
    const Target& own = targets_[chain.back()];
    if (own.entry) {
        Finding& finding = findings_.add(Code::mapping_name_repeated, name.at,
                                         fmt::format("output {} is mapped twice", shown(name.value)));
        finding.help = "Keep one of the two.";
        findings_.relate(finding, place_of(*own.entry), "mapped here first");
        return;
    }
    std::optional<std::size_t> rival = own.inside;
    for (std::size_t i = 0; !rival && i + 1 < chain.size(); ++i) {
        rival = targets_[chain[i]].entry;
    }
    if (rival) {
        Finding& finding = findings_.add(Code::mapping_name_and_field, name.at,
                                         fmt::format("{} and {} cannot both be mapped: one is inside the other",
                                                     shown(entries_[*rival].entry->name.value), shown(name.value)));
        finding.help = "Map the struct as a whole, or field by field.";
        findings_.relate(finding, place_of(*rival), "the other is mapped here");
        return;
    }
    const std::size_t index = entries_.size();
    entries_.push_back(std::move(entry));
    targets_[chain.back()].entry = index;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        Target& outer = targets_[chain[i]];
        if (!outer.inside) {
            outer.inside = index;
        }
    }
}

const MappedEntry* Targets::entry(ColumnId output) const {
    const auto found = targets_.find(output);
    return found == targets_.end() || !found->second.entry ? nullptr : &entries_[*found->second.entry];
}

bool Targets::is_open(ColumnId output) const {
    const auto found = targets_.find(output);
    return found != targets_.end() && found->second.open;
}

bool Targets::is_built(ColumnId output) const {
    const auto found = targets_.find(output);
    return found != targets_.end() && found->second.inside.has_value();
}

} // namespace weir::binding
