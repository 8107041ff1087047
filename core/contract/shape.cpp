// The generic walk: unknown and missing keys, kinds of values, fixed texts, forms, ranges.

#include "contract/shape.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir {

namespace {

/// A step of the path that is walked, on the stack: contract pointers are made for findings only.
struct Frame {
    const Frame* up = nullptr;
    std::string_view key;
    std::uint32_t number = 0;
    /// Made at the first finding at or below the frame.
    mutable std::optional<PathId> path{};
};

/// What one mapping has of its object's keys.
struct Keys {
    std::vector<const Entry*> entries;   ///< by row of the object's table
    std::vector<std::string_view> meant; ///< keys that are there under a wrong name
    std::size_t unknown = 0;

    Keys(const Document& document, NodeId node, const ObjectRule& rule) : entries(rule.keys.size(), nullptr) {
        for (const Entry& entry : document.entries(node)) {
            if (const KeyRule* known = find_key(rule, document.node(entry.key).text)) {
                entries[static_cast<std::size_t>(known - rule.keys.data())] = &entry;
            }
        }
    }
    [[nodiscard]] const Entry* find(const ObjectRule& rule, std::string_view key) const {
        const KeyRule* known = find_key(rule, key);
        return known == nullptr ? nullptr : entries[static_cast<std::size_t>(known - rule.keys.data())];
    }
};

class Walk {
  public:
    Walk(Context& context, PathId start, const ShapeOptions& options)
        : context_(context), doc_(context.doc), start_(start), options_(options) {}

    void object(NodeId node, const ObjectRule& rule, const Frame* frame);
    void list(NodeId node, const KeyRule& rule, const Frame* frame);

  private:
    [[nodiscard]] bool lane() const { return options_.lane && !outside_lane_; }
    [[nodiscard]] bool usable(const KeyRule& rule) const;
    PathId path_of(const Frame* frame);

    void unknown(const Entry& entry, const ObjectRule& rule, const Frame* frame, Keys& keys);
    void propose(Finding& finding, const Entry& entry, const ObjectRule& rule, Keys& keys);
    void missing(NodeId node, const ObjectRule& rule, const Frame* frame, const Keys& keys);
    void lane_only(const Entry& entry, const Frame* frame);
    void not_enforced(const Entry& entry, const Frame* frame);

    void value(NodeId node, const KeyRule& rule, Shape shape, const Frame* frame);
    [[nodiscard]] bool told_already(NodeId node, Pattern pattern, const Frame* frame);
    void wrong_kind(NodeId node, Shape shape, const Frame* frame);
    void hide_last();
    void text(NodeId node, const KeyRule& rule, const Frame* frame);
    void number(NodeId node, const KeyRule& rule, const Frame* frame);
    void text_map(NodeId node, const KeyRule& rule, const Frame* frame);
    void object_map(NodeId node, const KeyRule& rule, const Frame* frame);
    void unique(NodeId node, const Frame* frame);
    void build_properties(NodeId build, NodeId properties, const Frame* frame);
    [[nodiscard]] ObjectId child_of(NodeId node, const KeyRule& rule);

