#include "diff/table.h"

#include <fmt/format.h>

#include "diff/alter.h"
#include "diff/columns.h"
#include "text/secrecy.h"

namespace weir::changes {

namespace {

/// Every change of an existing table's schema carries this.
std::string not_migrated(bool managed) {
    return managed ? "Nothing is migrated automatically: the job refuses to start until the existing table matches."
                   : "Nothing is migrated automatically.";
}

/// Iceberg promotes int to long, float to double, and a decimal to more digits of the same scale.
bool promotes(const Column& base, const Column& head) {
    return is_wider(base, head) && base.kind != TypeKind::Timestamp && base.kind != TypeKind::TimestampLtz;
}

bool same_timestamp(const Column& base, const Column& head) {
    return base.kind == head.kind && (base.kind == TypeKind::Timestamp || base.kind == TypeKind::TimestampLtz);
}

/// Columns of a table, as its readers know them.
class TableComparer final : public ColumnsComparer {
  public:
    TableComparer(Changes& changes, const ExposePair& pair, std::string_view name_space, std::string_view table)
        : ColumnsComparer(changes), subject_(pair.subject), migration_(not_migrated(changes.head().contract().managed)),
          name_space_(name_space), table_(table) {}

  protected:
    void added(const Column& head, std::span<const Column> siblings) override {
        const Shown type = shown_type(changes().head(), head);
        if (head.required) {
            changes().add(
                "column-required-added", here(),
                fmt::format("{}: {} ({}) is new and required. Rows written so far have no value for it, so Iceberg "
                            "cannot add it as required. Add it as optional, or write to a new table. {}",
                            subject_, dotted(), type.words, migration_),
                {}, type, kNoNode, head.at.node);
            return;
        }
        const auto at = static_cast<std::size_t>(&head - siblings.data());
        const std::string_view after = at == 0 ? std::string_view{} : siblings[at - 1].name;
        changes().add(
            "column-added", here(),
            fmt::format(
                "{}: {} ({}) is new; rows written so far are null there. {}", subject_, dotted(), type.words,
                migration(alter_add(target(), changes().head().columns(), head, after, at + 1 == siblings.size()))),
            {}, type, kNoNode, head.at.node);
    }

    void removed(const Column& base) override {
        changes().add(
            "column-removed", here(),
            fmt::format("{}: {} is gone; queries that name it fail. Keep it for a while and tell its readers, or "
                        "write to a new table. {}",
                        subject_, dotted(), migration(alter_drop(target()))),
            shown_type(changes().base(), base), {}, base.at.node, kNoNode);
    }

    void requiredness_changed(const Column& base, const Column& head) override {
        const NodeId base_node = node_of(base, base.required_at);
        const NodeId head_node = node_of(head, head.required_at);
        if (head.required) {
            changes().add(
                "column-became-required", here(),
                fmt::format("{}: {} is now required, and the existing table says optional. Iceberg does not tighten a "
                            "column in place: leave it optional, or write to a new table. {}",
                            subject_, dotted(), migration_),
                shown(base.required), shown(head.required), base_node, head_node);
            return;
        }
        changes().add(
            "column-became-optional", here(),
            fmt::format("{}: {} may now be null, and its readers were promised that it is not. Tell them before the "
                        "first null arrives. {}",
                        subject_, dotted(), migration(alter_drop_not_null(target()))),
            shown(base.required), shown(head.required), base_node, head_node);
    }

