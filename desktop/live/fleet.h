#pragma once

/// \file
/// Everything that Weir manages in a cluster: the contexts of the kubeconfig, the deployments in the namespaces that
/// the operator allows, and how each of them stands. Reads only.
///
/// Texts of a cluster are of strangers: what reads like a secret is masked here, the rest is to be escaped where it is
/// printed.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "live/audit.h"
#include "live/deployer.h"
#include "live/kubectl.h"
#include "weir/drift.h"
#include "weir/evidence.h"
#include "weir/policy.h"

namespace weir::live {

// ---- contexts ----

/// A context of the kubeconfig.
struct FleetContext {
    std::string name;
    std::string server; ///< URL of its cluster, without a user's name and password; may be empty
    bool current = false;
    /// Why Weir does not use it; empty when it does.
    std::string refusal;
    std::string variable; ///< that would have to hold `entry`; empty when no entry helps
    std::string entry;

    [[nodiscard]] bool usable() const { return refusal.empty(); }
};

struct ContextList {
    std::vector<FleetContext> contexts;  ///< those that can be used first, each sorted by name
    std::vector<std::string> namespaces; ///< that the operator allows
    std::string code;                    ///< why there are none; empty when there are
    std::string message;
};

/// \param kubeconfig  what read_kubeconfig() gives
[[nodiscard]] ContextList read_contexts(std::string_view kubeconfig, const Environment& allowlists);
/// Runs kubectl; contacts no cluster.
[[nodiscard]] ContextList list_contexts(const Environment& allowlists);

// ---- deployments ----

/// A checkpoint that was completed.
struct FleetCheckpoint {
    std::int64_t completed = 0; ///< milliseconds since 1970
    std::uint64_t duration = 0; ///< milliseconds from its trigger
    std::optional<std::uint64_t> bytes;
};

/// What the Flink of a deployment tells of its checkpoints.
struct FleetCheckpoints {
    std::vector<FleetCheckpoint> latest; ///< the oldest first; Flink keeps ten
    std::uint64_t completed = 0;
    std::uint64_t failed = 0;
    std::string problem; ///< why nothing is known; empty when something is
};

struct FleetDeployment {
    std::string context;
    std::string name_space;
    std::string name;
    std::string product; ///< id of the contract that it was applied from
    std::string build;
    bool suspended = false; ///< its specification says so
    JobState state = JobState::Unknown;
    std::string lifecycle; ///< as the operator says it: STABLE, UPGRADING, …; empty before it has looked
    std::string job;       ///< as Flink says it: RUNNING, RESTARTING, …; empty when there is no job
    std::string job_id;
    std::optional<std::int64_t> started;   ///< the job; milliseconds since 1970
    std::optional<std::int64_t> savepoint; ///< the last one that the operator took
    std::optional<std::uint64_t> interval; ///< of its checkpoints, as the specification says it; seconds
    std::string message;                   ///< what the operator says about it
    std::vector<std::string> warnings;     ///< what somebody should look at, each a sentence
    std::string object;                    ///< the FlinkDeployment as JSON, when it was asked for
};

/// A namespace that could not be read.
struct FleetProblem {
    std::string name_space;
    std::string code;
    std::string message;
};

struct FleetLook {
    std::vector<FleetDeployment> deployments; ///< by namespace, then by name
    std::vector<FleetProblem> problems;
};

/// A page of the API server's list. `next` is what continues it, empty after the last one.
struct FleetPage {
    std::vector<FleetDeployment> deployments;
    std::string next;
    bool understood = false;
};
/// \param keep  of which deployments (by namespace and name) the object is kept
using KeepObject = std::function<bool(std::string_view name_space, std::string_view name)>;
[[nodiscard]] FleetPage read_fleet_page(std::string_view answer, const KeepObject& keep);

/// Asks for every FlinkDeployment with Weir's label in these namespaces, some hundreds in one request.
/// \param progress  told the namespaces that are done and how many there are; false ends the look
[[nodiscard]] FleetLook look_at_fleet(const Kubectl& kubectl, const std::vector<std::string>& namespaces,
                                      const KeepObject& keep,
                                      const std::function<bool(std::size_t, std::size_t)>& progress);

/// \param answer  Flink's `/jobs/ID/checkpoints`
[[nodiscard]] FleetCheckpoints read_checkpoints(std::string_view answer);
/// Asks the Flink of a deployment with a job, through the cluster.
[[nodiscard]] FleetCheckpoints look_at_checkpoints(const Kubectl& kubectl, const FleetDeployment& deployment);

/// Why somebody should look at the checkpoints of a job that runs: none for longer than `weir verify` takes without a
/// budget in the contract (kCheckpointBudget), and than three were due in. Rows come with checkpoints. Empty when all
/// is well or nothing is known. \param now  milliseconds since 1970
[[nodiscard]] std::string staleness(const FleetDeployment& deployment, const FleetCheckpoints& checkpoints,
                                    std::int64_t now);

/// What a look leaves in the log of commands: the deployments of each namespace, what could not be read, and how those
/// stand that were compared and are not as their contracts say.
/// \param diffs  of those that were compared
void tell_audit(const FleetLook& look, const std::vector<LiveDiff>& diffs, AuditEntry& entry);

// ---- against contracts ----

/// What a contract of a folder deploys.
struct FleetContract {
    std::string file;
    std::string product;
    Deployment deployment;
};
struct FleetContracts {
    std::vector<FleetContract> contracts;
    std::vector<std::string> passed_over; ///< files that are no valid contract: they deploy nothing
};
[[nodiscard]] FleetContracts deployed_by(const std::vector<std::string>& files,
                                         const std::function<bool(std::size_t, std::size_t)>& progress);

/// Compares a deployment, whose object was kept, with its contract; asks for the ConfigMap that it mounts.
[[nodiscard]] LiveDiff compare_with_contract(const Kubectl& kubectl, const FleetDeployment& live,
                                             const FleetContract& contract);

/// All that `weir verify` looks at, once, for one build of a contract.
struct CloserLook {
    std::vector<Evidence> evidence;
    std::string refusal; ///< why nothing was asked; empty when it was
};
/// \param stop  ends a question
/// \param now   milliseconds since 1970
[[nodiscard]] CloserLook look_closer(const std::string& file, std::string_view build, const Environment& allowlists,
                                     const Stop& stop, std::int64_t now);

} // namespace weir::live
