#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/json.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "live/write.h"
#include "weir/alerts.h"

namespace weir::cli {

namespace {

struct Job {
    std::string build;
    std::string sql;
    std::string json;
    std::string resources;
    std::string alerts;
};

/// What kubectl apply takes. weir apply checks more, and says in the objects which plan they are of.
std::string resources_of(const Deployment& deployment) {
    return fmt::format(
        "# Kubernetes resources of a managed build, written by Weir: change the contract, not this text.\n"
        "# kubectl context: {}\n{}---\n{}",
        terminal_safe(deployment.context), resource_yaml(deployment.config_map),
        resource_yaml(deployment.flink_deployment));
}

std::string joined(const std::vector<Job>& jobs) {
    std::string text;
    for (const Job& job : jobs) {
        text += text.empty() ? "" : "\n";
        text += job.sql;
    }
    return text;
}

/// SQL as it may be printed: to a terminal without anything that would steer it.
std::string printable(std::string_view sql, bool terminal) {
    if (!terminal) {
        return std::string(sql);
    }
    std::string text;
    while (!sql.empty()) {
        const std::size_t end = std::min(sql.find('\n'), sql.size());
        text += terminal_safe(sql.substr(0, end)) + "\n";
        sql.remove_prefix(std::min(end + 1, sql.size()));
    }
    return text;
}

Exit write_jobs(Io& io, const GenerateOptions& options, const std::vector<Job>& jobs) {
    nlohmann::ordered_json written = nlohmann::ordered_json::array();
    std::string lines;
    for (const Job& job : jobs) {
        for (const auto& [name, text] :
             {std::pair("job.sql", &job.sql), std::pair("job.json", &job.json),
              std::pair("resources.yaml", &job.resources), std::pair("alerts.yaml", &job.alerts)}) {
            const std::string file = fmt::format("{}/{}/{}", options.folder, job.build, name);
            const std::string problem = live::write_below(options.folder, job.build, name, *text);
            if (!problem.empty()) {
                return fail(io, options.common, "not-written", fmt::format("{}: {}", file, problem));
            }
            written.push_back({{"build", job.build}, {"file", file}});
            lines += terminal_safe(file) + "\n";
        }
    }
    if (options.common.json()) {
        const nlohmann::ordered_json object = {{"schema", 1}, {"written", written}};
        io.out(json_line(object));
    } else {
        io.out(lines);
    }
    return Exit::Fine;
}

} // namespace

Exit generate_flink(Io& io, const GenerateOptions& options) {
    const live::LoadedContract loaded = live::load_contract(options.file);
    const Checked& checked = loaded.checked;
    if (!loaded.found || !checked.valid()) {
        return refuse_invalid(io, options.common, loaded);
    }
    const bool prints_only = options.print == "sql" && !options.folder_given;
    Rendered rendered = render(checked.contract, checked.plan);
    // SQL can be looked at even when Kubernetes would not take it.
    if (!rendered.problems.empty() && (!prints_only || rendered.deployments.size() < checked.plan.builds.size())) {
        return refuse_problems(io, options.common, options.file, rendered.problems);
    }
    if (rendered.jobs.empty()) {
        return refuse_unmanaged(io, options.common, options.file);
    }
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < rendered.jobs.size(); ++i) {
        RenderedJob& job = rendered.jobs[i];
        const Deployment& deployment = rendered.deployments[i];
        jobs.push_back({deployment.build, std::move(job.sql), std::move(job.json), resources_of(deployment),
                        alerts_yaml(checked.contract, checked.plan.builds[job.build_plan])});
    }
    tell_findings(io, options.common, checked);
    if (options.print == "sql") {
        io.out(printable(joined(jobs), io.out_is_terminal));
        if (prints_only) {
            return Exit::Fine;
        }
    }
    return write_jobs(io, options, jobs);
}

} // namespace weir::cli
