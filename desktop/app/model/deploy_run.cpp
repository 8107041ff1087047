#include "model/deploy_run.h"

#include <array>

#include <fmt/format.h>

#include "live/environment.h"
#include "live/verify.h"
#include "weir/facade.h"

namespace weir::app {

namespace {

constexpr std::chrono::seconds kOperatorPatience{60};  ///< as weir apply --wait
constexpr std::chrono::seconds kEvidencePatience{120}; ///< as weir verify --streaming-timeout

StepCard running(StepKind kind, std::string headline) {
    StepCard card;
    card.kind = kind;
    card.state = StepState::Running;
    card.headline = std::move(headline);
    return card;
}

StepCard skipped(StepKind kind, std::string headline) {
    StepCard card = running(kind, std::move(headline));
    card.state = StepState::Skipped;
    return card;
}

live::PlannedFile planned_for(const std::string& file, Purpose purpose) {
    return purpose == Purpose::Suspend || purpose == Purpose::Resume
               ? live::plan_file_in_state(file, purpose == Purpose::Suspend)
               : live::plan_file(file, PlanMode::Amend);
}

std::string result_word(StepState state) {
    return state == StepState::Done ? "rehearsed" : state == StepState::Unknown ? "unknown" : "refused";
}

} // namespace

const char* purpose_word(Purpose purpose) {
    constexpr std::array<const char*, 4> kWords = {"apply", "suspend", "resume", "verify"};
    return kWords[static_cast<std::size_t>(purpose)];
}

live::AuditEntry window_entry(const std::string& command, const std::string& file) {
    live::AuditEntry entry;
    entry.run = live::new_run();
    entry.program = "weir-desktop";
    entry.version = version();
    entry.command = command;
    if (!file.empty()) {
        entry.arguments = {file};
    }
    return entry;
}

live::AuditEntry DeployRun::entry(const std::string& command) const {
    live::AuditEntry entry = window_entry(command, file_);
    entry.contexts = targets_of(report_).contexts;
    return entry;
}

void DeployRun::write_log(live::AuditEntry entry, StepCard& card) const {
    if (const std::string problem = log_.append(std::move(entry)); !problem.empty()) {
        card.lines.push_back({LineKind::Muted, fmt::format("Not in the log of commands: {}", problem)});
    }
}

std::string DeployRun::digest_now(const std::string& file, Purpose purpose) {
    const live::PlannedFile planned = planned_for(file, purpose);
    return planned.ok() ? planned.made.plan.digest : std::string{};
}

bool DeployRun::plan(const TellCard& tell) {
    tell(running(StepKind::Validate, "Reading and checking the contract"));
    planned_ = planned_for(file_, purpose_);
    StepCard valid = validate_card(planned_);
    const bool fine = valid.state == StepState::Done;
    if (!fine) {
        live::AuditEntry line = entry("rehearse");
        line.result = valid.state == StepState::Unknown ? "unknown" : "refused";
        line.codes = {"contract-invalid"};
        write_log(std::move(line), valid);
    }
    tell(std::move(valid));
    if (!fine) {
        return false;
    }
    StepCard made = plan_card(planned_, purpose_word(purpose_));
    tell(made);
    report_.mode = purpose_ == Purpose::Apply ? std::string(mode_name(PlanMode::Amend)) : purpose_word(purpose_);
    report_.plan = planned_.made.plan;
    report_.state_only = purpose_ == Purpose::Suspend || purpose_ == Purpose::Resume;
    return made.state == StepState::Done;
}

bool DeployRun::judge_lists(const TellCard& tell) {
    if (purpose_ == Purpose::Verify) {
        report_.rechecked = recheck(report_.plan);
        report_.environment = live::allowlist_environment();
        report_.verdict = judge(report_.rechecked.checked.contract, report_.environment, PolicyCommand::Verify);
    } else {
        live::check_plan(report_, PlanMode::Amend, {});
    }
    StepCard lists = allowlist_card(report_);
    if (!report_.sendable()) {
        live::AuditEntry line = window_entry(purpose_ == Purpose::Verify ? "verify" : "rehearse", file_);
        live::tell_audit(report_, line);
        line.result = "refused";
        write_log(std::move(line), lists);
    }
    tell(lists);
    return report_.sendable();
}

bool DeployRun::rehearse(const TellCard& tell, const live::Stop& stop) {
    tell(running(StepKind::Rehearse, fmt::format("Asking the server of {}", joined(targets_of(report_).contexts))));
    live::rehearse_all(report_, PlanMode::Amend, stop);
    StepCard card = rehearsal_card(report_);
    live::AuditEntry line = window_entry("rehearse", file_);
    live::tell_audit(report_, line);
    line.result = result_word(card.state);
    write_log(std::move(line), card);
    tell(card);
    return report_.rehearsed();
}

void DeployRun::verify(const TellCard& tell, const live::Stop& stop) {
    StepCard card = running(StepKind::Evidence, "Asking the cluster and the catalog");
    tell(card);
    live::Verifier verifier(report_.rechecked.checked, report_.rechecked.rendered, live::http_settings(stop),
                            live::environment_value);
    const std::vector<Evidence> evidence = live::gather(
        verifier, {kEvidencePatience, stop, [&](const std::vector<Evidence>& seen, std::chrono::seconds left) {
                       StepCard waiting = evidence_card(seen);
                       waiting.state = StepState::Running;
                       waiting.headline = fmt::format("Waiting for fresh evidence, {} s left", left.count());
                       tell(std::move(waiting));
                   }});
    card = evidence_card(evidence);
    live::AuditEntry line = entry("verify");
    live::tell_audit(evidence, line);
    if (stop()) {
        card.state = StepState::Unknown;
        card.headline = "Stopped before everything was looked at";
        line.result = "interrupted";
    }
    write_log(std::move(line), card);
    tell(std::move(card));
}

bool DeployRun::prepare(const TellCard& tell, const live::Stop& stop) {
    if (!plan(tell) || !judge_lists(tell) || stop()) {
        return false;
    }
    if (purpose_ == Purpose::Verify) {
        for (const StepKind kind : {StepKind::Rehearse, StepKind::Confirm, StepKind::Apply}) {
            tell(skipped(kind, "Nothing is sent to verify"));
        }
        // Of suspended deployments there is no job to prove anything; verify says so itself.
        for (const Deployment& deployment : report_.plan.deployments) {
            live::ApplyStep step;
            step.deployment = deployment;
            report_.steps.push_back(std::move(step));
        }
        verify(tell, stop);
        return false;
    }
    return rehearse(tell, stop);
}

void DeployRun::send(const TellCard& tell, const live::Stop& stop) {
    tell(running(StepKind::Apply, "Looking at the contract once more"));
    StepCard card;
    card.kind = StepKind::Apply;
    const auto refuse = [&](const std::string& code, std::string headline, const std::string& help) {
        card.state = StepState::Refused;
        card.headline = std::move(headline);
        card.lines.push_back({LineKind::Help, help});
        live::AuditEntry line = entry(purpose_word(purpose_));
        line.result = "refused";
        line.codes = {code};
        line.plan_digest = report_.plan.digest;
        write_log(std::move(line), card);
        tell(card);
    };
    if (digest_now(file_, purpose_) != report_.plan.digest) {
        refuse("plan-stale", "Nothing was sent: the contract is not the one of the plan any more",
               "Check again: plan and rehearsal are made anew.");
        return;
    }
    live::AuditEntry line = entry(purpose_word(purpose_));
    line.plan_digest = report_.plan.digest;
    line.result = "begun";
    if (const std::string problem = log_.append(line); !problem.empty()) {
        card.lines.push_back({LineKind::Bad, problem});
        refuse("audit-unwritable", "Nothing was sent, since it could not be written into the log of commands",
               "Name a folder that can be written in XDG_STATE_HOME, or make room.");
        return;
    }
    tell(running(StepKind::Apply, "Sending the ConfigMap, then the FlinkDeployment"));
    live::send_all(report_, stop);
    if (report_.all_sent()) {
        live::settle_all(
            report_, kOperatorPatience,
            [&](std::size_t second) {
                tell(running(StepKind::Apply, fmt::format("Waiting for the operator, second {} of {}", second,
                                                          kOperatorPatience.count())));
            },
            stop);
    }
    card = apply_card(report_);
    live::AuditEntry last = line;
    last.contexts.clear();
    live::tell_audit(report_, last);
    write_log(std::move(last), card);
    const bool taken = report_.all_sent();
    tell(std::move(card));
    if (!taken) {
        return;
    }
    if (purpose_ == Purpose::Suspend) {
        tell(skipped(StepKind::Evidence, "A suspended job makes no checkpoints, so there is nothing to verify"));
    } else if (!stop()) {
        verify(tell, stop);
    }
}

} // namespace weir::app
