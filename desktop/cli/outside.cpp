#include "cli/outside.h"

#include <fmt/format.h>

#include "cli/progress.h"
#include "live/environment.h"
#include "weir/policy.h"

namespace weir::cli {

namespace {

/// Of a contract that is invalid, or not allowed: nothing was asked.
Exit tell(Io& io, const Common& common, const PolicyReport& report, bool found, const AnswerNames& names) {
    std::string result;
    if (common.json()) {
        std::string policy = policy_json(report, PolicyCommand::Verify);
        policy.erase(policy.find_last_not_of('\n') + 1);
        result = fmt::format(R"({{"schema":1,"{}":{},"{}":[],"policy":{}}}{})", names.verdict, found ? "false" : "null",
                             names.list, policy, "\n");
    } else {
        result = policy_text(report, style_of_out(io, common));
    }
    return worse(found ? Exit::No : Exit::Unknown, emit(io, common, result));
}

} // namespace

live::HttpSettings http_settings() {
    return live::http_settings([] { return Interruption::signal() != 0; });
}

std::optional<Exit> refused(Io& io, const Common& common, const live::LoadedContract& loaded,
                            const AnswerNames& names) {
    const Environment environment = live::allowlist_environment();
    PolicyReport report;
    report.contract = report_of(loaded.checked);
    report.environment = &environment;
    if (!loaded.found || !loaded.checked.valid()) {
        return tell(io, common, report, loaded.found, names);
    }
    const PolicyVerdict verdict = judge(loaded.checked.contract, environment, PolicyCommand::Verify);
    report.model = &loaded.checked.contract;
    report.verdict = &verdict;
    if (!verdict.allowed()) {
        return tell(io, common, report, true, names);
    }
    if (!loaded.checked.contract.managed) {
        fail(io, common, "no-managed-build",
             fmt::format("{} has no managed Flink build: there is nothing to look at", loaded.checked.file));
        return Exit::No;
    }
    return std::nullopt;
}

} // namespace weir::cli
