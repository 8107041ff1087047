#include "binding/scope.h"

#include <algorithm>

#include <fmt/format.h>

#include "binding/path.h"

namespace weir::binding {

namespace {

bool equal_without_case(std::string_view a, std::string_view b) {
    const auto folded = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return folded(x) == folded(y); });
}

} // namespace

void Scope::take_stream(const Stream& stream, BuildPlan& plan) {
    const Columns& columns = contract_.columns;
    std::vector<SourceColumn>& sources = plan.sources;
    const std::uint32_t key_count = stream.key ? stream.key->schema.count : 0;
    sources.reserve(stream.schema.count + key_count + stream.metadata.size());
    for (ColumnId id = stream.schema.first; id < stream.schema.first + stream.schema.count; ++id) {
        const Column& column = columns[id];
        sources.push_back(SourceColumn{SourceColumn::Origin::Value, column.name, id, column.may_be_null(),
                                       MetadataKey::Unknown, column.at});
    }
    for (std::uint32_t i = 0; i < key_count; ++i) {
        const ColumnId id = stream.key->schema.first + i;
        std::string_view name = columns[id].name;
        if (stream.key->prefix.present() && !name.empty()) {
            plan.owned.push_back(
                std::make_shared<const std::string>(std::string(stream.key->prefix.value) + std::string(name)));
            name = *plan.owned.back();
        }
        sources.push_back(
            SourceColumn{SourceColumn::Origin::Key, name, id, true, MetadataKey::Unknown, columns[id].at});
    }
    for (const MetadataColumn& column : stream.metadata) {
        sources.push_back(SourceColumn{SourceColumn::Origin::Metadata, column.name.value, column.column,
                                       column.from.value == MetadataKey::LeaderEpoch, column.from.value, column.at});
    }
    sources_ = &sources;
    open_ = open_ || stream.open ||
            std::any_of(sources.begin(), sources.end(), [](const SourceColumn& source) { return source.name.empty(); });
    by_name_.reserve(sources.size());
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
        if (!sources[i].name.empty()) {
            by_name_.emplace(sources[i].name, i);
        }
    }
}

void Scope::take_element(std::string_view as, ColumnId element, std::string array_text) {
    has_element_ = true;
    names_.clear();
    as_ = as;
    element_ = element;
    array_text_ = std::move(array_text);
}

const SourceColumn* Scope::source(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &(*sources_)[found->second];
}

const SourceColumn* Scope::source_without_case(std::string_view name) const {
    const auto found = std::find_if(sources_->begin(), sources_->end(),
                                    [&](const SourceColumn& column) { return equal_without_case(column.name, name); });
    return found == sources_->end() ? nullptr : &*found;
}

std::string_view Scope::prefixed(std::string_view own) const {
    constexpr std::size_t kMostSought = 500; // a contract of nothing but wrong paths stays linear
    if (sources_->size() > kMostSought) {
        return {};
    }
    const auto found = std::find_if(sources_->begin(), sources_->end(), [&](const SourceColumn& column) {
        return column.origin == SourceColumn::Origin::Key && column.column != kNoColumn && column.name != own &&
               contract_.columns[column.column].name == own;
    });
    return found == sources_->end() ? std::string_view{} : found->name;
}

const std::vector<std::string_view>& Scope::names() const {
    if (names_.empty()) {
        names_.reserve(sources_->size() + 1);
        if (has_element_) {
            names_.push_back(as_);
        }
        for (const SourceColumn& column : *sources_) {
            if (!column.name.empty()) {
                names_.push_back(column.name);
            }
        }
    }
    return names_;
}

void Scope::note_null(BoundPath& path, const NullStep& step) const {
    if (path.nullable) {
        return;
    }
    path.nullable = true;
    path.nullable_because = step.because;
    path.nullable_at = findings_.span(step.at);
}

std::optional<NullStep> Scope::null_at_start(const BoundPath& path) const {
    if (path.root == PathRoot::Element) {
        const Column& element = contract_.columns[element_];
        if (!element.may_be_null()) {
            return std::nullopt;
        }
        return NullStep{"an element of " + array_text_ + " may be null", element.at, "the element of " + array_text_};
    }
    const SourceColumn& source = (*sources_)[path.root_index];
    if (!source.nullable) {
        return std::nullopt;
    }
    std::string because(source.name);
    std::string remedy;
    switch (source.origin) {
    case SourceColumn::Origin::Value:
        because += " is optional";
        remedy = source.name;
        break;
    case SourceColumn::Origin::Key:
        because += " is a key column, and a record may have no key";
        break;
    case SourceColumn::Origin::Metadata:
        because += " is metadata that not every record has";
        break;
    }
    return NullStep{std::move(because), source.at, std::move(remedy)};
}

