#pragma once

/// \file
/// A plan on its way into a cluster, in the steps that the command line and the window take: judged without a cluster,
/// rehearsed by the server, sent, watched. Each step fills its part of one report.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "live/audit.h"
#include "live/deployer.h"
#include "weir/facade.h"
#include "weir/policy.h"

namespace weir::live {

/// One deployment of a plan on its way.
struct ApplyStep {
    Deployment deployment; ///< stamped
    std::optional<Rehearsal> rehearsal;
    std::optional<Sending> sending;
    std::optional<Settled> settled;
    std::optional<Leftovers> leftovers;

    /// `create`, `change` or `none`; empty when it was not rehearsed.
    [[nodiscard]] std::string_view action() const;
    /// It was begun to be sent, and that failed.
    [[nodiscard]] bool failed() const { return sending && sending->problem; }
};

struct ApplyReport {
    std::string mode; ///< as it was asked for; `suspend` and `resume` too
    PlanDocument plan;
    Rechecked rechecked;
    /// What keeps the plan from being sent anywhere.
    std::vector<DeployProblem> problems;
    PolicyVerdict verdict;
    Environment environment;
    std::vector<ApplyStep> steps;
    bool rehearsal_only = false; ///< --mode dry-run
    bool declined = false;       ///< asked, and the answer was no
    /// Only the job's state may change: what was rehearsed with any other change is refused.
    bool state_only = false;

    /// Nothing keeps the plan from being sent.
    [[nodiscard]] bool sendable() const { return problems.empty() && verdict.allowed(); }
    /// The server has rehearsed everything, and nothing is in the way.
    [[nodiscard]] bool rehearsed() const;
    /// The server has taken everything.
    [[nodiscard]] bool all_sent() const;
    /// It is not known whether the cluster would take, or has taken, everything.
    [[nodiscard]] bool has_unknown() const;
    /// A job has come to this.
    [[nodiscard]] bool ends(JobState state) const;
    /// All applied, or all well for a dry run; no; or not known.
    [[nodiscard]] std::optional<bool> answer() const;
};

/// Judges a plan that was read without problems, by all that can be said without a cluster: its mode, its contract
/// compiled again, its bundle, its images, the operator's allowlists.
/// \param mode    what is to be done; DryRun takes a plan of any mode
/// \param bundle  the archive that was given; empty for none
void check_plan(ApplyReport& report, PlanMode mode, const std::string& bundle);

/// Looks at the cluster and has it rehearse. Writes nothing. True when nothing is in the way.
bool rehearse_all(ApplyReport& report, PlanMode mode, const Stop& stop = {});

/// Sends everything that was rehearsed, one deployment after the other, and stops at the first that fails.
void send_all(ApplyReport& report, const Stop& stop = {});

/// Waits for the operator, and lists what former versions have left.
/// \param waiting  called before each wait with the seconds that have passed
void settle_all(ApplyReport& report, std::chrono::seconds patience, const std::function<void(std::size_t)>& waiting,
                const Stop& stop = {});

/// What the log of commands says of it: contexts, result, codes, objects and digest.
void tell_audit(const ApplyReport& report, AuditEntry& entry);

} // namespace weir::live
