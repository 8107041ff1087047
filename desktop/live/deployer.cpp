#include "live/deployer.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weir/evidence.h"

namespace weir::live {

namespace {

using Tree = nlohmann::json;

constexpr std::string_view kCoreApi = "/api/v1";
constexpr std::string_view kChangedHelp = "Look at what changed it, then apply the plan again.";

KubeObject flink_deployment_of(const Deployment& deployment) {
    return {kFlinkApi, kFlinkDeployments, deployment.name_space, deployment.name};
}

KubeObject config_map_of(const Deployment& deployment, std::string_view name) {
    return {kCoreApi, "configmaps", deployment.name_space, name};
}

ClusterProblem unread(const KubeAnswer& answer, std::string_view what) {
    ClusterProblem problem;
    problem.code = trouble_code(answer.trouble);
    problem.message = fmt::format("{} cannot be read: {}", what, answer.message);
    problem.unknown = true;
    return problem;
}

/// \param live  what stands there, for the values of a conflict
ClusterProblem untaken(const KubeAnswer& answer, const Resource& resource, std::string_view live) {
    ClusterProblem problem;
    problem.code = trouble_code(answer.trouble);
    problem.message = fmt::format("{} {}/{}: {}", resource.kind, resource.name_space, resource.name, answer.message);
    switch (answer.trouble) {
    case KubeTrouble::Conflict:
        problem.fields = conflicts(resource.json, live);
        problem.message =
            fmt::format("{} {}/{}: another manager owns fields that the contract sets; nothing was forced",
                        resource.kind, resource.name_space, resource.name);
        problem.help = "Have that manager give the fields up, or write its values into the contract.";
        if (problem.fields.empty()) {
            problem.message += ": " + answer.message;
        }
        break;
    case KubeTrouble::Changed:
        problem.message = fmt::format("{} {}/{} is not the object of the rehearsal any more: {}", resource.kind,
                                      resource.name_space, resource.name, answer.message);
        problem.help = kChangedHelp;
        break;
    case KubeTrouble::Forbidden:
    case KubeTrouble::Invalid:
    case KubeTrouble::Absent:
        break;
    default:
        problem.unknown = true;
        problem.help = "Apply the plan again: what the server has taken is not sent twice.";
        break;
    }
    return problem;
}

Tree parsed(std::string_view text) {
    return is_too_deep(text) ? Tree() : Tree::parse(text, nullptr, false);
}

/// The object, nothing when there is none; a problem when that is not known.
std::optional<std::string> read(const Kubectl& kubectl, const KubeObject& object, std::string_view kind,
                                std::vector<ClusterProblem>& problems) {
    KubeAnswer answer = kubectl.get(object);
    if (answer.ok() && parsed(answer.out).is_object()) {
        return std::move(answer.out);
    }
    if (answer.ok()) {
        ClusterProblem problem;
        problem.code = "cluster-answer";
        problem.message =
            fmt::format("{} {}/{} cannot be read: what the cluster answers is no object, or nested too deeply", kind,
                        object.name_space, object.name);
        problem.unknown = true;
        problems.push_back(std::move(problem));
        return std::nullopt;
    }
    // A namespace that is not there reads the same: the rehearsal tells.
    if (answer.trouble != KubeTrouble::Absent) {
        problems.push_back(unread(answer, fmt::format("{} {}/{}", kind, object.name_space, object.name)));
    }
    return std::nullopt;
}

std::string text_at(const Tree& tree, const char* pointer) {
    const Tree::json_pointer at(pointer);
    return tree.is_object() && tree.contains(at) && tree[at].is_string() ? tree[at].get<std::string>() : std::string{};
}

/// The operator's error is JSON in a text; its message says most.
std::string error_message(const std::string& error) {
    const Tree tree = parsed(error);
    std::string text = text_at(tree, "/message");
    if (text.empty()) {
        text = error;
    }
    const Tree::json_pointer causes("/throwableList");
    if (tree.is_object() && tree.contains(causes) && tree[causes].is_array()) {
        for (const Tree& cause : tree[causes]) {
            const std::string said = text_at(cause, "/message");
            text += said.empty() || text.find(said) != std::string::npos ? "" : ": " + said;
        }
    }
    return quoted_words(text);
}

void judge_ownership(std::vector<ClusterProblem>& problems, const std::optional<std::string>& object,
                     std::string_view product) {
    if (!object) {
        return;
    }
    const Ownership owner = ownership(*object, product);
    if (!owner.ours) {
        problems.push_back({"object-not-ours",
                            owner.message,
                            "Take another name for the deployment, or have the owner remove the object.",
                            {},
                            false});
    }
}

/// What stands where the deployment is to go. What is another's is a problem.
LiveObjects look_for_own(const Kubectl& kubectl, const Deployment& deployment, std::string_view product) {
    LiveObjects live = look(kubectl, deployment, false);
    judge_ownership(live.problems, live.flink_deployment, product);
    judge_ownership(live.problems, live.config_map, product);
    return live;
}

/// Why nothing of the deployment may be sent now, by what stands there now.
std::vector<ClusterProblem> look_again(const Kubectl& kubectl, const Deployment& deployment, std::string_view product,
                                       const Rehearsal& rehearsal) {
    const LiveObjects live = look_for_own(kubectl, deployment, product);
    std::vector<ClusterProblem> problems = live.problems;
    const ObjectIdentity flink = identity_of(live.flink_deployment.value_or(""));
    const std::string map = identity_of(live.config_map.value_or("")).uid;
    const bool other_flink = live.flink_deployment.has_value() != rehearsal.exists ||
                             flink.uid != rehearsal.identity.uid || flink.generation != rehearsal.identity.generation;
    const bool other_map = live.config_map.has_value() == rehearsal.new_config_map || map != rehearsal.config_map_uid;
    if (problems.empty() && (other_flink || other_map)) {
        const Resource& changed = other_flink ? deployment.flink_deployment : deployment.config_map;
        problems.push_back({"apply-changed-meanwhile",
                            fmt::format("{} {}/{} is not as it was when the server rehearsed the change", changed.kind,
                                        changed.name_space, changed.name),
                            std::string(kChangedHelp),
                            {},
                            false});
    }
    return problems;
}

/// The resource, bound to the object that stands there.
std::string bound_to(const std::string& resource, const std::string& uid) {
    Tree tree = Tree::parse(resource, nullptr, false);
    if (!uid.empty() && tree.is_object() && tree.contains("metadata")) {
        tree["metadata"]["uid"] = uid;
    }
    return uid.empty() ? resource : tree.dump(-1, ' ', false, Tree::error_handler_t::replace);
}

} // namespace

LiveObjects look(const Kubectl& kubectl, const Deployment& deployment, bool mounted) {
    LiveObjects live;
    live.flink_deployment = read(kubectl, flink_deployment_of(deployment), "FlinkDeployment", live.problems);
    std::string name = deployment.config_map.name;
    if (mounted) {
        name = live.flink_deployment ? mounted_config_map(*live.flink_deployment) : std::string{};
    }
    if (!name.empty() && live.problems.empty()) {
        live.config_map = read(kubectl, config_map_of(deployment, name), "ConfigMap", live.problems);
    }
    return live;
}

Rehearsal rehearse(const Kubectl& kubectl, const Deployment& deployment, std::string_view product, PlanMode mode) {
    Rehearsal rehearsal;
    LiveObjects live = look_for_own(kubectl, deployment, product);
    rehearsal.problems = std::move(live.problems);
    rehearsal.exists = live.flink_deployment.has_value();
    rehearsal.new_config_map = !live.config_map;
    rehearsal.identity = identity_of(live.flink_deployment.value_or(""));
    rehearsal.config_map_uid = identity_of(live.config_map.value_or("")).uid;
    if (live.config_map && rehearsal.problems.empty()) {
        const std::string fault = config_map_fault(deployment.config_map, *live.config_map);
        if (!fault.empty()) {
            rehearsal.problems.push_back(
                {"config-map-altered", fault, "Remove that ConfigMap, then apply the plan again.", {}, false});
        }
    }
    if (rehearsal.exists && mode == PlanMode::CreateOnly) {
        rehearsal.problems.push_back({"already-exists",
                                      fmt::format("FlinkDeployment {}/{} is there already, and the mode is create-only",
                                                  deployment.name_space, deployment.name),
                                      "Plan and apply with --mode amend to change it.",
                                      {},
                                      false});
    }
    if (!rehearsal.problems.empty()) {
        return rehearsal;
    }
    const KubeAnswer map = kubectl.apply(deployment.name_space, deployment.config_map.json, true);
    if (!map.ok()) {
        rehearsal.problems.push_back(untaken(map, deployment.config_map, live.config_map.value_or("")));
    }
    const std::string before = live.flink_deployment.value_or("");
    const KubeAnswer flink = kubectl.apply(deployment.name_space, deployment.flink_deployment.json, true);
    if (!flink.ok()) {
        rehearsal.problems.push_back(untaken(flink, deployment.flink_deployment, before));
    } else {
        rehearsal.changes = effects(before, flink.out);
    }
    return rehearsal;
}

Sending send(const Kubectl& kubectl, const Deployment& deployment, std::string_view product,
             const Rehearsal& rehearsal) {
    Sending sending;
    std::vector<ClusterProblem> problems = look_again(kubectl, deployment, product, rehearsal);
    if (!problems.empty()) {
        sending.problem = std::move(problems.front());
        return sending;
    }
    for (const Resource* resource : {&deployment.config_map, &deployment.flink_deployment}) {
        const bool flink = resource == &deployment.flink_deployment;
        const std::string& uid = flink ? rehearsal.identity.uid : rehearsal.config_map_uid;
        const KubeAnswer answer = kubectl.apply(deployment.name_space, bound_to(resource->json, uid), false);
        if (!answer.ok()) {
            std::vector<ClusterProblem> ignored;
            const std::string live =
                answer.trouble == KubeTrouble::Conflict && flink
                    ? read(kubectl, flink_deployment_of(deployment), resource->kind, ignored).value_or("")
                    : std::string{};
            sending.problem = untaken(answer, *resource, live);
            return sending;
        }
        sending.sent.push_back(fmt::format("{} {}", resource->kind, resource->name));
        sending.generation = identity_of(answer.out).generation;
    }
    return sending;
}

std::string_view job_state_name(JobState state) {
    switch (state) {
    case JobState::Running:
        return "running";
    case JobState::Suspended:
        return "suspended";
    case JobState::Failed:
        return "failed";
    case JobState::Unknown:
        return "unknown";
    case JobState::Accepted:
        break;
    }
    return "accepted";
}

void Looks::see(Settled job) {
    const bool known = last_.state == JobState::Failed && last_.message == job.message;
    if (job.state == JobState::Failed && looked_ && !known) {
        failure_ = job;
    }
    last_ = std::move(job);
    looked_ = true;
}

bool Looks::over() const {
    return last_.state == JobState::Running || last_.state == JobState::Suspended;
}

const Settled& Looks::outcome() const {
    return last_.state == JobState::Accepted && failure_ ? *failure_ : last_;
}

Settled settle(const Kubectl& kubectl, const Deployment& deployment, std::chrono::seconds patience,
               const std::function<void(std::size_t)>& waiting, const Stop& stop) {
    const auto begin = std::chrono::steady_clock::now();
    Looks looks;
    while (true) {
        const KubeAnswer answer = kubectl.get(flink_deployment_of(deployment));
        Settled job = answer.ok() ? settled(answer.out, deployment.suspended) : Settled{};
        if (!answer.ok()) {
            job.state = JobState::Unknown;
            job.message = fmt::format("its state is not known: {}", answer.message);
        }
        const auto passed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin);
        looks.see(std::move(job));
        const auto stopped = [&] { return stop && stop(); };
        if (looks.over() || passed >= patience || stopped()) {
            return looks.outcome();
        }
        waiting(static_cast<std::size_t>(passed.count()));
        const auto next = std::chrono::steady_clock::now() + std::chrono::seconds(1);
        while (std::chrono::steady_clock::now() < next && !stopped()) {
            std::this_thread::sleep_for(kStopEvery);
        }
    }
}

