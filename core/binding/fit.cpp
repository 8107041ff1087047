#include "binding/fit.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir::binding {

namespace {

/// Of several fits the one that says most about the whole.
Fit worse(Fit a, Fit b) {
    if (a == Fit::Broken || b == Fit::Broken) {
        return Fit::Broken;
    }
    if (a == Fit::Silent || b == Fit::Silent) {
        return Fit::Silent;
    }
    return a == Fit::Same && b == Fit::Same ? Fit::Same : Fit::Reshaped;
}

} // namespace

std::string allowed_types(const Column& source) {
    std::string same = contract_type(source);
    switch (source.kind) {
    case TypeKind::Int:
        return "int or long";
    case TypeKind::Float:
        return "float or double";
    case TypeKind::Decimal:
        return source.precision < 38
                   ? fmt::format("{} or one with more digits, up to decimal(38,{})", same, source.scale)
                   : same;
    case TypeKind::Timestamp:
    case TypeKind::TimestampLtz:
        return source.precision < 6
                   ? fmt::format("{} or a finer one, up to {}(6)", same, same.substr(0, same.find('(')))
                   : same;
    default:
        return same;
    }
}

Fit Fitter::judge(ColumnId output, ColumnId source, const std::string& path, const Origin& origin) {
    path_ = path;
    return judge_column(output, source, origin);
}

Fit Fitter::struct_fit(ColumnId output) const {
    const auto found = structs_.find(output);
    return found == structs_.end() ? Fit::Same : found->second.fit;
}

bool Fitter::casts_whole(ColumnId output) const {
    const auto found = structs_.find(output);
    return found != structs_.end() && found->second.cast_whole;
}

void Fitter::relate(Finding& finding, ColumnId source, const Origin& origin) const {
    findings_.relate(finding, origin.entry, "mapped here");
    const Column& column = columns_[source];
    findings_.relate(finding, column.at.known() ? column.at : origin.declared,
                     fmt::format("{} is {}", shown(path_), brief_type(columns_, column)));
}

void Fitter::refuse_type(ColumnId output, ColumnId source, const Origin& origin) {
    const Column& out = columns_[output];
    const Column& from = columns_[source];
    Finding& finding = findings_.add(
        Code::output_type, out.at,
        fmt::format("{} cannot be read from {}, which is {}", contract_type(out), shown(path_), contract_type(from)));
    if (from.kind == TypeKind::Binary && out.kind == TypeKind::String) {
        finding.help =
            fmt::format("Read it with cast: string, which decodes UTF-8: {{name: …, from: {}, cast: string}} "
                        "in properties.mapping.columns",
                        clipped(path_));
    } else if (from.is_scalar()) {
        finding.help = fmt::format("Write {}; nothing else holds every value.", allowed_types(from));
        findings_.offer(finding, out.is_scalar() ? out.type_at : Place{}, contract_type(from),
                        fmt::format("Change the type to {}", contract_type(from)));
    } else if (from.kind == TypeKind::Array) {
        finding.help = fmt::format("Write {}, or explode the array into rows.", brief_type(columns_, from));
    } else {
        finding.help = fmt::format("Write {}, or read one value out of it.", brief_type(columns_, from));
    }
    relate(finding, source, origin);
}

Fit Fitter::judge_column(ColumnId output, ColumnId source, const Origin& origin) {
    const Column& out = columns_[output];
    const Column& from = columns_[source];
    if (out.kind == TypeKind::Unknown || from.kind == TypeKind::Unknown) {
        return Fit::Silent;
    }
    if (out.kind == TypeKind::Struct && from.kind == TypeKind::Struct) {
        return judge_struct(output, source, origin);
    }
    if (same_head(out, from)) {
        return out.is_scalar() ? Fit::Same : judge_inside(output, source, origin);
    }
    if (is_wider(from, out)) {
        return Fit::Wider;
    }
    refuse_type(output, source, origin);
    return Fit::Broken;
}

Fit Fitter::judge_struct(ColumnId output, ColumnId source, const Origin& origin) {
    const ColumnId out_first = columns_[output].first;
    const ColumnId from_first = columns_[source].first;
    const std::uint32_t out_count = columns_[output].count;
    const std::uint32_t from_count = columns_[source].count;
    if (out_count == 0 || from_count == 0) {
        return Fit::Silent;
    }
    const std::size_t path_size = path_.size();
    bool in_place = out_count == from_count;
    bool cast_whole = true;
    Fit all = Fit::Same;
    for (std::uint32_t i = 0; i < out_count; ++i) {
        const ColumnId field = out_first + i;
        const std::string_view name = columns_[field].name;
        if (name.empty()) {
            all = worse(all, Fit::Silent);
            continue;
        }
        const ColumnId found = fields_.find(from_first, from_count, name);
        if (found == kNoColumn && fields_.open(from_first, from_count)) {
            all = worse(all, Fit::Silent);
            continue;
        }
        if (found == kNoColumn) {
            Finding& finding = findings_.add(Code::output_field_missing, columns_[field].at,
                                             fmt::format("{} has no field {}", shown(path_), shown(name)));
            finding.help = fmt::format("{} has: {}. Leave {} out, or build the struct field by field with dotted names "
                                       "in properties.mapping.columns.",
                                       shown(path_), name_list(fields_.names(from_first, from_count)), clipped(name));
            relate(finding, source, origin);
            all = Fit::Broken;
            continue;
        }
        in_place = in_place && found == from_first + i;
        path_ += '.';
        path_ += name;
        if (columns_[field].required && columns_[found].may_be_null()) {
            Finding& finding = findings_.add(Code::output_required, columns_[field].at,
                                             fmt::format("required, but {} is optional", shown(path_)));
            finding.help =
                fmt::format("Make the output optional; or declare {} required: true in properties.stream, if "
                            "the producers promise a value.",
                            shown(path_));
            findings_.offer(finding, columns_[field].required_at, "false", "Make the output optional");
            relate(finding, found, origin);
            all = Fit::Broken;
        }
        const Fit fit = judge_column(field, found, origin);
        cast_whole = cast_whole && (fit == Fit::Same || fit == Fit::Wider || casts_whole(field));
        all = worse(all, fit);
        path_.resize(path_size);
    }
    if (all == Fit::Same && !in_place) {
        all = Fit::Reshaped;
    }
    if (all != Fit::Same) {
        structs_[output] = StructFit{all, all == Fit::Reshaped && in_place && cast_whole};
    }
    return all;
}

