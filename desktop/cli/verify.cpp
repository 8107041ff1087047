#include <chrono>
#include <csignal>
#include <thread>

#include <fmt/format.h>

#include "cli/options.h"
#include "cli/outside.h"
#include "cli/progress.h"
#include "live/contracts.h"
#include "live/verify.h"

namespace weir::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Between two looks.
constexpr std::chrono::seconds kPause{3};

std::int64_t now_in_millis() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
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

Exit exit_of(std::optional<bool> verified, bool strict) {
    if (!verified) {
        return strict ? Exit::No : Exit::Unknown;
    }
    return *verified ? Exit::Fine : Exit::No;
}

} // namespace

Exit verify(Io& io, const VerifyOptions& options) {
    const live::LoadedContract loaded = live::load_contract(options.file);
    if (const std::optional<Exit> refusal = refused(io, options.common, loaded, {"verified", "evidence"})) {
        return *refusal;
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
