#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "evidence/answer.h"
#include "weir/clip.h"
#include "weir/evidence.h"

namespace weir {

namespace {

constexpr std::string_view kAbsent = "absent";
constexpr std::size_t kLongestName = 80;
constexpr std::size_t kLongestOrder = 300;

std::string below(const std::string& path, std::string_view name) {
    return path.empty() ? clipped(name, kLongestName) : fmt::format("{}.{}", path, clipped(name, kLongestName));
}

/// `decimal(18,2)` and `decimal(18, 2)` are one type.
std::string without_blanks(std::string_view type) {
    std::string text;
    std::copy_if(type.begin(), type.end(), std::back_inserter(text), [](char c) { return c != ' '; });
    return text;
}

/// The name of a type as the catalog gives it.
std::string_view head_of(JsonValue* type) {
    if (type == nullptr) {
        return {};
    }
    return type->kind == JsonValue::Kind::Text ? std::string_view(type->text) : text_of(type, "type");
}

std::string described(bool required, std::string_view type) {
    return fmt::format("{} {}", required ? "required" : "optional",
                       type.empty() ? "unknown type" : clipped(type, kLongestName));
}

bool flag_of(JsonValue* value, std::string_view name) {
    const JsonValue* found = member_of(value, name);
    return found != nullptr && found->kind == JsonValue::Kind::Flag && found->flag;
}

/// Compares a contract's columns with an Iceberg schema, as the runner does: names, order, types, nullability. It goes
/// as deep as the contract's types, which the reader bounds.
class SchemaComparison {
  public:
    explicit SchemaComparison(const Contract& contract) : columns_(contract.columns) {}

    void fields(const std::string& path, std::span<const Column> wanted, JsonValue* list) {
        std::unordered_map<std::string_view, JsonValue*> found;
        if (list != nullptr) {
            for (JsonValue& field : list->values) {
                found.emplace(text_of(&field, "name"), &field);
            }
        }
        std::unordered_map<std::string_view, const Column*> names;
        std::vector<std::string_view> wanted_order;
        for (const Column& column : wanted) {
            names.emplace(column.name, &column);
            const auto other = found.find(column.name);
            if (other == found.end()) {
                add(below(path, column.name), described(column.required, iceberg_type(column)), std::string(kAbsent));
                continue;
            }
            wanted_order.push_back(column.name);
            value(below(path, column.name), column, flag_of(other->second, "required"),
                  member_of(other->second, "type"));
        }
        std::vector<std::string_view> found_order;
        for (std::size_t i = 0; list != nullptr && i < list->values.size(); ++i) {
            JsonValue& field = list->values[i];
            const std::string_view name = text_of(&field, "name");
            if (names.find(name) == names.end()) {
                add(below(path, name), std::string(kAbsent),
                    described(flag_of(&field, "required"), head_of(member_of(&field, "type"))));
            } else {
                found_order.push_back(name);
            }
        }
        if (wanted_order != found_order) {
            add(path.empty() ? "(columns)" : path, order(wanted_order), order(found_order));
        }
    }

    [[nodiscard]] std::vector<SchemaDifference> take() { return std::move(differences_); }
    [[nodiscard]] std::size_t count() const { return count_; }

  private:
    static std::string order(const std::vector<std::string_view>& names) {
        return clipped(fmt::format("the order {}", fmt::join(names, ", ")), kLongestOrder);
    }

    void value(const std::string& path, const Column& wanted, bool required, JsonValue* type) {
        const std::string_view head = head_of(type);
        const std::string wanted_type = iceberg_type(wanted);
        const bool same = without_blanks(wanted_type) == without_blanks(head) &&
                          wanted.is_scalar() == (type != nullptr && type->kind == JsonValue::Kind::Text);
        if (!same || wanted.required != required) {
            add(path, described(wanted.required, wanted_type), described(required, head));
        }
        if (!same) {
            return;
        }
        const std::span<const Column> children = columns_.children(wanted);
        if (wanted.kind == TypeKind::Struct) {
            fields(path, children, member_of(type, "fields"));
        } else if (wanted.kind == TypeKind::Array) {
            value(below(path, "element"), children[0], flag_of(type, "element-required"), member_of(type, "element"));
        } else if (wanted.kind == TypeKind::Map) {
            value(below(path, "key"), children[0], children[0].required, member_of(type, "key"));
            value(below(path, "value"), children[1], flag_of(type, "value-required"), member_of(type, "value"));
        }
    }

    void add(std::string path, std::string contract, std::string found) {
        if (++count_ <= kMostDifferences) {
            differences_.push_back({std::move(path), std::move(contract), std::move(found)});
        }
    }

