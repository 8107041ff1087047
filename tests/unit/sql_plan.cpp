#include "sql_plan.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace weir::test {

namespace {

/// A column as read from a schema text, before it has its place in a Columns.
struct Draft {
    std::string name;
    std::string type;
    bool required = false;
    std::vector<Draft> children;
};

class DraftReader {
  public:
    explicit DraftReader(std::string_view text) : text_(text) {}

    std::vector<Draft> fields() {
        std::vector<Draft> fields;
        do {
            const std::string name = word();
            fields.push_back(type(name));
        } while (take(','));
        return fields;
    }

  private:
    Draft type(const std::string& name) {
        Draft draft;
        draft.name = name;
        draft.type = word();
        if (draft.type == "struct" && take('<')) {
            draft.children = fields();
            take('>');
        } else if (draft.type == "array" && take('<')) {
            draft.children.push_back(type(""));
            take('>');
        } else if (draft.type == "map" && take('<')) {
            Draft key;
            key.type = "string";
            key.required = true;
            draft.children = {key, type("")};
            take('>');
        }
        draft.required = take('!');
        return draft;
    }

    /// A name, or a scalar's type with its parameters.
    std::string word() {
        skip();
        std::string out;
        int depth = 0;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            const bool part = (std::isalnum(static_cast<unsigned char>(c)) != 0) || c == '_' || c == '(' || c == ')' ||
                              (depth > 0 && c == ',');
            if (!part) {
                break;
            }
            out += c;
            ++at_;
        }
        return out;
    }

    bool take(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) {
            return false;
        }
        ++at_;
        return true;
    }

    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ') {
            ++at_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

/// Steps of a path text, by contract.md section 5; literals hold no brackets or quotes here.
std::vector<PathStep> steps_of(const std::string& text) {
    std::vector<PathStep> steps;
    std::size_t at = 0;
    while (at < text.size()) {
        PathStep step;
        step.literal = text[at] == '[';
        const std::size_t end =
            step.literal ? text.find(']', at) + 1 : std::min(text.find_first_of(".[", at), text.size());
        step.name = step.literal ? text.substr(at + 2, end - at - 4) : text.substr(at, end - at);
        steps.push_back(step);
        at = end < text.size() && text[end] == '.' ? end + 1 : end;
    }
    return steps;
}

} // namespace

PlanMaker::PlanMaker() {
    Contract& contract = made_.contract;
    contract.managed = true;
    contract.id = text("commerce.orders");
    contract.name = text("Orders");
    contract.builds.emplace_back();
    contract.exposes.emplace_back();
    Build& build = contract.builds.front();
    build.at = place();
    build.managed = true;
    build.id = text("ingest");
    build.stream.emplace();
    build.stream->at = place();
    build.stream->kind = text("kafka");
    build.stream->topic = text("orders");
    build.source.emplace();
    build.source->bootstrap_servers = text("kafka:9092");
    build.source->group_id = text("orders-v1");
    build.source->schema_registry_url = text("http://registry:8081");
    Expose& expose = contract.exposes.front();
    expose.contract_at = place();
    expose.expose_id = text("orders");
    expose.binding.emplace();
    expose.binding->location.emplace();
    Location& location = *expose.binding->location;
    location.at = place();
    location.uri = text("https://catalog.example.com/iceberg");
    location.warehouse = text("s3://lake/warehouse");
    location.name_space = text("commerce");
    location.table = text("orders");
    made_.plan.complete = true;
}

std::string_view PlanMaker::keep(std::string_view text) {
    made_.contract.owned.push_back(std::make_unique<std::string>(text));
    return *made_.contract.owned.back();
}

Place PlanMaker::place() {
    return Place{next_node_++, 0};
}

Text PlanMaker::text(std::string_view value) {
    return Text{keep(value), place()};
}