    void type_changed(const Column& base, const Column& head) override {
        const Shown before = shown_type(changes().base(), base);
        const Shown after = shown_type(changes().head(), head);
        const NodeId base_node = node_of(base, base.type_at);
        const NodeId head_node = node_of(head, head.type_at);
        const std::string what =
            fmt::format("{}: {} is {} instead of {}", subject_, dotted(), after.words, before.words);
        if (same_timestamp(base, head)) {
            changes().add(
                "column-precision-changed", here(),
                fmt::format("{}. Iceberg stores both as {}, so the table stays as it is; only the digits that the job "
                            "writes differ.",
                            what, iceberg_type(head)),
                before, after, base_node, head_node);
            return;
        }
        if (promotes(base, head)) {
            changes().add("column-type-widened", here(),
                          fmt::format("{}. Readers may need the wider type too. {}", what,
                                      migration(alter_type(target(), changes().head().columns(), head))),
                          before, after, base_node, head_node);
            return;
        }
        changes().add(
            "column-type-changed", here(),
            fmt::format("{}. Readers of the old type fail or misread it, and Iceberg cannot change it in place: add a "
                        "column under another name, or write to a new table. {}",
                        what, migration_),
            before, after, base_node, head_node);
    }

    void order_changed(std::span<const Column> base, std::span<const Column> head, NodeId base_node,
                       NodeId head_node) override {
        changes().add(
            "column-order-changed", here(),
            fmt::format(
                "{}: {} in another order, and an existing table must match in it. Restore the order, or move the "
                "columns. {}",
                subject_,
                steps().empty() ? std::string("the columns stand") : fmt::format("the fields of {} stand", dotted()),
                migration(moves(base, head))),
            shown_names(base), shown_names(head), base_node, head_node);
    }

  private:
    /// The note, and the statement where the contract names an Iceberg table.
    [[nodiscard]] std::string migration(std::string_view statement) const {
        return table_.empty() || statement.empty() ? migration_ : fmt::format("{} {}", migration_, statement);
    }

    [[nodiscard]] AlterTarget target() const { return AlterTarget{name_space_, table_, steps()}; }

    /// The statement that moves the first column that is out of place.
    [[nodiscard]] std::string moves(std::span<const Column> base, std::span<const Column> head) const {
        std::size_t at = 0;
        while (at < head.size() && at < base.size() && head[at].name == base[at].name) {
            ++at;
        }
        if (at == head.size()) {
            return {};
        }
        std::vector<std::string_view> moved = steps();
        moved.push_back(head[at].name);
        return fmt::format("For the first of them: {}", alter_move(AlterTarget{name_space_, table_, moved},
                                                                   at == 0 ? std::string_view{} : head[at - 1].name));
    }

