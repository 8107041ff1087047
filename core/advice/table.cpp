// Partitions, expiry and nested fields of the table.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "advice/adviser.h"
#include "weir/edits.h"

namespace weir {

namespace {

/// The last word of a name whose values are about as many as the records.
constexpr std::array<std::string_view, 26> kMany = {
    "id",    "ids",     "uuid",    "guid",  "key",     "hash",    "token", "email",       "mail",
    "phone", "ip",      "url",     "uri",   "address", "message", "text",  "description", "comment",
    "note",  "payload", "session", "trace", "title",   "sku",     "imei",  "iban"};

/// Why the values of a column are many; empty when nothing says so.
std::string_view many_values(const Column& column) {
    switch (column.kind) {
    case TypeKind::Timestamp:
    case TypeKind::TimestampLtz:
        return "a timestamp";
    case TypeKind::Float:
    case TypeKind::Double:
        return "a measured number";
    case TypeKind::Decimal:
        return column.scale > 0 ? "a number with decimals" : "";
    case TypeKind::Binary:
        return "binary";
    case TypeKind::Boolean:
    case TypeKind::Date:
        return "";
    default:
        break;
    }
    const std::vector<std::string> words = words_of(column.name);
    const bool many = !words.empty() && std::find(kMany.begin(), kMany.end(), words.back()) != kMany.end();
    return many ? "by its name one that nearly each record has another of" : "";
}

void advise_on_partitions(const Advised& advised) {
    const Columns& columns = advised.contract.columns;
    for (const PartitionField& field : advised.expose.binding->iceberg->partition_spec) {
        for (ColumnId id = advised.expose.schema.first; id < advised.expose.schema.first + advised.expose.schema.count;
             ++id) {
            const std::string_view why = columns[id].name == field.source_column.value ? many_values(columns[id]) : "";
            if (why.empty()) {
                continue;
            }
            advised.add(
                Code::partition_high_cardinality, field.source_column.at,
                fmt::format("{} is {}: each value between two checkpoints is a file of its own, {} times a day at most",
                            field.source_column.value, why, grouped(advised.cost.commits)),
                "Partition by a column of few values, such as a country or a date, or not at all: Flink DDL can write "
                "no bucket, truncate or day transform, but keeps those of a table that is there already.");
        }
    }
}

struct Setting {
    std::string_view key;
    std::string_view value; ///< what a fix writes; Iceberg's own default of five days for the age
};

constexpr std::array<Setting, 4> kExpiry = {{{"history.expire.max-snapshot-age-ms", "432000000"},
                                             {"history.expire.min-snapshots-to-keep", "20"},
                                             {"write.metadata.delete-after-commit.enabled", "true"},
                                             {"write.metadata.previous-versions-max", "100"}}};

/// Adds what is missing, as one edit: among the properties, or with the mappings that lead there.
void fix_expiry(const Advised& advised, Finding& finding, const std::vector<Setting>& missing) {
    const Document& document = advised.document();
    const Binding& binding = *advised.expose.binding;
    const NodeId config = binding.iceberg ? binding.iceberg->at.node : kNoNode;
    const NodeId properties = config == kNoNode ? kNoNode : document.find(config, "properties");
    std::optional<Edit> edit;
    if (properties != kNoNode) {
        for (const Setting& one : missing) {
            std::optional<Edit> part = insert_entry(document, properties, one.key, fmt::format("\"{}\"", one.value));
            if (!part) {
                return;
            }
            if (edit) {
                edit->text += part->text;
            } else {
                edit = std::move(part);
            }
        }
    } else {
        std::string mapping;
        for (const Setting& one : missing) {
            mapping += fmt::format("{}\"{}\": \"{}\"", mapping.empty() ? "{" : ", ", one.key, one.value);
        }
        mapping += "}";
        edit = config != kNoNode ? insert_entry(document, config, "properties", mapping)
                                 : insert_entry(document, binding.at.node, "icebergConfig",
                                                fmt::format("{{\"properties\": {}}}", mapping));
    }
    if (edit) {
        finding.fix = Fix{"Add the properties that let snapshots and metadata files go", {std::move(*edit)}};
    }
}

/// A number of a property; nothing for what is none.
std::optional<std::uint64_t> number_of(const Property* property) {
    std::uint64_t number = 0;
    const std::string_view text = property == nullptr ? std::string_view() : property->value.value;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && !text.empty() && end == text.data() + text.size() ? std::optional(number)
                                                                                       : std::nullopt;
}

std::string time_of(std::uint64_t seconds) {
    constexpr std::uint64_t kMinute = 60;
    constexpr std::uint64_t kHour = 60 * kMinute;
    return seconds < kHour ? fmt::format("{} min", seconds / kMinute) : fmt::format("{} h", seconds / kHour);
}

/// A job that was stopped looks for its last commit among the snapshots, which others may have let go meanwhile.
void advise_on_short_expiry(const Advised& advised) {
    constexpr std::uint64_t kMillis = 1000;
    constexpr std::uint64_t kLeast = 6UL * 60 * 60;
    const std::optional<IcebergConfig>& config = advised.expose.binding->iceberg;
    const Property* age = config ? find_property(config->properties, kExpiry[0].key) : nullptr;
    const std::optional<std::uint64_t> millis = number_of(age);
    if (!millis) {
        return;
    }
    // Whichever lasts longer keeps them; the commits of this job stand for those of all.
    const std::uint64_t least = number_of(find_property(config->properties, kExpiry[1].key)).value_or(1);
    const std::uint64_t of_count = std::min(least, kLeast) * advised.cost.checkpoint_seconds;
    const std::uint64_t kept = std::max(*millis / kMillis, of_count);
    if (kept < kLeast) {
        advised.add(
            Code::snapshot_expiry_short, age->value.at,
            fmt::format("lets snapshots go after {}: a job that stood still for longer does not find its last "
                        "commit once others have committed and expired, and cannot restore its savepoint",
                        time_of(kept)),
            "Write more than the job may ever stand still, six hours (21600000) at least; Iceberg's own age is five "
            "days (432000000).");
    }
}

void advise_on_expiry(const Advised& advised) {
    const std::optional<IcebergConfig>& config = advised.expose.binding->iceberg;
    const auto is_set = [&](std::string_view key) {
        return config && find_property(config->properties, key) != nullptr;
    };
    if (is_set(kExpiry[0].key) && is_set(kExpiry[2].key)) {
        return; // somebody has thought of both
    }
    std::vector<Setting> missing;
    std::copy_if(kExpiry.begin(), kExpiry.end(), std::back_inserter(missing),
                 [&](const Setting& one) { return !is_set(one.key); });
    Finding& finding =
        advised.add(Code::snapshot_expiry_missing, advised.location().table.at,
                    fmt::format("nothing says when its snapshots may go: up to {} a day, with {} metadata files, stay",
                                grouped(advised.cost.commits), grouped(advised.cost.metadata_files)),
                    "Set history.expire.max-snapshot-age-ms (longer than the longest reader and the longest time that "
                    "the job may stand "
                    "still) and write.metadata.delete-after-commit.enabled in icebergConfig.properties, and run "
                    "Iceberg's expire_snapshots "
                    "on the table.");
    fix_expiry(advised, finding, missing);
}

/// Required fields below the top of a table, by their dotted names. The keys of maps are always required.
class NestedRequired {
  public:
    explicit NestedRequired(const Columns& columns) : columns_(columns) {}