ColumnList PlanMaker::columns(std::string_view schema) {
    Columns& columns = made_.contract.columns;
    const auto add = [&](const auto& self, const std::vector<Draft>& drafts) -> ColumnId {
        const ColumnId first = columns.add(static_cast<std::uint32_t>(drafts.size()));
        for (std::size_t i = 0; i < drafts.size(); ++i) {
            const Draft& draft = drafts[i];
            const ParsedType type = parse_type(draft.type);
            if (type.error) {
                throw std::invalid_argument("type " + draft.type);
            }
            Column column;
            column.name = keep(draft.name);
            column.kind = type.head.kind;
            column.precision = type.head.precision;
            column.scale = type.head.scale;
            column.required = draft.required;
            column.at = place();
            if (!draft.children.empty()) {
                column.first = self(self, draft.children);
                column.count = static_cast<std::uint32_t>(draft.children.size());
            }
            columns[first + static_cast<ColumnId>(i)] = column;
        }
        return first;
    };
    const std::vector<Draft> drafts = DraftReader(schema).fields();
    ColumnList list;
    list.first = add(add, drafts);
    list.count = static_cast<std::uint32_t>(drafts.size());
    list.at = place();
    return list;
}

PlanMaker& PlanMaker::value(std::string_view schema, ValueFormat format) {
    Stream& stream = *build().stream;
    stream.format = {format, place()};
    stream.schema = columns(schema);
    for (ColumnId id = stream.schema.first; id < stream.schema.first + stream.schema.count; ++id) {
        SourceColumn source;
        source.name = made_.contract.columns[id].name;
        source.column = id;
        source.at = made_.contract.columns[id].at;
        made_.plan.sources.push_back(source);
    }
    return *this;
}

PlanMaker& PlanMaker::key(KeyFormat format, KeyReading reading, std::string_view schema, std::string_view prefix) {
    StreamKey key;
    key.at = place();
    key.format = {format, place()};
    key.schema = columns(schema);
    if (!prefix.empty()) {
        key.prefix = text(prefix);
    }
    for (ColumnId id = key.schema.first; id < key.schema.first + key.schema.count; ++id) {
        SourceColumn source;
        source.origin = SourceColumn::Origin::Key;
        source.name = keep(std::string(prefix) + std::string(made_.contract.columns[id].name));
        source.column = id;
        source.at = made_.contract.columns[id].at;
        made_.plan.sources.push_back(source);
    }
    build().stream->key = key;
    made_.plan.key_reading = reading;
    return *this;
}

PlanMaker& PlanMaker::metadata(std::string_view name, MetadataKey key) {
    static const std::map<MetadataKey, std::string_view> types = {
        {MetadataKey::Topic, "string!"},         {MetadataKey::Partition, "int!"},
        {MetadataKey::Offset, "long!"},          {MetadataKey::Timestamp, "timestamp_ltz(3)!"},
        {MetadataKey::TimestampType, "string!"}, {MetadataKey::Headers, "map<binary>!"},
        {MetadataKey::LeaderEpoch, "int"}};
    SourceColumn source;
    source.origin = SourceColumn::Origin::Metadata;
    source.column = columns(std::string(name) + " " + std::string(types.at(key))).first;
    source.name = made_.contract.columns[source.column].name;
    source.metadata = key;
    source.at = place();
    made_.plan.sources.push_back(source);
    return *this;
}

PlanMaker& PlanMaker::event_time(std::string_view column, std::int64_t delay_seconds) {
    build().event_time.emplace();
    build().event_time->at = place();
    build().event_time->column = text(column);
    build().event_time->delay_seconds = {delay_seconds, place()};
    return *this;
}

PlanMaker& PlanMaker::explode(std::string_view path, std::string_view as) {
    explode_path_ = path;
    made_.plan.explode.emplace();
    made_.plan.explode->as = keep(as);
    return *this;
}

PlanMaker& PlanMaker::output(std::string_view schema) {
    expose().schema = columns(schema);
    return *this;
}

PlanMaker& PlanMaker::map(std::string_view name, std::string_view from) {
    mapping_.emplace(name, from);
    return *this;
}

PlanMaker& PlanMaker::sql(std::string_view sql) {
    build().sql = text(sql);
    made_.plan.own_sql = true;
    return *this;
}

