// A managed expose: its catalog, its settings, its partitions. contract.md section 2.

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "contract/fixes.h"
#include "contract/refusals.h"
#include "contract/rules.h"
#include "types/find.h"

namespace weir {

namespace {

void check_write_version(Context& context, const IcebergConfig& config) {
    if (!config.write_version.present() || config.write_version.value == 2) {
        return;
    }
    Finding& finding = context.add(Code::iceberg_write_version, config.write_version.at,
                                   "must be 2: the job writes Iceberg's format version 2 and no other");
    finding.help = "Write 2, or leave it out.";
    suggest(context, finding, config.write_version.at.node, "2");
}

/// The name of a transform that may have a number behind it: `bucket[16]`, `truncate(10)`.
std::string_view transform_name(std::string_view text) {
    return text.substr(0, text.find_first_of("[( "));
}

class PartitionCheck {
  public:
    PartitionCheck(Context& context, const Expose& expose)
        : context_(context), expose_(expose), names_(context.contract.columns, expose.schema) {}

    void run(const IcebergConfig& config) {
        list_ = context_.doc.find(config.at.node, "partitionSpec");
        for (const PartitionField& field : config.partition_spec) {
            transform(field);
            source(field, context_.contract.paths.last_index(field.at.path));
        }
    }

  private:
    void transform(const PartitionField& field) {
        if (!field.transform.present()) {
            return;
        }
        constexpr std::string_view kTransforms[] = {"identity", "year", "years", "month",  "months",   "day",
                                                    "days",     "hour", "hours", "bucket", "truncate", "void"};
        const std::string_view written = transform_name(field.transform.value);
        if (std::find(std::begin(kTransforms), std::end(kTransforms), written) == std::end(kTransforms)) {
            static constexpr std::string_view kIdentity[] = {"identity"};
            refuse_value(context_, field.transform.at.node, field.transform.at.path,
                         KeyRule{.name = "transform", .shape = Shape::String, .values = kIdentity});
            return;
        }
        if (field.transform.value == "identity") {
            for (const std::string_view key : {"name", "numBuckets", "width"}) {
                if (const Entry* entry = context_.doc.find_entry(field.at.node, key)) {
                    Finding& finding = context_.add_at_key(Code::partition_parameter, *entry,
                                                           context_.contract.paths.key(field.at.path, key),
                                                           fmt::format("an identity partition has no {}", key));
                    finding.help = "Leave it out.";
                    leave_out(context_, finding, field.at.node, *entry);
                }
            }
            return;
        }
        Finding& finding = context_.add(
            Code::partition_transform, field.transform.at,
            fmt::format("must be identity, not {}: Flink SQL partitions by plain columns and cannot declare Iceberg's "
                        "hidden partitioning",
                        shown(field.transform.value)));
        finding.help = "Write identity; or create the table with the partition spec you want before the job runs, and "
                       "leave partitionSpec out: the job then writes to the table as it is.";
    }

    void source(const PartitionField& field, std::size_t number) {
        const Text& source = field.source_column;
        if (!source.present()) {
            return;
        }
        const auto [first, fresh] = seen_.try_emplace(source.value, source.at.node);
        if (!fresh) {
            Finding& finding = context_.add(Code::partition_column_repeated, source.at,
                                            fmt::format("{} partitions the table already", shown(source.value)));
            finding.help = "Leave one of them out.";
            relate(context_, finding, "it is named here first", first->second);
            leave_out_item(context_, finding, list_, number);
            return;
        }
        if (!expose_.schema.at.known()) {
            return;
        }
        const auto at = names_.index.find(source.value);
        const Column* found = at == names_.index.end() ? nullptr : &context_.contract.columns[at->second];
        if (found == nullptr) {
            if (!names_.open) {
                unknown(source);
            }
        } else if (!found->is_scalar() && found->kind != TypeKind::Unknown) {
            Finding& finding = context_.add(Code::partition_column_type, source.at,
                                            fmt::format("{} is {}; a table is partitioned by a scalar column",
                                                        source.value, contract_type(*found)));
            finding.help = "Take a scalar column at the top of contract.schema.";
            relate(context_, finding, "its type is declared here", found->type_at.node);
        }
    }

    void unknown(const Text& source) {
        const std::vector<std::string_view>& names = names_.first;
        Finding& finding = context_.add(Code::partition_column_unknown, source.at,
                                        fmt::format("{} is not a column of contract.schema", shown(source.value)));
        const std::string_view near = nearest(source.value, names);
        if (!near.empty()) {
            finding.help = fmt::format("Did you mean {}?", near);
            suggest(context_, finding, source.at.node, near);
        } else {
            const std::size_t told = std::min<std::size_t>(names.size(), 12);
            finding.help = fmt::format("The columns are {}{}.",
                                       one_of(std::span(names).first(told), told == names.size() ? "and" : ","),
                                       told == names.size() ? "" : ", …");
        }
    }

