#include "diff/table.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "diff/alter.h"
#include "diff/columns.h"
#include "text/secrecy.h"
#include "weir/catalogs.h"

namespace weir::changes {

namespace {

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
        : ColumnsComparer(changes), subject_(pair.subject), name_space_(name_space), table_(table) {}

  protected:
    void added(const Column& head, std::span<const Column> siblings, bool follows_new) override {
        const Shown type = shown_type(changes().head(), head);
        if (head.required) {
            Migration migration = nothing_migrated();
            migration.note += " Rows written so far have no value for it, so Iceberg cannot add it as required.";
            changes().add("column-required-added", here(),
                          {fmt::format("{}: {} ({}) is new and required", subject_, dotted(), type.words), kAddedColumn,
                           "Add it as optional, or write to a new table.", std::move(migration)},
                          {}, type, kNoNode, head.at.node);
            return;
        }
        Migration migration = nothing_migrated();
        if (located()) {
            alter_add(migration, target(), changes().head().columns(), head, siblings, outer());
            migration.note += follows_new ? " The column before it is new too and has to be added first." : "";
        }
        changes().add("column-added", here(),
                      {fmt::format("{}: {} ({}) is new", subject_, dotted(), type.words),
                       std::string(kAddedColumn) + " Rows written so far are null there.",
                       {},
                       std::move(migration)},
                      {}, type, kNoNode, head.at.node);
    }

    void removed(const Column& base) override {
        Migration migration = nothing_migrated();
        if (located()) {
            alter_drop(migration, target());
        }
        changes().add("column-removed", here(),
                      {fmt::format("{}: {} is gone", subject_, dotted()),
                       "Queries of the table's readers that name it fail.",
                       "Keep it for a while and tell its readers, or write to a new table.", std::move(migration)},
                      shown_type(changes().base(), base), {}, base.at.node, kNoNode);
    }

    void requiredness_changed(const Column& base, const Column& head) override {
        const NodeId base_node = node_of(base, base.required_at);
        const NodeId head_node = node_of(head, head.required_at);
        Migration migration = nothing_migrated();
        if (head.required) {
            migration.note += " Iceberg does not tighten a column in place.";
            changes().add(
                "column-became-required", here(),
                {fmt::format("{}: {} is now required, and the existing table says optional", subject_, dotted()),
                 "The job is refused until the table matches; rows written so far may be null there.",
                 "Leave it optional, or write to a new table.", std::move(migration)},
                shown(base.required), shown(head.required), base_node, head_node);
            return;
        }
        if (located()) {
            alter_drop_not_null(migration, target());
        }
        changes().add("column-became-optional", here(),
                      {fmt::format("{}: {} may now be null", subject_, dotted()),
                       "The table's readers were promised that it is not.", "Tell them before the first null arrives.",
                       std::move(migration)},
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
                {what, fmt::format("Iceberg stores both as {}, so the table stays as it is; only the digits that "
                                   "the job writes differ.",
                                   iceberg_type(head))},
                before, after, base_node, head_node);
            return;
        }
        Migration migration = nothing_migrated();
        // Iceberg promotes no key of a map, however wide.
        if (promotes(base, head) && !in_map_key()) {
            if (located()) {
                alter_type(migration, target(), head);
            }
            changes().add("column-type-widened", here(),
                          {what, "The table's readers may need the wider type too.", {}, std::move(migration)}, before,
                          after, base_node, head_node);
            return;
        }
        migration.note += in_map_key() ? " Iceberg alters no key of a map." : " Iceberg cannot change it in place.";
        changes().add("column-type-changed", here(),
                      {what, "The table's readers of the old type fail or misread it.",
                       "Add a column under another name, or write to a new table.", std::move(migration)},
                      before, after, base_node, head_node);
    }

    void order_changed(std::span<const Column> base, std::span<const Column> head, NodeId base_node,
                       NodeId head_node) override {
        Migration migration = nothing_migrated();
        if (located()) {
            alter_order(migration, target(), changes().head().columns(), base, head, outer());
        }
        changes().add("column-order-changed", here(),
                      {fmt::format("{}: {} in another order", subject_,
                                   steps().empty() ? std::string("the columns stand")
                                                   : fmt::format("the fields of {} stand", dotted())),
                       "An existing table must match in it, and readers that take columns by position get others.",
                       "Restore the order, or move the columns.", std::move(migration)},
                      shown_names(base), shown_names(head), base_node, head_node);
    }

