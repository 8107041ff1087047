#include "live/doctor.h"

#include <csignal>

#include "cli/audited.h"
#include "cli/options.h"
#include "cli/outside.h"
#include "cli/progress.h"
#include "live/environment.h"
#include "live/verify.h"
#include "weir/doctor.h"

namespace weir::cli {

namespace {

Exit exit_of(std::optional<bool> healthy) {
    return !healthy ? Exit::Unknown : *healthy ? Exit::Fine : Exit::No;
}

} // namespace

Exit doctor(Io& io, const DoctorOptions& options) {
    Audit audit("doctor", options.common.arguments);
    const live::LoadedContract loaded = live::load_contract(options.file);
    if (const std::optional<Exit> refusal = refused(io, options.common, loaded, {"healthy", "checks"})) {
        const bool judged = loaded.found && loaded.checked.valid();
        audit.end(io, loaded.found ? "refused" : "unknown", judged ? "policy" : "contract-invalid");
        return *refusal;
    }
    const Interruption interruption;
    const std::vector<Evidence> checks =
        live::examine(loaded.checked.contract, http_settings(), live::environment_value);
    if (const int signal = Interruption::signal(); signal != 0) {
        audit.end(io, "interrupted", "signal");
        note(io, "interrupted; there is no result");
        return signal == SIGINT ? Exit::Interrupted : Exit::Terminated;
    }
    live::tell_audit(checks, audit.entry);
    const std::optional<bool> healthy = verdict(checks);
    audit.entry.result = !healthy ? "unknown" : *healthy ? "healthy" : "not-healthy";
    audit.end(io);
    const std::string result =
        options.common.json() ? doctor_json(checks) : doctor_text(checks, style_of_out(io, options.common));
    return worse(exit_of(healthy), emit(io, options.common, result));
}

} // namespace weir::cli
