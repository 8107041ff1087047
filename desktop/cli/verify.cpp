#include <chrono>
#include <csignal>

#include <fmt/format.h>

#include "cli/audited.h"
#include "cli/options.h"
#include "cli/outside.h"
#include "cli/progress.h"
#include "live/contracts.h"
#include "live/environment.h"
#include "live/verify.h"

namespace weir::cli {

namespace {

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

/// Looks until the evidence is fresh, waiting makes no sense any more, or the time is over.
std::vector<Evidence> gather(Io& io, const VerifyOptions& options, const Checked& checked, const Rendered& rendered) {
    live::Verifier verifier(checked, rendered, http_settings(), live::environment_value);
    Progress progress(io, options.common);
    return live::gather(verifier,
                        {std::chrono::seconds(options.streaming_timeout), [] { return Interruption::signal() != 0; },
                         [&](const std::vector<Evidence>& evidence, std::chrono::seconds left) {
                             progress.tell(missing(evidence, left), 0, 0);
                         }});
}

Exit exit_of(std::optional<bool> verified, bool strict) {
    if (!verified) {
        return strict ? Exit::No : Exit::Unknown;
    }
    return *verified ? Exit::Fine : Exit::No;
}

} // namespace

Exit verify(Io& io, const VerifyOptions& options) {
    Audit audit("verify", options.common.arguments);
    const live::LoadedContract loaded = live::load_contract(options.file);
    if (const std::optional<Exit> refusal = refused(io, options.common, loaded, {"verified", "evidence"})) {
        const bool judged = loaded.found && loaded.checked.valid();
        audit.end(io, loaded.found ? "refused" : "unknown", judged ? "policy" : "contract-invalid");
        return *refusal;
    }
    const Rendered rendered = render(loaded.checked.contract, loaded.checked.plan);
    if (!rendered.problems.empty()) {
        const DeployProblem& first = rendered.problems.front();
        audit.end(io, "refused", first.code);
        return fail(io, options.common, first.code,
                    fmt::format("{}: it cannot be deployed, so nothing was looked at", first.message));
    }
    for (const Deployment& deployment : rendered.deployments) {
        audit.entry.contexts.push_back(deployment.context);
    }
    const Interruption interruption;
    const std::vector<Evidence> evidence = gather(io, options, loaded.checked, rendered);
    if (const int signal = Interruption::signal(); signal != 0) {
        audit.end(io, "interrupted", "signal");
        note(io, "interrupted; there is no result");
        return signal == SIGINT ? Exit::Interrupted : Exit::Terminated;
    }
    live::tell_audit(evidence, audit.entry);
    audit.end(io);
    const std::string result =
        options.common.json() ? evidence_json(evidence) : evidence_text(evidence, style_of_out(io, options.common));
    return worse(exit_of(weir::verdict(evidence), options.strict), emit(io, options.common, result));
}

} // namespace weir::cli
