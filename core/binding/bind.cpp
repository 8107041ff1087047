#include "weir/binding.h"

#include <algorithm>

#include <fmt/format.h>

#include "binding/forms.h"
#include "binding/outputs.h"
#include "binding/resolve.h"

namespace weir {

namespace binding {
namespace {

/// A json key that the query can take apart exactly (sql.md, Script 2). Anything else is read by its
/// own format, from a second reading of the topic.
KeyReading key_reading(const Columns& columns, const std::optional<StreamKey>& key) {
    if (!key) {
        return KeyReading::None;
    }
    const auto plain = [&](const Column& column) {
        return column.is_scalar() && column.kind != TypeKind::Decimal && column.kind != TypeKind::Binary;
    };
    switch (key->format.value) {
    case KeyFormat::Raw:
        return KeyReading::Format;
    case KeyFormat::Json:
        for (std::uint32_t i = 0; i < key->schema.count; ++i) {
            if (!plain(columns[key->schema.first + i])) {
                return KeyReading::TwoTables;
            }
        }
        return KeyReading::RawJson;
    case KeyFormat::AvroConfluent:
        return KeyReading::TwoTables;
    case KeyFormat::Unknown:
        break;
    }
    return KeyReading::None;
}

class BuildBinder {
  public:
    BuildBinder(const Contract& contract, const Build& build, BuildPlan& plan, std::vector<Finding>& list,
                Proposer& proposer, FieldIndex& fields)
        : contract_(contract), build_(build), plan_(plan), findings_(contract, list), proposer_(proposer),
          fields_(fields), scope_(contract, findings_, fields),
          resolver_(contract, scope_, findings_, proposer, fields) {}

    /// Fills the plan. `expose` is the expose that this build is the first to write, or null.
    void bind(const Expose* expose) {
        const std::size_t before = findings_.count();
        if (expose != nullptr) {
            refuse_required_map_values(contract_.columns, expose->schema.first, expose->schema.count, findings_);
            refuse_binary_arrays(contract_.columns, expose->schema.first, expose->schema.count, findings_);
        }
        const bool read = build_.stream && build_.stream->schema.count > 0;
        if (read) {
            plan_.key_reading = key_reading(contract_.columns, build_.stream->key);
            scope_.take_stream(*build_.stream, plan_);
        }
        plan_.own_sql = build_.sql.present();
        if (read && !plan_.own_sql) {
            bind_mapping(expose);
        } else if (build_.mapping && !plan_.own_sql) {
            judge_forms(*build_.mapping, findings_);
        }
        plan_.complete = read && expose != nullptr && findings_.count() == before && entries_good_ && sources_known() &&
                         outputs_known(expose->schema) &&
                         std::all_of(plan_.outputs.begin(), plan_.outputs.end(), is_bound);
    }

  private:
    static bool is_bound(const OutputBinding& binding) {
        return binding.how != OutputBinding::How::Unbound &&
               std::all_of(binding.fields.begin(), binding.fields.end(), is_bound);
    }

    /// Every column of the stream has a name and a type that could be read: the SQL declares all of them.
    [[nodiscard]] bool sources_known() const {
        return std::all_of(plan_.sources.begin(), plan_.sources.end(), [&](const SourceColumn& source) {
            return !source.name.empty() && source.column != kNoColumn && type_known(source.column);
        });
    }

    [[nodiscard]] bool outputs_known(const ColumnList& schema) const {
        for (std::uint32_t i = 0; i < schema.count; ++i) {
            if (contract_.columns[schema.first + i].name.empty() || !type_known(schema.first + i)) {
                return false;
            }
        }
        return schema.count > 0;
    }

    [[nodiscard]] bool type_known(ColumnId id) const {
        const Column& column = contract_.columns[id];
        if (column.kind == TypeKind::Unknown || (!column.is_scalar() && column.count == 0)) {
            return false;
        }
        for (std::uint32_t i = 0; i < column.count; ++i) {
            if (!type_known(column.first + i)) {
                return false;
            }
        }
        return true;
    }

    void bind_mapping(const Expose* expose) {
        std::vector<MappedEntry> entries;
        std::optional<Targets> targets;
        if (expose != nullptr) {
            targets.emplace(contract_, *expose, findings_, proposer_, fields_);
        }
        if (build_.mapping) {
            if (build_.mapping->explode) {
                bind_explode(*build_.mapping->explode);
            }
            if (build_.mapping->open_starts) {
                scope_.open_starts();
                entries_good_ = false;
            }
            entries.reserve(build_.mapping->columns.size());
            for (const MappingColumn& column : build_.mapping->columns) {
                if (!targets || !swapped(*targets, column)) {
                    entries.push_back(bind_entry(column));
                }
            }
        }
        if (expose == nullptr) {
            return;
        }
        for (MappedEntry& entry : entries) {
            targets->take(std::move(entry));
        }
        OutputBinder outputs(contract_, scope_, *targets, findings_, proposer_, fields_);
        if (build_.mapping_open || (build_.mapping && (build_.mapping->open_outputs || names_malformed()))) {
            outputs.open_outputs();
            entries_good_ = false;
        }
        plan_.outputs.reserve(expose->schema.count);
        for (std::uint32_t i = 0; i < expose->schema.count; ++i) {
            plan_.outputs.push_back(outputs.bind(expose->schema.first + i));
        }
    }

    /// A mapped name has a form that no output has: it may be meant for any.
    [[nodiscard]] bool names_malformed() const {
        const auto& columns = build_.mapping->columns;
        return std::any_of(columns.begin(), columns.end(), [](const MappingColumn& column) {
            return column.name.present() && !is_dotted(column.name.value);
        });
    }