  private:
    static constexpr const char* kAddedColumn = "Readers that name their columns see no difference.";

    /// Every change of an existing table's schema carries this.
    [[nodiscard]] Migration nothing_migrated() {
        return {changes().head().contract().managed
                    ? "Nothing is migrated automatically: the job refuses to start until the existing table matches."
                    : "Nothing is migrated automatically.",
                {},
                {}};
    }

    /// The contract names an Iceberg table.
    [[nodiscard]] bool located() const { return !table_.empty(); }
    [[nodiscard]] AlterTarget target() const { return AlterTarget{name_space_, table_, steps()}; }

    std::string subject_;
    std::string_view name_space_;
    std::string_view table_;
};

constexpr std::string_view kAnotherTable =
    "That is another table: readers of the old one, which stays where it is, get no more rows.";
constexpr std::string_view kMoveReaders = "Point its readers to the new one, and copy what they need.";

struct LocationRule {
    Text Location::*member;
    std::string_view key;
    ScalarRule rule;
    std::string_view fallback = {};
};

constexpr LocationRule kLocationRules[] = {
    {&Location::uri, "uri", {"catalog-uri-changed", "the catalog", kAnotherTable, kMoveReaders}},
    {&Location::warehouse, "warehouse", {"warehouse-changed", "the warehouse", kAnotherTable, kMoveReaders}},
    {&Location::name_space, "namespace", {"table-namespace-changed", "the namespace", kAnotherTable, kMoveReaders}},
    {&Location::table, "table", {"table-changed", "the table", kAnotherTable, kMoveReaders}},
    {&Location::catalog,
     "catalog",
     {"other-changed", "the kind of catalog", "", "See whether the job still reaches the same table."},
     "rest"},
};

/// Values of these say nothing secret: how a table is kept, in words that Iceberg defines.
bool is_open_property(std::string_view key) {
    return key.starts_with("history.") || key.starts_with("write.") || key.starts_with("read.") ||
           key.starts_with("commit.") || key.starts_with("gc.");
}

/// What became of one property; either may be null.
void tell_property(Changes& changes, const ScalarRule& rule, std::string_view subject, std::string path,
                   const Property* before, const Property* after, bool open) {
    if (before != nullptr && after != nullptr && before->value.value == after->value.value) {
        return;
    }
    const std::string_view key = after != nullptr ? after->key.value : before->key.value;
    const auto show = [&](const Property* property) {
        if (property == nullptr) {
            return Shown{};
        }
        return open && !names_credential(key) ? shown(property->value.value) : shown_hidden();
    };
    const Shown shown_before = show(before);
    const Shown shown_after = show(after);
    std::string_view how = "changes";
    how = before == nullptr ? "is newly set" : how;
    how = after == nullptr ? "is no longer set" : how;
    changes.add(rule.rule, std::move(path),
                {fmt::format("{}: {} {} {}", subject, rule.what, key, how), std::string(rule.affected),
                 std::string(rule.action)},
                shown_before, shown_after, before != nullptr ? before->value.at.node : kNoNode,
                after != nullptr ? after->value.at.node : kNoNode);
}

/// Properties are compared one by one; `open` says whose values may be shown.
void compare_properties(Changes& changes, const ScalarRule& rule, std::string_view subject, const std::string& path,
                        const std::vector<Property>& base, const std::vector<Property>& head,
                        bool (*open)(std::string_view)) {
    const auto key_of = [](const Property& property) { return property.key.value; };
    for_namesakes(base, head, key_of, [&](const Property* before, const Property* after) {
        const std::string_view key = after != nullptr ? after->key.value : before->key.value;
        tell_property(changes, rule, subject, path + path_key(key), before, after, open(key));
    });
}

constexpr ScalarRule kCatalogProperties = {"catalog-properties-changed", "the catalog property",
                                           "The job may reach the catalog and its storage in another way.",
                                           "Review whether it still reaches both."};
constexpr ScalarRule kTableProperties = {"table-properties-changed", "the table property",
                                         "An existing table keeps its own properties; a new one gets these.",
                                         "Review, and alter the existing table where it should follow."};

