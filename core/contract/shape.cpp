// The generic walk: unknown and missing keys, kinds of values, fixed texts, forms, ranges.

#include "contract/shape.h"

#include <algorithm>

#include <fmt/format.h>

#include "contract/fixes.h"
#include "contract/refusals.h"

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

    void unknown(NodeId node, const Entry& entry, const ObjectRule& rule, const Frame* frame, Keys& keys);
    void propose(Finding& finding, NodeId node, const Entry& entry, const ObjectRule& rule, Keys& keys);
    void missing(NodeId node, const ObjectRule& rule, const Frame* frame, const Keys& keys);
    void dependent(NodeId node, const ObjectRule& rule, const Frame* frame, const Keys& keys);
    void lane_only(const Entry& entry, const Frame* frame);
    void not_enforced(NodeId node, const Entry& entry, const Frame* frame);

    void value(NodeId node, const KeyRule& rule, Shape shape, const Frame* frame);
    [[nodiscard]] bool told_already(NodeId node, Pattern pattern, const Frame* frame);
    void wrong_kind(NodeId node, const KeyRule& rule, Shape shape, const Frame* frame);
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
    /// The managed build or expose that the walk is in.
    ObjectId top_ = ObjectId::kNone;
    /// How many more unknown keys are looked for in all of it.
    std::uint32_t homes_left_ = 200;
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

void Walk::unknown(NodeId node, const Entry& entry, const ObjectRule& rule, const Frame* frame, Keys& keys) {
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
        refuse_misplaced(context_, node, entry, path_of(frame));
        return;
    }
    Finding& finding =
        context_.add_at_key(Code::key_unknown, entry, path_of(frame), fmt::format("is not a key of {}", rule.what));
    propose(finding, node, entry, rule, keys);
    if (rule.id == ObjectId::kCatalogAuth || rule.id == ObjectId::kAcquisitionSinkCatalogAuth) {
        finding.secret = true;
    }
}

void Walk::propose(Finding& finding, NodeId node, const Entry& entry, const ObjectRule& rule, Keys& keys) {
    /// Whoever has more keys wrong than this in one mapping does not need them all listed each time.
    constexpr std::size_t kMostLists = 20;
    /// Of so many, most are not even kept: no search for what each of them may mean.
    constexpr std::size_t kMostProposals = 2'000;
    if (keys.unknown >= kMostProposals) {
        finding.help = "Leave it out.";
        return;
    }
    KeyChoices choices;
    for (std::size_t row = 0; row < rule.keys.size(); ++row) {
        if (usable(rule.keys[row])) {
            choices.all.push_back(rule.keys[row].name);
            if (keys.entries[row] == nullptr) {
                choices.free.push_back(rule.keys[row].name);
            }
        }
    }
    choices.list = keys.unknown < kMostLists;
    choices.top = lane() && homes_left_ > 0 ? top_ : ObjectId::kNone;
    homes_left_ -= homes_left_ > 0 ? 1 : 0;
    const std::string_view meant = propose_key(context_, finding, node, entry, rule, choices);
    if (!meant.empty() && std::find(keys.meant.begin(), keys.meant.end(), meant) == keys.meant.end()) {
        keys.meant.push_back(meant);
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
        if (known.shape == Shape::String && known.values.size() == 1) {
            add_entry(context_, finding, node, known.name, known.values.front());
        }
    }
}

