#include "cli/options.h"
#include "live/contracts.h"
#include "live/environment.h"

namespace weir::cli {

Exit policy(Io& io, const PolicyOptions& options) {
    const live::LoadedContract loaded = live::load_contract(options.file);
    const PolicyCommand command = policy_command(options.command).value_or(PolicyCommand::Apply);
    const Environment environment = live::allowlist_environment();
    PolicyVerdict verdict;
    PolicyReport report;
    report.contract = report_of(loaded.checked);
    report.environment = &environment;
    if (loaded.found && loaded.checked.valid()) {
        verdict = judge(loaded.checked.contract, environment, command);
        report.model = &loaded.checked.contract;
        report.verdict = &verdict;
    }
    const std::string result =
        options.common.json() ? policy_json(report, command) : policy_text(report, style_of_out(io, options.common));
    const bool allowed = report.verdict != nullptr && verdict.allowed();
    const Exit answer = allowed ? Exit::Fine : loaded.found ? Exit::No : Exit::Unknown;
    return worse(answer, emit(io, options.common, result));
}

} // namespace weir::cli
