// Kubernetes resources of managed builds: operator.md, "Resources".

#include <fmt/format.h>

#include "deploy/canonical.h"
#include "deploy/resolve.h"
#include "weir/cost.h"
#include "weir/deploy.h"
#include "weir/job.h"
#include "weir/runtimes.h"

namespace weir {

namespace {

// Where docs/runner.md says that the runner lies, and where its job.json is mounted.
constexpr std::string_view kRunnerJar = "local:///opt/flink/usrlib/weir-runner.jar";
constexpr std::string_view kJobFolder = "/opt/flink/weir-job";
constexpr std::string_view kJobFile = "job.json";
constexpr std::string_view kVolume = "weir-job";
/// The container that the operator's pods run Flink in, by the operator's own name for it.
constexpr std::string_view kFlinkContainer = "flink-main-container";
constexpr std::string_view kDefaultMemory = "2048m";
constexpr std::size_t kNameDigits = 12; ///< of the digest in the ConfigMap's name

/// An object of one member.
JsonValue object_of(std::string_view name, JsonValue value) {
    JsonValue object = json_object();
    put(object, name, std::move(value));
    return object;
}

JsonValue list_of(JsonValue value) {
    JsonValue list = json_array();
    append(list, std::move(value));
    return list;
}

class Renderer {
  public:
    Renderer(const Contract& contract, const Build& build)
        : contract_(contract), build_(build), deployment_(*build.deployment) {}

    [[nodiscard]] Deployment render(std::string_view job) const;

  private:
    [[nodiscard]] std::string whole(const Whole& number, std::uint64_t otherwise) const {
        return fmt::format_int(number.present() ? static_cast<std::uint64_t>(number.value) : otherwise).str();
    }
    [[nodiscard]] Resource resource(std::string_view kind, std::string_view version, std::string_view name,
                                    JsonValue object, const JsonValue* spec) const;
    [[nodiscard]] JsonValue spec(std::string_view config_map) const;
    [[nodiscard]] JsonValue flink_configuration() const;
    [[nodiscard]] JsonValue pod_template(std::string_view config_map) const;
    [[nodiscard]] JsonValue job() const;
    [[nodiscard]] JsonValue process(const std::optional<Resources>& resources) const;

