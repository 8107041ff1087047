#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "cli/options.h"
#include "cli/progress.h"
#include "live/contracts.h"
#include "live/environment.h"
#include "live/verify.h"
#include "weir/policy.h"

namespace weir::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Between two looks.
constexpr std::chrono::seconds kPause{3};

std::optional<std::string> variable(const std::string& name) {
    const char* value = std::getenv(name.c_str()); // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::int64_t now_in_millis() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

live::HttpSettings http_settings() {
    live::HttpSettings http;
    http.ca_file = variable("WEIR_CA_FILE").value_or("");
    http.proxy = variable("WEIR_PROXY").value_or("");
    http.stop = [] { return Interruption::signal() != 0; };
    return http;
}

/// What is still missing, for the progress line.
std::string missing(const std::vector<Evidence>& evidence, std::chrono::seconds left) {
    std::string kinds;
    for (const Evidence& piece : evidence) {
        if (piece.ok != true) {
            kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", evidence_name(piece.kind));
        }
    }
    return fmt::format("waiting for {} ({} s left)", kinds, left.count());
}

/// Sleeps in small pieces, so that a signal ends it.
void pause_until(Clock::time_point end) {
    while (Clock::now() < end && Interruption::signal() == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

/// Looks until the evidence is fresh, waiting makes no sense any more, or the time is over.
std::vector<Evidence> gather(Io& io, const VerifyOptions& options, const Checked& checked, const Rendered& rendered) {
    live::Verifier verifier(checked, rendered, http_settings(), variable);
    Progress progress(io, options.common);
    const Clock::time_point end = Clock::now() + std::chrono::seconds(options.streaming_timeout);
    for (;;) {
        std::vector<Evidence> evidence = verifier.look(now_in_millis());
        const Clock::time_point now = Clock::now();
        if (!worth_waiting(evidence) || now >= end || Interruption::signal() != 0) {
            return evidence;
        }
        progress.tell(missing(evidence, std::chrono::duration_cast<std::chrono::seconds>(end - now)), 0, 0);
        pause_until(std::min(end, now + kPause));
    }
}

/// Of a contract that is invalid, or not allowed: nothing was asked.
Exit refuse(Io& io, const VerifyOptions& options, const PolicyReport& report, bool found) {
    std::string result;
    if (options.common.json()) {
        std::string policy = policy_json(report, PolicyCommand::Verify);
        policy.erase(policy.find_last_not_of('\n') + 1);
        result = fmt::format(R"({{"schema":1,"verified":{},"evidence":[],"policy":{}}}{})", found ? "false" : "null",
                             policy, "\n");
    } else {
        result = policy_text(report, style_of_out(io, options.common));
    }
    return worse(found ? Exit::No : Exit::Unknown, emit(io, options.common, result));
}

Exit exit_of(std::optional<bool> verified, bool strict) {
    if (!verified) {
        return strict ? Exit::No : Exit::Unknown;
    }
    return *verified ? Exit::Fine : Exit::No;
}

} // namespace

Exit verify(Io& io, const VerifyOptions& options) {
    const live::LoadedContract loaded = live::load_contract(options.file);
    const Environment environment = live::allowlist_environment();
    PolicyReport report;
    report.contract = report_of(loaded.checked);
    report.environment = &environment;
    if (!loaded.found || !loaded.checked.valid()) {
        return refuse(io, options, report, loaded.found);
    }
    const PolicyVerdict verdict = judge(loaded.checked.contract, environment, PolicyCommand::Verify);
    report.model = &loaded.checked.contract;
    report.verdict = &verdict;
    if (!verdict.allowed()) {
        return refuse(io, options, report, true);
    }
    if (!loaded.checked.contract.managed) {
        fail(io, options.common, "no-managed-build",
             fmt::format("{} has no managed Flink build: there is no deployment to verify", options.file));
        return Exit::No;
    }
    const Rendered rendered = render(loaded.checked.contract, loaded.checked.plan);
    if (!rendered.problems.empty()) {
        const DeployProblem& first = rendered.problems.front();
        return fail(io, options.common, first.code,
                    fmt::format("{}: it cannot be deployed, so nothing was looked at", first.message));
    }
    const Interruption interruption;
    const std::vector<Evidence> evidence = gather(io, options, loaded.checked, rendered);
    if (const int signal = Interruption::signal(); signal != 0) {
        note(io, "interrupted; there is no result");
        return signal == SIGINT ? Exit::Interrupted : Exit::Terminated;
    }
    const std::string result =
        options.common.json() ? evidence_json(evidence) : evidence_text(evidence, style_of_out(io, options.common));
    return worse(exit_of(weir::verdict(evidence), options.strict), emit(io, options.common, result));
}

} // namespace weir::cli