// ---- inside arrays and maps: the same types, names and order ----

void Fitter::refuse_inner_type(ColumnId output, ColumnId source, const Origin& origin) {
    const Column& out = columns_[output];
    const Column& from = columns_[source];
    Finding& finding =
        findings_.add(Code::output_collection_type, out.at,
                      fmt::format("{} cannot be read from {}, which is {}: inside an array or a map the types must be "
                                  "the same, field names and order included",
                                  brief_type(columns_, out), shown(path_), brief_type(columns_, from)));
    finding.help = fmt::format("Write {}.", brief_type(columns_, from));
    if (out.is_scalar() && from.is_scalar()) {
        findings_.offer(finding, out.type_at, contract_type(from),
                        fmt::format("Change the type to {}", contract_type(from)));
    }
    relate(finding, source, origin);
}

/// `output` and `source` have the same head or both stand inside an array or a map.
Fit Fitter::judge_inside(ColumnId output, ColumnId source, const Origin& origin) {
    const Column& out = columns_[output];
    const Column& from = columns_[source];
    if (out.kind == TypeKind::Unknown || from.kind == TypeKind::Unknown) {
        return Fit::Silent;
    }
    if (!same_head(out, from)) {
        refuse_inner_type(output, source, origin);
        return Fit::Broken;
    }
    switch (out.kind) {
    case TypeKind::Struct:
        return judge_inner_struct(output, source, origin);
    case TypeKind::Array:
        if (out.count != 1 || from.count != 1) {
            return Fit::Silent;
        }
        return judge_inner_child(out.first, from.first, "element", false, origin);
    case TypeKind::Map:
        if (out.count != 2 || from.count != 2) {
            return Fit::Silent;
        }
        // Keys are required strings on both sides.
        return judge_inner_child(columns_.map_value(out), columns_.map_value(from), "value", true, origin);
    default:
        return Fit::Same;
    }
}

Fit Fitter::judge_inner_struct(ColumnId output, ColumnId source, const Origin& origin) {
    const ColumnId out_first = columns_[output].first;
    const ColumnId from_first = columns_[source].first;
    const std::uint32_t count = columns_[output].count;
    if (count == 0 || columns_[source].count == 0) {
        return Fit::Silent;
    }
    bool same_names = count == columns_[source].count;
    for (std::uint32_t i = 0; same_names && i < count; ++i) {
        same_names = columns_[out_first + i].name == columns_[from_first + i].name;
    }
    if (!same_names && (fields_.open(out_first, count) || fields_.open(from_first, columns_[source].count))) {
        return Fit::Silent;
    }
    if (!same_names) {
        refuse_inner_type(output, source, origin);
        return Fit::Broken;
    }
    Fit all = Fit::Same;
    for (std::uint32_t i = 0; i < count; ++i) {
        all = worse(all, judge_inner_child(out_first + i, from_first + i, columns_[out_first + i].name, false, origin));
    }
    return all;
}

Fit Fitter::judge_inner_child(ColumnId output, ColumnId source, std::string_view step, bool is_map_value,
                              const Origin& origin) {
    const std::size_t path_size = path_.size();
    path_ += '.';
    path_ += step;
    Fit fit = Fit::Same;
    // A required map value is refused wherever it stands in an output, so it is not judged here as well.
    if (columns_[output].required && columns_[source].may_be_null() && !is_map_value) {
        Finding& finding = findings_.add(Code::output_collection_required, columns_[output].at,
                                         fmt::format("required, but {} is optional", shown(path_)));
        finding.help =
            fmt::format("Make the output optional; or declare {} required: true in properties.stream, if the "
                        "producers promise a value.",
                        shown(path_));
        findings_.offer(finding, columns_[output].required_at, "false", "Make it optional in the output");
        relate(finding, source, origin);
        fit = Fit::Broken;
    }
    fit = worse(fit, judge_inside(output, source, origin));
    path_.resize(path_size);
    return fit;
}

} // namespace weir::binding