    const Contract& contract_;
    const Build& build_;
    const FlinkDeployment& deployment_;
};

Resource Renderer::resource(std::string_view kind, std::string_view version, std::string_view name, JsonValue object,
                            const JsonValue* spec) const {
    put(object, "apiVersion", json_text(version));
    put(object, "kind", json_text(kind));
    JsonValue& metadata = put(object, "metadata", json_object());
    put(metadata, "name", json_text(name));
    put(metadata, "namespace", json_text(deployment_.name_space.value));
    JsonValue& labels = put(metadata, "labels", json_object());
    put(labels, kLabelManagedBy, json_text(kManager));
    put(labels, kLabelName, json_text(deployment_.name.value));
    JsonValue& annotations = put(metadata, "annotations", json_object());
    put(annotations, kAnnotationProduct, json_text(contract_.id.value));
    put(annotations, kAnnotationBuild, json_text(build_.id.value));
    if (spec != nullptr) {
        put(annotations, kAnnotationAppliedSpec, json_text(canonical_text(*spec)));
    }
    return {std::string(kind), std::string(name), std::string(deployment_.name_space.value), canonical_text(object)};
}

/// Flink 1.20 still reads the older names of the folders of state, and operators before 1.10 know no others.
JsonValue Renderer::flink_configuration() const {
    JsonValue settings = json_object();
    const auto set = [&](std::string_view key, std::string_view value) { put(settings, key, json_text(value)); };
    set("execution.checkpointing.interval",
        whole(deployment_.checkpoint_interval_seconds, kDefaultCheckpointSeconds) + "s");
    set("execution.checkpointing.mode", "EXACTLY_ONCE");
    set("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
    set("state.checkpoints.dir", deployment_.checkpoint_uri.value);
    set("state.savepoints.dir", deployment_.savepoint_uri.value);
    set("high-availability.type", "kubernetes");
    set("high-availability.storageDir", deployment_.ha_uri.value);
    set("taskmanager.numberOfTaskSlots",
        whole(deployment_.task_manager ? deployment_.task_manager->slots : Whole(), 1));
    if (deployment_.state_endpoint.present()) {
        set("s3.endpoint", deployment_.state_endpoint.value);
    }
    if (deployment_.state_path_style_access.present()) {
        set("s3.path.style.access", deployment_.state_path_style_access.value ? "true" : "false");
    }
    return settings;
}

JsonValue Renderer::pod_template(std::string_view config_map) const {
    JsonValue mount = object_of("name", json_text(kVolume));
    put(mount, "mountPath", json_text(kJobFolder));
    put(mount, "readOnly", json_flag(true));
    JsonValue container = object_of("name", json_text(kFlinkContainer));
    put(container, "volumeMounts", list_of(std::move(mount)));
    JsonValue secrets = json_array();
    for (const Text& secret : deployment_.secret_refs) {
        append(secrets, object_of("secretRef", object_of("name", json_text(secret.value))));
    }
    if (!secrets.values.empty()) {
        put(container, "envFrom", std::move(secrets));
    }
    JsonValue volume = object_of("name", json_text(kVolume));
    put(volume, "configMap", object_of("name", json_text(config_map)));
    JsonValue pod = object_of("containers", list_of(std::move(container)));
    put(pod, "volumes", list_of(std::move(volume)));
    return object_of("spec", std::move(pod));
}

JsonValue Renderer::job() const {
    JsonValue job = json_object();
    put(job, "jarURI", json_text(kRunnerJar));
    put(job, "args", list_of(json_text(fmt::format("{}/{}", kJobFolder, kJobFile))));
    put(job, "parallelism", json_number(whole(deployment_.parallelism, 1)));
    put(job, "upgradeMode", json_text("savepoint"));
    put(job, "allowNonRestoredState", json_flag(false));
    put(job, "state", json_text(deployment_.state.value == "suspended" ? "suspended" : "running"));
    return job;
}

JsonValue Renderer::process(const std::optional<Resources>& resources) const {
    JsonValue amounts = json_object();
    // The number as the contract writes it: nothing is lost on the way through a fraction.
    const bool cpu = resources && resources->cpu.present();
    put(amounts, "cpu",
        cpu ? json_number(number_text(contract_.document->node(resources->cpu.at.node)).value_or("1")) : json_count(1));
    put(amounts, "memory",
        json_text(resources && resources->memory.present() ? resources->memory.value : kDefaultMemory));
    return object_of("resource", std::move(amounts));
}

JsonValue Renderer::spec(std::string_view config_map) const {
    JsonValue spec = json_object();
    put(spec, "image", json_text(deployment_.image.value));
    put(spec, "flinkVersion", json_text(flink_runtime(deployment_).version));
    put(spec, "mode", json_text("native"));
    put(spec, "serviceAccount", json_text(deployment_.service_account.value));
    put(spec, "flinkConfiguration", flink_configuration());
    JsonValue& job_manager = put(spec, "jobManager", process(deployment_.job_manager));
    put(job_manager, "replicas", json_count(1));
    put(spec, "taskManager", process(deployment_.task_manager));
    put(spec, "podTemplate", pod_template(config_map));
    put(spec, "job", job());
    return spec;
}

Deployment Renderer::render(std::string_view job) const {
    Deployment out;
    out.build = build_.id.value;
    out.context = deployment_.context.value;
    out.name_space = deployment_.name_space.value;
    out.name = deployment_.name.value;
    out.job_digest = digest_of(job);
    out.suspended = deployment_.state.value == "suspended";
    out.placeholder_image = is_placeholder_image(deployment_.image.value);
    const std::size_t hex = out.job_digest.find(':') + 1;
    const std::string config_map = fmt::format("{}-sql-{}", out.name, out.job_digest.substr(hex, kNameDigits));
    JsonValue object = object_of("data", object_of(kJobFile, json_text(job)));
    put(object, "immutable", json_flag(true));
    out.config_map = resource("ConfigMap", "v1", config_map, std::move(object), nullptr);
    const JsonValue wanted = spec(config_map);
    out.flink_deployment =
        resource("FlinkDeployment", "flink.apache.org/v1beta1", out.name, object_of("spec", wanted), &wanted);
    return out;
}

/// Bytes of all annotations as the API server counts them, with the digests that stamped() adds.
std::size_t annotation_bytes(const Resource& resource) {
    constexpr std::size_t kDigest = 7 + 64;
    std::size_t bytes = kAnnotationPlanDigest.size() + kAnnotationBundleDigest.size() + 2 * kDigest;
    const std::optional<JsonValue> object = read_sorted(resource.json);
    const JsonValue& annotations = *member_of(*member_of(*object, "metadata"), "annotations");
    for (std::size_t i = 0; i < annotations.names.size(); ++i) {
        bytes += annotations.names[i].size() + annotations.values[i].text.size();
    }
    return bytes;
}

std::string at_of(const Contract& contract, const Build& build) {
    return contract.paths.str(build.at.path);
}

void judge_sizes(const Contract& contract, const Build& build, std::size_t job_bytes, const Deployment& deployment,
                 std::vector<DeployProblem>& problems) {
    if (job_bytes > kMostConfigMapBytes) {
        problems.push_back({"config-map-too-large", at_of(contract, build),
                            fmt::format("build {}: its ConfigMap would hold {} bytes, and Kubernetes takes {}",
                                        build.id.value, job_bytes, kMostConfigMapBytes),
                            "Split the output over several builds, or leave out columns and descriptions."});
    }
    if (const std::size_t bytes = annotation_bytes(deployment.flink_deployment); bytes > kMostAnnotationBytes) {
        problems.push_back({"annotations-too-large", at_of(contract, build),
                            fmt::format("build {}: the annotations of its FlinkDeployment would hold {} bytes, and "
                                        "Kubernetes takes {}",
                                        build.id.value, bytes, kMostAnnotationBytes),
                            "Name fewer Secrets, or shorter ones."});
    }
}

} // namespace

Rendered render(const Contract& contract, const Plan& plan) {
    Rendered rendered;
    for (std::size_t i = 0; i < plan.builds.size(); ++i) {
        const BuildPlan& part = plan.builds[i];
        const Build& build = contract.builds[part.build];
        Script script = part.complete ? compile(contract, part) : Script();
        if (!part.complete || script.too_large) {
            rendered.problems.push_back(
                {"sql-too-large", at_of(contract, build),
                 fmt::format("build {}: its SQL {}", build.id.value,
                             script.too_large ? "would be larger than 16 MiB" : "cannot be written"),
                 ""});
            continue;
        }
        std::string job = job_json(contract, part, script);
        Deployment deployment = Renderer(contract, build).render(job);
        judge_sizes(contract, build, job.size(), deployment, rendered.problems);
        rendered.deployments.push_back(std::move(deployment));
        rendered.jobs.push_back({i, std::move(script.text), std::move(job)});
    }
    return rendered;
}

Resource stamped(const Resource& resource, std::string_view plan_digest, std::string_view bundle_digest) {
    Resource out = resource;
    std::optional<JsonValue> object = read_sorted(resource.json);
    JsonValue* metadata = object ? object->find("metadata") : nullptr;
    JsonValue* annotations = metadata != nullptr ? metadata->find("annotations") : nullptr;
    if (annotations == nullptr) {
        return out;
    }
    put(*annotations, kAnnotationPlanDigest, json_text(plan_digest));
    if (!bundle_digest.empty()) {
        put(*annotations, kAnnotationBundleDigest, json_text(bundle_digest));
    }
    out.json = canonical_text(*object);
    return out;
}

} // namespace weir
