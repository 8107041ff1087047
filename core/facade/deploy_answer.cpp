#include "facade/answers.h"
#include "weir/cost.h"
#include "weir/facade.h"

namespace weir {

namespace {

void write_problems(JsonWriter& json, const std::vector<DeployProblem>& problems) {
    json.key("problems");
    json.begin_array();
    for (const DeployProblem& problem : problems) {
        json.begin_object();
        json.member("code", problem.code);
        json.member("path", problem.path);
        json.member("message", problem.message);
        json.member("help", problem.help);
        json.end_object();
    }
    json.end_array();
}

void write_bundle(JsonWriter& json, const Request& request, const Checked& checked) {
    Bundle bundle;
    if (checked.valid()) {
        bundle = make_bundle(checked.contract, request.files, request.file, request.ref_root, version());
    }
    write_problems(json, bundle.problems);
    json.member("bundleDigest", bundle.digest);
    json.member("sourcesDigest", bundle.sources_digest);
    json.key("files");
    json.begin_array();
    for (std::size_t i = 1; i < bundle.members.size(); ++i) { // after the manifest
        json.begin_object();
        json.member("path", bundle.members[i].path);
        json.member("sha256", digest_of(bundle.members[i].text));
        json.member("size", std::uint64_t{bundle.members[i].text.size()});
        json.end_object();
    }
    json.end_array();
}

void write_cost(JsonWriter& json, const DailyCost& cost) {
    json.key("cost");
    json.begin_object();
    json.member("checkpointSeconds", cost.checkpoint_seconds);
    json.member("parallelism", cost.parallelism);
    json.member("suspended", cost.suspended);
    json.member("commits", cost.commits);
    json.member("files", cost.files);
    json.key("partitions");
    json.begin_array();
    for (const std::string_view name : cost.partitions) {
        json.string(name);
    }
    json.end_array();
    json.end_object();
}

void write_deployments(JsonWriter& json, const Request& /*request*/, const Checked& checked) {
    const Rendered rendered = checked.valid() ? render(checked.contract, checked.plan) : Rendered();
    write_problems(json, rendered.problems);
    json.key("builds");
    json.begin_array();
    for (std::size_t i = 0; i < rendered.deployments.size(); ++i) {
        const Deployment& deployment = rendered.deployments[i];
        const BuildPlan& plan = checked.plan.builds[rendered.jobs[i].build_plan];
        json.begin_object();
        json.member("id", deployment.build);
        json.member("context", deployment.context);
        json.member("namespace", deployment.name_space);
        json.member("name", deployment.name);
        json.member("jobDigest", deployment.job_digest);
        write_cost(json, daily_cost(checked.contract.builds[plan.build], &checked.contract.exposes[plan.expose]));
        json.key("resources");
        json.begin_array();
        for (const Resource* resource : {&deployment.config_map, &deployment.flink_deployment}) {
            json.begin_object();
            json.member("kind", resource->kind);
            json.member("name", resource->name);
            json.member("yaml", resource_yaml(*resource));
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

} // namespace

Answer answer_bundle(const Request& request) {
    return answer_checked(request, write_bundle);
}

Answer answer_deploy(const Request& request) {
    return answer_checked(request, write_deployments);
}

} // namespace weir