    const Columns& columns_;
    std::vector<SchemaDifference> differences_;
    std::size_t count_ = 0;
};

/// The element of the array `list` whose number `name` is `id`.
JsonValue* by_number(JsonValue* list, std::string_view name, std::uint64_t id) {
    if (list == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(list->values.begin(), list->values.end(), [&](JsonValue& value) {
        const std::optional<std::uint64_t> number = count_of(&value, name);
        return number && *number == id;
    });
    return found == list->values.end() ? nullptr : &*found;
}

/// The list of fields of the table's current schema.
JsonValue* current_fields(JsonValue* metadata) {
    const std::optional<std::uint64_t> id = count_of(metadata, "current-schema-id");
    JsonValue* schema =
        id ? by_number(member_of(metadata, "schemas"), "schema-id", *id) : object_of(metadata, "schema");
    return member_of(schema, "fields");
}

Evidence not_understood(EvidenceKind kind) {
    Evidence evidence;
    evidence.kind = kind;
    evidence.message = "what the catalog answers is no table of Iceberg's REST specification";
    evidence.help = "Look whether binding.location.uri names an Iceberg REST catalog.";
    return evidence;
}

Evidence schema_of(JsonValue* metadata, const Contract& contract, const Expose& expose) {
    JsonValue* fields = current_fields(metadata);
    if (fields == nullptr) {
        return not_understood(EvidenceKind::TableSchema);
    }
    std::vector<Column> columns;
    for (std::uint32_t i = 0; i < expose.schema.count; ++i) {
        columns.push_back(contract.columns[expose.schema.first + i]);
    }
    SchemaComparison comparison(contract);
    comparison.fields("", columns, fields);
    Evidence evidence;
    evidence.kind = EvidenceKind::TableSchema;
    evidence.value = fmt::format("{} column{}", fields->values.size(), fields->values.size() == 1 ? "" : "s");
    evidence.ok = comparison.count() == 0;
    evidence.differences = comparison.take();
    if (*evidence.ok) {
        evidence.message = "the table has the contract's columns: names, order, types and nullability";
        return evidence;
    }
    evidence.message = fmt::format("the table is not the contract's: {} difference{}", comparison.count(),
                                   comparison.count() == 1 ? "" : "s");
    evidence.help = "Migrate the table (weir diff prints statements for a change), or change the contract.";
    return evidence;
}

Evidence snapshot_of(JsonValue* metadata, std::int64_t now, std::uint64_t budget) {
    Evidence evidence;
    evidence.kind = EvidenceKind::Snapshot;
    evidence.budget_seconds = budget;
    evidence.waits = true;
    const std::optional<std::uint64_t> id = count_of(metadata, "current-snapshot-id");
    if (!id) {
        evidence.ok = false;
        evidence.message = "the table has no snapshot yet: nothing was committed";
        evidence.help =
            "The job commits with its checkpoints, and only when records came; look whether the topic has any.";
        return evidence;
    }
    JsonValue* snapshot = by_number(member_of(metadata, "snapshots"), "snapshot-id", *id);
    const std::optional<std::uint64_t> moment = count_of(snapshot, "timestamp-ms");
    if (!moment) {
        Evidence unknown = not_understood(EvidenceKind::Snapshot);
        unknown.budget_seconds = budget;
        return unknown;
    }
    const std::string_view operation = text_of(object_of(snapshot, "summary"), "operation");
    evidence.value =
        fmt::format("snapshot {}{}", *id, operation.empty() ? "" : fmt::format(" ({})", plain_word(operation)));
    const Age age = age_of(*moment, now);
    if (age.ahead) {
        evidence.message = "the table's snapshot lies in the future: the writer's clock and this one differ";
        evidence.help = "Set both clocks, then verify again.";
        return evidence;
    }
    evidence.age_seconds = age.seconds;
    evidence.ok = age.seconds <= budget;
    evidence.message = fmt::format("the current snapshot was committed {} ago; the budget is {}",
                                   duration_words(age.seconds), duration_words(budget));
    if (!*evidence.ok) {
        evidence.help = "An idle stream commits nothing: look whether the topic has new records. If it may be idle for "
                        "longer, raise parameters.flink.verification.maxSnapshotAgeSeconds.";
    }
    return evidence;
}

} // namespace

TableEvidence judge_table(std::string_view answer, const Contract& contract, const Expose& expose, std::int64_t now,
                          std::uint64_t budget) {
    std::optional<JsonValue> read = read_answer(answer);
    JsonValue* metadata = read ? object_of(&*read, "metadata") : nullptr;
    if (metadata == nullptr) {
        TableEvidence unknown = {not_understood(EvidenceKind::TableSchema), not_understood(EvidenceKind::Snapshot)};
        unknown.snapshot.budget_seconds = budget;
        return unknown;
    }
    return {schema_of(metadata, contract, expose), snapshot_of(metadata, now, budget)};
}

} // namespace weir
