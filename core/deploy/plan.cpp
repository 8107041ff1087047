// The plan document: what is to be applied, and the digest that binds it.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "deploy/canonical.h"
#include "weir/deploy.h"

namespace weir {

namespace {

using Kind = JsonValue::Kind;

constexpr std::array<std::string_view, 4> kModes = {"dry-run", "create-only", "amend", "amend-and-build"};
constexpr std::uint64_t kPlanVersion = 1;
constexpr std::string_view kDigest = "planDigest";
constexpr std::array<std::string_view, 9> kMembers = {"builds",  "bundleDigest", "contract",      "mode", "planDigest",
                                                      "product", "schema",       "sourcesDigest", "weir"};
constexpr std::array<std::string_view, 7> kBuildMembers = {"build",     "configMap", "context",  "flinkDeployment",
                                                           "jobDigest", "name",      "namespace"};

JsonValue tree_of(const Resource& resource) {
    std::optional<JsonValue> tree = read_sorted(resource.json);
    return tree ? std::move(*tree) : JsonValue();
}

template <std::size_t N> bool has_exactly(const JsonValue& object, const std::array<std::string_view, N>& members) {
    return object.kind == Kind::Object &&
           std::equal(object.names.begin(), object.names.end(), members.begin(), members.end());
}

std::optional<Resource> read_resource(const JsonValue* object) {
    const JsonValue* metadata = object != nullptr ? member_of(*object, "metadata") : nullptr;
    if (metadata == nullptr) {
        return std::nullopt;
    }
    Resource resource{std::string(text_of(*object, "kind")), std::string(text_of(*metadata, "name")),
                      std::string(text_of(*metadata, "namespace")), canonical_text(*object)};
    const bool named = !resource.kind.empty() && !resource.name.empty() && !resource.name_space.empty();
    return named && !resource.json.empty() ? std::optional(std::move(resource)) : std::nullopt;
}

std::optional<Deployment> read_build(const JsonValue& object) {
    if (!has_exactly(object, kBuildMembers)) {
        return std::nullopt;
    }
    Deployment deployment;
    deployment.build = text_of(object, "build");
    deployment.context = text_of(object, "context");
    deployment.name_space = text_of(object, "namespace");
    deployment.name = text_of(object, "name");
    deployment.job_digest = text_of(object, "jobDigest");
    const JsonValue* flink = member_of(object, "flinkDeployment");
    std::optional<Resource> config_map = read_resource(member_of(object, "configMap"));
    std::optional<Resource> flink_deployment = read_resource(flink);
    if (deployment.build.empty() || deployment.context.empty() || !config_map || !flink_deployment) {
        return std::nullopt;
    }
    deployment.config_map = std::move(*config_map);
    deployment.flink_deployment = std::move(*flink_deployment);
    if (const JsonValue* spec = member_of(*flink, "spec")) {
        deployment.placeholder_image = is_placeholder_image(text_of(*spec, "image"));
        const JsonValue* job = member_of(*spec, "job");
        deployment.suspended = job != nullptr && text_of(*job, "state") == "suspended";
    }
    return deployment;
}

/// What is wrong with the shape; empty when it is a plan.
std::string read_shape(const JsonValue& object, PlanDocument& plan) {
    if (!has_exactly(object, kMembers)) {
        return "it lacks a member of a plan, or has one that no plan has";
    }
    const ModeChoice choice = choose_mode(text_of(object, "mode"));
    const JsonValue& bundle = *member_of(object, "bundleDigest");
    const JsonValue& builds = *member_of(object, "builds");
    if (!choice.mode || (bundle.kind != Kind::Null && bundle.kind != Kind::Text) || builds.kind != Kind::Array) {
        return "its mode, its bundleDigest or its builds are not those of a plan";
    }
    plan.mode = *choice.mode;
    plan.product = text_of(object, "product");
    plan.version = text_of(object, "weir");
    plan.contract = text_of(object, "contract");
    plan.sources_digest = text_of(object, "sourcesDigest");
    plan.bundle_digest = bundle.text;
    plan.digest = text_of(object, kDigest);
    for (const JsonValue& build : builds.values) {
        std::optional<Deployment> deployment = read_build(build);
        if (!deployment) {
            return fmt::format("builds[{}] is not a build of a plan", plan.deployments.size());
        }
        plan.deployments.push_back(std::move(*deployment));
    }
    return plan.contract.empty() || plan.deployments.empty() ? "it holds no contract or no build" : "";
}

} // namespace

std::string_view mode_name(PlanMode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

ModeChoice choose_mode(std::string_view name) {
    const auto found = std::find(kModes.begin(), kModes.end(), name);
    if (found != kModes.end()) {
        return {static_cast<PlanMode>(found - kModes.begin()), "", ""};
    }
    ModeChoice choice;
    if (name == "replace" || name == "replace-and-build" || name.find("reset") != std::string_view::npos) {
        choice.code = "mode-refused";
        choice.message =
            fmt::format("mode {} is refused: a job that starts afresh reads records again or skips some, and "
                        "what its table holds stays; write amend, which restarts from a savepoint",
                        name);
    } else {
        choice.code = "mode-unknown";
        choice.message =
            fmt::format("{} is not a mode; there is dry-run, create-only, amend and amend-and-build", name);
    }
    return choice;
}

std::string plan_json(PlanDocument& plan) {
    JsonValue object = json_object();
    put(object, "schema", json_count(kPlanVersion));
    put(object, "weir", json_text(plan.version));
    put(object, "mode", json_text(mode_name(plan.mode)));
    put(object, "product", json_text(plan.product));
    put(object, "contract", json_text(plan.contract));
    put(object, "sourcesDigest", json_text(plan.sources_digest));
    put(object, "bundleDigest", plan.bundle_digest.empty() ? JsonValue() : json_text(plan.bundle_digest));
    JsonValue& builds = put(object, "builds", json_array());
    for (const Deployment& deployment : plan.deployments) {
        JsonValue build = json_object();
        put(build, "build", json_text(deployment.build));
        put(build, "context", json_text(deployment.context));
        put(build, "namespace", json_text(deployment.name_space));
        put(build, "name", json_text(deployment.name));
        put(build, "jobDigest", json_text(deployment.job_digest));
        put(build, "configMap", tree_of(deployment.config_map));
        put(build, "flinkDeployment", tree_of(deployment.flink_deployment));
        append(builds, std::move(build));
    }
    plan.digest = digest_of(canonical_text(object));
    put(object, kDigest, json_text(plan.digest));
    return canonical_text(object) + "\n";
}

ReadPlan read_plan(std::string_view text) {
    ReadPlan read;
    const auto refuse = [&](std::string_view code, std::string_view path, std::string message, std::string_view help) {
        read.problems.push_back({std::string(code), std::string(path), std::move(message), std::string(help)});
        return read;
    };
    constexpr std::string_view kAnew = "Make the plan anew with weir plan.";
    std::optional<JsonValue> object = text.size() <= kMostPlanBytes ? read_sorted(text) : std::nullopt;
    if (!object || object->kind != Kind::Object) {
        return refuse("plan-malformed", "", "it is not JSON as weir plan writes it", kAnew);
    }
    const JsonValue* version = member_of(*object, "schema");
    if (version == nullptr || version->kind != Kind::Count || version->count != kPlanVersion) {
        return refuse("plan-version", "schema", "it is a plan of another version, or none", kAnew);
    }
    if (std::string fault = read_shape(*object, read.plan); !fault.empty()) {
        return refuse("plan-malformed", "", std::move(fault), kAnew);
    }
    const auto at = std::find(kMembers.begin(), kMembers.end(), kDigest) - kMembers.begin();
    object->names.erase(object->names.begin() + at);
    object->values.erase(object->values.begin() + at);
    if (digest_of(canonical_text(*object)) != read.plan.digest) {
        return refuse("plan-digest", "planDigest", "it was changed after it was made: its digest is another", kAnew);
    }
    return read;
}

} // namespace weir
