#include "binding/outputs.h"

#include <algorithm>

#include <fmt/format.h>

#include "binding/path.h"
#include "types/binary_arrays.h"

namespace weir::binding {

OutputBinding OutputBinder::bind(ColumnId output) {
    const Column& column = contract_.columns[output];
    OutputBinding unbound;
    unbound.output = output;
    unbound.said_at = column.at;
    const bool fed = targets_.entry(output) != nullptr || targets_.is_built(output);
    if (column.name.empty() || (targets_.is_open(output) && !fed)) {
        return unbound;
    }
    trail_.push_back(field_step(column.name));
    OutputBinding binding;
    if (const MappedEntry* entry = targets_.entry(output)) {
        binding = bind_entry(output, *entry);
    } else if (targets_.is_built(output)) {
        binding = build(output);
    } else {
        binding = bind_default(output);
    }
    trail_.pop_back();
    return binding;
}

OutputBinding OutputBinder::bind_entry(ColumnId output, const MappedEntry& entry) {
    OutputBinding binding;
    if (entry.path && entry.cast) {
        binding = decode(output, *entry.path, entry);
    } else if (entry.path) {
        binding = bind_path(output, *entry.path, Origin{entry.entry->from.at, scope_.declared_at(*entry.path)});
    } else {
        binding.output = output;
    }
    binding.said_at = entry.entry->at;
    binding.mapped = true;
    return binding;
}

OutputBinding OutputBinder::bind_default(ColumnId output) {
    OutputBinding binding;
    binding.output = output;
    Walk walk = scope_.walk(trail_);
    if (walk.stop == Walk::Stop::End) {
        const Origin origin{Place{}, scope_.declared_at(walk.path)};
        binding = bind_path(output, std::move(walk.path), origin);
    } else if (walk.stop != Walk::Stop::Silent && !open_outputs_) {
        refuse_unmapped(output);
    }
    binding.said_at = contract_.columns[output].at;
    return binding;
}

OutputBinding OutputBinder::build(ColumnId output) {
    const Column& column = contract_.columns[output];
    OutputBinding binding;
    binding.how = OutputBinding::How::Build;
    binding.output = output;
    binding.said_at = column.at;
    binding.mapped = true;
    binding.fields.reserve(column.count);
    for (ColumnId field = column.first; field < column.first + column.count; ++field) {
        binding.fields.push_back(bind(field));
    }
    return binding;
}

bool OutputBinder::fits_budget(ColumnId output, std::size_t bytes) {
    if (bytes <= text_left_) {
        text_left_ -= bytes;
        return true;
    }
    if (!text_spent_) {
        text_spent_ = true;
        Finding& finding = findings_.add(Code::output_too_large, contract_.columns[output].at,
                                         "names and map keys are so long that the SQL would take many megabytes");
        finding.help = "Shorten the names, or split the struct.";
    }
    return false;
}

OutputBinding OutputBinder::bind_path(ColumnId output, BoundPath path, const Origin& origin) {
    const bool nulls_fit = judge_required(output, path, origin);
    const Fit fit = fitter_.judge(output, path.column, path.text, origin);
    if (nulls_fit && fit != Fit::Broken && fit != Fit::Silent) {
        return made(output, std::move(path), fit, origin);
    }
    OutputBinding binding;
    binding.output = output;
    return binding;
}

OutputBinding OutputBinder::decode(ColumnId output, BoundPath path, const MappedEntry& entry) {
    const Column& column = contract_.columns[output];
    const Column& source = contract_.columns[path.column];
    const Origin origin{entry.entry->from.at, scope_.declared_at(path)};
    OutputBinding binding;
    binding.output = output;
    if (column.kind == TypeKind::Unknown || source.kind == TypeKind::Unknown) {
        return binding;
    }
    bool good = true;
    if (source.kind != TypeKind::Binary) {
        Finding& finding =
            findings_.add(Code::mapping_cast_source, entry.entry->cast.at,
                          fmt::format("string decodes binary, and {} is {}", shown(path.text), contract_type(source)));
        finding.help = "Leave cast out: a widening needs none, and there is no other conversion.";
        findings_.leave_out(finding, entry.entry->at, "cast");
        findings_.relate(finding, origin.declared, fmt::format("{} is declared here", shown(path.text)));
        good = false;
    } else if (column.kind != TypeKind::String) {
        Finding& finding = findings_.add(
            Code::mapping_cast_output, column.at,
            fmt::format("cast: string makes a string of {}, not {}", shown(path.text), contract_type(column)));
        finding.help = column.kind == TypeKind::Binary ? "Leave cast out, or write string." : "Write string.";
        findings_.offer(finding, column.is_scalar() ? column.type_at : Place{}, "string", "Change the type to string");
        findings_.relate(finding, entry.entry->cast.at, "cast here");
        good = false;
    }
    good = judge_required(output, path, origin) && good;
    if (good) {
        binding.how = OutputBinding::How::Decode;
        binding.from = std::move(path);
    }
    return binding;
}

namespace {

/// What makes a path fit a required output: making the output optional, or every step that may be null
/// required, where the producers can promise that.
std::string required_help(const std::vector<NullStep>& steps) {
    constexpr std::size_t kMost = 8;
    std::string remedies;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].remedy.empty()) {
            return fmt::format("Make the output optional: {}.", shown(steps[i].because));
        }
        if (i < kMost) {
            remedies += i == 0 ? "" : i + 1 == steps.size() ? " and " : ", ";
            remedies += shown(steps[i].remedy);
        }
    }
    if (steps.empty() || steps.size() > kMost) {
        return "Make the output optional, or read it from a path that is never null.";
    }
    return fmt::format("Make the output optional; or declare {} required: true in properties.stream, if the producers "
                       "promise a value.",
                       remedies);
}

} // namespace

