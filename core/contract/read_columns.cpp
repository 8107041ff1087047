// Columns with their types and children: contract.md section 3.

#include <fmt/format.h>

#include "contract/reading.h"
#include "weir/edits.h"

namespace weir {

namespace {

constexpr std::uint32_t kMostLevels = 32;

class ColumnReader {
  public:
    ColumnReader(Context& context, bool lane) : context_(context), columns_(context.contract.columns), lane_(lane) {}

    ColumnList list(Place at, std::uint32_t level);

  private:
    void column(ColumnId id, Place at, std::uint32_t level);
    void type(ColumnId id, const Fields& fields);
    void children(ColumnId id, const Fields& fields, std::uint32_t level);
    void missing_children(ColumnId id, const Fields& fields, std::string_view what, std::string_view help);
    void unwanted(ColumnId id, std::string_view key, const Fields& fields);
    void map_key(ColumnId id, Place at);
    void mend_map_key(Finding& finding, const Column& key, NodeId node);
    void repeated(const ColumnList& list);
    void too_deep();

    Context& context_;
    Columns& columns_;
    bool lane_;
    ColumnId top_ = kNoColumn; ///< the column at the top that is read now
    bool top_told_ = false;
};

ColumnList ColumnReader::list(Place at, std::uint32_t level) {
    ColumnList result;
    result.at = at;
    const std::vector<Place> items = items_of(context_, at);
    if (items.empty()) {
        return result;
    }
    result.first = columns_.add(static_cast<std::uint32_t>(items.size()));
    result.count = static_cast<std::uint32_t>(items.size());
    for (std::uint32_t i = 0; i < result.count; ++i) {
        if (level == 1) {
            top_ = result.first + i;
            top_told_ = false;
        }
        column(result.first + i, items[i], level);
    }
    repeated(result);
    return result;
}

void ColumnReader::column(ColumnId id, Place at, std::uint32_t level) {
    columns_[id].at = at;
    if (context_.doc.node(at.node).kind != NodeKind::Mapping) {
        return;
    }
    const Fields fields(context_, at);
    if (const Text name = fields.text("name"); name.present()) {
        columns_[id].name = name.value;
        columns_[id].name_at = name.at;
    }
    if (const Flag required = fields.flag("required"); required.present()) {
        columns_[id].required = required.value;
        columns_[id].required_at = required.at;
    } else {
        columns_[id].required_open = fields.intended("required");
    }
    if (level > kMostLevels) {
        too_deep();
        return;
    }
    type(id, fields);
    children(id, fields, level);
}

void ColumnReader::too_deep() {
    if (!lane_ || top_told_) {
        return;
    }
    top_told_ = true;
    Finding& finding = context_.add(Code::column_depth, columns_[top_].at,
                                    fmt::format("nests types deeper than {} levels", kMostLevels));
    finding.help = "A scalar is one level, and each struct, array or map around it one more. Flatten the type.";
}

void ColumnReader::type(ColumnId id, const Fields& fields) {
    const Text written = fields.text("type");
    if (!written.present()) {
        return;
    }
    columns_[id].type_at = written.at;
    const ParsedType parsed = parse_type(written.value);
    if (!parsed.error) {
        columns_[id].kind = parsed.head.kind;
        columns_[id].precision = parsed.head.precision;
        columns_[id].scale = parsed.head.scale;
        return;
    }
    if (!lane_) {
        return;
    }
    const Code code = parsed.error->fault == TypeFault::Children     ? Code::column_type_children
                      : parsed.error->fault == TypeFault::Parameters ? Code::column_type_parameters
                                                                     : Code::column_type;
    Finding& finding = context_.add(code, written.at, parsed.error->message);
    finding.help = parsed.error->help;
    if (!parsed.error->replacement.empty()) {
        suggest(context_, finding, written.at.node, parsed.error->replacement);
    }
}

void ColumnReader::missing_children(ColumnId id, const Fields& fields, std::string_view what, std::string_view help) {
    const Column& column = columns_[id];
    const auto misspelt = [&](std::string_view key) { return fields.intended(key) && !fields.has(key); };
    const bool told = column.kind == TypeKind::Struct  ? misspelt("fields")
                      : column.kind == TypeKind::Array ? misspelt("element")
                                                       : fields.intended("key") && fields.intended("value");
    // Nothing below it can be judged.
    columns_[id].kind = TypeKind::Unknown;
    if (lane_ && !told) {
        context_.add(Code::column_children_missing, column.at, what).help = std::string(help);
    }
}

void ColumnReader::unwanted(ColumnId id, std::string_view key, const Fields& fields) {
    const Column& column = columns_[id];
    if (!lane_ || column.kind == TypeKind::Unknown || !fields.has(key)) {
        return;
    }
    const Entry* entry = context_.doc.find_entry(column.at.node, key);
    const std::string type = contract_type(column);
    Finding& finding =
        context_.add_at_key(Code::column_children_unwanted, *entry, context_.contract.paths.key(column.at.path, key),
                            fmt::format("{} belongs to {}, not to {}", key,
                                        key == "fields"    ? "a struct"
                                        : key == "element" ? "an array"
                                                           : "a map",
                                        type));
    finding.help = "Leave it out, or change the type.";
}

void ColumnReader::children(ColumnId id, const Fields& fields, std::uint32_t level) {
    const TypeKind kind = columns_[id].kind;
    if (kind != TypeKind::Struct) {
        unwanted(id, "fields", fields);
    }
    if (kind != TypeKind::Array) {
        unwanted(id, "element", fields);
    }
    if (kind != TypeKind::Map) {
        unwanted(id, "key", fields);
        unwanted(id, "value", fields);
    }
    if (kind == TypeKind::Struct) {
        if (!fields.has("fields")) {
            missing_children(id, fields, "a struct spells out its fields", "Add fields: a list of columns.");
            return;
        }
        const Place at = fields.list("fields");
        if (at.known() && context_.doc.node(at.node).count == 0 && lane_) {
            context_.add(Code::column_fields_empty, at, "a struct has at least one field").help =
                "Add a field, or leave the column out.";
        }
        const ColumnList read = list(at, level + 1);
        columns_[id].first = read.first;
        columns_[id].count = read.count;
        if (read.count == 0) {
            columns_[id].kind = TypeKind::Unknown;
        }
    } else if (kind == TypeKind::Array) {
        if (!fields.has("element")) {
            missing_children(id, fields, "an array spells out its element", "Add element, such as {type: string}.");
            return;
        }
        const ColumnId first = columns_.add(1);
        columns_[id].first = first;
        columns_[id].count = 1;
        const Place element = fields.mapping("element");
        if (element.known()) {
            column(first, element, level + 1);
        }
    } else if (kind == TypeKind::Map) {
        if (!fields.has("key") || !fields.has("value")) {
            missing_children(id, fields,
                             fields.has("key")     ? "a map spells out its value"
                             : fields.has("value") ? "a map spells out its key"
                                                   : "a map spells out its key and value",
                             "Write key: {type: string, required: true} and value, such as {type: string}.");
            return;
        }
        const ColumnId first = columns_.add(2);
        columns_[id].first = first;
        columns_[id].count = 2;
        const Place key = fields.mapping("key");
        const Place value = fields.mapping("value");
        if (key.known()) {
            column(first, key, level + 1);
            map_key(first, key);
        }
        if (value.known()) {
            column(first + 1, value, level + 1);
        }
    }
}

void ColumnReader::map_key(ColumnId id, Place at) {
    const Column& key = columns_[id];
    if (!lane_ || (key.kind == TypeKind::Unknown && key.type_at.known())) {
        return; // the type itself has been refused
    }
    if (key.kind == TypeKind::Unknown || (key.kind == TypeKind::String && (key.required || key.required_open))) {
        return;
    }
    const Place where = key.kind != TypeKind::String ? key.type_at : key.required_at.known() ? key.required_at : at;
    Finding& finding = context_.add(Code::map_key_type, where, "the key of a map is a required string");
    finding.help = "Write key: {type: string, required: true}.";
    mend_map_key(finding, key, at.node);
}

/// Makes the type string and the key required, whichever is not.
void ColumnReader::mend_map_key(Finding& finding, const Column& key, NodeId node) {
    std::vector<Edit> edits;
    const auto replace = [&](NodeId scalar, std::string text) {
        if (!context_.doc.node(scalar).used_at.known()) {
            edits.push_back(Edit{context_.doc.node(scalar).span, std::move(text)});
        }
    };
    const bool quoted = key.type_at.known() && context_.doc.node(key.type_at.node).style != NodeStyle::Plain;
    std::size_t wanted = 0;
    if (key.kind != TypeKind::String && key.is_scalar()) {
        ++wanted;
        replace(key.type_at.node, quoted ? "\"string\"" : "string");
    }
    if (!key.required && key.required_at.known()) {
        ++wanted;
        replace(key.required_at.node, "true");
    } else if (!key.required) {
        ++wanted;
        if (std::optional<Edit> edit = insert_entry(context_.doc, node, "required", "true")) {
            edits.push_back(std::move(*edit));
        }
    }
    if (edits.size() == wanted && wanted > 0 && finding.related.empty()) {
        finding.fix = Fix{"Make it a required string", std::move(edits)};
    }
}

/// Names side by side differ by more than case.
void ColumnReader::repeated(const ColumnList& list) {
    if (list.count < 2) {
        return;
    }
    std::unordered_map<std::string, ColumnId> seen;
    seen.reserve(list.count);
    for (ColumnId id = list.first; id < list.first + list.count; ++id) {
        const std::string_view name = columns_[id].name;
        if (name.empty()) {
            continue;
        }
        const auto [first, fresh] = seen.try_emplace(lane_ ? folded(name) : std::string(name), id);
        if (fresh) {
            continue;
        }
        const Column& earlier = columns_[first->second];
        Finding& finding = context_.add(
            Code::column_repeated, columns_[id].name_at,
            earlier.name == name ? fmt::format("{} is the name of an earlier column", shown(name))
                                 : fmt::format("{} differs from {} only by case", shown(name), shown(earlier.name)));
        finding.help = "Give each column a name of its own.";
        relate(context_, finding, fmt::format("{} is declared here", shown(earlier.name)), earlier.name_at.node);
    }
}

} // namespace

ColumnList read_columns(Context& context, Place list, bool lane) {
    return ColumnReader(context, lane).list(list, 1);
}

} // namespace weir
