#pragma once

/// \file
/// kubectl, which does all the talking with a cluster, and keeps its credentials to itself.
///
/// Every call is a list of arguments, begins with `--context=`, is bounded in time and output, and runs with an
/// environment that is spelled out: what finds kubectl's configuration and what its credential plugins need. Nothing
/// is ever forced, and a kuberc of the user cannot change that. No text of a contract becomes an argument of its own:
/// names that Kubernetes would not take are refused before kubectl is started.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "live/process.h"

namespace weir::live {

/// Why a call gave no answer.
enum class KubeTrouble : std::uint8_t {
    None,
    Missing,        ///< kubectl is not in PATH
    UnknownContext, ///< the kubeconfig has no such context, or there is none
    BadName,        ///< a name that is no name of Kubernetes; nothing was started
    Unreachable,    ///< nobody answers at the server's address, or not in TLS that is trusted
    TimedOut,       ///< no answer in time
    Stopped,        ///< whoever asked does not want to know any more
    Unauthorized,   ///< 401: the credential is not accepted
    Forbidden,      ///< 403: the user lacks a right; the message says verb and resource
    Absent,   ///< 404, and the server says that the object that was asked for is not there; its namespace, of apply
    NotFound, ///< any other 404: no such resource or path, or another server. Says nothing about the object
    Conflict, ///< 409: another manager owns a field
    Changed,  ///< 409 of another kind: the object is not the one that was meant
    Invalid,  ///< 400, 422: the server does not take the object
    Other,
};
/// The slug of JSON answers: `cluster-unreachable`, `cluster-forbidden`, …; empty for None.
[[nodiscard]] std::string_view trouble_code(KubeTrouble trouble);

struct KubeAnswer {
    KubeTrouble trouble = KubeTrouble::None;
    /// What went wrong and what to do, in words for people. Quotes the server: escape it where it is printed.
    std::string message;
    std::string out;  ///< what kubectl printed, at most kMostAnswer bytes
    std::string said; ///< its first words on standard error

    [[nodiscard]] bool ok() const { return trouble == KubeTrouble::None; }
};

/// For one request.
inline constexpr std::chrono::seconds kKubePatience{20};
inline constexpr std::size_t kMostAnswer = 16UL * 1024 * 1024;

/// An object by what the API calls it.
struct KubeObject {
    std::string_view api;      ///< `/api/v1` or `/apis/flink.apache.org/v1beta1`
    std::string_view resource; ///< `configmaps`
    std::string_view name_space;
    std::string_view name; ///< empty for all of them
};

/// Where the FlinkDeployments of the operator are.
inline constexpr std::string_view kFlinkApi = "/apis/flink.apache.org/v1beta1";
inline constexpr std::string_view kFlinkDeployments = "flinkdeployments";

class Kubectl {
  public:
    /// \param context   of the kubeconfig
    /// \param patience  for one request; a call of several takes at most three times as long
    /// \param stop      ends a call within a fraction of a second, with all that kubectl has started
    explicit Kubectl(std::string context, std::chrono::seconds patience = kKubePatience, Stop stop = {});

    [[nodiscard]] const std::string& context() const { return context_; }

    /// The kubeconfig knows the context. Contacts nobody.
    [[nodiscard]] KubeAnswer find_context() const;

    /// The object as JSON, with its managed fields: one request.
    [[nodiscard]] KubeAnswer get(const KubeObject& object) const;
    /// All objects of a kind with these labels, as one JSON list.
    /// \param selector  `name=value,…` of plain names
    [[nodiscard]] KubeAnswer list(const KubeObject& object, std::string_view selector) const;
    /// The same, `most` of them at a time.
    /// \param from  what the answer before gave as `metadata.continue`; empty for the first ones
    [[nodiscard]] KubeAnswer list_page(const KubeObject& object, std::string_view selector, unsigned most,
                                       std::string_view from) const;
    /// What a service's pod answers to a GET of `path` (without a leading `/`), through the API server.
    [[nodiscard]] KubeAnswer get_service(std::string_view name_space, std::string_view service, std::uint16_t port,
                                         std::string_view path) const;

    /// What the Flink of a FlinkDeployment answers about the checkpoints of a job, through the service that the
    /// operator makes for it.
    /// \param deployment  name of the FlinkDeployment
    [[nodiscard]] KubeAnswer get_checkpoints(std::string_view name_space, std::string_view deployment,
                                             std::string_view job_id) const;

    /// Server-side apply with field manager `weir`, never forced. `out` is the object as the server has it then.
    /// \param resource  one object as JSON
    /// \param rehearse  the server does all but keep it
    [[nodiscard]] KubeAnswer apply(std::string_view name_space, std::string_view resource, bool rehearse) const;

  private:
    [[nodiscard]] KubeAnswer run(const std::vector<std::string>& words, std::string_view input,
                                 std::string_view absence) const;
    [[nodiscard]] KubeAnswer get_raw(const std::string& path, std::string_view absence) const;

    std::string context_;
    std::chrono::seconds patience_;
    Stop stop_;
    std::string kubectl_; ///< path of the program; empty when there is none
};

/// The kubeconfig as JSON, merged, with contexts, clusters and users; kubectl leaves credentials and certificates out.
/// Contacts nobody.
[[nodiscard]] KubeAnswer read_kubeconfig();

/// What kubectl's words on standard error mean. Credential plugins write there too: kubectl has the last word, and only
/// lines that begin as its own do count.
/// \param absence  how the server says that the object asked for is not there: `configmaps "x" not found`
[[nodiscard]] KubeTrouble trouble_of(std::string_view said, std::string_view absence = {});

/// A name or namespace that may stand in a path of the API: lower-case letters, digits, `-` and `.`.
[[nodiscard]] bool is_object_name(std::string_view name);

} // namespace weir::live