    Context& context_;
    const Expose& expose_;
    ColumnNames names_;
    NodeId list_ = kNoNode;
    std::unordered_map<std::string_view, NodeId> seen_;
};

/// The first timestamp with a fraction among these columns and what is in them.
const Column* fractional_timestamp(const Columns& columns, const ColumnList& list) {
    const auto fractional = [](const Column& column) {
        return (column.kind == TypeKind::Timestamp || column.kind == TypeKind::TimestampLtz) && column.precision > 0;
    };
    for (std::uint32_t i = 0; i < list.count; ++i) {
        if (const Column* found = types::find_within(columns, columns[list.first + i], fractional)) {
            return found;
        }
    }
    return nullptr;
}

/// Apache ORC's writer lands 1969-12-31T23:59:59.5 as 1970-01-01T00:00:00.5. The lane takes ORC (contract.md section
/// 2), and most topics hold no such moment: so whoever writes the contract is told, and decides.
void check_orc(Context& context, const Expose& expose, const IcebergConfig& config) {
    const Columns& columns = context.contract.columns;
    if (config.file_format.value != "orc") {
        return;
    }
    const Column* found = fractional_timestamp(columns, expose.schema);
    if (found == nullptr) {
        return;
    }
    Finding& finding = context.add(
        Code::orc_timestamp, config.file_format.at,
        fmt::format(
            "is not exact for a {}: Apache ORC's writer lands the fractions of the last second before 1970 a second "
            "late",
            contract_type(*found)));
    finding.help = "Write parquet or avro, or timestamps of precision 0.";
    relate(context, finding, "the timestamp is declared here", found->type_at.node);
    suggest(context, finding, config.file_format.at.node, "parquet");
}

void check_iceberg(Context& context, const Expose& expose, const IcebergConfig& config) {
    check_write_version(context, config);
    check_orc(context, expose, config);
    if (const Entry* entry = context.doc.find_entry(config.at.node, "sortOrder")) {
        Finding& finding =
            context.add_at_key(Code::sort_order, *entry, context.contract.paths.key(config.at.path, "sortOrder"),
                               "is refused: Flink DDL cannot write a sort order");
        finding.help = "Leave it out, and sort when the table is compacted.";
        leave_out(context, finding, config.at.node, *entry);
    }
    PartitionCheck(context, expose).run(config);
    const NodeId properties = context.doc.find(config.at.node, "properties");
    if (properties != kNoNode && context.doc.node(properties).kind == NodeKind::Mapping) {
        check_properties(context, {properties, context.contract.paths.key(config.at.path, "properties")}, false);
    }
}

/// `catalogProperties` in an open mapping, where no unknown key is refused.
void check_misplaced(Context& context, const Binding& binding) {
    const NodeId open = context.doc.find(binding.at.node, "properties");
    for (const std::string_view key : {"catalogProperties", "catalogAuth"}) {
        const Entry* entry = open == kNoNode ? nullptr : context.doc.find_entry(open, key);
        if (entry != nullptr) {
            Contract& contract = context.contract;
            const PathId path = contract.paths.key(contract.paths.key(binding.at.path, "properties"), key);
            refuse_misplaced(context, open, *entry, path);
        }
    }
}

/// An address or a prefix, however many slashes end it.
std::string_view without_slashes(std::string_view text) {
    return text.substr(0, text.find_last_not_of('/') + 1);
}

} // namespace

void check_tables(Context& context) {
    using Table = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
    std::map<Table, const Expose*> tables;
    for (const Expose& expose : context.contract.exposes) {
        if (!expose.binding || !expose.binding->location) {
            continue;
        }
        const Location& location = *expose.binding->location;
        if (!location.uri.present() || !location.name_space.present() || !location.table.present()) {
            continue;
        }
        const Table table(without_slashes(location.uri.value), without_slashes(location.warehouse.value),
                          location.name_space.value, location.table.value);
        const auto [first, fresh] = tables.try_emplace(table, &expose);
        if (fresh) {
            continue;
        }
        const Expose& earlier = *first->second;
        Finding& finding = context.add(
            Code::table_shared, location.table.at,
            fmt::format("{}.{} is the table of {} already", shown(location.name_space.value),
                        shown(location.table.value),
                        earlier.expose_id.present() ? shown(earlier.expose_id.value) : "an earlier expose"));
        finding.help = "Give each expose a table of its own: two jobs that write one table mix their rows.";
        relate(context, finding, "that table is named here", earlier.binding->location->table.at.node);
    }
}

void check_expose(Context& context, const Expose& expose) {
    if (!expose.binding) {
        return;
    }
    check_misplaced(context, *expose.binding);
    if (expose.binding->location) {
        check_location(context, *expose.binding->location);
    }
    if (expose.binding->iceberg) {
        check_iceberg(context, expose, *expose.binding->iceberg);
    }
}

} // namespace weir
