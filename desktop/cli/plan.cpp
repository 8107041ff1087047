#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/json.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "live/write.h"

namespace weir::cli {

namespace {

std::string_view state_of(const Deployment& deployment) {
    return deployment.suspended ? "suspended" : "running";
}

std::string json_of(const PlanDocument& plan, const std::string& out) {
    nlohmann::ordered_json builds = nlohmann::ordered_json::array();
    for (const Deployment& deployment : plan.deployments) {
        nlohmann::ordered_json resources = nlohmann::ordered_json::array();
        for (const Resource* resource : {&deployment.config_map, &deployment.flink_deployment}) {
            resources.push_back({{"kind", resource->kind}, {"name", resource->name}});
        }
        builds.push_back({{"build", deployment.build},
                          {"context", deployment.context},
                          {"namespace", deployment.name_space},
                          {"state", state_of(deployment)},
                          {"placeholderImage", deployment.placeholder_image},
                          {"jobDigest", deployment.job_digest},
                          {"resources", resources}});
    }
    const nlohmann::ordered_json bundle =
        plan.bundle_digest.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(plan.bundle_digest);
    const nlohmann::ordered_json object = {{"schema", 1},
                                           {"plan", out},
                                           {"mode", mode_name(plan.mode)},
                                           {"product", plan.product},
                                           {"planDigest", plan.digest},
                                           {"bundleDigest", bundle},
                                           {"sourcesDigest", plan.sources_digest},
                                           {"builds", builds}};
    return json_line(object);
}

std::string text_of(const PlanDocument& plan, const std::string& out) {
    std::string text = fmt::format("{}: {} {}, planDigest {}\n", terminal_safe(out), mode_name(plan.mode),
                                   terminal_safe(plan.product), plan.digest);
    for (const Deployment& deployment : plan.deployments) {
        const std::string where =
            terminal_safe(fmt::format("  {}, namespace {}: ", deployment.context, deployment.name_space));
        text += fmt::format("{}ConfigMap {}\n", where, deployment.config_map.name);
        text += fmt::format("{}FlinkDeployment {}, {}\n", where, deployment.name, state_of(deployment));
    }
    return text;
}

} // namespace

Exit plan(Io& io, const PlanOptions& options) {
    const ModeChoice choice = choose_mode(options.mode);
    if (!choice.mode) {
        const Exit exit = fail(io, options.common, choice.code, choice.message);
        return choice.code == "mode-refused" ? Exit::No : exit;
    }
    const Subject subject = load_subject(io, options.common, options.file);
    if (subject.exit != Exit::Fine) {
        return subject.exit;
    }
    const MadePlan made = make_plan(subject.checked, subject.bundle, *choice.mode, subject.bound);
    if (!made.problems.empty()) {
        return refuse_problems(io, options.common, options.file, made.problems);
    }
    const std::string& out = options.out;
    if (const std::string problem = live::write_file(out, made.json); !problem.empty()) {
        return fail(io, options.common, "not-written", fmt::format("{}: {}", out, problem));
    }
    io.out(options.common.json() ? json_of(made.plan, out) : text_of(made.plan, out));
    return Exit::Fine;
}

} // namespace weir::cli
