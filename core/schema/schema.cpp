// Grammar → JSON Schema. Each object becomes a definition; where a managed contract reads it differently,
// two of them.

#include "weir/schema.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/json_writer.h"
#include "schema/further.h"
#include "weir/grammar.h"

namespace weir {

namespace {

/// Matches `{"$ref": …}`, which may stand wherever a value stands (contract.md section 7).
constexpr std::string_view kIsFragment = R"({"type":"object","required":["$ref"]})";
constexpr std::string_view kFragmentRef = R"({"$ref":"#/$defs/Fragment"})";
constexpr std::string_view kFragment =
    R"({"title":"a fragment","description":"A path relative to this file, such as ../common/orders.yaml, perhaps with a )"
    R"(JSON pointer behind #. It stands alone in its mapping and is replaced by what it names.","type":"object",)"
    R"("properties":{"$ref":{"type":"string","minLength":1}},"required":["$ref"],"additionalProperties":false})";

/// An object as it is read inside or outside of managed contracts.
struct Definition {
    ObjectId object = ObjectId::kNone;
    bool lane = false;

    bool operator==(const Definition& other) const { return object == other.object && lane == other.lane; }
};

/// Shapes of the properties of an unmanaged build, by its pattern.
constexpr std::pair<std::string_view, ObjectId> kBuildPatterns[] = {
    {"hybrid-reference", ObjectId::kHybridReference},
    {"embedded-logic", ObjectId::kEmbeddedLogic},
    {"multi-stage", ObjectId::kMultiStage},
    {"acquisition", ObjectId::kAcquisition},
};

/// The key may be written here at all. Rows of any shape that are judged later are there to be refused
/// in better words than an unknown key.
bool may_stand(const KeyRule& rule, bool lane) {
    if (rule.shape == Shape::Any && rule.judged_later) {
        return false;
    }
    return lane ? rule.lane != Lane::Unenforced : rule.lane != Lane::ManagedOnly;
}

ObjectId child_of(const KeyRule& rule, bool lane) {
    return lane && rule.lane_child != ObjectId::kNone ? rule.lane_child : rule.child;
}

/// The definitions that `object` leads to in one step.
std::vector<Definition> children_of(Definition at) {
    std::vector<Definition> children;
    for (const KeyRule& rule : object_rule(at.object).keys) {
        if (may_stand(rule, at.lane) && child_of(rule, at.lane) != ObjectId::kNone) {
            children.push_back({child_of(rule, at.lane), at.lane});
        }
    }
    if (at.object == ObjectId::kBuild) {
        for (const auto& [pattern, object] : kBuildPatterns) {
            children.push_back({object, at.lane});
        }
    }
    return children;
}

/// The object itself, not what it leads to, is read differently in a managed contract.
bool differs_itself(ObjectId object) {
    const auto rows = object_rule(object).keys;
    const auto rules = further_rules();
    return std::any_of(
               rows.begin(), rows.end(),
               [](const KeyRule& rule) { return rule.lane != Lane::Both || rule.lane_child != ObjectId::kNone; }) ||
           std::any_of(rules.begin(), rules.end(),
                       [&](const FurtherRule& rule) { return rule.object == object && rule.lane; });
}

std::string quoted_list(std::span<const std::string_view> names, std::string_view after) {
    std::string list;
    for (const std::string_view name : names) {
        list += fmt::format("{}\"{}\"{}", list.empty() ? "" : ",", name, after);
    }
    return list;
}

/// A dependency as `if` and `then`.
std::string asked_for(const Dependency& dependency) {
    const std::string value = dependency.value.empty() ? "true" : fmt::format(R"({{"const":"{}"}})", dependency.value);
    std::string properties = quoted_list(dependency.foreign, ":false");
    if (!dependency.fixed.empty()) {
        properties = fmt::format(R"("{}":{{"anyOf":[{{"const":"{}"}},{}]}})", dependency.fixed, dependency.fixed_value,
                                 kFragmentRef);
    }
    return fmt::format(
        R"({{"if":{{"properties":{{"{0}":{1}}},"required":["{0}"]}},"then":{{"required":[{2}],"properties":{{{3}}}}}}})",
        dependency.key, value, quoted_list(dependency.needs, {}), properties);
}