void Walk::dependent(NodeId node, const ObjectRule& rule, const Frame* frame, const Keys& keys) {
    for (const Dependency& asked : dependencies()) {
        const Entry* given = asked.object == rule.id ? keys.find(rule, asked.key) : nullptr;
        if (given == nullptr || (!asked.value.empty() && doc_.node(given->value).text != asked.value)) {
            continue;
        }
        const std::string cause =
            asked.value.empty() ? std::string(asked.key) : fmt::format("{}: {}", asked.key, asked.value);
        for (const std::string_view need : asked.needs) {
            const bool meant = std::find(keys.meant.begin(), keys.meant.end(), need) != keys.meant.end();
            if (keys.find(rule, need) == nullptr && !meant) {
                context_.add(Code::key_missing, node, path_of(frame), fmt::format("{} is missing", need)).help =
                    fmt::format("Add {}; {} needs it.", need, cause);
            }
        }
        for (const std::string_view key : asked.foreign) {
            if (const Entry* entry = keys.find(rule, key)) {
                const Frame here{frame, key, 0};
                Finding& finding = context_.add_at_key(Code::auth_key_mismatch, *entry, path_of(&here),
                                                       fmt::format("does not belong to {}", cause));
                finding.help = "Leave it out, or change the type.";
                finding.secret = true;
            }
        }
        const Entry* fixed = asked.fixed.empty() ? nullptr : keys.find(rule, asked.fixed);
        if (fixed != nullptr && !context_.refused(fixed->value) && doc_.node(fixed->value).kind == NodeKind::String &&
            doc_.node(fixed->value).text != asked.fixed_value) {
            const Frame here{frame, asked.fixed, 0};
            Finding& finding = context_.add(Code::value_unknown, fixed->value, path_of(&here),
                                            fmt::format("must be {} where {} is given", asked.fixed_value, cause));
            finding.help = fmt::format("Write {}, or leave {} out.", asked.fixed_value, asked.key);
        }
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
    if (options_.asks_lane && !options_.lane_version) {
        finding.help = "Write fluidVersion: \"0.7.7\"; the build asks to be managed already.";
        const NodeId version = doc_.find(doc_.root(), "fluidVersion");
        if (version != kNoNode && options_.meant_lane) {
            rewrite(context_, finding, version, "\"0.7.7\"", "Write fluidVersion: \"0.7.7\"");
        }
        return;
    }
    finding.help = options_.lane_version
                       ? "Set properties.parameters.flink.management: operator to have Weir manage the build."
                       : "It needs fluidVersion 0.7.7 and properties.parameters.flink.management: operator.";
}

void Walk::not_enforced(NodeId node, const Entry& entry, const Frame* frame) {
    Finding& finding = context_.add_at_key(Code::not_enforced, entry, path_of(frame),
                                           "is refused in a managed contract, because nothing would enforce it");
    finding.help = "Leave it out, and enforce it where the table is read: in the catalog or the query engine.";
    leave_out(context_, finding, node, entry);
}

void Walk::object(NodeId node, const ObjectRule& rule, const Frame* frame) {
    Keys keys(doc_, node, rule);
    for (const Entry& entry : doc_.entries(node)) {
        const std::string_view key = doc_.node(entry.key).text;
        const Frame here{frame, key, 0};
        const KeyRule* known = find_key(rule, key);
        if (known == nullptr) {
            if (!rule.open) {
                unknown(node, entry, rule, &here, keys);
            }
        } else if (known->lane == Lane::ManagedOnly && !lane()) {
            lane_only(entry, &here);
        } else if (known->lane == Lane::Unenforced && lane()) {
            not_enforced(node, entry, &here);
        } else if (rule.id == ObjectId::kBuild && key == "properties") {
            build_properties(node, entry.value, &here);
        } else {
            value(entry.value, *known, known->shape, &here);
        }
    }
    missing(node, rule, frame, keys);
    dependent(node, rule, frame, keys);
    if (!keys.meant.empty()) {
        context_.meant.emplace(node, std::move(keys.meant));
    }
}

/// What properties of an unmanaged build hold depends on its pattern.
void Walk::build_properties(NodeId build, NodeId properties, const Frame* frame) {
    if (told_already(properties, Pattern::None, frame)) {
        return;
    }
    if (doc_.node(properties).kind != NodeKind::Mapping) {
        wrong_kind(properties, *find_key(object_rule(ObjectId::kBuild), "properties"), Shape::Object, frame);
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
        wrong_kind(node, rule, shape, frame);
        if (pattern_info(rule.pattern).secret) {
            hide_last();
        }
        return;
    case Shape::Boolean:
        return kind == NodeKind::Boolean ? void() : wrong_kind(node, rule, shape, frame);
    case Shape::Integer:
        return kind == NodeKind::Integer ? number(node, rule, frame) : wrong_kind(node, rule, shape, frame);
    case Shape::Number:
        return kind == NodeKind::Integer || kind == NodeKind::Float ? number(node, rule, frame)
                                                                    : wrong_kind(node, rule, shape, frame);
    case Shape::Object:
    case Shape::TextOrObject: {
        if (kind == NodeKind::Mapping && rule.not_empty && doc_.node(node).count == 0) {
            context_.refuse(node);
            context_.add(Code::value_empty, node, path_of(frame), "must not be empty").help =
                rule.doc.empty() ? std::string("Fill it in.") : fmt::format("Fill it in. {}", rule.doc);
            return;
        }
        if (kind == NodeKind::Mapping) {
            const ObjectId child = child_of(node, rule);
            const bool before = outside_lane_;
            outside_lane_ = before || (options_.lane && child == ObjectId::kBuild);
            if (child == ObjectId::kLaneBuild || child == ObjectId::kLaneExpose) {
                top_ = child;
            }
            if (child != ObjectId::kNone) {
                object(node, object_rule(child), frame);
            }
            outside_lane_ = before;
            return;
        }
        return shape == Shape::TextOrObject && kind == NodeKind::String ? void() : wrong_kind(node, rule, shape, frame);
    }
    case Shape::List:
        return kind == NodeKind::Sequence ? list(node, rule, frame) : wrong_kind(node, rule, shape, frame);
    case Shape::TextMap:
        return kind == NodeKind::Mapping ? text_map(node, rule, frame) : wrong_kind(node, rule, shape, frame);
    case Shape::ObjectMap:
        return kind == NodeKind::Mapping ? object_map(node, rule, frame) : wrong_kind(node, rule, shape, frame);
    case Shape::TextOrInteger:
        return kind == NodeKind::String || kind == NodeKind::Integer ? void() : wrong_kind(node, rule, shape, frame);
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
    refuse_control(context_, node, path_of(frame), pattern_info(pattern).secret);
    return true;
}

void Walk::wrong_kind(NodeId node, const KeyRule& rule, Shape shape, const Frame* frame) {
    refuse_kind(context_, node, path_of(frame), rule, shape);
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
        context_.add(Code::value_empty, node, path_of(frame), "must not be empty").help =
            rule.doc.empty() ? std::string("Fill it in.") : fmt::format("Fill it in. {}", rule.doc);
        return;
    }
    if (!rule.values.empty() && std::find(rule.values.begin(), rule.values.end(), written) == rule.values.end()) {
        Finding& finding = refuse_value(context_, node, path_of(frame), rule);
        if (!finding.fix && frame != nullptr && frame->up != nullptr && frame->up->key == "catalogAuth") {
            // Nothing like a type: it may be the credential itself.
            const std::string whole = fmt::format(", not {}", shown(written));
            finding.message.resize(finding.message.size() - whole.size());
            finding.secret = true;
        }
        return;
    }
    if (rule.pattern == Pattern::None) {
        return;
    }
    const std::string_view fault = pattern_info(rule.pattern).fault(written);
    if (!fault.empty()) {
        refuse_form(context_, node, path_of(frame), rule, fault);
    }
}

void Walk::number(NodeId node, const KeyRule& rule, const Frame* frame) {
    if (rule.judged_later) {
        return;
    }
    const std::string fault = range_fault(rule, doc_.node(node).text);
    if (fault.empty()) {
        return;
    }
    context_.refuse(node);
    context_.add(Code::value_range, node, path_of(frame), fault).help =
        rule.doc.empty() ? std::string("Write a number in that range.")
                         : fmt::format("Write a number in that range. {}", rule.doc);
}

void Walk::list(NodeId node, const KeyRule& rule, const Frame* frame) {
    if (rule.not_empty && doc_.node(node).count == 0) {
        context_.refuse(node);
        context_.add(Code::value_empty, node, path_of(frame), "must not be empty").help =
            rule.doc.empty() ? std::string("Fill it in.") : fmt::format("Fill it in. {}", rule.doc);
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
            leave_out_item(context_, finding, node, number - 1);
        }
    }
}

void Walk::text_map(NodeId node, const KeyRule& rule, const Frame* frame) {
    static constexpr KeyRule kFreeText{.name = "a value", .shape = Shape::String};
    if (rule.judged_later) {
        return;
    }
    for (const Entry& entry : doc_.entries(node)) {
        const Frame here{frame, doc_.node(entry.key).text, 0};
        if (!told_already(entry.value, Pattern::None, &here) && doc_.node(entry.value).kind != NodeKind::String) {
            wrong_kind(entry.value, kFreeText, Shape::String, &here);
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
            wrong_kind(entry.value, rule, Shape::Object, &here);
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
