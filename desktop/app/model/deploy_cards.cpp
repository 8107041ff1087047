#include "model/deploy_cards.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weir/names.h"
#include "weir/report.h"

namespace weir::app {

namespace {

constexpr std::size_t kMostLines = 60;

void add(StepCard& card, LineKind kind, const std::string& text) {
    if (!text.empty()) {
        card.lines.push_back({kind, terminal_safe(text)});
    }
}

void add_problem(StepCard& card, const DeployProblem& problem) {
    const std::string at = problem.path.empty() ? std::string{} : problem.path + ": ";
    add(card, LineKind::Bad, fmt::format("{}{} [{}]", at, problem.message, problem.code));
    add(card, LineKind::Help, problem.help);
}

void add_fields(StepCard& card, const std::vector<FieldDifference>& fields, bool conflict) {
    for (const FieldDifference& field : fields) {
        if (card.fields.size() == kMostFieldRows) {
            ++card.more_fields;
            continue;
        }
        // A conflict tells whose value stands there, a change what comes of it.
        const std::string owner = !field.manager.empty() ? field.manager : conflict ? "nobody" : std::string{};
        card.fields.push_back(
            {terminal_safe(field.path), terminal_safe(field.live), terminal_safe(field.desired), terminal_safe(owner)});
    }
}

void add_cluster_problem(StepCard& card, const live::ClusterProblem& problem) {
    card.state = problem.unknown && card.state != StepState::Refused ? StepState::Unknown : StepState::Refused;
    add(card, LineKind::Bad, fmt::format("{} [{}]", problem.message, problem.code));
    add(card, LineKind::Help, problem.help);
    add_fields(card, problem.fields, true);
}

std::string place_of(const Deployment& deployment) {
    return fmt::format("{}/{} in context {}", deployment.name_space, deployment.name, deployment.context);
}

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

StepCard card_of(StepKind kind) {
    StepCard card;
    card.kind = kind;
    card.state = StepState::Done;
    return card;
}

} // namespace

const char* step_word(StepKind kind) {
    constexpr std::array<const char*, kStepCount> kWords = {"validate", "plan",  "allowlists", "rehearse",
                                                            "confirm",  "apply", "evidence"};
    return kWords[static_cast<std::size_t>(kind)];
}

const char* step_title(StepKind kind) {
    constexpr std::array<const char*, kStepCount> kTitles = {"Validate", "Plan",  "Allowlists", "Server-side dry run",
                                                             "Confirm",  "Apply", "Evidence"};
    return kTitles[static_cast<std::size_t>(kind)];
}

const char* step_state_word(StepState state) {
    constexpr std::array<const char*, 7> kWords = {"waiting", "running", "done",   "asking",
                                                   "refused", "unknown", "skipped"};
    return kWords[static_cast<std::size_t>(state)];
}

StepCard validate_card(const live::PlannedFile& planned) {
    StepCard card = card_of(StepKind::Validate);
    const Checked& checked = planned.loaded.checked;
    std::size_t errors = 0;
    std::size_t warnings = 0;
    for (const Finding& finding : checked.findings) {
        const bool error = finding.severity() == Severity::Error;
        errors += error ? 1U : 0U;
        warnings += finding.severity() == Severity::Warning ? 1U : 0U;
        if (error && card.lines.size() < kMostLines) {
            add(card, LineKind::Bad, finding.message);
            add(card, LineKind::Help, finding.help);
        }
    }
    if (!planned.loaded.found) {
        card.state = StepState::Unknown;
        card.headline = "The contract could not be read";
    } else if (!checked.valid()) {
        card.state = StepState::Refused;
        card.headline = fmt::format("The contract has {}; Contracts shows each at its place", counted(errors, "error"));
    } else {
        card.headline = terminal_safe(fmt::format("{} is valid{}", checked.contract.id.value,
                                                  warnings == 0 ? "" : ", with " + counted(warnings, "warning")));
    }
    return card;
}

StepCard plan_card(const live::PlannedFile& planned, std::string_view purpose) {
    StepCard card = card_of(StepKind::Plan);
    if (!planned.problems.empty()) {
        card.state = StepState::Refused;
        card.headline = "There is no plan of this contract";
        for (const DeployProblem& problem : planned.problems) {
            add_problem(card, problem);
        }
        return card;
    }
    const PlanDocument& plan = planned.made.plan;
    card.headline = terminal_safe(fmt::format("{} {}, {}", mode_name(plan.mode), plan.product, purpose));
    add(card, LineKind::Muted, fmt::format("plan {}", plan.digest));
    for (const Deployment& deployment : plan.deployments) {
        add(card, LineKind::Plain, fmt::format("ConfigMap {}", deployment.config_map.name));
        add(card, LineKind::Plain,
            fmt::format("FlinkDeployment {}, {}", place_of(deployment),
                        deployment.suspended ? "suspended" : "running"));
    }
    return card;
}

StepCard allowlist_card(const live::ApplyReport& report) {
    StepCard card = card_of(StepKind::Allowlists);
    card.headline = "The operator's allowlists admit everything that this needs";
    for (const DeployProblem& problem : report.problems) {
        card.state = StepState::Refused;
        add_problem(card, problem);
    }
    for (const Refusal& refusal : report.verdict.refusals) {
        card.state = StepState::Refused;
        if (card.lines.size() >= kMostLines) {
            continue;
        }
        add(card, LineKind::Plain, refusal.message);
        if (!refusal.entry.empty()) {
            add(card, LineKind::Entry, fmt::format("{}  needs  {}", refusal.variable, refusal.entry));
        }
    }
    if (card.state == StepState::Refused) {
        const std::size_t count = report.problems.size() + report.verdict.refusals.size() + report.verdict.more;
        card.headline = fmt::format("Refused for {}; nobody was asked", counted(count, "reason"));
        add(card, LineKind::Help,
            report.verdict.allowed()
                ? ""
                : "Whoever runs Weir adds the entries to the variables of its environment, then starts "
                  "it anew.");
    }
    for (const PolicyWarning& warning : report.verdict.warnings) {
        add(card, LineKind::Muted, warning.message);
    }
    return card;
}

StepCard rehearsal_card(const live::ApplyReport& report) {
    StepCard card = card_of(StepKind::Rehearse);
    std::size_t changes = 0;
    for (const live::ApplyStep& step : report.steps) {
        if (!step.rehearsal) {
            continue;
        }
        const live::Rehearsal& rehearsal = *step.rehearsal;
        for (const live::ClusterProblem& problem : rehearsal.problems) {
            add_cluster_problem(card, problem);
        }
        if (!rehearsal.problems.empty()) {
            continue;
        }
        changes += rehearsal.changes.size();
        add(card, LineKind::Plain, fmt::format("{}: FlinkDeployment {}", step.action(), place_of(step.deployment)));
        add(card, LineKind::Plain,
            fmt::format("{} ConfigMap {}", rehearsal.new_config_map ? "new" : "the same",
                        step.deployment.config_map.name));
        add_fields(card, rehearsal.changes, false);
    }
    add(card, LineKind::Muted, "Sent: kubectl apply --server-side --dry-run=server --field-manager=weir, never forced");
    card.headline = card.state == StepState::Refused   ? "The cluster would not take it"
                    : card.state == StepState::Unknown ? "The cluster could not be asked"
                    : changes == 0
                        ? "Nothing changes"
                        : fmt::format("The server accepts {}; nothing was written yet", counted(changes, "change"));
    return card;
}

StepCard apply_card(const live::ApplyReport& report) {
    StepCard card = card_of(StepKind::Apply);
    for (const live::ApplyStep& step : report.steps) {
        for (const std::string& sent : step.sending ? step.sending->sent : std::vector<std::string>{}) {
            add(card, LineKind::Good, fmt::format("applied: {}", sent));
        }
        if (step.failed()) {
            add_cluster_problem(card, *step.sending->problem);
        }
        if (step.settled) {
            const bool failed = step.settled->state == live::JobState::Failed;
            add(card, failed ? LineKind::Bad : LineKind::Plain,
                fmt::format("{}: {}, generation {}", live::job_state_name(step.settled->state),
                            place_of(step.deployment), step.sending ? step.sending->generation : 0));
            add(card, LineKind::Muted, step.settled->message);
        }
        if (step.leftovers && !step.leftovers->names.empty()) {
            add(card, LineKind::Muted,
                fmt::format("{}: {}",
                            step.leftovers->removable ? "can be removed" : "kept until the job has a checkpoint",
                            joined(step.leftovers->names)));
        }
    }
    if (report.ends(live::JobState::Failed)) {
        card.state = StepState::Refused;
    } else if (report.ends(live::JobState::Unknown) && card.state == StepState::Done) {
        card.state = StepState::Unknown;
    }
    add(card, LineKind::Muted, "Sent: kubectl apply --server-side --field-manager=weir, never forced");
    card.headline = card.state == StepState::Done      ? "The server has taken everything"
                    : card.state == StepState::Unknown ? "It is not known whether the cluster took everything"
                                                       : "It did not come to what the contract says";
    return card;
}

StepCard evidence_card(const std::vector<Evidence>& evidence) {
    StepCard card = card_of(StepKind::Evidence);
    for (const Evidence& piece : evidence) {
        std::string text = fmt::format("{}: {}", evidence_name(piece.kind), piece.message);
        if (piece.age_seconds && piece.budget_seconds) {
            text += fmt::format(" ({} s old, budget {} s)", *piece.age_seconds, *piece.budget_seconds);
        }
        add(card, !piece.ok ? LineKind::Muted : *piece.ok ? LineKind::Good : LineKind::Bad, text);
        if (piece.ok != true) {
            add(card, LineKind::Help, piece.help);
        }
    }
    const std::optional<bool> verified = verdict(evidence);
    card.state = !verified ? StepState::Unknown : *verified ? StepState::Done : StepState::Refused;
    card.headline = !verified   ? "Not known: not everything could be looked at"
                    : *verified ? "Verified"
                                : "Not verified";
    return card;
}

Targets targets_of(const live::ApplyReport& report) {
    Targets targets;
    for (const live::ApplyStep& step : report.steps) {
        targets.names.push_back(step.deployment.name);
        const std::string& context = step.deployment.context;
        if (std::find(targets.contexts.begin(), targets.contexts.end(), context) == targets.contexts.end()) {
            targets.contexts.push_back(context);
        }
    }
    return targets;
}

std::string joined(const std::vector<std::string>& texts) {
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace weir::app