    Context& context_;
    const Document& doc_;
    PathId start_;
    ShapeOptions options_;
    /// Inside an unmanaged build of a managed contract.
    bool outside_lane_ = false;
};

/// Editors and messages propose a key only where it may be written.
bool Walk::usable(const KeyRule& rule) const {
    if (rule.shape == Shape::Any && rule.judged_later) {
        return false;
    }
    return lane() ? rule.lane != Lane::Unenforced : rule.lane != Lane::ManagedOnly;
}

PathId Walk::path_of(const Frame* frame) {
    if (frame == nullptr) {
        return start_;
    }
    if (!frame->path) {
        const PathId up = path_of(frame->up);
        frame->path = frame->key.data() != nullptr ? context_.contract.paths.key(up, frame->key)
                                                   : context_.contract.paths.index(up, frame->number);
    }
    return *frame->path;
}

void Walk::unknown(const Entry& entry, const ObjectRule& rule, const Frame* frame, Keys& keys) {
    const std::string_view key = doc_.node(entry.key).text;
    const bool expose = rule.id == ObjectId::kExpose || rule.id == ObjectId::kLaneExpose;
    if (expose && key == "id") {
        Finding& finding = context_.add_at_key(Code::expose_id_key, entry, path_of(frame),
                                               "is not a key of an expose; its name stands in exposeId");
        finding.help = "Write exposeId.";
        if (keys.find(rule, "exposeId") == nullptr) {
            keys.meant.push_back("exposeId");
            suggest(context_, finding, entry.key, "exposeId");
        }
        return;
    }
    if (lane() && (key == "catalogProperties" || key == "catalogAuth")) {
        Finding& finding = context_.add_at_key(Code::catalog_key_misplaced, entry, path_of(frame),
                                               fmt::format("{} stands in binding.location", key));
        finding.help = fmt::format("Move it to exposes[].binding.location.{}.", key);
        finding.secret = true;
        return;
    }
    Finding& finding =
        context_.add_at_key(Code::key_unknown, entry, path_of(frame), fmt::format("is not a key of {}", rule.what));
    propose(finding, entry, rule, keys);
    if (rule.id == ObjectId::kCatalogAuth || rule.id == ObjectId::kAcquisitionSinkCatalogAuth) {
        finding.secret = true;
    }
}

void Walk::propose(Finding& finding, const Entry& entry, const ObjectRule& rule, Keys& keys) {
    /// Whoever has more keys wrong than this in one mapping does not need them all listed each time.
    constexpr std::size_t kMostLists = 20;
    const std::string_view key = doc_.node(entry.key).text;
    std::vector<std::string_view> free;
    std::vector<std::string_view> all;
    for (std::size_t row = 0; row < rule.keys.size(); ++row) {
        if (usable(rule.keys[row])) {
            all.push_back(rule.keys[row].name);
            if (keys.entries[row] == nullptr) {
                free.push_back(rule.keys[row].name);
            }
        }
    }
    const std::string_view near = nearest(key, free);
    const std::string_view taken = near.empty() ? nearest(key, all) : std::string_view{};
    if (!near.empty()) {
        if (std::find(keys.meant.begin(), keys.meant.end(), near) == keys.meant.end()) {
            keys.meant.push_back(near);
        }
        finding.help = fmt::format("Did you mean {}?", near);
        suggest(context_, finding, entry.key, near);
    } else if (!taken.empty()) {
        finding.help = fmt::format("Did you mean {}? It is there already.", taken);
        relate(context_, finding, fmt::format("{} is here", taken), keys.find(rule, taken)->key);
    } else if (!free.empty() && keys.unknown < kMostLists) {
        finding.help = fmt::format("It may also have: {}.", one_of(free, "and"));
    } else {
        finding.help = free.empty() ? "It has all its keys already; leave this one out." : "Leave it out.";
    }
    ++keys.unknown;
}

void Walk::missing(NodeId node, const ObjectRule& rule, const Frame* frame, const Keys& keys) {
    for (std::size_t row = 0; row < rule.keys.size(); ++row) {
        const KeyRule& known = rule.keys[row];
        if (!known.required || keys.entries[row] != nullptr ||
            std::find(keys.meant.begin(), keys.meant.end(), known.name) != keys.meant.end()) {
            continue;
        }
        if ((known.name == "sql" || known.name == "model") && keys.find(rule, "stream") != nullptr) {
            continue; // a managed build by intent, and it needs neither
        }
        Finding& finding =
            context_.add(Code::key_missing, node, path_of(frame), fmt::format("{} is missing", known.name));
        finding.help =
            known.doc.empty() ? fmt::format("Add {}.", known.name) : fmt::format("Add {}. {}", known.name, known.doc);
    }
}

void Walk::lane_only(const Entry& entry, const Frame* frame) {
    if (outside_lane_) {
        return; // the build itself has been refused
    }
    if (options_.meant_lane && frame->key != "stream") {
        return;
    }
    Finding& finding =
        context_.add_at_key(Code::lane_only, entry, path_of(frame), "belongs to managed builds and is not read here");
    finding.help = options_.lane_version
                       ? "Set properties.parameters.flink.management: operator to have Weir manage the build."
                       : "It needs fluidVersion 0.7.7 and properties.parameters.flink.management: operator.";
}

void Walk::not_enforced(const Entry& entry, const Frame* frame) {
    Finding& finding = context_.add_at_key(Code::not_enforced, entry, path_of(frame),
                                           "is refused in a managed contract, because nothing would enforce it");
    finding.help = "Leave it out, and enforce it where the table is read: in the catalog or the query engine.";
}

void Walk::object(NodeId node, const ObjectRule& rule, const Frame* frame) {
    Keys keys(doc_, node, rule);
    for (const Entry& entry : doc_.entries(node)) {
        const std::string_view key = doc_.node(entry.key).text;
        const Frame here{frame, key, 0};
        const KeyRule* known = find_key(rule, key);
        if (known == nullptr) {
            if (!rule.open) {
                unknown(entry, rule, &here, keys);
            }
        } else if (known->lane == Lane::ManagedOnly && !lane()) {
            lane_only(entry, &here);
        } else if (known->lane == Lane::Unenforced && lane()) {
            not_enforced(entry, &here);
        } else if (rule.id == ObjectId::kBuild && key == "properties") {
            build_properties(node, entry.value, &here);
        } else {
            value(entry.value, *known, known->shape, &here);
        }
    }
    missing(node, rule, frame, keys);
}

/// What properties of an unmanaged build hold depends on its pattern.
void Walk::build_properties(NodeId build, NodeId properties, const Frame* frame) {
    if (told_already(properties, Pattern::None, frame)) {
        return;
    }
    if (doc_.node(properties).kind != NodeKind::Mapping) {
        wrong_kind(properties, Shape::Object, frame);
        return;
    }
    const NodeId pattern = doc_.find(build, "pattern");
    const std::string_view name = pattern == kNoNode ? "hybrid-reference" : doc_.node(pattern).text;
    for (const auto& [known, shape] : {std::pair{std::string_view("hybrid-reference"), ObjectId::kHybridReference},
                                       std::pair{std::string_view("embedded-logic"), ObjectId::kEmbeddedLogic},
                                       std::pair{std::string_view("multi-stage"), ObjectId::kMultiStage},
                                       std::pair{std::string_view("acquisition"), ObjectId::kAcquisition}}) {
        if (name == known) {
            object(properties, object_rule(shape), frame);
        }
    }
}

ObjectId Walk::child_of(NodeId node, const KeyRule& rule) {
    if (!lane() || rule.lane_child == ObjectId::kNone) {
        return rule.child;
    }
    if (rule.lane_child == ObjectId::kLaneBuild && !asks_for_management(doc_, node)) {
        return rule.child;
    }
    return rule.lane_child;
}

void Walk::value(NodeId node, const KeyRule& rule, Shape shape, const Frame* frame) {
    if (told_already(node, rule.pattern, frame)) {
        return;
    }
    const NodeKind kind = doc_.node(node).kind;
    switch (shape) {
    case Shape::Any:
        return;
    case Shape::String:
        if (kind == NodeKind::String) {
            return text(node, rule, frame);
        }
        wrong_kind(node, shape, frame);
        if (context_.findings.back().help.empty() && rule.pattern != Pattern::None) {
            context_.findings.back().help = std::string(pattern_info(rule.pattern).help);
        }
        if (pattern_info(rule.pattern).secret) {
            hide_last();
        }
        return;
    case Shape::Boolean:
        return kind == NodeKind::Boolean ? void() : wrong_kind(node, shape, frame);
    case Shape::Integer:
        return kind == NodeKind::Integer ? number(node, rule, frame) : wrong_kind(node, shape, frame);
    case Shape::Number:
        return kind == NodeKind::Integer || kind == NodeKind::Float ? number(node, rule, frame)
                                                                    : wrong_kind(node, shape, frame);
    case Shape::Object:
    case Shape::TextOrObject: {
        if (kind == NodeKind::Mapping && rule.not_empty && doc_.node(node).count == 0) {
            context_.refuse(node);
            context_.add(Code::value_empty, node, path_of(frame), "must not be empty").help = std::string(rule.doc);
            return;
        }
        if (kind == NodeKind::Mapping) {
            const ObjectId child = child_of(node, rule);
            const bool before = outside_lane_;
            outside_lane_ = before || (options_.lane && child == ObjectId::kBuild);
            if (child != ObjectId::kNone) {
                object(node, object_rule(child), frame);
            }
            outside_lane_ = before;
            return;
        }
        return shape == Shape::TextOrObject && kind == NodeKind::String ? void() : wrong_kind(node, shape, frame);
    }
    case Shape::List:
        return kind == NodeKind::Sequence ? list(node, rule, frame) : wrong_kind(node, shape, frame);
    case Shape::TextMap:
        return kind == NodeKind::Mapping ? text_map(node, rule, frame) : wrong_kind(node, shape, frame);
    case Shape::ObjectMap:
        return kind == NodeKind::Mapping ? object_map(node, rule, frame) : wrong_kind(node, shape, frame);
    case Shape::TextOrInteger:
        return kind == NodeKind::String || kind == NodeKind::Integer ? void() : wrong_kind(node, shape, frame);
    }
}

/// A `$ref` that could not be followed has its finding; a control character gets it here.
bool Walk::told_already(NodeId node, Pattern pattern, const Frame* frame) {
    const Node& found = doc_.node(node);
    if (found.unresolved) {
        context_.refuse(node);
        return true;
    }
    if (!found.has_control || may_hold_control(frame == nullptr ? std::string_view{} : frame->key)) {
        return false;
    }
    refuse_control(context_, node, path_of(frame), pattern_info(pattern).secret && hides(pattern, found.text));
    return true;
}

std::string_view shape_name(Shape shape) {
    switch (shape) {
    case Shape::String:
        return "a text";
    case Shape::Boolean:
        return "true or false";
    case Shape::Integer:
        return "a whole number";
    case Shape::Number:
        return "a number";
    case Shape::List:
        return "a list";
    case Shape::TextOrObject:
        return "a text or a mapping";
    case Shape::TextOrInteger:
        return "a text or a whole number";
    case Shape::Any:
    case Shape::Object:
    case Shape::TextMap:
    case Shape::ObjectMap:
        break;
    }
    return "a mapping";
}

void Walk::wrong_kind(NodeId node, Shape shape, const Frame* frame) {
    context_.refuse(node);
    const Node& found = doc_.node(node);
    Finding& finding = context_.add(Code::value_kind, node, path_of(frame),
                                    found.kind == NodeKind::Null
                                        ? fmt::format("has no value; it takes {}", shape_name(shape))
                                        : fmt::format("must be {}, not {}", shape_name(shape), kind_name(found.kind)));
    const bool scalar = found.is_scalar() && found.kind != NodeKind::Null;
    if (scalar && shape == Shape::String) {
        finding.help = "Put it in quotes to make it a text.";
        if (found.style == NodeStyle::Plain && !found.used_at.known()) {
            const std::string_view written = doc_.sources().slice(found.span);
            finding.fix = Fix{"Put it in quotes", {Edit{found.span, fmt::format("\"{}\"", written)}}};
        }
    } else if (scalar && shape == Shape::Boolean) {
        finding.help = "Write true or false, without quotes.";
        if (found.text == "true" || found.text == "false") {
            finding.fix = Fix{"Remove the quotes", {Edit{found.span, std::string(found.text)}}};
        }
    } else if (scalar && (shape == Shape::Integer || shape == Shape::Number)) {
        finding.help = "Write the number without quotes.";
    }
    if (frame != nullptr && (frame->key == "catalogAuth" || frame->key == "catalogProperties")) {
        hide_last();
    }
}

/// A secret in a value of the wrong kind is a secret still.
void Walk::hide_last() {
    context_.findings.back().secret = true;
    context_.findings.back().fix.reset();
}

void Walk::text(NodeId node, const KeyRule& rule, const Frame* frame) {
    const std::string_view written = doc_.node(node).text;
    if (rule.judged_later) {
        return;
    }
    if (rule.not_empty && written.empty()) {
        context_.refuse(node);
        context_.add(Code::value_empty, node, path_of(frame), "must not be empty").help = std::string(rule.doc);
        return;
    }
    if (!rule.values.empty() && std::find(rule.values.begin(), rule.values.end(), written) == rule.values.end()) {
        context_.refuse(node);
        Finding& finding = context_.add(Code::value_unknown, node, path_of(frame),
                                        fmt::format("must be {}, not {}", one_of(rule.values), shown(written)));
        const std::string_view near = rule.values.size() == 1 ? rule.values.front() : nearest(written, rule.values);
        if (!near.empty()) {
            finding.help =
                rule.values.size() == 1 ? fmt::format("Write {}.", near) : fmt::format("Did you mean {}?", near);
            suggest(context_, finding, node, near);
        } else {
            finding.help = fmt::format("Write {}.", one_of(rule.values));
            if (frame != nullptr && frame->up != nullptr && frame->up->key == "catalogAuth") {
                // Nothing like a type: it may be the credential itself.
                const std::string whole = fmt::format(", not {}", shown(written));
                finding.message.resize(finding.message.size() - whole.size());
                finding.secret = true;
            }
        }
        return;
    }
    if (rule.pattern == Pattern::None) {
        return;
    }
    const PatternInfo& pattern = pattern_info(rule.pattern);
    const std::string_view fault = pattern.fault(written);
    if (!fault.empty()) {
        context_.refuse(node);
        Finding& finding = context_.add(pattern.code, node, path_of(frame), fault);
        finding.help = std::string(pattern.help);
        finding.secret = pattern.secret && hides(rule.pattern, written);
    }
}

void Walk::number(NodeId node, const KeyRule& rule, const Frame* frame) {
    if (rule.judged_later) {
        return;
    }
    const std::string_view written = doc_.node(node).text;
    std::string fault;
    if (rule.shape == Shape::Integer) {
        const std::optional<std::int64_t> found = parse_integer(written);
        if (!found || (rule.minimum && *found < *rule.minimum) || (rule.maximum && *found > *rule.maximum)) {
            fault = "must be a whole number";
        }
    } else {
        const std::optional<double> found = parse_real(written);
        if (!found || (rule.minimum && *found < static_cast<double>(*rule.minimum)) ||
            (rule.maximum && *found > static_cast<double>(*rule.maximum))) {
            fault = "must be a number";
        }
    }
    if (fault.empty()) {
        return;
    }
    context_.refuse(node);
    if (rule.minimum && rule.maximum) {
        fault += fmt::format(" from {} to {}", *rule.minimum, *rule.maximum);
    } else if (rule.minimum) {
        fault += fmt::format(" of at least {}", *rule.minimum);
    } else {
        fault += " that fits 64 bits";
    }
    context_.add(Code::value_range, node, path_of(frame), fault).help = std::string(rule.doc);
}

void Walk::list(NodeId node, const KeyRule& rule, const Frame* frame) {
    if (rule.not_empty && doc_.node(node).count == 0) {
        context_.refuse(node);
        context_.add(Code::value_empty, node, path_of(frame), "must not be empty").help = std::string(rule.doc);
        return;
    }
    std::uint32_t number = 0;
    for (const NodeId item : doc_.items(node)) {
        const Frame here{frame, {}, number++};
        value(item, rule, rule.item, &here);
    }
    if (rule.unique) {
        unique(node, frame);
    }
}

void Walk::unique(NodeId node, const Frame* frame) {
    std::unordered_map<std::string_view, NodeId> seen;
    std::uint32_t number = 0;
    for (const NodeId item : doc_.items(node)) {
        const Frame here{frame, {}, number++};
        if (doc_.node(item).kind != NodeKind::String) {
            continue;
        }
        const auto [first, fresh] = seen.try_emplace(doc_.node(item).text, item);
        if (!fresh) {
            Finding& finding = context_.add(Code::value_repeated, item, path_of(&here),
                                            fmt::format("repeats {}", shown(doc_.node(item).text)));
            finding.help = "Leave one of them out.";
            relate(context_, finding, "it stands here already", first->second);
        }
    }
}

void Walk::text_map(NodeId node, const KeyRule& rule, const Frame* frame) {
    if (rule.judged_later) {
        return;
    }
    for (const Entry& entry : doc_.entries(node)) {
        const Frame here{frame, doc_.node(entry.key).text, 0};
        if (!told_already(entry.value, Pattern::None, &here) && doc_.node(entry.value).kind != NodeKind::String) {
            wrong_kind(entry.value, Shape::String, &here);
        }
    }
}

void Walk::object_map(NodeId node, const KeyRule& rule, const Frame* frame) {
    for (const Entry& entry : doc_.entries(node)) {
        const Frame here{frame, doc_.node(entry.key).text, 0};
        if (told_already(entry.value, Pattern::None, &here)) {
            continue;
        }
        if (doc_.node(entry.value).kind != NodeKind::Mapping) {
            wrong_kind(entry.value, Shape::Object, &here);
        } else {
            object(entry.value, object_rule(rule.child), &here);
        }
    }
}

} // namespace

void check_shape(Context& context, NodeId node, ObjectId object, PathId path, const ShapeOptions& options) {
    Walk(context, path, options).object(node, object_rule(object), nullptr);
    check_control(context, node, path);
}

void check_shape_list(Context& context, NodeId node, ObjectId object, PathId path, const ShapeOptions& options) {
    const KeyRule rule{.name = {}, .shape = Shape::List, .item = Shape::Object, .child = object, .not_empty = true};
    Walk(context, path, options).list(node, rule, nullptr);
    check_control(context, node, path);
}

} // namespace weir
