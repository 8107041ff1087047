#include "assist/names.h"

#include <algorithm>

#include "assist/stream_view.h"
#include "document/scalar.h"

namespace weir::assist {

namespace {

using binding::Walk;

constexpr std::size_t kMost = 300;
/// Fields are offered so many levels below what has been typed.
constexpr int kLevels = 4;

/// What stands before the step that is being typed: `customer` of `customer.adr`.
std::string_view base_of(std::string_view typed) {
    std::size_t cut = std::string_view::npos;
    bool in_literal = false;
    for (std::size_t i = 0; i < typed.size(); ++i) {
        if (in_literal) {
            in_literal = typed.substr(i, 2) != "']";
        } else if (typed[i] == '.') {
            cut = i;
        } else if (typed[i] == '[') {
            cut = i;
            in_literal = true;
        }
    }
    return cut == std::string_view::npos ? std::string_view{} : typed.substr(0, cut);
}

/// Columns, fields and map entries that a path can go on with.
class PathNames {
  public:
    PathNames(const Contract& contract, const StreamView& view, bool arrays_only)
        : columns_(contract.columns), scope_(view.scope()), arrays_only_(arrays_only) {}

    std::vector<Name> below(std::string_view base) {
        if (base.empty()) {
            for (const std::string_view name : scope_.names()) {
                const Walk walk = scope_.start(name);
                if (walk.stop == Walk::Stop::End && is_identifier(name) &&
                    !(arrays_only_ && walk.path.root == PathRoot::Element)) {
                    take(walk.path, 0);
                }
            }
        } else if (const ParsedPath path = parse_path(base); path.ok) {
            const Walk walk = scope_.walk(path.steps);
            if (walk.stop == Walk::Stop::End) {
                children(walk.path, 0);
            }
        }
        // What is near first: columns before their fields.
        std::stable_sort(names_.begin(), names_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Name> out;
        for (auto& [level, name] : names_) {
            out.push_back(std::move(name));
        }
        return out;
    }

  private:
    void take(const BoundPath& path, int level) {
        if (names_.size() == kMost) {
            return;
        }
        const bool array = path.column != kNoColumn && columns_[path.column].kind == TypeKind::Array;
        if (!arrays_only_ || array) {
            std::string doc =
                path.nullable_because.empty() ? std::string() : "Null where " + path.nullable_because + ".";
            names_.emplace_back(level, Name{path.text, CompletionKind::Column,
                                            typed(columns_, path.column, path.nullable), std::move(doc)});
        }
        if (level < kLevels) {
            children(path, level + 1);
        }
    }

    void children(const BoundPath& path, int level) {
        const Column& column = columns_[path.column];
        if (column.kind == TypeKind::Struct) {
            for (std::uint32_t i = 0; i < column.count && names_.size() < kMost; ++i) {
                if (is_identifier(columns_[column.first + i].name)) {
                    BoundPath field = path;
                    scope_.enter_field(field, column.first + i);
                    take(field, level);
                }
            }
        } else if (column.kind == TypeKind::Map && column.count == 2 && !arrays_only_ && names_.size() < kMost) {
            names_.emplace_back(level, Name{path.text + "['key']", CompletionKind::Column,
                                            typed(columns_, columns_.map_value(column), true),
                                            "Put the key that is looked up in place of key."});
        }
    }

    const Columns& columns_;
    const binding::Scope& scope_;
    bool arrays_only_;
    std::vector<std::pair<int, Name>> names_;
};

std::vector<Name> path_names(const Scene& scene, bool arrays_only) {
    if (scene.build() == nullptr) {
        return {};
    }
    const StreamView view(*scene.question.contract, *scene.build());
    if (!view.known()) {
        return {};
    }
    const std::string word = scene.word();
    const std::string_view typed = std::string_view(word).substr(0, scene.offset_in_word());
    std::vector<Name> names = PathNames(*scene.question.contract, view, arrays_only).below(base_of(typed));
    // The path that ends in the output's own name is likely meant.
    const std::string_view output = scene.beside("name");
    const std::string_view leaf = output.substr(output.rfind('.') + 1);
    std::stable_partition(names.begin(), names.end(), [&](const Name& name) {
        return !leaf.empty() && std::string_view(name.text).substr(name.text.rfind('.') + 1) == leaf;
    });
    return names;
}

/// Output columns of the build's expose and the fields of structs, those mapped already left out.
class OutputNames {
  public:
    explicit OutputNames(const Scene& scene) : scene_(scene), columns_(scene.question.contract->columns) {}

    std::vector<Name> run(const ColumnList& schema) {
        for (std::uint32_t i = 0; i < schema.count; ++i) {
            take(std::string(), schema.first + i, 0);
        }
        return std::move(names_);
    }

  private:
    void take(const std::string& before, ColumnId id, int level) {
        const Column& column = columns_[id];
        if (names_.size() >= kMost || !is_identifier(column.name)) {
            return;
        }
        const std::string name = before + std::string(column.name);
        if (!mapped(name)) {
            names_.push_back(Name{name, CompletionKind::Output, typed(columns_, id, column.may_be_null()), {}});
        }
        for (std::uint32_t i = 0; column.kind == TypeKind::Struct && i < column.count && level < kLevels; ++i) {
            take(name + ".", column.first + i, level + 1);
        }
    }

    [[nodiscard]] bool mapped(std::string_view name) const {
        const auto& mapping = scene_.build()->mapping;
        return mapping && name != scene_.word() &&
               std::any_of(mapping->columns.begin(), mapping->columns.end(),
                           [&](const MappingColumn& column) { return column.name.value == name; });
    }

