#pragma once

/// \file
/// One deployment's way into a cluster: looked at, rehearsed by the server, sent, watched. Nothing is forced and
/// nothing is deleted, and every step can be taken again: an interrupted run is finished by the next one.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "live/kubectl.h"
#include "weir/drift.h"

namespace weir::live {

/// Why a deployment cannot be applied, or looked at.
struct ClusterProblem {
    std::string code;    ///< stable, kebab-case
    std::string message; ///< may quote the server: escape it where it is printed
    std::string help;
    std::vector<FieldDifference> fields; ///< of a conflict: who owns what
    /// It is not known whether the cluster would say no.
    bool unknown = false;
};

/// Its FlinkDeployment and the ConfigMap of that name, as a cluster has them; nothing where there is none.
struct LiveObjects {
    std::optional<std::string> flink_deployment;
    std::optional<std::string> config_map;
    std::vector<ClusterProblem> problems;
};
/// \param mounted  look for the ConfigMap that was applied last, not for the deployment's own
[[nodiscard]] LiveObjects look(const Kubectl& kubectl, const Deployment& deployment, bool mounted);

struct Rehearsal {
    bool exists = false;
    bool new_config_map = false;
    ObjectIdentity identity;              ///< of the FlinkDeployment before
    std::string config_map_uid;           ///< before
    std::vector<FieldDifference> changes; ///< of the FlinkDeployment
    std::vector<ClusterProblem> problems;
};
/// Looks whose the objects are and has the server take both without keeping them. Writes nothing.
/// \param deployment  its resources stamped with the plan
[[nodiscard]] Rehearsal rehearse(const Kubectl& kubectl, const Deployment& deployment, std::string_view product,
                                 PlanMode mode);

struct Sending {
    std::vector<std::string> sent; ///< kind and name of what the server has taken, in order
    std::uint64_t generation = 0;  ///< afterwards
    std::optional<ClusterProblem> problem;
};
/// The ConfigMap first, the FlinkDeployment second. Looks again whose the objects are, and sends nothing when they are
/// not those of the rehearsal: time has passed since, for a question perhaps. Resources of objects that exist name
/// their uid, so that the server refuses one that was replaced after that.
[[nodiscard]] Sending send(const Kubectl& kubectl, const Deployment& deployment, std::string_view product,
                           const Rehearsal& rehearsal);

/// What the operator has made of it. Never that data was delivered: `weir verify` looks for that.
enum class JobState : std::uint8_t {
    Accepted, ///< by the API server; the operator has not finished with it
    Running,
    Suspended, ///< with a savepoint
    Failed,    ///< the operator reports an error and has not got over it
    Unknown,   ///< it could not be looked at
};
[[nodiscard]] std::string_view job_state_name(JobState state);

struct Settled {
    JobState state = JobState::Accepted;
    std::string message; ///< the operator's error, what could not be looked at; empty when all is well
    std::string job_id;
};
/// What a FlinkDeployment says of itself; Unknown when the text is none.
[[nodiscard]] Settled settled(std::string_view flink_deployment, bool suspended);

/// What a wait has seen of a job, look by look. The operator takes its error back for each attempt that it makes, so
/// that a wait may end between two of them: a failure that came up since the first look counts until the job is where
/// it should be. An error that stood there at the first look may be of before.
class Looks {
  public:
    void see(Settled job);
    /// The job is where its contract asks for it.
    [[nodiscard]] bool over() const;
    /// The last look, or the last failure before it.
    [[nodiscard]] const Settled& outcome() const;

  private:
    Settled last_;
    std::optional<Settled> failure_;
    bool looked_ = false;
};

/// Looks once a second until the job is in the state that the contract asks for.
/// \param patience  0 looks once
/// \param waiting   called before each wait with the seconds that have passed
/// \param stop      ends the waiting; may be empty
[[nodiscard]] Settled settle(const Kubectl& kubectl, const Deployment& deployment, std::chrono::seconds patience,
                             const std::function<void(std::size_t)>& waiting, const Stop& stop = {});

/// ConfigMaps of former versions of the job.
struct Leftovers {
    std::vector<std::string> names;
    /// The running job has a checkpoint of its own: none of them is needed any more.
    bool removable = false;
    std::string problem; ///< why they are not known
};
[[nodiscard]] Leftovers leftovers(const Kubectl& kubectl, const Deployment& deployment, const Settled& job);

} // namespace weir::live
