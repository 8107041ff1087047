#include "facade/answers.h"
#include "weir/policy.h"

namespace weir {

Answer answer_policy(const Request& request) {
    Answer answer;
    const auto command = request.command.empty() ? PolicyCommand::Apply : policy_command(request.command);
    if (!command) {
        answer.error = CallError{"for-unknown", "options.for must be apply, diff or verify"};
        return answer;
    }
    if (request.files.find(request.file) == request.files.end()) {
        answer.need.push_back(request.file);
        return answer;
    }
    const Checked checked = check(request.files, request.file, request.ref_root);
    answer.need = checked.need;
    if (!answer.need.empty()) {
        return answer;
    }
    PolicyReport report;
    report.contract = report_of(checked);
    PolicyVerdict verdict;
    if (checked.valid()) {
        verdict = judge(checked.contract, request.env, *command);
        report.model = &checked.contract;
        report.verdict = &verdict;
    }
    answer.result = policy_json(report, *command);
    return answer;
}

} // namespace weir