BoundPath PlanMaker::path(const std::string& text) const {
    const Columns& columns = made_.contract.columns;
    BoundPath path;
    path.text = text;
    std::vector<PathStep> steps = steps_of(text);
    const auto& explode = made_.plan.explode;
    if (explode && explode->as == steps.front().name) {
        path.root = PathRoot::Element;
        path.column = explode->element;
    } else {
        const auto source = std::find_if(made_.plan.sources.begin(), made_.plan.sources.end(),
                                         [&](const SourceColumn& column) { return column.name == steps.front().name; });
        if (source == made_.plan.sources.end()) {
            throw std::invalid_argument("path " + text);
        }
        path.root_index = static_cast<std::uint32_t>(source - made_.plan.sources.begin());
        path.column = source->column;
    }
    steps.erase(steps.begin());
    for (const PathStep& step : steps) {
        const Column& column = columns[path.column];
        path.column = step.literal ? columns.map_value(column) : columns.child(column, step.name);
        if (path.column == kNoColumn) {
            throw std::invalid_argument("path " + text);
        }
    }
    path.steps = steps;
    return path;
}

OutputBinding PlanMaker::value_of(ColumnId output, const std::string& from) const {
    const Columns& columns = made_.contract.columns;
    OutputBinding binding;
    binding.output = output;
    binding.from = path(from);
    binding.said_at = columns[output].at;
    const Column& source = columns[binding.from.column];
    const Column& wanted = columns[output];
    if (same_type(columns, source, columns, wanted)) {
        binding.how = OutputBinding::How::Copy;
    } else if (wanted.kind == TypeKind::Struct) {
        binding.how = OutputBinding::How::Rebuild;
        binding.cast_whole = source.count == wanted.count;
        for (std::uint32_t i = 0; i < wanted.count; ++i) {
            binding.fields.push_back(
                value_of(wanted.first + i, from + "." + std::string(columns[wanted.first + i].name)));
            const OutputBinding& field = binding.fields.back();
            binding.cast_whole = binding.cast_whole &&
                                 columns[source.first + i].name == columns[wanted.first + i].name &&
                                 (field.how != OutputBinding::How::Rebuild || field.cast_whole);
        }
    } else {
        const bool decodes = source.kind == TypeKind::Binary && wanted.kind == TypeKind::String;
        binding.how = decodes ? OutputBinding::How::Decode : OutputBinding::How::Widen;
    }
    return binding;
}

bool PlanMaker::maps_below(const std::string& name) const {
    const auto next = mapping_.lower_bound(name + ".");
    return next != mapping_.end() && next->first.compare(0, name.size() + 1, name + ".") == 0;
}

OutputBinding PlanMaker::bind(ColumnId output, const std::string& name, const std::string& from) const {
    const Columns& columns = made_.contract.columns;
    if (const auto entry = mapping_.find(name); entry != mapping_.end()) {
        return value_of(output, entry->second);
    }
    if (!maps_below(name)) {
        return value_of(output, from);
    }
    OutputBinding binding;
    binding.how = OutputBinding::How::Build;
    binding.output = output;
    binding.said_at = columns[output].at;
    for (std::uint32_t i = 0; i < columns[output].count; ++i) {
        const ColumnId field = columns[output].first + i;
        const std::string below = "." + std::string(columns[field].name);
        binding.fields.push_back(bind(field, name + below, from + below));
    }
    return binding;
}

MadePlan PlanMaker::make() {
    const Columns& columns = made_.contract.columns;
    if (auto& explode = made_.plan.explode) {
        BoundExplode found;
        found.as = explode->as;
        explode.reset();
        found.path = path(explode_path_);
        found.element = columns.element(columns[found.path.column]);
        explode = found;
    }
    if (!made_.plan.own_sql) {
        for (std::uint32_t i = 0; i < expose().schema.count; ++i) {
            const ColumnId output = expose().schema.first + i;
            const std::string name(columns[output].name);
            made_.plan.outputs.push_back(bind(output, name, name));
        }
    }
    return std::move(made_);
}

} // namespace weir::test
