#include "cli/json.h"

#include "weir/report.h"

namespace weir::cli {

std::string json_line(const nlohmann::ordered_json& value) {
    return value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

nlohmann::ordered_json problem_object(const DeployProblem& problem) {
    return {{"code", problem.code},
            {"path", terminal_safe(problem.path)},
            {"message", terminal_safe(problem.message)},
            {"help", problem.help}};
}

} // namespace weir::cli