Leftovers leftovers(const Kubectl& kubectl, const Deployment& deployment, const Settled& job) {
    Leftovers found;
    const KubeAnswer answer =
        kubectl.list(config_map_of(deployment, {}),
                     fmt::format("{}={},{}={}", kLabelManagedBy, kManager, kLabelName, deployment.name));
    if (!answer.ok()) {
        found.problem = answer.message;
        return found;
    }
    const Tree list = parsed(answer.out);
    const Tree::json_pointer items("/items");
    if (list.is_object() && list.contains(items) && list[items].is_array()) {
        for (const Tree& item : list[items]) {
            const std::string name = text_at(item, "/metadata/name");
            if (name.starts_with(deployment.name + "-sql-") && name != deployment.config_map.name) {
                found.names.push_back(name);
            }
        }
    }
    std::sort(found.names.begin(), found.names.end());
    if (!found.names.empty() && job.state == JobState::Running && !job.job_id.empty()) {
        const KubeAnswer checkpoints = kubectl.get_checkpoints(deployment.name_space, deployment.name, job.job_id);
        const Tree tree = parsed(checkpoints.out);
        const Tree::json_pointer completed("/counts/completed");
        found.removable = checkpoints.ok() && tree.is_object() && tree.contains(completed) &&
                          tree[completed].is_number_unsigned() && tree[completed].get<std::uint64_t>() > 0;
    }
    return found;
}

