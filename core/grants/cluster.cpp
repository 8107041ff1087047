// Rights in Kubernetes: docs/deploy-live.md says what `weir apply`, `weir diff`, `weir verify` and `weir fleet` ask a
// cluster, and Flink's native Kubernetes mode what a JobManager does.

#include <initializer_list>

#include <fmt/format.h>

#include "deploy/canonical.h"
#include "grants/parts.h"
#include "weir/deploy.h"

namespace weir::grants {

namespace {

constexpr std::string_view kGroup = "rbac.authorization.k8s.io";
constexpr std::string_view kVersion = "rbac.authorization.k8s.io/v1";
using Words = std::initializer_list<std::string_view>;

JsonValue list(Words words) {
    JsonValue all = json_array();
    for (const std::string_view each : words) {
        append(all, json_text(each));
    }
    return all;
}

/// \param named  an object's name that the rule is bound to; empty for any
JsonValue rule(std::string_view group, Words resources, Words verbs, std::string_view named = {}) {
    JsonValue out = json_object();
    put(out, "apiGroups", list({group}));
    put(out, "resources", list(resources));
    put(out, "verbs", list(verbs));
    if (!named.empty()) {
        put(out, "resourceNames", list({named}));
    }
    return out;
}

JsonValue rules(std::initializer_list<JsonValue> each) {
    JsonValue all = json_array();
    for (const JsonValue& one : each) {
        append(all, one);
    }
    return all;
}

class Namespace {
  public:
    explicit Namespace(std::string_view name) : name_(name) {}

    void role(std::string_view name, JsonValue all_rules) {
        JsonValue object = json_object();
        put(object, "rules", std::move(all_rules));
        write("Role", name, std::move(object));
    }

    void binding(std::string_view role, JsonValue subject) {
        JsonValue reference = json_object();
        put(reference, "apiGroup", json_text(kGroup));
        put(reference, "kind", json_text("Role"));
        put(reference, "name", json_text(role));
        JsonValue object = json_object();
        put(object, "roleRef", std::move(reference));
        JsonValue subjects = json_array();
        append(subjects, std::move(subject));
        put(object, "subjects", std::move(subjects));
        write("RoleBinding", role, std::move(object));
    }

    [[nodiscard]] std::string take() { return std::move(yaml_); }

  private:
    void write(std::string_view kind, std::string_view name, JsonValue object) {
        put(object, "apiVersion", json_text(kVersion));
        put(object, "kind", json_text(kind));
        JsonValue& metadata = put(object, "metadata", json_object());
        put(metadata, "name", json_text(name));
        put(metadata, "namespace", json_text(name_));
        Resource resource;
        resource.json = canonical_text(object);
        yaml_ += "---\n" + resource_yaml(resource);
    }

    std::string name_;
    std::string yaml_;
};

JsonValue group_of(std::string_view name) {
    JsonValue group = json_object();
    put(group, "apiGroup", json_text(kGroup));
    put(group, "kind", json_text("Group"));
    put(group, "name", json_text(name));
    return group;
}

} // namespace

std::string cluster_grants(const Job& job, bool job_too) {
    const std::string_view name = job.deployment.name.value;
    const std::string_view account = job.deployment.service_account.value;
    Namespace space(job.deployment.name_space.value);

    const std::string rest = fmt::format("http:{}-rest:8081", name);
    const std::string applier = fmt::format("weir-apply-{}", name);
    // A ConfigMap's name holds the digest of what is in it, so it cannot be named before.
    space.role(applier, rules({rule("flink.apache.org", {"flinkdeployments"}, {"get", "create", "patch"}, name),
                               rule("", {"configmaps"}, {"get", "list", "create", "patch"}),
                               rule("", {"services/proxy"}, {"get"}, rest)}));
    space.binding(applier, group_of(kAppliers));

    // A list of deployments cannot be narrowed to one by its name: who watches sees those of the namespace, and of
    // their Flinks this one. ConfigMaps are read one by one, by the name that a deployment mounts.
    const std::string watcher = fmt::format("weir-watch-{}", name);
    space.role(watcher, rules({rule("flink.apache.org", {"flinkdeployments"}, {"get", "list"}),
                               rule("", {"configmaps"}, {"get"}), rule("", {"services/proxy"}, {"get"}, rest)}));
    space.binding(watcher, group_of(kWatchers));

    if (job_too) {
        const std::string runs = fmt::format("weir-job-{}", account);
        // TaskManagers are pods that the JobManager makes, owned by its own Deployment; leaders and checkpoints of
        // high availability are told in ConfigMaps. Names of both are Flink's own.
        space.role(
            runs,
            rules({rule("", {"pods"}, {"get", "list", "watch", "create", "delete"}),
                   rule("", {"configmaps"},
                        {"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"}),
                   rule("apps", {"deployments"}, {"get"}), rule("apps", {"deployments/finalizers"}, {"update"})}));
        JsonValue subject = json_object();
        put(subject, "kind", json_text("ServiceAccount"));
        put(subject, "name", json_text(account));
        put(subject, "namespace", json_text(job.deployment.name_space.value));
        space.binding(runs, std::move(subject));
    }
    return space.take();
}

} // namespace weir::grants