bool is_setting(std::string_view key) {
    return std::any_of(std::begin(kCatalogSettings), std::end(kCatalogSettings),
                       [key](const CatalogSetting& setting) { return key == setting.property || key == setting.key; });
}

std::vector<Property> without_settings(std::vector<Property> properties) {
    properties.erase(std::remove_if(properties.begin(), properties.end(),
                                    [](const Property& property) { return is_setting(property.key.value); }),
                     properties.end());
    return properties;
}

/// Settings that a contract may spell in two ways, by what they come to.
void compare_settings(Changes& changes, const ExposePair& pair, const Location& base, const Location& head,
                      const std::string& path) {
    for (const CatalogSetting& setting : kCatalogSettings) {
        changes.base().judge(flag_of(base, setting).at);
        changes.head().judge(flag_of(head, setting).at);
        const Property before{{setting.property, {}}, value_of(base, setting)};
        const Property after{{setting.property, {}}, value_of(head, setting)};
        if (!before.value.present() && !after.value.present()) {
            continue;
        }
        const bool own = flag_of(after.value.present() ? head : base, setting).present();
        const std::string at = own ? fmt::format("{}{}.{}", path, setting.in_auth ? ".catalogAuth" : "", setting.key)
                                   : fmt::format("{}.catalogProperties{}", path, path_key(setting.property));
        tell_property(changes, kCatalogProperties, pair.subject, at, before.value.present() ? &before : nullptr,
                      after.value.present() ? &after : nullptr, false);
    }
}

/// How the job signs in, as it is compared: every key but those of settings.
std::string auth_text(const Document& document, const std::optional<CatalogAuth>& auth) {
    std::map<std::string_view, std::string> entries;
    if (auth) {
        for (const Entry& entry : document.entries(auth->at.node)) {
            const std::string_view key = document.node(entry.key).text;
            if (!is_setting(key) || document.node(entry.value).kind != NodeKind::Boolean) {
                entries.emplace(key, canonical(document, entry.value));
            }
        }
    }
    std::string text = auth ? "{" : "";
    for (const auto& [key, value] : entries) {
        text += fmt::format("{}:{},", json_text(key), value);
    }
    return text;
}

/// Nothing of how a job proves who it is is ever shown.
void compare_auth(Changes& changes, const ExposePair& pair, const Location& base, const Location& head,
                  const std::string& path) {
    on_both_sides(changes, base, head, [](Side& side, const Location& location) {
        if (location.catalog_auth) {
            side.judge(location.catalog_auth->at);
        }
    });
    if (auth_text(changes.base().document(), base.catalog_auth) ==
        auth_text(changes.head().document(), head.catalog_auth)) {
        return;
    }
    std::string_view how = "changes";
    how = base.catalog_auth ? how : "is newly declared";
    how = head.catalog_auth ? how : "is no longer declared";
    changes.add(
        "catalog-auth-changed", path,
        {fmt::format("{}: how the job authenticates to the catalog {}", pair.subject, how),
         "The job may act as another identity, with other rights.",
         "Review whom it then acts as; the operator's allowlist must pair the variable with each host that gets it."},
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
    compare_settings(changes, pair, base, head, path);
    compare_properties(changes, kCatalogProperties, pair.subject, path + ".catalogProperties",
                       without_settings(base.catalog_properties), without_settings(head.catalog_properties),
                       [](std::string_view) { return false; });
    on_both_sides(changes, base, head, [](Side& side, const Location& location) {
        side.touch(location.catalog_properties_at);
        side.judge_list(location.at, "catalogProperties", location.catalog_properties.size());
    });
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
    "on the new partitions do not.",
    "Write to a new table, or alter the table's spec first and review it."};
constexpr ScalarRule kFileFormat = {"file-format-changed", "the file format",
                                    "Files written so far stay as they are, and readers of the table take both.", ""};
constexpr ScalarRule kWriteVersion = {"other-changed", "the table format's version", "",
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
    on_both_sides(changes, base, head, [](Side& side, const IcebergConfig& config) {
        side.touch(config.at);
        side.judge_list(config.at, "partitionSpec", config.partition_spec.size());
        side.judge_list(config.at, "properties", config.properties.size());
    });
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
