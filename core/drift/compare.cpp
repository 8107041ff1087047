#include <algorithm>

#include <fmt/format.h>

#include "drift/fields.h"
#include "text/secrecy.h"
#include "weir/drift.h"

namespace weir {

namespace {

constexpr std::size_t kNameDigits = 12; ///< of a ConfigMap's name, from the digest of job.json
constexpr std::string_view kDigestMark = "sha256:";

using Kind = FieldDifference::Kind;

/// Spec, labels and annotations of an object; Weir's own annotations are bookkeeping, not intent.
Leaves intent(const Tree& object) {
    Leaves leaves;
    Steps steps;
    for (const char* part : {"spec", "data"}) {
        if (object.is_object() && object.contains(part)) {
            steps = {{part, false}};
            flatten(object[part], steps, leaves);
        }
    }
    const Tree& metadata = member(object, "metadata");
    for (const char* part : {"labels", "annotations"}) {
        for (const auto& [key, value] : member(metadata, part).items()) {
            if (!key.starts_with("weir/") || key == kAnnotationProduct || key == kAnnotationBuild) {
                steps = {{"metadata", false}, {part, false}, {key, false}};
                flatten(value, steps, leaves);
            }
        }
    }
    return leaves;
}

const Tree* value_at(const Leaves& leaves, const std::string& path) {
    const auto found = leaves.find(path);
    return found == leaves.end() ? nullptr : &found->second.value;
}

bool same(const Tree* a, const Tree* b) {
    return a == nullptr || b == nullptr ? a == b : *a == *b;
}

std::string shown_at(const Leaves& leaves, const std::string& path) {
    const auto found = leaves.find(path);
    return found == leaves.end() ? std::string{} : shown(found->second);
}

const Steps& steps_at(const Leaves& first, const Leaves& second, const Leaves& third, const std::string& path) {
    for (const Leaves* leaves : {&first, &second}) {
        const auto found = leaves->find(path);
        if (found != leaves->end()) {
            return found->second.steps;
        }
    }
    return third.find(path)->second.steps;
}

std::vector<std::string> paths_of(const Leaves& first, const Leaves& second, const Leaves& third) {
    std::vector<std::string> paths;
    for (const Leaves* leaves : {&first, &second, &third}) {
        for (const auto& [path, leaf] : *leaves) {
            paths.push_back(path);
        }
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

std::string digest_of_job(const Tree& config_map) {
    return digest_of(text_member(member(config_map, "data"), "job.json"));
}

/// Why a ConfigMap is not what its own name says.
std::string fault_of(const Tree& config_map, std::string_view name) {
    const std::string digest = digest_of_job(config_map).substr(kDigestMark.size());
    const auto immutable = config_map.find("immutable");
    if (!std::string_view(name).ends_with(digest.substr(0, kNameDigits))) {
        return fmt::format("ConfigMap {} holds another job.json than its name says (sha256 {}…): somebody altered it",
                           name, digest.substr(0, kNameDigits));
    }
    if (immutable == config_map.end() || *immutable != true) {
        return fmt::format("ConfigMap {} is no longer immutable: somebody altered it", name);
    }
    return {};
}

void error(LiveDiff& diff, std::string_view code, std::string message) {
    diff.state = LiveState::Error;
    diff.code = code;
    diff.message = std::move(message);
}

Leaves spec_leaves(const Tree& spec) {
    Leaves leaves;
    Steps steps = {{"spec", false}};
    flatten(spec, steps, leaves);
    return leaves;
}

/// The specification that was applied last; null when the object does not say.
Tree baseline_of(const Tree& object) {
    return parse_object(text_member(member(member(object, "metadata"), "annotations"), kAnnotationAppliedSpec));
}

void sort_and_judge(LiveDiff& diff) {
    std::stable_sort(diff.fields.begin(), diff.fields.end(), [](const FieldDifference& a, const FieldDifference& b) {
        return a.kind == Kind::Drift && b.kind != Kind::Drift;
    });
    if (!diff.fields.empty()) {
        diff.state = diff.fields.front().kind == Kind::Drift ? LiveState::Drift : LiveState::Pending;
    }
}

/// What a specification may hold without anyone having asked for it. The resource definition defaults nothing (seen in
/// 1.10.0), and managed fields, which everybody may clear, prove nothing. The operator, when it puts its finalizer on,
/// writes the whole resource back and adds what every pod template is.
bool is_defaulted(const std::string& path, const Tree& value) {
    return (path == "spec.podTemplate.apiVersion" && value == "v1") ||
           (path == "spec.podTemplate.kind" && value == "Pod");
}

/// What differs in the specification.
void compare_fields(LiveDiff& diff, const Tree& live, const Leaves& baseline, const Leaves& wanted) {
    const Leaves seen = spec_leaves(member(live, "spec"));
    for (const std::string& path : paths_of(baseline, wanted, seen)) {
        const Tree* was = value_at(baseline, path);
        const Tree* now = value_at(seen, path);
        const Tree* then = value_at(wanted, path);
        FieldDifference field;
        field.manager = managers_of(live, steps_at(seen, baseline, wanted, path));
        const bool defaulted = was == nullptr && now != nullptr && is_defaulted(path, *now);
        const bool drifted = !same(was, now) && !defaulted;
        if (!drifted && same(was, then)) {
            continue;
        }
        field.kind = drifted ? Kind::Drift : Kind::Pending;
        field.path = path;
        field.desired = shown_at(wanted, path);
        field.live = shown_at(seen, path);
        diff.fields.push_back(std::move(field));
    }
}

/// The ConfigMap that the job was started from, judged by its own name.
void compare_config_map(LiveDiff& diff, const std::string& name, std::optional<std::string_view> text) {
    const Tree config_map = text ? parse_object(*text) : Tree();
    const std::string fault = text ? fault_of(config_map, name) : fmt::format("ConfigMap {} is gone", name);
    if (fault.empty()) {
        return;
    }
    FieldDifference field;
    field.kind = Kind::Drift;
    field.path = fmt::format("ConfigMap {}: data['job.json']", name);
    field.desired =
        Tree(fmt::format("sha256 {}…", name.substr(name.size() - std::min(name.size(), kNameDigits)))).dump();
    field.live =
        text ? Tree(fmt::format("sha256 {}…", digest_of_job(config_map).substr(kDigestMark.size(), kNameDigits))).dump()
             : std::string{};
    field.manager = text ? managers_of(config_map, {{"data", false}, {"job.json", false}}) : std::string{};
    diff.fields.push_back(std::move(field));
    diff.message = fault;
}

} // namespace

Ownership ownership(std::string_view object, std::string_view product) {
    const Tree live = parse_object(object);
    const Tree& metadata = member(live, "metadata");
    const std::string manager = text_member(member(metadata, "labels"), kLabelManagedBy);
    const std::string owner = text_member(member(metadata, "annotations"), kAnnotationProduct);
    const std::string what = fmt::format("{} {}/{}", text_member(live, "kind"), text_member(metadata, "namespace"),
                                         text_member(metadata, "name"));
    if (manager != kManager) {
        return {false,
                manager.empty()
                    ? fmt::format("{} is there and not Weir's: it has no label {}", what, kLabelManagedBy)
                    : fmt::format("{} is there and not Weir's: its label {} is {}", what, kLabelManagedBy, manager)};
    }
    if (owner != product) {
        return {false, fmt::format("{} belongs to another product, {}", what,
                                   owner.empty() ? "which it does not name" : owner)};
    }
    return {true, {}};
}

std::vector<FieldDifference> conflicts(std::string_view desired, std::string_view live) {
    const Tree object = parse_object(live);
    const Leaves wanted = intent(parse_object(desired));
    const Leaves seen = intent(object);
    std::vector<FieldDifference> found;
    for (const auto& [path, leaf] : wanted) {
        FieldDifference field;
        field.manager = managers_of(object, leaf.steps);
        if (same(&leaf.value, value_at(seen, path)) || field.manager.empty() || field.manager == kManager) {
            continue;
        }
        field.kind = Kind::Drift;
        field.path = path;
        field.desired = shown(leaf);
        field.live = shown_at(seen, path);
        found.push_back(std::move(field));
    }
    return found;
}

std::vector<FieldDifference> effects(std::string_view live, std::string_view rehearsed) {
    const Tree object = parse_object(live);
    const Leaves before = intent(object);
    const Leaves after = intent(parse_object(rehearsed));
    std::vector<FieldDifference> found;
    for (const std::string& path : paths_of(before, after, {})) {
        if (same(value_at(before, path), value_at(after, path))) {
            continue;
        }
        FieldDifference field;
        field.path = path;
        field.desired = shown_at(after, path);
        field.live = shown_at(before, path);
        field.manager = managers_of(object, steps_at(before, after, {}, path));
        found.push_back(std::move(field));
    }
    return found;
}

std::string config_map_fault(const Resource& wanted, std::string_view live) {
    const Tree object = parse_object(live);
    std::string fault = fault_of(object, wanted.name);
    if (!fault.empty()) {
        return fault;
    }
    const Tree desired = parse_object(wanted.json);
    return member(object, "data") == member(desired, "data")
               ? std::string{}
               : fmt::format("ConfigMap {} holds more than its job.json: somebody altered it", wanted.name);
}

std::string mounted_config_map(std::string_view flink_deployment) {
    const Tree object = parse_object(flink_deployment);
    const Tree& metadata = member(object, "metadata");
    const Tree baseline = baseline_of(object);
    const std::string beginning = text_member(metadata, "name") + "-sql-";
    const Tree& pod = member(member(baseline, "podTemplate"), "spec");
    const auto volumes = pod.find("volumes");
    if (volumes == pod.end() || !volumes->is_array()) {
        return {};
    }
    for (const Tree& volume : *volumes) {
        std::string name = text_member(member(volume, "configMap"), "name");
        if (name.starts_with(beginning)) {
            return name;
        }
    }
    return {};
}

LiveDiff compare_live(const Deployment& desired, std::string_view product,
                      std::optional<std::string_view> flink_deployment, std::optional<std::string_view> config_map) {
    LiveDiff diff{desired.build, desired.context, desired.name_space, desired.name, LiveState::Match, {}, {}, {}};
    const Leaves wanted = spec_leaves(member(parse_object(desired.flink_deployment.json), "spec"));
    if (!flink_deployment) {
        diff.state = LiveState::Pending;
        diff.message = "it is not in the cluster yet";
        for (const auto& [path, leaf] : wanted) {
            diff.fields.push_back({Kind::Pending, path, shown(leaf), {}, {}});
        }
        return diff;
    }
    const Tree live = parse_object(*flink_deployment);
    const Tree baseline = baseline_of(live);
    if (!live.is_object()) {
        error(diff, "cluster-answer", "what the cluster answers is no object");
    } else if (const Ownership owner = ownership(*flink_deployment, product); !owner.ours) {
        error(diff, "object-not-ours", owner.message);
    } else if (!baseline.is_object()) {
        error(diff, "baseline-missing",
              fmt::format("FlinkDeployment {}/{} does not say what was applied last (annotation {}); apply a plan to "
                          "set it",
                          desired.name_space, desired.name, kAnnotationAppliedSpec));
    } else {
        compare_fields(diff, live, spec_leaves(baseline), wanted);
        const std::string mounted = mounted_config_map(*flink_deployment);
        if (!mounted.empty()) {
            compare_config_map(diff, mounted, config_map);
        }
        sort_and_judge(diff);
    }
    return diff;
}

ObjectIdentity identity_of(std::string_view object) {
    const Tree live = parse_object(object);
    const Tree& metadata = member(live, "metadata");
    const auto generation = metadata.find("generation");
    return {text_member(metadata, "uid"),
            generation != metadata.end() && generation->is_number_unsigned() ? generation->get<std::uint64_t>() : 0};
}

std::vector<std::string> differing_paths(std::string_view rendered, std::string_view live) {
    const Tree wanted = parse_object(rendered);
    const Tree object = parse_object(live);
    if (!wanted.is_object() || !object.is_object()) {
        return {"(unreadable)"};
    }
    const Leaves ours = intent(wanted);
    const Leaves theirs = intent(object);
    std::vector<std::string> found;
    for (const std::string& path : paths_of(ours, theirs, {})) {
        const Tree* then = value_at(ours, path);
        const Tree* now = value_at(theirs, path);
        const bool allowed = then == nullptr && (path.starts_with("metadata") || is_defaulted(path, *now));
        if (!same(then, now) && !allowed) {
            found.push_back(path);
        }
    }
    return found;
}

LiveState worst(const std::vector<LiveDiff>& diffs) {
    LiveState state = LiveState::Match;
    for (const LiveDiff& diff : diffs) {
        state = std::max(state, diff.state);
    }
    return state;
}

} // namespace weir