class SchemaWriter {
  public:
    std::string contract();
    std::string fragment(FragmentKind kind);

  private:
    void collect(Definition start);
    [[nodiscard]] bool differs(ObjectId object) const;
    [[nodiscard]] std::string name_of(Definition definition) const;

    void head(std::string_view title, std::string_view description);
    void definitions();
    void definition(Definition at);
    void body(Definition at);
    void further(Definition at);
    void build_properties(bool lane);

    void describe(const KeyRule& rule);
    void property(const KeyRule& rule, bool lane);
    void value(const KeyRule& rule, Shape shape, bool lane);
    void text(const KeyRule& rule);
    void enumeration(std::span<const std::string_view> values);
    void number(const KeyRule& rule, std::string_view type);
    void list(const KeyRule& rule, bool lane);
    void free_mapping(const KeyRule& rule, bool lane);
    void known_properties();
    void reference(Definition definition);
    void begin_unless_fragment();
    void end_unless_fragment() { json_.end_object(); }

    JsonWriter json_;
    std::vector<Definition> all_;
};

// ---- Which definitions there are ----

void SchemaWriter::collect(Definition start) {
    std::vector<Definition> open{start};
    while (!open.empty()) {
        const Definition at = open.back();
        open.pop_back();
        if (std::find(all_.begin(), all_.end(), at) != all_.end()) {
            continue;
        }
        all_.push_back(at);
        for (const Definition& child : children_of(at)) {
            open.push_back(child);
        }
    }
}

/// The object, or something that it leads to, is read differently in a managed contract.
bool SchemaWriter::differs(ObjectId object) const {
    std::vector<Definition> seen;
    std::vector<Definition> open{{object, true}};
    while (!open.empty()) {
        const Definition at = open.back();
        open.pop_back();
        if (std::find(seen.begin(), seen.end(), at) != seen.end()) {
            continue;
        }
        if (differs_itself(at.object)) {
            return true;
        }
        seen.push_back(at);
        for (const Definition& child : children_of(at)) {
            open.push_back(child);
        }
    }
    return false;
}

/// `StreamKey`; `RootManaged` for what unmanaged contracts have in another form.
std::string SchemaWriter::name_of(Definition definition) const {
    const bool both = definition.lane &&
                      std::find(all_.begin(), all_.end(), Definition{definition.object, false}) != all_.end() &&
                      differs(definition.object);
    return fmt::format("{}{}", object_name(definition.object), both ? "Managed" : "");
}

void SchemaWriter::reference(Definition definition) {
    json_.member("$ref", fmt::format("#/$defs/{}", name_of(definition)));
}

void SchemaWriter::definitions() {
    std::sort(all_.begin(), all_.end(), [](const Definition& a, const Definition& b) {
        return a.object != b.object ? a.object < b.object : a.lane < b.lane;
    });
    json_.key("$defs");
    json_.begin_object();
    json_.key("Fragment");
    json_.raw(kFragment);
    std::string last;
    for (const Definition& at : all_) {
        std::string name = name_of(at);
        if (name != last) {
            json_.key(name);
            definition(at);
        }
        last = std::move(name);
    }
    json_.end_object();
}

// ---- Objects ----

/// Opens a schema of which the rest is the case that no fragment stands there.
void SchemaWriter::begin_unless_fragment() {
    json_.key("if");
    json_.raw(kIsFragment);
    json_.key("then");
    json_.raw(kFragmentRef);
    json_.key("else");
    json_.begin_object();
}

void SchemaWriter::definition(Definition at) {
    json_.begin_object();
    begin_unless_fragment();
    body(at);
    end_unless_fragment();
    json_.end_object();
}

