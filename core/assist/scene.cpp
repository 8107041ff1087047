#include "assist/scene.h"

#include <algorithm>

#include "assist/mount.h"

namespace weir::assist {

namespace {

constexpr std::string_view kLaneVersion = "0.7.7";

/// Fragments that are opened alone show by their keys what they are.
constexpr KeyRule kFragments[] = {
    {.name = "stream", .shape = Shape::Object, .child = ObjectId::kStream},
    {.name = "mapping", .shape = Shape::Object, .child = ObjectId::kMapping},
    {.name = "schema", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kLaneColumn},
};

bool has_any(const std::vector<std::string_view>& keys, std::initializer_list<std::string_view> wanted) {
    return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) {
        return std::find(wanted.begin(), wanted.end(), key) != wanted.end();
    });
}

const KeyRule* fragment_rule(const Outline& outline) {
    const std::vector<std::string_view> keys = outline.first_keys();
    if (has_any(keys, {"fluidVersion", "metadata", "exposes", "builds", "id"})) {
        return nullptr;
    }
    if (outline.root_is_list()) {
        return has_any(keys, {"name", "type"}) ? &kFragments[2] : nullptr;
    }
    if (has_any(keys, {"topic", "format", "schema"})) {
        return &kFragments[0];
    }
    return has_any(keys, {"columns", "explode"}) ? &kFragments[1] : nullptr;
}

} // namespace

std::optional<std::uint32_t> index_under(const Steps& steps, std::string_view key) {
    if (steps.size() < 2 || !steps[0].is_key || steps[0].key != key || steps[1].is_key) {
        return std::nullopt;
    }
    return steps[1].index;
}

NodeId node_at(const Document& document, const Steps& steps) {
    NodeId node = document.root();
    for (const Step& step : steps) {
        if (node == kNoNode) {
            return kNoNode;
        }
        if (step.is_key) {
            node = document.find(node, step.key);
        } else {
            const bool list = document.node(node).kind == NodeKind::Sequence;
            const auto items = list ? document.items(node) : std::span<const NodeId>{};
            node = step.index < items.size() ? items[step.index] : kNoNode;
        }
    }
    return node;
}

Scene::Scene(const Question& asked)
    : question(asked), source(std::string(asked.file), std::string(asked.text)), at(source.offset(asked.at)),
      outline(source.text(), at), cursor(outline.cursor()), steps(cursor.steps) {
    mount();
    judge_lane();
    site_ = walk(steps);
    if (question.contract == nullptr || alone_) {
        return;
    }
    const Contract& contract = *question.contract;
    if (const auto index = index_under(steps, "builds"); index && *index < contract.builds.size()) {
        build_ = &contract.builds[*index];
    }
    if (const auto index = index_under(steps, "exposes"); index && *index < contract.exposes.size()) {
        expose_ = &contract.exposes[*index];
    }
}

/// Finds this text among the fragments of the contract.
void Scene::mount() {
    const Contract* contract = question.contract;
    if (contract != nullptr && contract->document != nullptr) {
        const Sources& sources = contract->document->sources();
        for (FileId file = 0; file < sources.size(); ++file) {
            if (sources[file].name() != question.file) {
                continue;
            }
            if (file == 0) {
                break;
            }
            main_ = false;
            if (const auto whole = way_into(*contract->document, file, cursor.steps)) {
                steps = *whole;
                return;
            }
        }
    }
    // The name of a contract tells it from a fragment.
    const std::string_view name = question.file.substr(question.file.rfind('/') + 1);
    alone_ = main_ && name.find(".fluid.") == std::string_view::npos && fragment_rule(outline) != nullptr;
    main_ = main_ && !alone_;
}

/// A contract that is being begun has no `management` yet: under the lane's version it is meant to get
/// one, unless another engine stands there.
void Scene::judge_lane() {
    const Contract* contract = question.contract;
    if (alone_) {
        lane_ = true;
        return;
    }
    if (!main_) {
        lane_ = contract->managed;
        lane_version_ = lane_;
        return;
    }
    const std::string_view version = outline.scalar({Step{"fluidVersion", 0, true}});
    lane_version_ = version.empty() || version == kLaneVersion;
    if (!lane_version_) {
        return;
    }
    const std::uint32_t builds = outline.items({Step{"builds", 0, true}});
    lane_ = builds == 0;
    for (std::uint32_t i = 0; i < builds && !lane_; ++i) {
        lane_ = lane_build(i);
    }
}

Steps Scene::under_build(std::uint32_t index, std::initializer_list<std::string_view> keys) const {
    Steps way{Step{"builds", 0, true}, Step{{}, index, false}};
    for (const std::string_view key : keys) {
        way.push_back(Step{key, 0, true});
    }
    return way;
}

bool Scene::lane_build(std::uint32_t index) const {
    const Contract* contract = question.contract;
    if (contract != nullptr && index < contract->builds.size() && contract->builds[index].managed) {
        return true;
    }
    if (!main_ || !lane_version_) {
        return false;
    }
    if (!outline.scalar(under_build(index, {"properties", "parameters", "flink", "management"})).empty()) {
        return true;
    }
    const std::string_view engine = outline.scalar(under_build(index, {"engine"}));
    return engine.empty() || engine == "flink";
}

bool Scene::lane_at(const Steps& way) const {
    const auto build = index_under(way, "builds");
    return lane_ && (!build || alone_ || lane_build(*build));
}

