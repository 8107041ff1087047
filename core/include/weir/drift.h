#pragma once

/// \file
/// What a cluster holds against what a contract says: fields that differ, and who owns them. Pure: objects come in as
/// the API server's JSON and are not trusted. Nothing that reads like a secret comes out.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/deploy.h"

namespace weir {

/// One field in which two states of an object differ.
struct FieldDifference {
    enum class Kind : std::uint8_t {
        Pending, ///< the contract wants another value than was applied last
        Drift,   ///< the live value is not the one that was applied last
    };
    Kind kind = Kind::Pending;
    std::string path;    ///< `spec.flinkConfiguration['s3.endpoint']`, `spec.podTemplate.spec.containers[main].image`
    std::string desired; ///< JSON on one line; empty when the field is not there
    std::string live;    ///< the same
    /// Who owns the live field by its managed fields, separated by commas; others than Weir when there are any. Empty
    /// when nobody does.
    std::string manager;
};

/// Whose an object is.
struct Ownership {
    bool ours = false;   ///< managed by Weir, and of the product
    std::string message; ///< why not
};
[[nodiscard]] Ownership ownership(std::string_view object, std::string_view product);

/// Which object it is, and how often its specification was changed; empty and 0 where it does not say.
struct ObjectIdentity {
    std::string uid;
    std::uint64_t generation = 0;
};
[[nodiscard]] ObjectIdentity identity_of(std::string_view object);

// ---- what others answer ----

/// The JSON text is nested deeper than any answer of a cluster has to be: do not parse it into a tree.
[[nodiscard]] bool is_too_deep(std::string_view json);
/// Words of a server, the operator or kubectl without what reads like a secret. Not escaped.
[[nodiscard]] std::string quoted_words(std::string_view said);

// ---- before something is applied ----

/// Fields of `desired` that another manager owns with another value: server-side apply refuses them.
[[nodiscard]] std::vector<FieldDifference> conflicts(std::string_view desired, std::string_view live);

/// What applying changes in an object, its labels and annotations: from the live object, empty when there is none, to
/// the one that the server's rehearsal gave. Weir's own bookkeeping is left out.
[[nodiscard]] std::vector<FieldDifference> effects(std::string_view live, std::string_view rehearsed);

/// Why this is not the ConfigMap `wanted`, of the same name: altered, or not immutable. Empty when it is.
[[nodiscard]] std::string config_map_fault(const Resource& wanted, std::string_view live);

// ---- live diff ----

enum class LiveState : std::uint8_t { Match, Pending, Drift, Error };
[[nodiscard]] std::string_view live_state_name(LiveState state);

struct LiveDiff {
    std::string build;
    std::string context;
    std::string name_space;
    std::string name;
    LiveState state = LiveState::Error;
    std::vector<FieldDifference> fields; ///< drift first, each sorted by path
    /// Of Error: a slug and what to do. Of Pending: what is new.
    std::string code;
    std::string message;
};

/// Name of the ConfigMap with the SQL that a FlinkDeployment mounted when it was applied last; empty when none is
/// known.
[[nodiscard]] std::string mounted_config_map(std::string_view flink_deployment);

/// Compares a deployment with what was applied last, and that with the contract. The few fields that the operator adds
/// of its own are no difference; any other field that was not applied is drift, whoever owns it, or nobody.
/// \param flink_deployment  the live object; nothing when there is none, which is pending
/// \param config_map        the live object named by mounted_config_map(); nothing when there is none
[[nodiscard]] LiveDiff compare_live(const Deployment& desired, std::string_view product,
                                    std::optional<std::string_view> flink_deployment,
                                    std::optional<std::string_view> config_map);

/// Paths at which a live FlinkDeployment is not the rendered one. The whole specification counts, but for what the
/// operator adds of its own. Of labels and annotations those count that were rendered, without Weir's bookkeeping.
/// `(unreadable)` when one is no JSON object.
[[nodiscard]] std::vector<std::string> differing_paths(std::string_view rendered, std::string_view live);

/// The worst of all: error, drift, pending, match.
[[nodiscard]] LiveState worst(const std::vector<LiveDiff>& diffs);

/// `{"schema": 1, "state", "fields": [{"path", "desired", "live", "manager", "state": "pending|drift",
/// "deployment"}], "deployments": [{"build", "context", "namespace", "name", "state", "message"}]}` on one line with a
/// final newline; `error: {code, message}` when the state is error. Paths are those of the objects.
[[nodiscard]] std::string live_diff_json(const std::vector<LiveDiff>& diffs);
/// A line for each deployment and each field.
[[nodiscard]] std::string live_diff_text(const std::vector<LiveDiff>& diffs);

/// Members `path`, `desired`, `live` and `manager` as one JSON object.
[[nodiscard]] std::string field_json(const FieldDifference& field);
/// `  path: live → desired (manager)`, safe for a terminal, with a newline.
[[nodiscard]] std::string field_text(const FieldDifference& field);

} // namespace weir