void SchemaWriter::body(Definition at) {
    const ObjectRule& object = object_rule(at.object);
    json_.member("title", object.what);
    json_.member("type", "object");
    json_.key("properties");
    json_.begin_object();
    bool needs = false;
    for (const KeyRule& rule : object.keys) {
        if (may_stand(rule, at.lane)) {
            json_.key(rule.name);
            json_.begin_object();
            property(rule, at.lane);
            json_.end_object();
            needs = needs || rule.required;
        }
    }
    json_.end_object();
    if (needs) {
        json_.key("required");
        json_.begin_array();
        for (const KeyRule& rule : object.keys) {
            if (rule.required && may_stand(rule, at.lane)) {
                json_.string(rule.name);
            }
        }
        json_.end_array();
    }
    if (!object.open) {
        json_.member("additionalProperties", false);
    }
    further(at);
}

void SchemaWriter::further(Definition at) {
    const auto applies = [&](const FurtherRule& rule) { return rule.object == at.object && (at.lane || !rule.lane); };
    const auto rules = further_rules();
    const auto asked = dependencies();
    const bool asks = std::any_of(asked.begin(), asked.end(),
                                  [&](const Dependency& dependency) { return dependency.object == at.object; });
    const bool build = at.object == ObjectId::kBuild;
    if (!build && !asks && std::none_of(rules.begin(), rules.end(), applies)) {
        return;
    }
    json_.key("allOf");
    json_.begin_array();
    for (const FurtherRule& rule : rules) {
        if (applies(rule)) {
            json_.raw(rule.json);
        }
    }
    for (const Dependency& dependency : asked) {
        if (dependency.object == at.object) {
            json_.raw(asked_for(dependency));
        }
    }
    if (build) {
        build_properties(at.lane);
    }
    json_.end_array();
}

/// What properties of an unmanaged build hold depends on its pattern; the first is the default.
void SchemaWriter::build_properties(bool lane) {
    bool by_default = true;
    for (const auto& [pattern, object] : kBuildPatterns) {
        json_.begin_object();
        json_.key("if");
        json_.begin_object();
        json_.key("properties");
        json_.raw(fmt::format(R"({{"pattern":{{"const":"{}"}}}})", pattern));
        if (!by_default) {
            json_.key("required");
            json_.raw(R"(["pattern"])");
        }
        json_.end_object();
        json_.key("then");
        json_.begin_object();
        json_.key("properties");
        json_.begin_object();
        json_.key("properties");
        json_.begin_object();
        reference({object, lane});
        json_.end_object();
        json_.end_object();
        json_.end_object();
        json_.end_object();
        by_default = false;
    }
}

// ---- Values ----

void SchemaWriter::describe(const KeyRule& rule) {
    const std::string_view help = pattern_info(rule.pattern).help;
    if (!rule.doc.empty() || !help.empty()) {
        json_.member("description", fmt::format("{}{}{}", rule.doc, rule.doc.empty() || help.empty() ? "" : " ", help));
    }
}

void SchemaWriter::property(const KeyRule& rule, bool lane) {
    describe(rule);
    value(rule, rule.shape, lane);
}

/// Keywords of the value, into the object that is open.
void SchemaWriter::value(const KeyRule& rule, Shape shape, bool lane) {
    const ObjectId child = child_of(rule, lane);
    switch (shape) {
    case Shape::Any:
        return;
    case Shape::Object:
        if (rule.not_empty) {
            json_.member("minProperties", std::uint64_t{1});
        }
        return child == ObjectId::kNone ? json_.member("type", "object") : reference({child, lane});
    case Shape::List:
        return list(rule, lane);
    case Shape::TextMap:
    case Shape::ObjectMap:
        return free_mapping(rule, lane);
    default:
        break;
    }
    // A scalar, or a fragment that names one.
    json_.key("anyOf");
    json_.begin_array();
    if (shape == Shape::String) {
        text(rule);
    } else if (shape == Shape::Integer || shape == Shape::Number) {
        number(rule, shape == Shape::Integer ? "integer" : "number");
    } else if (shape == Shape::Boolean) {
        json_.raw(R"({"type":"boolean"})");
    } else if (shape == Shape::TextOrInteger) {
        json_.raw(R"({"type":["string","integer"]})");
    } else {
        json_.raw(R"({"type":"string"})");
    }
    if (shape == Shape::TextOrObject && child != ObjectId::kNone) {
        json_.begin_object();
        reference({child, lane});
        json_.end_object();
    } else {
        json_.raw(shape == Shape::TextOrObject ? R"({"type":"object"})" : kFragmentRef);
    }
    json_.end_array();
}

