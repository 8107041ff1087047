#pragma once

/// \file
/// What `weir doctor` concludes from a catalog's answers: whether a job of this contract would be let in, and what to
/// write or grant when not. Pure, as weir/evidence.h is; its pieces are of the kinds that begin with Catalog there.
///
/// Nothing is tried that writes: that a commit is allowed is not known until a job commits.

#include <string>
#include <string_view>
#include <vector>

#include "weir/evidence.h"

namespace weir {

/// Why a question got no answer, with the way out: another variable, another path on the same host, another host, a
/// grant. What was answered with a refusal is a no; what could not be asked is unknown.
/// \param kind  what was asked for
[[nodiscard]] Evidence doctor_refusal(EvidenceKind kind, const Location& location, const NoAnswer& answer);

/// Addresses on the same host where catalogs of this kind, or of any known kind for `rest`, have their Iceberg API.
/// Worth asking when there is none at the contract's own: without a credential, since nobody has named them.
[[nodiscard]] std::vector<std::string> likely_addresses(const Location& location);

/// A token was got.
/// \param answer  of the token endpoint; empty where the contract's credential is the token
[[nodiscard]] Evidence judge_token(std::string_view answer, const Location& location);
/// \param answer  of `/v1/config`, which was understood
[[nodiscard]] Evidence judge_config(std::string_view answer);
/// Whether the catalog says that it takes commits. One that lists no endpoints says nothing, and is taken at its word.
[[nodiscard]] Evidence judge_endpoints(std::string_view answer);
/// \param listed   answer that lists the namespaces at the top; empty for none
/// \param refused  why there is none: that may not be seen, which a job can do without; else nothing is said of it
[[nodiscard]] Evidence judge_namespace(std::string_view listed, bool refused, const Location& location);
/// Whether the storage's keys came with the table, where the contract asks for them, and last as long as a job. Only
/// names of keys are told.
/// \param answer  LoadTableResult
[[nodiscard]] Evidence judge_storage(std::string_view answer, const Location& location);

/// `{"schema": 1, "healthy": true|false|null, "checks": […]}` on one line with a final newline; a check has the form of
/// evidence.
[[nodiscard]] std::string doctor_json(const std::vector<Evidence>& checks);
/// One line a check, help below it, and a last line with the verdict.
[[nodiscard]] std::string doctor_text(const std::vector<Evidence>& checks, const TextStyle& style);

} // namespace weir
