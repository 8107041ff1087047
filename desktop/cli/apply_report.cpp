#include "cli/apply_report.h"
#include "cli/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weir::cli {

namespace {

using Tree = nlohmann::ordered_json;

Tree fields_tree(const std::vector<FieldDifference>& fields) {
    Tree list = Tree::array();
    for (const FieldDifference& field : fields) {
        list.push_back(Tree::parse(field_json(field)));
    }
    return list;
}

Tree problem_tree(const live::ClusterProblem& problem) {
    return {{"code", problem.code},
            {"message", terminal_safe(problem.message)},
            {"help", problem.help},
            {"fields", fields_tree(problem.fields)}};
}

Tree resources_tree(const Deployment& deployment) {
    Tree list = Tree::array();
    for (const Resource* resource : {&deployment.config_map, &deployment.flink_deployment}) {
        list.push_back(Tree::parse(resource->json, nullptr, false));
    }
    return list;
}

Tree step_tree(const ApplyReport& report, const ApplyStep& step) {
    Tree tree = {{"build", step.deployment.build},
                 {"context", step.deployment.context},
                 {"namespace", step.deployment.name_space},
                 {"name", step.deployment.name},
                 {"action", nullptr},
                 {"changes", Tree::array()},
                 {"problems", Tree::array()},
                 {"sent", Tree::array()},
                 {"generation", nullptr},
                 {"state", nullptr},
                 {"message", ""},
                 {"formerConfigMaps", Tree::array()},
                 {"removable", false}};
    if (step.rehearsal) {
        tree["action"] = step.action().empty() ? Tree() : Tree(step.action());
        tree["changes"] = fields_tree(step.rehearsal->changes);
        for (const live::ClusterProblem& problem : step.rehearsal->problems) {
            tree["problems"].push_back(problem_tree(problem));
        }
    }
    if (step.sending) {
        tree["sent"] = step.sending->sent;
        tree["generation"] = step.sending->generation;
        if (step.sending->problem) {
            tree["problems"].push_back(problem_tree(*step.sending->problem));
        }
    }
    if (step.settled) {
        tree["state"] =
            step.settled->state == live::JobState::Unknown ? Tree() : Tree(live::job_state_name(step.settled->state));
        tree["message"] = terminal_safe(step.settled->message);
    }
    if (step.leftovers) {
        tree["formerConfigMaps"] = step.leftovers->names;
        tree["removable"] = step.leftovers->removable;
    }
    if (report.rehearsal_only) {
        tree["resources"] = resources_tree(step.deployment);
    }
    return tree;
}

std::string place_of(const Deployment& deployment) {
    return fmt::format("FlinkDeployment {}/{} in context {}", terminal_safe(deployment.name_space),
                       terminal_safe(deployment.name), terminal_safe(deployment.context));
}

std::string problem_text(std::string_view code, std::string_view message, std::string_view help) {
    std::string text = fmt::format("refused[{}]: {}\n", terminal_safe(code), terminal_safe(message));
    if (!help.empty()) {
        text += fmt::format("  = help: {}\n", terminal_safe(help));
    }
    return text;
}

std::string problem_text(const live::ClusterProblem& problem) {
    std::string text = problem_text(problem.code, problem.message, problem.help);
    for (const FieldDifference& field : problem.fields) {
        text += field_text(field);
    }
    return text;
}

PolicyReport policy_report(const ApplyReport& report) {
    PolicyReport policy;
    policy.contract = report_of(report.rechecked.checked);
    policy.model = &report.rechecked.checked.contract;
    policy.verdict = &report.verdict;
    policy.environment = &report.environment;
    return policy;
}

} // namespace

Exit exit_of(const ApplyReport& report) {
    const std::optional<bool> answer = report.answer();
    return !answer ? Exit::Unknown : *answer ? Exit::Fine : Exit::No;
}

std::string apply_json(const ApplyReport& report) {
    Tree tree = {{"schema", 1},
                 {"applied", report.all_sent()},
                 {"mode", report.mode},
                 {"planDigest", report.plan.digest},
                 {"product", report.plan.product},
                 {"problems", Tree::array()},
                 {"policy", nullptr},
                 {"deployments", Tree::array()}};
    if (report.has_unknown()) {
        tree["applied"] = nullptr;
    }
    for (const DeployProblem& problem : report.problems) {
        tree["problems"].push_back(problem_object(problem));
    }
    if (!report.verdict.allowed()) {
        tree["policy"] = Tree::parse(policy_json(policy_report(report), PolicyCommand::Apply), nullptr, false);
    }
    for (const ApplyStep& step : report.steps) {
        tree["deployments"].push_back(step_tree(report, step));
    }
    return json_line(tree);
}

std::string apply_problems(const ApplyReport& report, const TextStyle& style) {
    std::string text;
    for (const DeployProblem& problem : report.problems) {
        const std::string where = problem.path.empty() ? std::string{} : problem.path + ": ";
        text += problem_text(problem.code, where + problem.message, problem.help);
    }
    if (!report.verdict.allowed()) {
        text += policy_text(policy_report(report), style);
    }
    for (const ApplyStep& step : report.steps) {
        for (const live::ClusterProblem& problem :
             step.rehearsal ? step.rehearsal->problems : std::vector<live::ClusterProblem>{}) {
            text += problem_text(problem);
        }
        if (step.failed()) {
            text += problem_text(*step.sending->problem);
        }
    }
    return text;
}

std::string apply_preview(const ApplyReport& report) {
    std::string text;
    for (const ApplyStep& step : report.steps) {
        const std::string_view action = step.action();
        if (report.rehearsal_only) {
            text += fmt::format("would be sent: ConfigMap {}, then {}\n",
                                terminal_safe(step.deployment.config_map.name), place_of(step.deployment));
        } else if (!action.empty()) {
            text += fmt::format("{}: {}\n", action, place_of(step.deployment));
        }
        if (!step.rehearsal) {
            continue;
        }
        if (step.rehearsal->new_config_map) {
            text += fmt::format("  new ConfigMap {}\n", terminal_safe(step.deployment.config_map.name));
        }
        for (const FieldDifference& field : step.rehearsal->changes) {
            text += field_text(field);
        }
    }
    return text;
}

std::string apply_result(const ApplyReport& report) {
    std::string text;
    for (const ApplyStep& step : report.steps) {
        if (!step.sending) {
            continue;
        }
        for (const std::string& sent : step.sending->sent) {
            text += fmt::format("applied: {}\n", terminal_safe(sent));
        }
        if (!step.settled) {
            continue;
        }
        text += fmt::format("{}: {}, generation {}\n", live::job_state_name(step.settled->state),
                            place_of(step.deployment), step.sending->generation);
        if (!step.settled->message.empty()) {
            text += fmt::format("  {}\n", terminal_safe(step.settled->message));
        }
        if (step.leftovers && !step.leftovers->names.empty()) {
            text += step.leftovers->removable
                        ? "  the job has a checkpoint of its own; these former ConfigMaps can be removed:\n"
                        : "  kept until the job has a checkpoint of its own:\n";
            for (const std::string& name : step.leftovers->names) {
                text += fmt::format("    {}\n", terminal_safe(name));
            }
        }
    }
    return text;
}

} // namespace weir::cli
