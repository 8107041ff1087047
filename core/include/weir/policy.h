#pragma once

/// \file
/// What the operator's allowlists say of a contract (operator.md, "Allowlists"; docs/policy.md).
///
/// A contract names where its job lands and whom it talks to. The operator says in environment variables what of that
/// is allowed: comma-separated entries, blanks around them trimmed; an unset or empty list allows nothing. Everything
/// here is a function of the contract and of that map: the host reads the environment, and never a file of the
/// project.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weir/contract.h"
#include "weir/environment.h"
#include "weir/report.h"

namespace weir {

inline constexpr std::string_view kContextAllowlist = "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST";
inline constexpr std::string_view kNamespaceAllowlist = "FLUID_FLINK_NAMESPACE_ALLOWLIST";
inline constexpr std::string_view kImageAllowlist = "FLUID_FLINK_IMAGE_ALLOWLIST";
inline constexpr std::string_view kServiceAccountAllowlist = "FLUID_FLINK_SERVICE_ACCOUNT_ALLOWLIST";
inline constexpr std::string_view kSecretAllowlist = "FLUID_FLINK_SECRET_ALLOWLIST";
inline constexpr std::string_view kHostAllowlist = "FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST";
inline constexpr std::string_view kSecretRefAllowlist = "FLUID_ACQUISITION_SECRET_REF_ALLOWLIST";
inline constexpr std::string_view kOwnSqlAllowlist = "FLUID_FLINK_CONTRACT_SQL_ALLOWLIST";

/// Every variable that judge() looks at, in the order in which it is reported.
inline constexpr std::array<std::string_view, 8> kAllowlists = {
    kContextAllowlist, kNamespaceAllowlist, kImageAllowlist,     kServiceAccountAllowlist,
    kSecretAllowlist,  kHostAllowlist,      kSecretRefAllowlist, kOwnSqlAllowlist};

/// Who asks. All three check the deployment targets: context, namespace, image, service account, Secrets. `verify`
/// also checks the hosts that it sends the catalog's credential to; `apply`, a dry run included, checks everything.
enum class PolicyCommand : std::uint8_t { Apply, Diff, Verify };
/// Their names, in their order: apply, diff, verify.
[[nodiscard]] std::span<const std::string_view> policy_command_names();
[[nodiscard]] std::optional<PolicyCommand> policy_command(std::string_view name);

/// A row of the table of refusals. Each has a section in docs/policy.md.
struct RefusalCode {
    std::string_view code;     ///< a stable slug
    std::string_view variable; ///< that would have to hold an entry; empty when no entry can help
    std::string_view meaning;
};
[[nodiscard]] std::span<const RefusalCode> refusal_codes();

/// A row of the table of lists: one for each of kAllowlists, in its order. The reference is written from it.
struct AllowlistInfo {
    std::string_view variable;
    std::string_view bounds;                   ///< what of a contract it bounds
    std::string_view entry;                    ///< what an entry is; Markdown
    std::span<const PolicyCommand> checked_by; ///< who looks at it
    std::string_view narrowed;                 ///< what of it not all of these look at; empty when they all do
};
[[nodiscard]] std::span<const AllowlistInfo> allowlists();

/// One thing that the operator does not allow.
struct Refusal {
    std::string_view code;
    std::string_view variable; ///< empty for what no variable allows, such as a placeholder for an image
    /// Exactly what to add to the variable; empty when no entry would help, or when it may be a secret. The message
    /// says which.
    std::string entry;
    Place at;
    std::string message; ///< shows no text that may be a secret
};

/// An entry of an allowlist that matches nothing because of its form, or something else worth knowing.
struct PolicyWarning {
    std::string_view code; ///< entry-ineffective, no-managed-build
    std::string_view variable;
    std::string entry; ///< what may be a secret in it is masked
    std::string message;
};

/// Entries that a variable would have to hold, each once, in the contract's order.
struct PolicyNeed {
    std::string_view variable;
    std::vector<std::string> entries;
};

struct PolicyVerdict {
    PolicyCommand command = PolicyCommand::Apply;
    /// By build, then as the table of docs/policy.md lists them. One hides none of the others; beyond kMostFindings
    /// they are counted in `more`.
    std::vector<Refusal> refusals;
    std::size_t more = 0;
    std::vector<PolicyWarning> warnings;

    [[nodiscard]] bool allowed() const { return refusals.empty() && more == 0; }
};

/// Entries of one of kAllowlists that can match something, in their order, without blanks around them.
[[nodiscard]] std::vector<std::string> allowed_entries(const Environment& environment, std::string_view variable);

/// An IPv4 or IPv6 address that no entry can allow: link-local, a metadata service, unspecified, multicast, or one of
/// these inside another form. What is no address is never contacted either. A name has to be judged again by this
/// once it is known where it leads.
[[nodiscard]] bool is_never_contacted(std::string_view address);

/// Judges every managed build of a contract that is valid. No managed build: nothing is refused, and a warning says
/// so.
[[nodiscard]] PolicyVerdict judge(const Contract& contract, const Environment& environment, PolicyCommand command);

/// The entries of all refusals, by variable in the order of kAllowlists. What no entry can allow is not in it.
[[nodiscard]] std::vector<PolicyNeed> missing(const PolicyVerdict& verdict);

/// What the variables would have to hold for this contract, whatever they hold now. Variables of which nothing is
/// needed are left out, as is what no entry can allow.
[[nodiscard]] std::vector<PolicyNeed> needs(const Contract& contract, PolicyCommand command);

/// A judged contract as reports need it. Points into all of them.
struct PolicyReport {
    ContractReport contract;
    const Contract* model = nullptr; ///< null when the contract is invalid: it is not judged
    const PolicyVerdict* verdict = nullptr;
    const Environment* environment = nullptr;
};

/// The object of interfaces.md, `weir policy`, on one line with a final newline: `{"schema": 1, "for", "allowed",
/// "refusals": [{"code", "variable", "entry", "path", "message", "file", "range"}], "warnings": [{"code", "variable",
/// "entry", "message"}], "needs": [{"variable", "entries"}]}`. `variable` and `entry` are null where there is none.
/// Of an invalid contract: `{"schema": 1, "for", "allowed": false, "refusals": [], "warnings": [], "needs": [],
/// "contracts": […]}`, the last as `validate` prints it. `more` counts refusals that are not listed, when there are.
[[nodiscard]] std::string policy_json(const PolicyReport& report, PolicyCommand command);

/// Refusals in the form of findings_text, then `export` lines that a POSIX shell takes. Findings of an invalid
/// contract.
[[nodiscard]] std::string policy_text(const PolicyReport& report, const TextStyle& style);

} // namespace weir