    const Scene& scene_;
    const Columns& columns_;
    std::vector<Name> names_;
};

std::vector<Name> output_names(const Scene& scene) {
    const Expose* expose = scene.output();
    return expose == nullptr ? std::vector<Name>{} : OutputNames(scene).run(expose->schema);
}

std::vector<Name> event_times(const Scene& scene) {
    std::vector<Name> names;
    if (scene.build() == nullptr) {
        return names;
    }
    const Contract& contract = *scene.question.contract;
    const StreamView view(contract, *scene.build());
    for (const SourceColumn& source : view.sources()) {
        if (source.column == kNoColumn || source.origin == SourceColumn::Origin::Key || !is_identifier(source.name)) {
            continue;
        }
        const Column& column = contract.columns[source.column];
        const bool time = column.kind == TypeKind::Timestamp || column.kind == TypeKind::TimestampLtz;
        if (time && column.precision <= 3) {
            names.push_back(Name{std::string(source.name),
                                 CompletionKind::Column,
                                 typed(contract.columns, source.column, source.nullable),
                                 {}});
        }
    }
    return names;
}

std::vector<Name> partition_columns(const Scene& scene) {
    std::vector<Name> names;
    if (scene.expose() == nullptr) {
        return names;
    }
    const Columns& columns = scene.question.contract->columns;
    const ColumnList& schema = scene.expose()->schema;
    for (ColumnId id = schema.first; id < schema.first + schema.count; ++id) {
        if (columns[id].is_scalar() && is_identifier(columns[id].name)) {
            names.push_back(Name{std::string(columns[id].name),
                                 CompletionKind::Column,
                                 typed(columns, id, columns[id].may_be_null()),
                                 {}});
        }
    }
    return names;
}

/// Columns of the stream that the table does not have yet: an output of the same name needs no mapping.
std::vector<Name> table_columns(const Scene& scene) {
    std::vector<Name> names;
    const BuildPlan* plan = scene.plan();
    if (plan == nullptr || scene.expose() == nullptr || scene.steps.size() != 6) {
        return names;
    }
    const Columns& columns = scene.question.contract->columns;
    const ColumnList& schema = scene.expose()->schema;
    for (const SourceColumn& source : plan->sources) {
        bool there = !is_identifier(source.name);
        for (ColumnId id = schema.first; id < schema.first + schema.count && !there; ++id) {
            there = columns[id].name == source.name && source.name != scene.word();
        }
        if (!there && names.size() < kMost) {
            names.push_back(Name{std::string(source.name), CompletionKind::Column,
                                 typed(columns, source.column, source.nullable), "A column of the stream."});
        }
    }
    return names;
}

std::vector<Name> expose_ids(const Scene& scene) {
    std::vector<Name> names;
    const auto offer = [&](std::string_view id) {
        if (!id.empty() && pattern_info(Pattern::Identifier).fault(id).empty()) {
            names.push_back(Name{std::string(id), CompletionKind::Output, "expose", {}});
        }
    };
    const Step list{"exposes", 0, true};
    const std::uint32_t count = scene.main() ? std::min<std::uint32_t>(scene.outline.items({list}), kMost) : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        offer(scene.outline.scalar({list, Step{{}, i, false}, Step{"exposeId", 0, true}}));
    }
    if (names.empty() && scene.question.contract != nullptr) {
        for (const Expose& expose : scene.question.contract->exposes) {
            offer(expose.expose_id.value);
        }
    }
    return names;
}

/// Types, spelled so that they can stand as they are.
std::vector<Name> types(const Scene& scene, const Site& site) {
    std::vector<Name> names;
    const bool map_key = scene.steps.size() > 1 && scene.steps[scene.steps.size() - 2].key == "key" &&
                         site.object->id == ObjectId::kLaneNestedColumn;
    for (const std::string_view value : site.rule->values) {
        if (map_key && value != "string") {
            continue;
        }
        std::string text(value);
        if (value == "decimal") {
            text = "decimal(18,2)";
        } else if (value == "timestamp" || value == "timestamp_ltz") {
            names.push_back(Name{text + "(3)", CompletionKind::Type, {}, "Milliseconds."});
        }
        names.push_back(Name{std::move(text), CompletionKind::Type, {}, {}});
    }
    return names;
}

} // namespace

std::vector<Name> names_at(const Scene& scene, const Site& site) {
    const bool column = site.is(ObjectId::kLaneColumn, "type") || site.is(ObjectId::kLaneNestedColumn, "type");
    if (column) {
        return types(scene, site);
    }
    if (site.is(ObjectId::kMappingColumn, "from") || site.is(ObjectId::kMappingExplode, "path")) {
        return path_names(scene, site.rule->name == "path");
    }
    if (site.is(ObjectId::kMappingColumn, "name") && scene.build() != nullptr) {
        return output_names(scene);
    }
    if (site.is(ObjectId::kEventTime, "column")) {
        return event_times(scene);
    }
    if (site.is(ObjectId::kLanePartitionField, "sourceColumn")) {
        return partition_columns(scene);
    }
    if (site.is(ObjectId::kLaneColumn, "name") && scene.expose() != nullptr) {
        return table_columns(scene);
    }
    if (site.is(ObjectId::kLaneBuild, "outputs") || site.is(ObjectId::kBuild, "outputs")) {
        return expose_ids(scene);
    }
    return {};
}

} // namespace weir::assist