    /// The path stands in `name` and the output in `from`: one finding, instead of one about each.
    bool swapped(Targets& targets, const MappingColumn& column) {
        if (!column.name.present() || !column.from.present() || targets.look(column.name.value) != kNoColumn) {
            return false;
        }
        const ColumnId output = targets.look(column.from.value);
        const ParsedPath path = parse_path(column.name.value);
        const ParsedPath from = parse_path(column.from.value);
        if (output == kNoColumn || !path.ok || scope_.walk(path.steps).stop != Walk::Stop::End ||
            (from.ok && scope_.walk(from.steps).stop == Walk::Stop::End)) {
            return false;
        }
        targets.open(output);
        Finding& finding = findings_.add(Code::mapping_name_unknown, column.name.at,
                                         fmt::format("{} is a path in the stream, and {} an output",
                                                     shown(column.name.value), shown(column.from.value)));
        finding.help = fmt::format("name is the output, from the path: write {{name: {}, from: {}}}.",
                                   clipped(column.from.value), clipped(column.name.value));
        findings_.relate(finding, contract_.columns[output].at, "the output is declared here");
        findings_.offer_swap(finding, column.name.at, column.from.at);
        return true;
    }

    /// False after a finding about the alias, or when it could not be read.
    bool judge_alias(const Text& as) {
        if (!as.present()) {
            return false;
        }
        if (!judge_alias_form(as, findings_)) {
            scope_.open_starts(); // paths start with the name that was meant
            return false;
        }
        if (const SourceColumn* taken = scope_.source_without_case(as.value)) {
            Finding& finding =
                findings_.add(Code::explode_alias_taken, as.at,
                              fmt::format("{} is already a column of properties.stream{}", shown(taken->name),
                                          taken->name == as.value ? "" : ", case aside"));
            finding.help = "Take a name that no column of the stream has.";
            findings_.relate(finding, taken->at, fmt::format("{} is declared here", shown(taken->name)));
            return false;
        }
        return true;
    }

    void bind_explode(const Explode& explode) {
        const bool alias_good = judge_alias(explode.as);
        std::optional<BoundPath> path;
        if (explode.path.present()) {
            path = resolver_.resolve(explode.path);
        }
        ColumnId element = kNoColumn;
        if (path) {
            const Column& array = contract_.columns[path->column];
            if (array.kind == TypeKind::Array && array.count == 1) {
                element = array.first;
            } else if (array.kind != TypeKind::Array && array.kind != TypeKind::Unknown) {
                refuse_explode(explode, *path);
            }
        }
        entries_good_ = entries_good_ && alias_good && element != kNoColumn;
        if (explode.as.present()) {
            // A wrong alias still starts paths, silently: one finding about it is enough.
            if (!is_identifier(explode.as.value)) {
                scope_.open_starts();
            }
            scope_.take_element(explode.as.value, alias_good ? element : kNoColumn, path ? path->text : std::string());
        }
        if (alias_good && element != kNoColumn) {
            plan_.explode =
                BoundExplode{std::move(*path), explode.as.value, element, !contract_.columns[element].required};
        }
    }

    void refuse_explode(const Explode& explode, const BoundPath& path) {
        const Column& column = contract_.columns[path.column];
        Finding& finding = findings_.add(
            Code::explode_not_array, explode.path.at,
            fmt::format("{} is {}, and only an array is exploded", shown(path.text), contract_type(column)));
        std::vector<std::string_view> arrays;
        for (const SourceColumn& source : plan_.sources) {
            if (source.column != kNoColumn && contract_.columns[source.column].kind == TypeKind::Array) {
                arrays.push_back(source.name);
            }
        }
        finding.help = arrays.empty() ? "No column of properties.stream is an array; a path may lead to one inside."
                                      : fmt::format("Arrays of properties.stream: {}.", name_list(arrays));
        findings_.relate(finding, scope_.declared_at(path), fmt::format("{} is declared here", shown(path.text)));
    }

    MappedEntry bind_entry(const MappingColumn& column) {
        MappedEntry entry;
        entry.entry = &column;
        if (column.from.present()) {
            entry.path = resolver_.resolve(column.from);
        }
        if (column.cast.present()) {
            entry.cast = true;
            if (!judge_cast_form(column.cast, findings_)) {
                findings_.leave_out(findings_.last(), column.at, "cast");
                entry.path.reset();
            }
        }
        if (column.cast_open) {
            entry.path.reset();
        }
        entries_good_ = entries_good_ && entry.path.has_value() && column.name.present();
        return entry;
    }

    const Contract& contract_;
    const Build& build_;
    BuildPlan& plan_;
    Findings findings_;
    Proposer& proposer_;
    FieldIndex& fields_;
    Scope scope_;
    Resolver resolver_;
    bool entries_good_ = true;
};

} // namespace
} // namespace binding

Plan bind(const Contract& contract) {
    Plan plan;
    binding::Proposer proposer;
    binding::FieldIndex fields(contract.columns);
    std::vector<bool> written(contract.exposes.size(), false);
    for (std::size_t i = 0; i < contract.builds.size(); ++i) {
        const Build& build = contract.builds[i];
        if (!build.managed) {
            continue;
        }
        BuildPlan part;
        part.build = i;
        const Expose* expose = nullptr;
        if (!build.outputs.empty() && build.outputs.front().present()) {
            const auto index = contract.expose_index(build.outputs.front().value);
            // Two builds of one expose are refused elsewhere; its columns are judged once.
            if (index && !written[*index]) {
                written[*index] = true;
                part.expose = *index;
                expose = &contract.exposes[*index];
            }
        }
        binding::BuildBinder binder(contract, build, part, plan.findings, proposer, fields);
        binder.bind(expose);
        part.complete = part.complete && build.outputs.size() == 1;
        plan.builds.push_back(std::move(part));
    }
    return plan;
}

} // namespace weir
