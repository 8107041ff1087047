#include "sql/expression.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir {

using How = OutputBinding::How;

namespace {

/// CASE reads best, but each one within another makes the planner several times slower; more structs within
/// each other than these are rebuilt as elements of arrays.
constexpr std::size_t kRebuildsByCase = 2;

} // namespace

/// Comments show no more than their first 200 bytes anyway.
std::string dotted(std::string_view parent, std::string_view field) {
    constexpr std::size_t kEnough = 256;
    std::string out(parent.substr(0, kEnough));
    out += '.';
    return out += field.substr(0, kEnough);
}

std::string ExpressionWriter::path_text(const BoundPath& path) const {
    const bool element = path.root == PathRoot::Element;
    const std::string_view root =
        !element ? plan_.sources[path.root_index].name : (plan_.explode ? plan_.explode->as : std::string_view{});
    std::string out =
        fmt::format("{}.{}", quote_identifier(element ? kElementAlias : kEventAlias), quote_identifier(root));
    for (const PathStep& step : path.steps) {
        out += step.literal ? fmt::format("[{}]", quote_literal(step.name))
                            : fmt::format(".{}", quote_identifier(step.name));
    }
    return out;
}

void ExpressionWriter::path(const BoundPath& path) {
    out_.put(path_text(path));
}

/// Where one CAST of a struct's column does, it is used: it plans faster than a struct made field by field.
bool ExpressionWriter::one_line(const OutputBinding& binding) {
    return binding.how != How::Build && (binding.how != How::Rebuild || binding.cast_whole);
}

std::string ExpressionWriter::origin(const OutputBinding& binding) const {
    switch (binding.how) {
    case How::Widen:
        return fmt::format("from {}, {} as {}", binding.from.text, contract_type(columns_[binding.from.column]),
                           contract_type(columns_[binding.output]));
    case How::Decode:
        return fmt::format("from {}, decoded as UTF-8", binding.from.text);
    case How::Rebuild:
        return fmt::format("from {}, {}", binding.from.text, binding.cast_whole ? "widened" : "field by field");
    case How::Build:
        return "built from its fields";
    case How::Copy:
    case How::Unbound:
        break;
    }
    return fmt::format("from {}", binding.from.text);
}

void ExpressionWriter::scalar(const OutputBinding& binding) {
    if (binding.how == How::Decode) {
        out_.put("DECODE(");
        path(binding.from);
        out_.put(", 'UTF-8')");
    } else if (binding.how == How::Copy && !stored_) {
        path(binding.from);
    } else if (binding.how == How::Copy) {
        uncast_value(binding.from, columns_[binding.output], columns_[binding.output]);
    } else {
        out_.put("CAST(");
        path(binding.from);
        out_.put(" AS ");
        out_.put(target_type(columns_[binding.output]));
        out_.put(")");
    }
}

/// How many structs within each other are rebuilt.
std::size_t ExpressionWriter::rebuilds(const OutputBinding& binding) {
    std::size_t within = 0;
    for (const OutputBinding& field : binding.fields) {
        within = std::max(within, rebuilds(field));
    }
    return within + (binding.how == How::Rebuild && !binding.cast_whole ? 1 : 0);
}

/// `ROW(…)` of the fields, or NULL where a rebuilt struct's source is. Its names come from the one cast
/// around the whole output: the planner fails on a cast of ROW() within CASE or within another ROW().
void ExpressionWriter::row(const OutputBinding& binding, std::string_view name, int indent) {
    const bool keeps_null = binding.how == How::Rebuild;
    if (keeps_null && deep_) {
        out_.put("ARRAY[");
    } else if (keeps_null) {
        out_.put("CASE WHEN ");
        path(binding.from);
        out_.put(" IS NULL THEN NULL ELSE ");
    }
    out_.put("ROW(");
    for (std::size_t i = 0; i < binding.fields.size() && !out_.too_large(); ++i) {
        const OutputBinding& child = binding.fields[i];
        const std::string child_name = dotted(name, columns_[child.output].name);
        out_.new_line(indent + 1);
        const ScriptWriter::From from(out_, child.said_at);
        field(child, child_name, indent + 1);
        if (i + 1 < binding.fields.size()) {
            out_.put(",");
        }
        if (one_line(child)) {
            out_.note(fmt::format("{}: {}", child_name, origin(child)));
        }
    }
    out_.new_line(indent);
    out_.put(")");
    if (keeps_null && deep_) {
        put_when_present(out_, path_text(binding.from));
    } else {
        out_.put(keeps_null ? " END" : "");
    }
}

void ExpressionWriter::field(const OutputBinding& binding, std::string_view name, int indent) {
    if (!one_line(binding)) {
        row(binding, name, indent);
    } else if (binding.how == How::Rebuild) {
        path(binding.from); // the outer cast widens its fields
    } else {
        scalar(binding);
    }
}

void ExpressionWriter::output(const OutputBinding& binding, bool last) {
    const Column& column = columns_[binding.output];
    const std::string_view comma = last ? "" : ",";
    const std::string comment = fmt::format("{}: {}", column.name, origin(binding));
    const ScriptWriter::From from(out_, binding.said_at);
    if (takes_no_cast(binding)) {
        out_.comment_line(comment);
        uncast(binding, column.name, 1);
        out_.put(" AS ");
        out_.name(column.name);
        out_.put(comma);
        return;
    }
    if (one_line(binding)) {
        scalar(binding);
        out_.put(" AS ");
        out_.name(column.name);
        out_.put(comma);
        out_.note(comment);
        return;
    }
    deep_ = rebuilds(binding) > kRebuildsByCase;
    out_.comment_line(comment);
    out_.put("CAST(");
    row(binding, column.name, 1);
    out_.put(" AS ");
    out_.put(target_type(column));
    out_.put(") AS ");
    out_.name(column.name);
    out_.put(comma);
}

} // namespace weir