    /// An output made of fields from anywhere: those that metadata feeds are never null.
    void look(const BuildPlan& plan, const OutputBinding& output, const std::string& name) {
        const Column& column = columns_[output.output];
        if (output.how != OutputBinding::How::Build) {
            look(column, name);
            return;
        }
        for (const OutputBinding& field : output.fields) {
            const Column& child = columns_[field.output];
            const bool whole = field.how != OutputBinding::How::Build && field.from.root == PathRoot::Source &&
                               field.from.root_index < plan.sources.size();
            const bool metadata = whole && plan.sources[field.from.root_index].origin == SourceColumn::Origin::Metadata;
            const std::string inner = fmt::format("{}.{}", name, child.name);
            if (child.required && !metadata && field.how != OutputBinding::How::Build) {
                add(child, inner);
            }
            if (!metadata) {
                look(plan, field, inner);
            }
        }
    }

    void look(const Column& column, const std::string& name) {
        const auto children = columns_.children(column);
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Column& child = children[i];
            const bool key = column.kind == TypeKind::Map && i == 0;
            if (key || names_.size() > kEnough) {
                continue;
            }
            const std::string inner = child.name.empty() ? name : fmt::format("{}.{}", name, child.name);
            if (child.required) {
                add(child, inner);
            }
            look(child, inner);
        }
    }

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] Place first() const { return first_; }

  private:
    void add(const Column& column, const std::string& name) {
        names_.push_back(name);
        first_ = first_.known() ? first_ : column.at;
    }

    static constexpr std::size_t kEnough = 10'000;
    const Columns& columns_;
    std::vector<std::string> names_;
    Place first_;
};

void advise_on_nested(const Advised& advised) {
    const Columns& columns = advised.contract.columns;
    NestedRequired nested(columns);
    const ColumnList& schema = advised.expose.schema;
    for (ColumnId id = schema.first; advised.plan.own_sql && id < schema.first + schema.count; ++id) {
        nested.look(columns[id], std::string(columns[id].name));
    }
    for (const OutputBinding& output : advised.plan.outputs) {
        nested.look(advised.plan, output, std::string(columns[output.output].name));
    }
    if (!nested.names().empty()) {
        advised.add(
            Code::nested_required_failure, nested.first(),
            fmt::format("Flink checks required columns at the top of the table only; a null in {} fails the job inside "
                        "Iceberg's writer, by a message that names no column",
                        some_of(nested.names())),
            "Fine when producers keep the promise; else leave required out here.");
    }
}

} // namespace

void advise_on_table(const Advised& advised) {
    if (advised.expose.binding->iceberg) {
        advise_on_partitions(advised);
    }
    advise_on_expiry(advised);
    advise_on_short_expiry(advised);
    advise_on_nested(advised);
}

} // namespace weir