void SchemaWriter::enumeration(std::span<const std::string_view> values) {
    json_.begin_object();
    json_.key("enum");
    json_.begin_array();
    for (const std::string_view one : values) {
        json_.string(one);
    }
    json_.end_array();
    json_.end_object();
}

/// The alternatives that a text is.
void SchemaWriter::text(const KeyRule& rule) {
    if (!rule.values.empty()) {
        enumeration(rule.values);
        if (!rule.proposals) {
            return;
        }
    }
    json_.begin_object();
    json_.member("type", "string");
    if (rule.not_empty) {
        json_.member("minLength", std::uint64_t{1});
    }
    if (const std::string_view regex = pattern_info(rule.pattern).regex; !regex.empty()) {
        json_.member("pattern", regex);
    }
    json_.end_object();
}

void SchemaWriter::number(const KeyRule& rule, std::string_view type) {
    json_.begin_object();
    json_.member("type", type);
    if (rule.minimum) {
        json_.key("minimum");
        json_.raw(fmt::format("{}", *rule.minimum));
    }
    if (rule.maximum) {
        json_.key("maximum");
        json_.raw(fmt::format("{}", *rule.maximum));
    }
    json_.end_object();
}

void SchemaWriter::list(const KeyRule& rule, bool lane) {
    begin_unless_fragment();
    json_.member("type", "array");
    if (rule.item != Shape::Any) {
        json_.key("items");
        json_.begin_object();
        const KeyRule item{.name = {},
                           .values = rule.values,
                           .pattern = rule.pattern,
                           .child = rule.child,
                           .lane_child = rule.lane_child,
                           .judged_later = rule.judged_later,
                           .proposals = rule.proposals};
        value(item, rule.item, lane);
        json_.end_object();
    }
    if (rule.not_empty) {
        json_.member("minItems", std::uint64_t{1});
    }
    if (rule.unique) {
        json_.member("uniqueItems", true);
    }
    end_unless_fragment();
}

/// A mapping from free keys, each of which may be a fragment too.
void SchemaWriter::free_mapping(const KeyRule& rule, bool lane) {
    begin_unless_fragment();
    json_.member("type", "object");
    if (rule.not_empty) {
        json_.member("minProperties", std::uint64_t{1});
    }
    if (rule.shape == Shape::TextMap && rule.name == "catalogProperties") {
        known_properties();
    }
    json_.key("additionalProperties");
    json_.begin_object();
    value({.name = {}, .child = rule.child, .lane_child = rule.lane_child},
          rule.shape == Shape::TextMap ? Shape::String : Shape::Object, lane);
    json_.end_object();
    end_unless_fragment();
}

/// Names for editors to propose. Weir compares them without case, so others are not refused here.
void SchemaWriter::known_properties() {
    json_.key("properties");
    json_.begin_object();
    for (const std::string_view key : catalog_property_keys()) {
        if (!key.ends_with('.')) {
            json_.key(key);
            json_.begin_object();
            value({.name = {}}, Shape::String, true);
            json_.end_object();
        }
    }
    json_.end_object();
}

// ---- The whole ----

