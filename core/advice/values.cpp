// What decoding does to the records, and what it costs to bring them into the table's form.

#include <algorithm>

#include <fmt/format.h>

#include "advice/adviser.h"

namespace weir {

namespace {

/// Columns inside `column`, itself included, for which `test` holds, by their dotted names.
template <class Test> void collect(const Columns& columns, const Column& column, const std::string& name, Test test,
                                   std::vector<std::string>& names) {
    if (test(column)) {
        names.push_back(name);
    }
    for (const Column& child : columns.children(column)) {
        collect(columns, child, child.name.empty() ? name : fmt::format("{}.{}", name, child.name), test, names);
    }
}

template <class Test>
std::vector<std::string> columns_where(const Advised& advised, const ColumnList& list, Test test) {
    std::vector<std::string> names;
    const Columns& columns = advised.contract.columns;
    for (ColumnId id = list.first; id < list.first + list.count; ++id) {
        collect(columns, columns[id], std::string(columns[id].name), test, names);
    }
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

bool is_timestamp(const Column& column) {
    return column.kind == TypeKind::Timestamp || column.kind == TypeKind::TimestampLtz;
}

/// Out of range, a fraction, another word than true, more digits: Flink takes these without an error.
bool is_bent_by_json(const Column& column) {
    return column.kind == TypeKind::Decimal || column.kind == TypeKind::Int || column.kind == TypeKind::Long ||
           column.kind == TypeKind::Boolean || is_timestamp(column);
}

void advise_on_json(const Advised& advised, const Stream& stream) {
    const std::vector<std::string> bent = columns_where(advised, stream.schema, is_bent_by_json);
    if (!bent.empty()) {
        advised.add(
            Code::json_lossy_decoding, stream.format.at,
            fmt::format(
                "Flink's json format changes some values without failing, in {}: a decimal out of range becomes "
                "null, 1.5 in a whole number 1, \"yes\" in a boolean false, and digits beyond a timestamp's "
                "are cut",
                some_of(bent)),
            "Fine when producers write what the stream declares; else read the field as string, or use "
            "avro-confluent.");
    }
    std::vector<std::string> required;
    Place first;
    for (const OutputBinding& output : advised.plan.outputs) {
        const Column& column = advised.contract.columns[output.output];
        const bool read = output.how != OutputBinding::How::Build && output.how != OutputBinding::How::Unbound &&
                          output.from.root == PathRoot::Source && output.from.root_index < advised.plan.sources.size();
        if (read && column.required &&
            advised.plan.sources[output.from.root_index].origin == SourceColumn::Origin::Value) {
            required.emplace_back(column.name);
            first = first.known() ? first : column.at;
        }
    }
    if (!required.empty()) {
        advised.add(
            Code::json_required_field, first,
            fmt::format("a record without {} fails the job, which then restarts at that record until it is gone or the "
                        "contract says optional",
                        some_of(required)),
            "Fine when producers promise it; nothing is dropped or made up.");
    }
}

void advise_on_avro(const Advised& advised, const Stream& stream, bool value, bool key) {
    const Place at = value ? stream.format.at : stream.key->format.at;
    advised.add(
        Code::avro_forward_compatible, at,
        fmt::format(
            "records of any writer's schema are read by that of the contract: a schema that cannot be fails the "
            "job at the first record ({})",
            value && key ? "value and key"
            : value      ? "value"
                         : "key"),
        "Keep the registry's subject FORWARD_TRANSITIVE or FULL_TRANSITIVE, and let its writers send strings, not "
        "enums: "
        "Avro reads no enum as a string.");
    std::vector<std::string> times =
        value ? columns_where(advised, stream.schema, is_timestamp) : std::vector<std::string>();
    if (key) {
        const std::vector<std::string> more = columns_where(advised, stream.key->schema, is_timestamp);
        times.insert(times.end(), more.begin(), more.end());
    }
    if (!times.empty()) {
        advised.add(
            Code::avro_timestamp_millis, at,
            fmt::format("{}: Flink reads the number as milliseconds; one in microseconds lands 1,000 times as far from "
                        "1970, without an error",
                        some_of(times)),
            "See that the writer's schema says timestamp-millis.");
    }
}

/// How many structs are made anew within each other.
std::size_t rebuilt_depth(const OutputBinding& output) {
    std::size_t inner = 0;
    for (const OutputBinding& field : output.fields) {
        inner = std::max(inner, rebuilt_depth(field));
    }
    return inner + (output.how == OutputBinding::How::Rebuild && !output.cast_whole ? 1 : 0);
}

void advise_on_rebuilds(const Advised& advised) {
    constexpr std::size_t kDeep = 12;
    for (const OutputBinding& output : advised.plan.outputs) {
        const std::size_t depth = rebuilt_depth(output);
        if (depth > kDeep) {
            const Column& column = advised.contract.columns[output.output];
            advised.add(
                Code::deep_rebuild, column.at,
                fmt::format("{} is rebuilt {} structs deep, and Flink's planner takes longer with each: beyond {} the "
                            "job is slow to start, at its submission and after each change",
                            column.name, depth, kDeep),
                "Give the table the fields of the source in their order, which needs no rebuilding, or map the fields "
                "that are needed to columns of their own.");
        }
    }
}

} // namespace

void advise_on_values(const Advised& advised) {
    const Stream& stream = *advised.build.stream;
    const bool avro_value = stream.format.value == ValueFormat::AvroConfluent;
    const bool avro_key = stream.key && stream.key->format.value == KeyFormat::AvroConfluent;
    if (!avro_value) {
        advise_on_json(advised, stream);
    }
    if (avro_value || avro_key) {
        advise_on_avro(advised, stream, avro_value, avro_key);
    }
    advise_on_rebuilds(advised);
}

} // namespace weir
