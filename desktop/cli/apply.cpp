#include <fmt/format.h>

#include "cli/apply_report.h"
#include "cli/audited.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "live/open.h"
#include "live/planning.h"

namespace weir::cli {

namespace {

/// What apply, suspend and resume are told besides what to send.
struct Sender {
    const Common& common;
    bool yes = false;
    std::uint32_t wait = 0; ///< seconds for the operator
};

/// The change was shown and is wanted.
bool is_wanted(Io& io, const Sender& sender, const ApplyReport& report) {
    if (sender.yes) {
        return true;
    }
    io.err(apply_preview(report));
    return io.ask(report.state_only ? fmt::format("{} this? [y/N] ", report.mode == "resume" ? "Resume" : "Suspend")
                                    : fmt::format("Apply this with --mode {}? [y/N] ", report.mode));
}

Exit finish(Io& io, const Sender& sender, const ApplyReport& report, Audit& audit) {
    live::tell_audit(report, audit.entry);
    audit.end(io);
    io.err(apply_problems(report, style_of_err(io, sender.common)));
    const std::string text = report.rehearsal_only ? apply_preview(report) : apply_result(report);
    const std::string result = sender.common.json() ? apply_json(report) : report.sendable() ? text : std::string{};
    return worse(exit_of(report), emit(io, sender.common, result));
}

/// Rehearses, asks, and sends what was judged.
Exit bring(Io& io, const Sender& sender, ApplyReport& report, PlanMode mode, Audit& audit) {
    if (!report.sendable() || report.rehearsal_only) {
        return finish(io, sender, report, audit);
    }
    if (!sender.yes && !io.in_is_terminal) {
        audit.end(io, "refused", "apply-unasked");
        return fail(io, sender.common, "apply-unasked",
                    "there is no terminal to ask at; give --yes to apply without being asked");
    }
    if (!live::rehearse_all(report, mode)) {
        return finish(io, sender, report, audit);
    }
    report.declined = !is_wanted(io, sender, report);
    if (!report.declined) {
        live::tell_audit(report, audit.entry);
        if (const std::string problem = audit.begin(); !problem.empty()) {
            return fail(
                io, sender.common, "audit-unwritable",
                fmt::format("nothing was sent, since it could not be written into the log of commands: {}; name "
                            "a folder that can be written in XDG_STATE_HOME",
                            problem));
        }
        live::send_all(report);
        if (report.all_sent()) {
            Progress progress(io, sender.common);
            live::settle_all(report, std::chrono::seconds(sender.wait), [&](std::size_t second) {
                progress.tell("waiting for the operator, second", second, sender.wait);
            });
        }
    }
    return finish(io, sender, report, audit);
}

Exit switch_state(Io& io, const SwitchOptions& options, bool suspended) {
    Audit audit(suspended ? "suspend" : "resume", options.common.arguments);
    const live::PlannedFile planned = live::plan_file_in_state(options.file, suspended);
    if (!planned.loaded.found || !planned.loaded.checked.valid()) {
        audit.end(io, planned.loaded.found ? "refused" : "unknown", "contract-invalid");
        return refuse_invalid(io, options.common, planned.loaded);
    }
    if (!planned.ok()) {
        audit.end(io, "refused", planned.problems.front().code);
        return refuse_problems(io, options.common, options.file, planned.problems);
    }
    ApplyReport report;
    report.mode = audit.entry.command;
    report.plan = planned.made.plan;
    report.state_only = true;
    live::check_plan(report, PlanMode::Amend, {});
    return bring(io, {options.common, options.yes, options.wait}, report, PlanMode::Amend, audit);
}

} // namespace

Exit apply(Io& io, const ApplyOptions& options) {
    const ModeChoice choice = choose_mode(options.mode);
    if (!choice.mode) {
        fail(io, options.common, choice.code, choice.message);
        return choice.code == "mode-refused" ? Exit::No : Exit::Unknown;
    }
    Audit audit("apply", options.common.arguments);
    const FileAnswer file = live::read_regular(options.file, kMostPlanBytes);
    if (!file.refusal.empty()) {
        audit.end(io, "unknown", "plan-unreadable");
        return fail(io, options.common, "plan-unreadable", fmt::format("{}: {}", options.file, file.refusal));
    }
    ApplyReport report;
    report.mode = options.mode;
    report.rehearsal_only = *choice.mode == PlanMode::DryRun;
    ReadPlan read = read_plan(file.text);
    report.plan = std::move(read.plan);
    report.problems = std::move(read.problems);
    if (report.problems.empty()) {
        live::check_plan(report, *choice.mode, options.bundle);
    }
    return bring(io, {options.common, options.yes, options.wait}, report, *choice.mode, audit);
}

Exit suspend(Io& io, const SwitchOptions& options) {
    return switch_state(io, options, true);
}

Exit resume(Io& io, const SwitchOptions& options) {
    return switch_state(io, options, false);
}

} // namespace weir::cli