bool OutputBinder::judge_required(ColumnId output, const BoundPath& path, const Origin& origin) {
    const Column& column = contract_.columns[output];
    if (!column.required || !path.nullable) {
        return true;
    }
    const bool plain = path.nullable_because == path.text + " is optional";
    Finding& finding = findings_.add(
        Code::output_required, column.at,
        plain ? fmt::format("required, but {}", shown(path.nullable_because))
              : fmt::format("required, but {} may be null: {}", shown(path.text), shown(path.nullable_because)));
    findings_.offer(finding, column.required_at, "false", "Make the output optional");
    findings_.relate(finding, origin.entry, "mapped here");
    const std::vector<NullStep> steps = scope_.null_steps(path);
    finding.help = required_help(steps);
    bool first = true;
    for (const NullStep& step : steps) {
        findings_.relate(finding, step.at, (first ? "" : "also ") + shown(step.because));
        first = false;
    }
    if (steps.empty() || steps.back().at.node != origin.declared.node) {
        findings_.relate(finding, origin.declared, fmt::format("{} is declared here", shown(path.text)));
    }
    return false;
}

OutputBinding OutputBinder::made(ColumnId output, BoundPath path, Fit fit, const Origin& origin) {
    OutputBinding binding;
    binding.output = output;
    if (!fits_budget(output, path.text.size())) {
        return binding;
    }
    binding.said_at = origin.entry.known() ? origin.entry : contract_.columns[output].at;
    binding.mapped = origin.entry.known();
    switch (fit) {
    case Fit::Same:
        binding.how = OutputBinding::How::Copy;
        break;
    case Fit::Wider:
        binding.how = OutputBinding::How::Widen;
        break;
    default:
        binding.how = OutputBinding::How::Rebuild;
        binding.cast_whole = fitter_.casts_whole(output);
        break;
    }
    if (binding.how == OutputBinding::How::Rebuild) {
        const Column& column = contract_.columns[output];
        const Column& source = contract_.columns[path.column];
        binding.fields.reserve(column.count);
        for (ColumnId field = column.first; field < column.first + column.count; ++field) {
            const ColumnId from = fields_.find(source.first, source.count, contract_.columns[field].name);
            BoundPath inner = path;
            scope_.enter_present(inner, from);
            const Column& out = contract_.columns[field];
            Fit inner_fit = Fit::Same;
            if (out.kind == TypeKind::Struct) {
                inner_fit = fitter_.struct_fit(field);
            } else if (!same_head(out, contract_.columns[from])) {
                inner_fit = Fit::Wider;
            }
            binding.fields.push_back(made(field, std::move(inner), inner_fit, origin));
        }
    }
    binding.from = std::move(path);
    return binding;
}

// ---- nothing feeds an output ----

void OutputBinder::collect_leaves(ColumnId first, std::uint32_t count, std::uint32_t parent, std::uint32_t depth) {
    constexpr std::uint32_t kDeepest = 32;
    constexpr std::size_t kMost = 20'000;
    if (depth > kDeepest) {
        return;
    }
    for (ColumnId id = first; id < first + count && leaves_.size() < kMost; ++id) {
        const Column& column = contract_.columns[id];
        const auto leaf = static_cast<std::uint32_t>(leaves_.size());
        leaves_.push_back(Leaf{column.name, parent});
        leaf_by_name_.emplace(column.name, leaf);
        if (column.kind == TypeKind::Struct) {
            collect_leaves(column.first, column.count, leaf, depth + 1);
        }
    }
}

