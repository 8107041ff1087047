#include <fmt/format.h>

#include "assist/declared.h"
#include "assist/scene.h"
#include "assist/stream_view.h"
#include "contract/context.h"

namespace weir {

namespace assist {
namespace {

class Hoverer {
  public:
    explicit Hoverer(const Scene& scene) : scene_(scene), site_(scene.site()) {}

    std::optional<Hover> run();

  private:
    void key();
    void value();
    void path(const Contract& contract);
    void event_time(const Contract& contract);
    void column(const Contract& contract, ColumnId id, bool nullable);
    void output(const Contract& contract, const OutputBinding& binding);
    void type(const std::string& word);
    void expose(const Contract& contract);
    void stream_column(const Contract& contract, ColumnId id);
    void declared(const Contract& contract, Place place);
    void findings();
    void row(const KeyRule& rule);

    const Scene& scene_;
    const Site site_;
    Hover hover_;
};

std::string_view shape_text(Shape shape) {
    switch (shape) {
    case Shape::String:
        return "a text";
    case Shape::Boolean:
        return "true or false";
    case Shape::Integer:
        return "a whole number";
    case Shape::Number:
        return "a number";
    case Shape::Object:
        return "a mapping";
    case Shape::List:
        return "a list";
    case Shape::TextMap:
        return "a mapping of texts";
    case Shape::ObjectMap:
        return "a mapping of mappings";
    case Shape::TextOrObject:
        return "a text or a mapping";
    case Shape::TextOrInteger:
        return "a text or a whole number";
    case Shape::Any:
        break;
    }
    return {};
}

/// A row of the grammar in words.
void Hoverer::row(const KeyRule& rule) {
    hover_.title = std::string(rule.name);
    if (const std::string_view shape = shape_text(rule.shape); !shape.empty()) {
        hover_.title += fmt::format(": {}", shape);
    }
    if (!rule.doc.empty()) {
        hover_.lines.emplace_back(rule.doc);
    }
    if (site_.lane && rule.lane == Lane::Unenforced) {
        hover_.lines.emplace_back("Refused in a managed contract, because nothing would enforce it.");
    } else if (!site_.lane && rule.lane == Lane::ManagedOnly) {
        hover_.lines.emplace_back("Belongs to managed builds.");
    } else if (rule.required) {
        hover_.lines.emplace_back("Required.");
    }
    if (!rule.values.empty()) {
        hover_.lines.push_back(fmt::format("One of {}.", one_of(rule.values)));
    }
    if (rule.pattern != Pattern::None) {
        hover_.lines.emplace_back(pattern_info(rule.pattern).help);
    }
}

void Hoverer::key() {
    const std::string word = scene_.word();
    if (word == "$ref") {
        hover_.title = "$ref";
        hover_.lines.emplace_back("Puts a fragment in place of this mapping.");
    } else if (site_.child != ObjectId::kNone) {
        if (const KeyRule* rule = find_key(object_rule(site_.child), word)) {
            row(*rule);
        }
    } else if (site_.is(ObjectId::kLaneLocation, "catalogProperties") && is_catalog_property(folded(word))) {
        hover_.title = folded(word);
        hover_.lines.emplace_back("Passed to the catalog and its file access.");
    }
}

void Hoverer::declared(const Contract& contract, Place place) {
    if (place.known()) {
        const Sources& sources = contract.document->sources();
        const Span span = finding_span(*contract.document, place.node);
        if (span.known()) {
            hover_.lines.push_back(
                fmt::format("Declared at {}:{}.", sources[span.file].name(), sources.range(span).start.line));
        }
    }
}

void Hoverer::path(const Contract& contract) {
    const StreamView view(contract, *scene_.build());
    const auto found = path_at(scene_.word(), scene_.offset_in_word());
    if (!view.known() || !found) {
        return;
    }
    const binding::Walk walk = view.scope().walk(found->path.steps);
    if (walk.stop != binding::Walk::Stop::End) {
        return;
    }
    hover_.title =
        fmt::format("{}: {}", walk.path.text, brief_type(contract.columns, contract.columns[walk.path.column]));
    const std::vector<binding::NullStep> nulls = view.scope().null_steps(walk.path);
    if (nulls.empty()) {
        hover_.lines.emplace_back("Never null.");
    }
    for (const binding::NullStep& null : nulls) {
        hover_.lines.push_back(fmt::format("May be null: {}.", null.because));
    }
    declared(contract, view.scope().declared_at(walk.path));
}

void Hoverer::column(const Contract& contract, ColumnId id, bool nullable) {
    const Column& found = contract.columns[id];
    hover_.title = fmt::format("{}: {}", found.name, brief_type(contract.columns, found));
    hover_.lines.emplace_back(nullable ? "May be null." : "Never null.");
}

void Hoverer::event_time(const Contract& contract) {
    const StreamView view(contract, *scene_.build());
    const SourceColumn* source = view.known() ? view.scope().source(scene_.word()) : nullptr;
    if (source != nullptr && source->column != kNoColumn) {
        column(contract, source->column, source->nullable);
        declared(contract, source->at);
    }
}

void Hoverer::stream_column(const Contract& contract, ColumnId id) {
    const Column& found = contract.columns[id];
    const bool in_key = scene_.build() != nullptr && scene_.steps.size() > 5 && scene_.steps[4].key == "key";
    column(contract, id, found.may_be_null() || in_key);
    if (in_key) {
        hover_.lines.back() = "May be null: a record may have no key.";
    }
}

/// What an output is read from.
void Hoverer::output(const Contract& contract, const OutputBinding& binding) {
    const std::string& from = binding.from.text;
    switch (binding.how) {
    case OutputBinding::How::Unbound:
        return;
    case OutputBinding::How::Copy:
        hover_.lines.push_back(fmt::format("Read from {}.", from));
        break;
    case OutputBinding::How::Widen:
        hover_.lines.push_back(fmt::format("Read from {}, {}, and widened.", from,
                                           brief_type(contract.columns, contract.columns[binding.from.column])));
        break;
    case OutputBinding::How::Decode:
        hover_.lines.push_back(fmt::format("Read from {}, and decoded as UTF-8.", from));
        break;
    case OutputBinding::How::Rebuild:
        hover_.lines.push_back(fmt::format("Made from the fields of {}.", from));
        break;
    case OutputBinding::How::Build:
        hover_.lines.emplace_back("Made of fields that are mapped one by one; never null.");
        return;
    }
    if (binding.from.nullable) {
        hover_.lines.push_back(fmt::format("Null where {}.", binding.from.nullable_because));
    }
}

const OutputBinding* find_output(const std::vector<OutputBinding>& outputs, ColumnId id) {
    for (const OutputBinding& output : outputs) {
        if (output.output == id) {
            return &output;
        }
        if (const OutputBinding* below = find_output(output.fields, id)) {
            return below;
        }
    }
    return nullptr;
}

void Hoverer::expose(const Contract& contract) {
    if (const auto index = contract.expose_index(scene_.word())) {
        const Expose& found = contract.exposes[*index];
        hover_.title = fmt::format("{}: an expose of {} columns", found.expose_id.value, found.schema.count);
        declared(contract, found.expose_id.at);
    }
}

void Hoverer::type(const std::string& word) {
    const ParsedType parsed = parse_type(word);
    if (parsed.error) {
        return;
    }
    Column column;
    column.kind = parsed.head.kind;
    column.precision = parsed.head.precision;
    column.scale = parsed.head.scale;
    hover_.title = contract_type(column);
    if (column.is_scalar()) {
        const Columns none;
        hover_.lines.push_back(fmt::format("Flink: {}.", flink_type(none, column, FlinkNulls::Nowhere)));
        hover_.lines.push_back(fmt::format("Iceberg: {}.", iceberg_type(column)));
    } else if (site_.rule != nullptr) {
        hover_.lines.emplace_back(column.kind == TypeKind::Struct  ? "Its fields stand in fields."
                                  : column.kind == TypeKind::Array ? "What it holds stands in element."
                                                                   : "What it holds stands in key and value.");
    }
}

void Hoverer::value() {
    const Contract* contract = scene_.question.contract;
    const bool nested = site_.is(ObjectId::kLaneNestedColumn, "type");
    if (nested || site_.is(ObjectId::kLaneColumn, "type")) {
        type(scene_.word());
    } else if (contract != nullptr && !scene_.alone()) {
        const bool is_path = site_.is(ObjectId::kMappingColumn, "from") || site_.is(ObjectId::kMappingExplode, "path");
        const ColumnId id = column_at_cursor(scene_);
        if (scene_.build() != nullptr && is_path) {
            path(*contract);
        } else if (scene_.build() != nullptr && site_.is(ObjectId::kEventTime, "column")) {
            event_time(*contract);
        } else if (site_.is(ObjectId::kLaneBuild, "outputs")) {
            expose(*contract);
        } else if (id != kNoColumn && site_.is(ObjectId::kLaneColumn, "name") && scene_.build() != nullptr) {
            stream_column(*contract, id);
        } else if (id != kNoColumn) {
            column(*contract, id, contract->columns[id].may_be_null());
            const BuildPlan* plan = scene_.plan();
            if (const OutputBinding* found = plan == nullptr ? nullptr : find_output(plan->outputs, id)) {
                output(*contract, *found);
            }
        }
    }
    if (hover_.title.empty() && site_.rule != nullptr && !site_.in_map) {
        row(*site_.rule);
    }
}

/// The meaning of every code found here.
void Hoverer::findings() {
    if (scene_.question.findings == nullptr || scene_.question.contract == nullptr ||
        scene_.question.contract->document == nullptr) {
        return;
    }
    const Sources& sources = scene_.question.contract->document->sources();
    for (const Finding& finding : *scene_.question.findings) {
        const Span at = finding.at;
        if (at.known() && at.file < sources.size() && sources[at.file].name() == scene_.question.file &&
            at.begin <= scene_.at && scene_.at < std::max(at.end, at.begin + 1)) {
            const CodeInfo& info = code_info(finding.code);
            hover_.lines.push_back(fmt::format("{}: {}.", info.slug, info.meaning));
        }
    }
}

std::optional<Hover> Hoverer::run() {
    const Cursor& cursor = scene_.cursor;
    if (cursor.begin < cursor.end && cursor.role == Cursor::Role::Key) {
        key();
    } else if (cursor.begin < cursor.end && cursor.role == Cursor::Role::Value) {
        value();
    }
    findings();
    if (hover_.title.empty() && hover_.lines.empty()) {
        return std::nullopt;
    }
    hover_.range = scene_.range();
    return std::move(hover_);
}

} // namespace
} // namespace assist

std::optional<Hover> hover(const Question& question) {
    const assist::Scene scene(question);
    return assist::Hoverer(scene).run();
}

} // namespace weir