/// What properties of an unmanaged build hold depends on its pattern.
ObjectId Scene::properties_of(const Steps& way) const {
    std::string_view pattern;
    if (const auto build = index_under(way, "builds")) {
        const Contract* contract = question.contract;
        if (main_) {
            pattern = outline.scalar(under_build(*build, {"pattern"}));
        } else if (contract != nullptr && *build < contract->builds.size()) {
            pattern = contract->builds[*build].pattern.value;
        }
    }
    if (pattern == "embedded-logic") {
        return ObjectId::kEmbeddedLogic;
    }
    if (pattern == "multi-stage") {
        return ObjectId::kMultiStage;
    }
    if (pattern == "acquisition") {
        return ObjectId::kAcquisition;
    }
    return pattern.empty() || pattern == "hybrid-reference" ? ObjectId::kHybridReference : ObjectId::kNone;
}

ObjectId Scene::child_of(const Site& at_site, const Steps& way) const {
    const KeyRule& rule = *at_site.rule;
    if (at_site.object != nullptr && at_site.object->id == ObjectId::kBuild && rule.name == "properties") {
        return properties_of(way);
    }
    const bool lane = rule.lane_child == ObjectId::kLaneBuild ? lane_at(way) : lane_;
    return lane && rule.lane_child != ObjectId::kNone ? rule.lane_child : rule.child;
}

Site Scene::start() const {
    static constexpr KeyRule kRoot{.name = {}, .shape = Shape::Object, .child = ObjectId::kRoot};
    Site site;
    site.rule = alone_ ? fragment_rule(outline) : &kRoot;
    site.shape = site.rule->shape;
    return site;
}

Site Scene::walk(const Steps& way) const {
    Site site = start();
    Steps so_far;
    const auto settle = [&] {
        const bool mapping = site.shape == Shape::Object || site.shape == Shape::TextOrObject;
        site.child = mapping ? child_of(site, so_far) : ObjectId::kNone;
    };
    settle();
    for (const Step& step : way) {
        so_far.push_back(step);
        if (!step.is_key) {
            if (site.shape != Shape::List) {
                return {};
            }
            site.shape = site.rule->item;
            site.item = true;
            settle();
            continue;
        }
        if (site.shape == Shape::TextMap) {
            site.shape = Shape::String;
            site.in_map = true;
            site.child = ObjectId::kNone;
            continue;
        }
        if (site.shape == Shape::ObjectMap) {
            site.shape = Shape::Object;
            site.child = site.rule->child;
            continue;
        }
        if (site.child == ObjectId::kNone) {
            return {};
        }
        const ObjectRule& object = object_rule(site.child);
        const KeyRule* rule = find_key(object, step.key);
        if (rule == nullptr) {
            return {};
        }
        site = Site{};
        site.object = &object;
        site.rule = rule;
        site.shape = rule->shape;
        settle();
    }
    site.lane = lane_at(way);
    return site;
}

Site Scene::below(const Site& list) const {
    Site site = list;
    site.shape = list.rule->item;
    site.item = true;
    site.child = child_of(site, steps);
    return site;
}

bool Scene::usable(const KeyRule& rule, bool lane) {
    if (rule.shape == Shape::Any && rule.judged_later) {
        return false;
    }
    return lane ? rule.lane != Lane::Unenforced : rule.lane != Lane::ManagedOnly;
}

const BuildPlan* Scene::plan() const {
    if (question.plan == nullptr || question.contract == nullptr) {
        return nullptr;
    }
    for (const BuildPlan& plan : question.plan->builds) {
        const bool writes = expose_ != nullptr && plan.expose < question.contract->exposes.size() &&
                            &question.contract->exposes[plan.expose] == expose_;
        if (writes || (build_ != nullptr && &question.contract->builds[plan.build] == build_)) {
            return &plan;
        }
    }
    return nullptr;
}

const Expose* Scene::output() const {
    if (build_ == nullptr) {
        return nullptr;
    }
    for (const Text& output : build_->outputs) {
        if (const auto index = question.contract->expose_index(output.value)) {
            return &question.contract->exposes[*index];
        }
    }
    return nullptr;
}

std::string Scene::word() const {
    std::string_view raw = source.text().substr(cursor.begin, cursor.end - cursor.begin);
    if (cursor.quote == 0) {
        return std::string(raw);
    }
    raw.remove_prefix(std::min<std::size_t>(1, raw.size()));
    raw.remove_suffix(cursor.closed && !raw.empty() ? 1 : 0);
    std::string text;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const bool escape = cursor.quote == '"' ? raw[i] == '\\' : raw.substr(i, 2) == "''";
        i += escape && i + 1 < raw.size() ? 1 : 0;
        text += raw[i];
    }
    return text;
}

std::size_t Scene::offset_in_word() const {
    const std::uint32_t begin = cursor.begin + (cursor.quote == 0 ? 0 : 1);
    return at > begin ? at - begin : 0;
}

std::string_view Scene::beside(std::string_view key) const {
    Steps way = cursor.steps;
    if (way.empty()) {
        return {};
    }
    way.back() = Step{key, 0, true};
    return outline.scalar(way);
}

Range Scene::range() const {
    return {source.position(cursor.begin), source.position(cursor.end)};
}

bool Scene::json() const {
    return question.file.ends_with(".json");
}

} // namespace weir::assist