/// A path that ends in `name`, somewhere inside the structs of the stream; empty when there is none.
std::string OutputBinder::feeding(std::string_view name) {
    if (!leaves_collected_) {
        leaves_collected_ = true;
        const auto add = [&](std::string_view root, ColumnId column) {
            if (column == kNoColumn || contract_.columns[column].kind != TypeKind::Struct) {
                return;
            }
            const auto leaf = static_cast<std::uint32_t>(leaves_.size());
            leaves_.push_back(Leaf{root, kNoLeaf});
            collect_leaves(contract_.columns[column].first, contract_.columns[column].count, leaf, 2);
        };
        if (scope_.has_element()) {
            const Walk element = scope_.start(scope_.element_name());
            add(scope_.element_name(), element.path.column);
        }
        for (const SourceColumn& source : scope_.sources()) {
            add(source.name, source.column);
            // A prefixed key column is found by its own name.
            if (source.column != kNoColumn && contract_.columns[source.column].name != source.name) {
                leaf_by_name_.emplace(contract_.columns[source.column].name,
                                      static_cast<std::uint32_t>(leaves_.size()));
                leaves_.push_back(Leaf{source.name, kNoLeaf});
            }
        }
    }
    const auto found = leaf_by_name_.find(name);
    if (found == leaf_by_name_.end()) {
        return {};
    }
    std::vector<PathStep> steps;
    for (std::uint32_t leaf = found->second; leaf != kNoLeaf; leaf = leaves_[leaf].parent) {
        steps.push_back(field_step(leaves_[leaf].name));
    }
    std::reverse(steps.begin(), steps.end());
    return path_text(steps, steps.size());
}

void OutputBinder::refuse_unmapped(ColumnId output) {
    const std::string path = path_text(trail_, trail_.size());
    const std::string_view name = trail_.back().name;
    std::string help = feeding(name);
    if (!help.empty()) {
        help = fmt::format("Write {{name: {}, from: {}}} there, if that is what it should hold.", clipped(path),
                           clipped(help));
    } else if (const auto meant = proposer_.propose(name, scope_.names()); !meant.empty()) {
        help = fmt::format("properties.stream has {}. Rename the output, or write {{name: {}, from: {}}} there.", meant,
                           clipped(path), meant);
    } else {
        help = fmt::format("A path can start at: {}.", name_list(scope_.names()));
    }
    Finding& finding = findings_.add(
        Code::output_unmapped, contract_.columns[output].at,
        fmt::format("{0} is not a column of properties.stream; map {0} in properties.mapping.columns", shown(path)));
    finding.help = std::move(help);
}

void refuse_required_map_values(const Columns& columns, ColumnId first, std::uint32_t count, Findings& findings) {
    for (ColumnId id = first; id < first + count; ++id) {
        const Column& column = columns[id];
        if (column.kind == TypeKind::Map && column.count == 2) {
            const Column& value = columns[columns.map_value(column)];
            if (value.required) {
                Finding& finding =
                    findings.add(Code::output_map_value_required, value.at,
                                 "the values of a map may not be required: a null would be stored as an empty value");
                finding.help = "Leave required out.";
                findings.offer(finding, value.required_at, "false", "Make the values optional");
            }
        }
        refuse_required_map_values(columns, column.first, column.count, findings);
    }
}

void refuse_binary_arrays(const Columns& columns, ColumnId first, std::uint32_t count, Findings& findings) {
    for (ColumnId id = first; id < first + count; ++id) {
        const Column& column = columns[id];
        if (column.kind == TypeKind::Struct) {
            refuse_binary_arrays(columns, column.first, column.count, findings);
        } else if (types::holds_binary_array(columns, column) && types::holds_short_timestamp(columns, column)) {
            Finding& finding = findings.add(
                Code::output_collection_type, column.at,
                fmt::format("{} holds an array of binary and a timestamp of fewer than 6 digits, and Flink cannot "
                            "convert the timestamp for the table",
                            contract_type(column)));
            finding.help = "Write the timestamp with precision 6, in properties.stream too, or keep one of the two out "
                           "of it";
        }
    }
}

} // namespace weir::binding
