#pragma once

/// \file
/// What `weir verify` concludes from the answers of a cluster, a Flink and a catalog: pieces of evidence that a
/// deployment does what its contract says. Pure: answers and the time come in as values; asking is not done here.
///
/// Answers are of strangers. They are read under bounds, and of their texts only names, numbers and times are told;
/// a report still has to make them safe for the place it is printed in, which evidence_text and evidence_json do.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/contract.h"
#include "weir/report.h"

namespace weir {

enum class EvidenceKind : std::uint8_t {
    DeploymentSpec,  ///< the operator reconciled the specification that the contract renders
    DeploymentState, ///< the job runs, or is suspended where the contract says so
    Checkpoint,      ///< newest completed checkpoint
    TableSchema,     ///< columns of the table
    Snapshot,        ///< current snapshot of the table
    // Of weir/doctor.h:
    CatalogToken,     ///< the credential is taken, or a token is given for it
    CatalogConfig,    ///< the catalog is where the contract says, and knows the warehouse
    CatalogEndpoints, ///< it takes commits
    CatalogNamespace, ///< the namespace may be seen
    CatalogTable,     ///< the table may be loaded
    CatalogStorage,   ///< who has the storage's keys
};

/// `deployment-spec`, `deployment-state`, `checkpoint`, `table-schema`, `snapshot`; `catalog-token` and so on.
[[nodiscard]] std::string_view evidence_name(EvidenceKind kind);

/// One place where the table is not what the contract says, in the words of the runner (docs/runner.md).
struct SchemaDifference {
    std::string path;     ///< `items.element.price`; `(columns)` for the order of the table's own columns
    std::string contract; ///< `required long`, `the order id, name`, `absent`
    std::string found;
};

struct Evidence {
    EvidenceKind kind = EvidenceKind::DeploymentSpec;
    std::string build;
    /// Nothing: it could not be looked at.
    std::optional<bool> ok;
    std::string value; ///< what was seen; empty when nothing was
    std::optional<std::uint64_t> age_seconds;
    std::optional<std::uint64_t> budget_seconds;
    std::string message;
    std::string help;                          ///< what to do; empty when it is ok
    std::vector<SchemaDifference> differences; ///< the first kMostDifferences of TableSchema
    /// It may become true by itself, so that looking again makes sense.
    bool waits = false;
};

inline constexpr std::size_t kMostDifferences = 100;
/// Budgets of a contract that gives none (contract.md section 4).
inline constexpr std::uint64_t kCheckpointBudget = 300;
inline constexpr std::uint64_t kSnapshotBudget = 600;

/// Bounds of an answer, in bytes. A larger one is not read.
inline constexpr std::size_t kLargestAnswer = 16UL * 1024 * 1024;

/// How a question to a catalog or its token endpoint ended without the answer that was asked for.
struct NoAnswer {
    enum class Why : std::uint8_t {
        Unreachable,   ///< no connection
        Unresolved,    ///< no address has that name
        NotTls,        ///< it speaks, but no TLS that this machine speaks
        Insecure,      ///< its certificate is not trusted
        TimedOut,      ///< no answer in time
        TooLarge,      ///< more than `limit`
        Redirected,    ///< it points elsewhere; never followed
        Forbidden,     ///< the address is one that nothing may be sent to
        Status,        ///< another HTTP status than 200
        NotUnderstood, ///< no JSON, or not what it should hold
        Variable,      ///< the variable with the credential is unset or malformed
    };
    Why why = Why::Unreachable;
    int status = 0;          ///< of Status and Redirected
    std::string whom;        ///< `the catalog catalog.example.com`; from the contract
    std::string detail;      ///< more words of our own, such as a curl error; empty for none
    std::string type;        ///< error type that the server names, such as NoSuchTableException; empty for none
    std::string table;       ///< `commerce.orders` when that was asked for; empty for what comes before
    bool credential = false; ///< one was sent
    std::size_t limit = kLargestAnswer; ///< of TooLarge: how many bytes were allowed
};

/// The evidence of that kind that there is none of, and what to do: 401 is about the credential, 403 about a grant,
/// 404 about the table, 419 about an expired token.
[[nodiscard]] Evidence without_answer(EvidenceKind kind, const NoAnswer& answer);

/// Names of errors in a server's answer are told only when they are one of an Iceberg catalog's exceptions by form, or
/// one of OAuth2's error codes; nothing else of an error's text is.
/// \param body  `{"error": {"type": "NoSuchTableException", …}}` or `{"error": "invalid_client", …}`
[[nodiscard]] std::string error_type(std::string_view body);

/// \param answer  Flink's `/jobs/ID/checkpoints`
/// \param now     milliseconds since 1970
[[nodiscard]] Evidence judge_checkpoint(std::string_view answer, std::int64_t now, std::uint64_t budget);

/// What a LoadTableResult of Iceberg's REST catalog says of the table.
struct TableEvidence {
    Evidence schema;
    Evidence snapshot;
};
[[nodiscard]] TableEvidence judge_table(std::string_view answer, const Contract& contract, const Expose& expose,
                                        std::int64_t now, std::uint64_t budget);

/// What a catalog's `/v1/config` says that a client needs.
struct CatalogConfig {
    bool understood = false;
    std::string prefix; ///< goes into paths as it is; checked to be harmless there
    std::string uri;    ///< another address for everything else; empty for the same
    std::string tokens; ///< another token endpoint, which the job would take for the contract's; empty for the same
};
[[nodiscard]] CatalogConfig read_catalog_config(std::string_view answer);

/// An access token from a token endpoint's answer; empty when there is none that can be sent.
[[nodiscard]] std::string read_access_token(std::string_view answer);

/// A FlinkDeployment as far as evidence needs it.
struct DeploymentSeen {
    bool understood = false;
    std::uint64_t generation = 0;
    /// That the operator has reconciled: status.observedGeneration, else what its lastReconciledSpec names; 0 for none.
    std::uint64_t reconciled = 0;
    std::string reconciliation; ///< DEPLOYED, UPGRADING, ROLLED_BACK, …
    std::string lifecycle;      ///< STABLE, SUSPENDED, FAILED, …
    std::string job_state;      ///< RUNNING, …
    std::string job_id;         ///< 32 hexadecimal digits, or empty
    bool error = false;         ///< the operator reports one
};
[[nodiscard]] DeploymentSeen read_deployment(std::string_view answer);

/// \param differs  paths where the live specification is not the contract's, the first of them; empty when it is
[[nodiscard]] Evidence judge_spec(const DeploymentSeen& seen, const std::vector<std::string>& differs);
/// \param suspended  the contract says so
[[nodiscard]] Evidence judge_state(const DeploymentSeen& seen, bool suspended);

/// `42 s`, `17 min`, `5 h`, `3 days`.
[[nodiscard]] std::string duration_words(std::uint64_t seconds);

/// What all the evidence comes to: true, false, or nothing when a piece could not be looked at and none is false.
[[nodiscard]] std::optional<bool> verdict(const std::vector<Evidence>& evidence);
/// Looking again may change the verdict for the better: a piece is not true, and each such one may become so.
[[nodiscard]] bool worth_waiting(const std::vector<Evidence>& evidence);

/// The object of interfaces.md, "verify", on one line with a final newline. Each piece also names its build, `help`,
/// and `differences` when there are any.
[[nodiscard]] std::string evidence_json(const std::vector<Evidence>& evidence);
/// One line a piece, help and differences below it, and a last line with the verdict.
[[nodiscard]] std::string evidence_text(const std::vector<Evidence>& evidence, const TextStyle& style);

} // namespace weir