Settled settled(std::string_view flink_deployment, bool suspended) {
    const DeploymentSeen seen = read_deployment(flink_deployment);
    const Tree tree = parsed(flink_deployment);
    Settled job;
    if (!seen.understood) {
        job.state = JobState::Unknown;
        job.message = "its state is not known: what the cluster answers is no FlinkDeployment";
        return job;
    }
    job.job_id = seen.job_id;
    const bool reconciled = seen.reconciled >= seen.generation && seen.reconciliation == "DEPLOYED";
    const std::string error = text_at(tree, "/status/error");
    if (reconciled && suspended && seen.lifecycle == "SUSPENDED") {
        job.state = JobState::Suspended;
    } else if (reconciled && !suspended && seen.job_state == "RUNNING") {
        job.state = JobState::Running;
    } else if (!error.empty()) {
        job.state = JobState::Failed;
        job.message =
            suspended && seen.job_state == "RUNNING"
                ? fmt::format("the operator could not suspend it, and the job runs on; it is not replaced: {}",
                              error_message(error))
                : fmt::format("the operator reports: {}", error_message(error));
    } else {
        job.message = seen.lifecycle.empty() ? "the operator has not looked at it yet"
                                             : fmt::format("the operator is at it: {}, job {}", seen.lifecycle,
                                                           seen.job_state.empty() ? "not there" : seen.job_state);
    }
    return job;
}

} // namespace weir::live
