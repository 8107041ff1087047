// What the tables cannot say of contracts in general, managed or not.

#include <algorithm>

#include <fmt/format.h>

#include "contract/patterns.h"
#include "contract/rules.h"

namespace weir {

namespace {

bool blank(char c) {
    return c == ' ' || c == '\t';
}

/// The words before a bracket, in lower case with single blanks; empty when the text has another form.
std::string type_name(std::string_view text) {
    std::string name;
    std::size_t i = 0;
    bool gap = false;
    for (; i < text.size() && text[i] != '('; ++i) {
        if (blank(text[i])) {
            gap = !name.empty();
            continue;
        }
        if (gap) {
            name += ' ';
            gap = false;
        }
        name += form::upper(text[i]) ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    }
    if (i == text.size()) {
        return name;
    }
    const std::size_t close = text.find(')', i);
    if (close == std::string_view::npos || !form::all(text.substr(close + 1), blank)) {
        return {};
    }
    const bool fine = form::all(text.substr(i + 1, close - i - 1), [](char c) {
        return form::alnum(c) || c == '_' || c == ',' || blank(c) || c == '\'' || c == '"' || c == '-';
    });
    return fine ? name : std::string();
}

/// Numbers of a decimal or a timestamp that no platform takes.
std::string_view parameter_fault(const std::string& name, std::string_view text) {
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) {
        return {};
    }
    std::string inner;
    for (const char c : text.substr(open + 1, text.find(')') - open - 1)) {
        if (!blank(c)) {
            inner += c;
        }
    }
    const std::size_t comma = inner.find(',');
    const std::optional<std::int64_t> first = parse_integer(inner.substr(0, comma));
    if (!first) {
        return {};
    }
    if (name == "decimal" || name == "numeric" || name == "dec") {
        const std::optional<std::int64_t> second =
            comma == std::string::npos ? std::optional<std::int64_t>(0) : parse_integer(inner.substr(comma + 1));
        if (*first < 1 || *first > 76) {
            return "has a precision that no platform takes";
        }
        if (second && *second > *first) {
            return "has a scale greater than its precision";
        }
    }
    if (name.substr(0, 9) == "timestamp" && (*first < 0 || *first > 9)) {
        return "has a precision finer than nanoseconds";
    }
    return {};
}

void check_column(Context& context, const Column& column) {
    if (!column.type_at.known()) {
        return;
    }
    const std::string_view text = context.doc.node(column.type_at.node).text;
    const std::string name = type_name(text);
    const auto names = find_key(object_rule(ObjectId::kColumn), "type")->values;
    if (!std::binary_search(names.begin(), names.end(), std::string_view(name))) {
        Finding& finding = context.add(Code::column_type, column.type_at, fmt::format("{} is not a type", shown(text)));
        const std::string_view near = nearest(name.empty() ? text : std::string_view(name), names);
        finding.help = near.empty() ? "Write a type such as string, integer or decimal(18,2)."
                                    : fmt::format("Did you mean {}?", near);
        if (!near.empty() && text.find('(') == std::string_view::npos) {
            suggest(context, finding, column.type_at.node, near);
        }
        return;
    }
    if (const std::string_view fault = parameter_fault(name, text); !fault.empty()) {
        context.add(Code::column_type_parameters, column.type_at, fault).help = "Write a type such as decimal(18,2).";
    }
}

void check_columns(Context& context, const Expose& expose) {
    const Columns& columns = context.contract.columns;
    for (std::uint32_t i = 0; i < expose.schema.count; ++i) {
        check_column(context, columns[expose.schema.first + i]);
    }
    if (expose.contract_at.known() && context.doc.find(expose.contract_at.node, "schema") == kNoNode &&
        context.doc.find(expose.contract_at.node, "openapiRef") == kNoNode) {
        context.add(Code::key_missing, expose.contract_at, "schema is missing").help =
            "Add schema, the columns; or openapiRef, the link to an OpenAPI document.";
    }
}

/// Partition columns of an unmanaged Iceberg table exist too.
void check_partitions(Context& context, const Expose& expose) {
    if (!expose.binding || !expose.binding->iceberg || expose.schema.count == 0) {
        return;
    }
    const ColumnNames names(context.contract.columns, expose.schema);
    for (const PartitionField& field : expose.binding->iceberg->partition_spec) {
        if (!field.source_column.present()) {
            continue;
        }
        if (names.open || names.index.count(field.source_column.value) != 0) {
            continue;
        }
        Finding& finding =
            context.add(Code::partition_column_unknown, field.source_column.at,
                        fmt::format("{} is not a column of contract.schema", shown(field.source_column.value)));
        const std::string_view near = nearest(field.source_column.value, names.first);
        if (!near.empty()) {
            finding.help = fmt::format("Did you mean {}?", near);
            suggest(context, finding, field.source_column.at.node, near);
        } else {
            finding.help = "Name a column of contract.schema.";
        }
    }
}

void check_engine(Context& context, const Build& build) {
    if (!build.engine.present()) {
        return;
    }
    const std::string_view engine = build.engine.value;
    const KeyRule& rule = *find_key(object_rule(ObjectId::kBuild), "engine");
    const bool adapter = pattern_info(rule.pattern).fault(engine).empty();
    if (adapter || std::find(rule.values.begin(), rule.values.end(), engine) != rule.values.end()) {
        return;
    }
    Finding& finding =
        context.add(Code::value_unknown, build.engine.at,
                    fmt::format("{} is not an engine: {}, or dbt- and an adapter", shown(engine), one_of(rule.values)));
    const std::string_view near = nearest(engine, rule.values);
    if (!near.empty()) {
        finding.help = fmt::format("Did you mean {}?", near);
        suggest(context, finding, build.engine.at.node, near);
    } else {
        finding.help = "Write one of these, such as flink.";
    }
}

/// Bronze data is source-aligned, silver aggregated, gold consumer-aligned.
void check_layer(Context& context) {
    const NodeId metadata = context.doc.find(context.doc.root(), "metadata");
    const NodeId layer = metadata == kNoNode ? kNoNode : context.doc.find(metadata, "layer");
    const NodeId type = metadata == kNoNode ? kNoNode : context.doc.find(metadata, "productType");
    if (layer == kNoNode || type == kNoNode || context.refused(type)) {
        return;
    }
    constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
        {"bronze", "SDP"}, {"silver", "ADP"}, {"gold", "CDP"}};
    const std::string low = folded(context.doc.node(layer).text);
    for (const auto& [name, product] : kPairs) {
        if (low == name && context.doc.node(type).text != product) {
            Contract& contract = context.contract;
            Finding& finding =
                context.add(Code::layer_mismatch, type,
                            contract.paths.key(contract.paths.key(Paths::root(), "metadata"), "productType"),
                            fmt::format("must be {} in layer {}", product, context.doc.node(layer).text));
            finding.help = fmt::format("Write {}, or another layer.", product);
            relate(context, finding, "the layer is here", layer);
            suggest(context, finding, type, product);
        }
    }
}

} // namespace

void check_general(Context& context, const ShapeOptions& options) {
    check_layer(context);
    for (const Build& build : context.contract.builds) {
        if (!build.managed) {
            check_engine(context, build);
        }
    }
    if (options.lane) {
        return;
    }
    for (const Expose& expose : context.contract.exposes) {
        check_columns(context, expose);
        check_partitions(context, expose);
    }
}

} // namespace weir