void Scope::start_at(BoundPath& path, PathRoot root, std::uint32_t index) const {
    path.root = root;
    path.root_index = index;
    if (root == PathRoot::Element) {
        path.column = element_;
        path.text = as_;
    } else {
        path.column = (*sources_)[index].column;
        path.text = (*sources_)[index].name;
    }
    if (path.column != kNoColumn) {
        if (const auto null = null_at_start(path)) {
            note_null(path, *null);
        }
    }
}

void Scope::enter_field(BoundPath& path, ColumnId field) const {
    const Column& column = contract_.columns[field];
    path.steps.push_back(field_step(column.name));
    append_step(path.text, path.steps.back());
    path.column = field;
    if (column.may_be_null() && !path.nullable) {
        note_null(path, NullStep{path.text + " is optional", column.at, {}});
    }
}

void Scope::enter_present(BoundPath& path, ColumnId field) const {
    path.nullable = false;
    path.nullable_because.clear();
    path.nullable_at = {};
    enter_field(path, field);
}

void Scope::enter_entry(BoundPath& path, const PathStep& step) const {
    path.column = contract_.columns.map_value(contract_.columns[path.column]);
    path.steps.push_back(step);
    append_step(path.text, step);
    if (!path.nullable) {
        note_null(path, NullStep{path.text + " is looked up in a map, which may lack the key",
                                 contract_.columns[path.column].at,
                                 {}});
    }
}

Walk::Stop Scope::step_into(BoundPath& path, const PathStep& step) const {
    const Column& column = contract_.columns[path.column];
    switch (column.kind) {
    case TypeKind::Unknown:
        return Walk::Stop::Silent;
    case TypeKind::Array:
        return Walk::Stop::IntoArray;
    case TypeKind::Map:
        if (!step.literal) {
            return Walk::Stop::MapByName;
        }
        if (column.count < 2) {
            return Walk::Stop::Silent;
        }
        enter_entry(path, step);
        return Walk::Stop::End;
    case TypeKind::Struct: {
        if (column.count == 0) {
            return Walk::Stop::Silent;
        }
        if (step.literal) {
            return Walk::Stop::StructByKey;
        }
        const ColumnId field = fields_.find(column.first, column.count, step.name);
        if (field == kNoColumn) {
            return fields_.open(column.first, column.count) ? Walk::Stop::Silent : Walk::Stop::NoField;
        }
        enter_field(path, field);
        return Walk::Stop::End;
    }
    default:
        return Walk::Stop::IntoScalar;
    }
}

Walk Scope::start(std::string_view name) const {
    Walk walk;
    if (is_element(name)) {
        start_at(walk.path, PathRoot::Element, 0);
    } else if (const auto found = by_name_.find(name); found != by_name_.end()) {
        start_at(walk.path, PathRoot::Source, found->second);
    } else {
        walk.stop = open_ ? Walk::Stop::Silent : Walk::Stop::NoColumn;
        return walk;
    }
    walk.stop = walk.path.column == kNoColumn ? Walk::Stop::Silent : Walk::Stop::End;
    return walk;
}

Walk Scope::walk(const std::vector<PathStep>& steps) const {
    Walk walk = start(steps.front().name);
    while (walk.stop == Walk::Stop::End && walk.step + 1 < steps.size()) {
        ++walk.step;
        walk.stop = step_into(walk.path, steps[walk.step]);
    }
    return walk;
}

std::vector<NullStep> Scope::null_steps(const BoundPath& path) const {
    std::vector<NullStep> out;
    BoundPath again;
    start_at(again, path.root, path.root_index);
    if (auto null = null_at_start(again)) {
        out.push_back(std::move(*null));
    }
    for (const PathStep& step : path.steps) {
        again.nullable = false;
        if (step_into(again, step) != Walk::Stop::End) {
            break;
        }
        if (again.nullable) {
            out.push_back(NullStep{again.nullable_because, contract_.columns[again.column].at,
                                   step.literal ? std::string() : again.text});
        }
    }
    return out;
}

Place Scope::declared_at(const BoundPath& path) const {
    if (path.root == PathRoot::Source && path.steps.empty()) {
        return (*sources_)[path.root_index].at;
    }
    return path.column == kNoColumn ? Place{} : contract_.columns[path.column].at;
}

} // namespace weir::binding