    std::string subject_;
    std::string migration_;
    std::string_view name_space_;
    std::string_view table_;
};

std::span<const Column> columns_of(const Side& side, const ColumnList& list) {
    return list.count == 0 ? std::span<const Column>{}
                           : std::span<const Column>{&side.columns()[list.first], list.count};
}

constexpr std::string_view kAnotherTable = "That is another table, and readers of the old one get no more rows. The "
                                           "old table stays where it is: point its readers to "
                                           "the new one, and copy what they need.";

struct LocationRule {
    Text Location::*member;
    std::string_view key;
    ScalarRule rule;
    std::string_view fallback = {};
};

constexpr LocationRule kLocationRules[] = {
    {&Location::uri, "uri", {"catalog-uri-changed", "the catalog", kAnotherTable}},
    {&Location::warehouse, "warehouse", {"warehouse-changed", "the warehouse", kAnotherTable}},
    {&Location::name_space, "namespace", {"table-namespace-changed", "the namespace", kAnotherTable}},
    {&Location::table, "table", {"table-changed", "the table", kAnotherTable}},
    {&Location::catalog,
     "catalog",
     {"other-changed", "the kind of catalog", "See whether the job still reaches the same table."},
     "rest"},
};

/// Values of these say nothing secret: how a table is kept, in words that Iceberg defines.
bool is_open_property(std::string_view key) {
    return key.starts_with("history.") || key.starts_with("write.") || key.starts_with("read.") ||
           key.starts_with("commit.") || key.starts_with("gc.");
}

std::vector<std::string_view> keys_of(const std::vector<Property>& properties) {
    std::vector<std::string_view> keys;
    keys.reserve(properties.size());
    for (const Property& property : properties) {
        keys.push_back(property.key.value);
    }
    return keys;
}

/// Properties are compared one by one; `open` says whose values may be shown.
void compare_properties(Changes& changes, const ScalarRule& rule, std::string_view subject, const std::string& path,
                        const std::vector<Property>& base, const std::vector<Property>& head,
                        bool (*open)(std::string_view)) {
    for (const NamePair& match : match_names(keys_of(base), keys_of(head))) {
        const Property* before = match.base == NamePair::kNone ? nullptr : &base[match.base];
        const Property* after = match.head == NamePair::kNone ? nullptr : &head[match.head];
        if (before != nullptr && after != nullptr && before->value.value == after->value.value) {
            continue;
        }
        const std::string_view key = after != nullptr ? after->key.value : before->key.value;
        const auto show = [&](const Property* property) {
            if (property == nullptr) {
                return Shown{};
            }
            return open(key) && !names_credential(key) ? shown(property->value.value) : shown_hidden();
        };
        const Shown shown_before = show(before);
        const Shown shown_after = show(after);
        std::string_view how = "changes";
        how = before == nullptr ? "is newly set" : how;
        how = after == nullptr ? "is no longer set" : how;
        changes.add(rule.rule, path + path_key(key),
                    fmt::format("{}: {} {} {}. {}", subject, rule.what, key, how, rule.consequence), shown_before,
                    shown_after, before != nullptr ? before->value.at.node : kNoNode,
                    after != nullptr ? after->value.at.node : kNoNode);
    }
}

constexpr ScalarRule kCatalogProperties = {"catalog-properties-changed", "the catalog property",
                                           "Review whether the job still reaches the catalog and its storage."};
constexpr ScalarRule kTableProperties = {
    "table-properties-changed", "the table property",
    "Review: an existing table keeps its own properties until someone alters them; a new one gets these."};

/// Nothing of how a job proves who it is is ever shown.
void compare_auth(Changes& changes, const ExposePair& pair, const Location& base, const Location& head,
                  const std::string& path) {
    const auto text = [](const Side& side, const std::optional<CatalogAuth>& auth) {
        return auth ? canonical(side.document(), auth->at.node) : std::string();
    };
    for (const auto& [side, location] : {std::pair{&changes.base(), &base}, std::pair{&changes.head(), &head}}) {
        if (location->catalog_auth) {
            side->judge(location->catalog_auth->at);
        }
    }
    if (text(changes.base(), base.catalog_auth) == text(changes.head(), head.catalog_auth)) {
        return;
    }
    std::string_view how = "changes";
    how = base.catalog_auth ? how : "is newly declared";
    how = head.catalog_auth ? how : "is no longer declared";
    changes.add(
        "catalog-auth-changed", path,
        fmt::format(
            "{}: how the job authenticates to the catalog {}. Review whom it then acts as; the operator's allowlist "
            "must pair the variable with each host that gets it.",
            pair.subject, how),
        base.catalog_auth ? shown_hidden() : Shown{}, head.catalog_auth ? shown_hidden() : Shown{},
        base.catalog_auth ? base.catalog_auth->at.node : kNoNode,
        head.catalog_auth ? head.catalog_auth->at.node : kNoNode);
}

void compare_locations(Changes& changes, const ExposePair& pair, const Location& base, const Location& head,
                       const std::string& path) {
    for (const LocationRule& rule : kLocationRules) {
        compare_text(changes, rule.rule, pair.subject, {path, base.at, head.at}, rule.key, base.*rule.member,
                     head.*rule.member, rule.fallback);
    }
    compare_auth(changes, pair, base, head, path + ".catalogAuth");
    compare_properties(changes, kCatalogProperties, pair.subject, path + ".catalogProperties", base.catalog_properties,
                       head.catalog_properties, [](std::string_view) { return false; });
    for (const auto& [side, location] : {std::pair{&changes.base(), &base}, std::pair{&changes.head(), &head}}) {
        side->touch(location->catalog_properties_at);
        side->judge_list(location->at, "catalogProperties", location->catalog_properties.size());
    }
}

/// `[{"sourceColumn": "country", "transform": "identity"}]`
Shown shown_partitions(const std::vector<PartitionField>& fields) {
    Shown out;
    out.json = "[";
    for (const PartitionField& field : fields) {
        out.json += fmt::format("{}{{\"sourceColumn\":{},\"transform\":{}}}", out.json.size() > 1 ? "," : "",
                                json_text(field.source_column.value), json_text(field.transform.value));
        out.words +=
            fmt::format("{}{}({})", out.words.empty() ? "" : ", ", field.transform.value, field.source_column.value);
    }
    out.json += "]";
    out.words = fields.empty() ? "none" : out.words;
    out.exact = out.json;
    return out;
}

constexpr ScalarRule kPartitions = {
    "partition-spec-changed", "the partitioning",
    "An existing table is not partitioned anew: CREATE TABLE IF NOT EXISTS leaves it as it is, and queries that prune "
    "on the new "
    "partitions do not. Write to a new table, or alter the table's spec first and review it."};
constexpr ScalarRule kFileFormat = {"file-format-changed", "the file format",
                                    "Files written so far stay as they are, and readers of the table take both."};
constexpr ScalarRule kWriteVersion = {"other-changed", "the table format's version",
                                      "See whether every reader takes it."};

void compare_iceberg(Changes& changes, const ExposePair& pair, const IcebergConfig& base, const IcebergConfig& head,
                     const std::string& path) {
    const Blocks blocks{path, base.at, head.at};
    compare_text(changes, kFileFormat, pair.subject, blocks, "fileFormat", base.file_format, head.file_format,
                 "parquet");
    compare_whole(changes, kWriteVersion, pair.subject, blocks, "writeVersion", base.write_version, head.write_version,
                  "2");
    compare_shown(changes, kPartitions, pair.subject, path + ".partitionSpec", shown_partitions(base.partition_spec),
                  shown_partitions(head.partition_spec),
                  base.partition_spec.empty() ? kNoNode : base.partition_spec.front().at.node,
                  head.partition_spec.empty() ? kNoNode : head.partition_spec.front().at.node);
    compare_properties(changes, kTableProperties, pair.subject, path + ".properties", base.properties, head.properties,
                       is_open_property);
    for (const auto& [side, config] : {std::pair{&changes.base(), &base}, std::pair{&changes.head(), &head}}) {
        side->touch(config->at);
        side->judge_list(config->at, "partitionSpec", config->partition_spec.size());
        side->judge_list(config->at, "properties", config->properties.size());
    }
}

} // namespace

void compare_tables(Changes& changes, const ExposePair& pair) {
    const Expose& base = changes.base().contract().exposes[pair.base];
    const Expose& head = changes.head().contract().exposes[pair.head];
    // The statements are Iceberg's, and only a managed table is known to be one.
    const bool located = head.binding && head.binding->location && changes.head().contract().managed;
    TableComparer columns(changes, pair, located ? head.binding->location->name_space.value : std::string_view{},
                          located ? head.binding->location->table.value : std::string_view{});
    columns.compare(pair.path + ".contract.schema", columns_of(changes.base(), base.schema),
                    columns_of(changes.head(), head.schema));
    changes.base().judge_list(base.contract_at, "schema", base.schema.count);
    changes.head().judge_list(head.contract_at, "schema", head.schema.count);
}

void compare_bindings(Changes& changes, const ExposePair& pair) {
    static const IcebergConfig kDefault;
    const std::optional<Binding>& base = changes.base().contract().exposes[pair.base].binding;
    const std::optional<Binding>& head = changes.head().contract().exposes[pair.head].binding;
    if (!base || !head) {
        return;
    }
    const std::string path = pair.path + ".binding";
    if (base->location && head->location) {
        compare_locations(changes, pair, *base->location, *head->location, path + ".location");
    }
    compare_iceberg(changes, pair, base->iceberg ? *base->iceberg : kDefault, head->iceberg ? *head->iceberg : kDefault,
                    path + ".icebergConfig");
}

} // namespace weir::changes