void SchemaWriter::head(std::string_view title, std::string_view description) {
    json_.begin_object();
    json_.member("$schema", "https://json-schema.org/draft/2020-12/schema");
    json_.member("title", title);
    json_.member("description", description);
}

/// A build under which `management: operator` stands. With `maybe`, also one with a fragment on the way
/// there, which may say so.
std::string build_asks(bool maybe) {
    constexpr std::string_view kWay[] = {"management", "flink", "parameters", "properties"};
    const auto or_fragment = [&](std::string json) {
        return maybe ? fmt::format(R"({{"anyOf":[{},{}]}})", kIsFragment, json) : json;
    };
    std::string json = or_fragment(R"({"const":"operator"})");
    for (const std::string_view key : kWay) {
        json =
            or_fragment(fmt::format(R"({{"type":"object","required":["{0}"],"properties":{{"{0}":{1}}}}})", key, json));
    }
    return json;
}

/// The contract is managed; with `maybe`, as far as can be seen without its fragments.
std::string is_managed(bool maybe) {
    std::string older;
    for (const std::string_view version : known_versions()) {
        if (version != kLaneVersion) {
            older += fmt::format("{}\"{}\"", older.empty() ? "" : ",", version);
        }
    }
    const std::string builds = fmt::format(R"({{"type":"array","contains":{}}})", build_asks(maybe));
    return fmt::format(
        R"({{"type":"object","required":["builds"],"properties":{{"fluidVersion":{{"not":{}}},"builds":{}}}}})",
        maybe ? fmt::format(R"({{"enum":[{}]}})", older)
              : fmt::format(R"({{"anyOf":[{{"enum":[{}]}},{}]}})", older, kIsFragment),
        maybe ? fmt::format(R"({{"anyOf":[{},{}]}})", kIsFragment, builds) : builds);
}

std::string SchemaWriter::contract() {
    constexpr Definition kManaged{ObjectId::kRoot, true};
    constexpr Definition kOther{ObjectId::kRoot, false};
    collect(kManaged);
    collect(kOther);
    head("A data product's contract",
         "FLUID 0.7.3 to 0.7.7, with managed Flink builds. weir validate says what a schema cannot say.");
    begin_unless_fragment();
    json_.key("if");
    json_.raw(is_managed(false));
    json_.key("then");
    json_.begin_object();
    reference(kManaged);
    json_.end_object();
    json_.key("else");
    json_.begin_object();
    json_.key("if");
    json_.raw(is_managed(true));
    json_.key("then");
    json_.begin_object();
    json_.key("anyOf");
    json_.begin_array();
    for (const Definition& either : {kManaged, kOther}) {
        json_.begin_object();
        reference(either);
        json_.end_object();
    }
    json_.end_array();
    json_.end_object();
    json_.key("else");
    json_.begin_object();
    reference(kOther);
    json_.end_object();
    json_.end_object();
    end_unless_fragment();
    definitions();
    json_.end_object();
    return json_.take();
}

std::string SchemaWriter::fragment(FragmentKind kind) {
    const ObjectId object = kind == FragmentKind::StreamSource    ? ObjectId::kStream
                            : kind == FragmentKind::RecordMapping ? ObjectId::kMapping
                                                                  : ObjectId::kLaneColumn;
    collect({object, true});
    head(kind == FragmentKind::StreamSource    ? "A stream, as a fragment"
         : kind == FragmentKind::RecordMapping ? "A mapping, as a fragment"
                                               : "Columns, as a fragment",
         "For a file that contracts include with $ref. weir validate --fragment says what a schema cannot say.");
    if (kind == FragmentKind::Schema) {
        list({.name = {}, .item = Shape::Object, .child = object, .not_empty = true}, true);
    } else {
        reference({object, true});
    }
    definitions();
    json_.end_object();
    return json_.take();
}

} // namespace

std::string json_schema(std::optional<FragmentKind> fragment) {
    SchemaWriter writer;
    return fragment ? writer.fragment(*fragment) : writer.contract();
}

} // namespace weir
