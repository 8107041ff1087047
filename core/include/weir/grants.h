#pragma once

/// \file
/// The least rights that the jobs of a contract need, as a script that somebody with more rights reads and runs
/// (advice.md, last line; docs/grants.md): in the catalog for the job, in the cluster for who applies the contract and
/// for the job's service account.
///
/// Each job gets an identity of its own in the catalog, so that a log tells jobs apart and one can be shut out alone.
/// Where the table exists the right to make tables is withheld, so that a job that restarts never makes it anew.

#include <string>
#include <string_view>
#include <vector>

#include "weir/contract.h"

namespace weir {

/// What one job needs of its catalog.
struct CatalogGrants {
    std::string build;
    std::string kind; ///< the contract's `location.catalog`: `polaris`
    /// Something can be run. Not for a plain `rest` catalog, whose specification knows no grants, nor for Nessie, whose
    /// rules stand in the server's configuration: there the script only says what is needed.
    bool runs = false;
    std::string script; ///< lines of a POSIX shell, comments among them, with a final newline
};

/// What a namespace of a cluster needs: Roles and RoleBindings, as YAML documents for kubectl.
struct ClusterGrants {
    std::string context;
    std::string name_space;
    std::string yaml;
};

/// The group that the RoleBinding of who applies names; a cluster's administrator puts somebody in it, or writes
/// another subject.
inline constexpr std::string_view kAppliers = "weir-appliers";
/// The same, of who only watches: `weir fleet`, `weir verify` and the window while it is read-only.
inline constexpr std::string_view kWatchers = "weir-watchers";

struct Grants {
    std::vector<CatalogGrants> catalogs; ///< by build, in the contract's order
    std::vector<ClusterGrants> clusters; ///< by context and namespace, in the contract's order
};

/// \param contract        valid
/// \param existing_table  the table is there already: the job gets no right to make one
[[nodiscard]] Grants grants_of(const Contract& contract, bool existing_table);

/// One script for all of it, that `sh` runs; it stops at the first command that fails.
/// \param product  the contract's id
[[nodiscard]] std::string grants_script(const Grants& all, std::string_view product);

/// `{"schema": 1, "existingTable", "catalogs": [{"build", "catalog", "runs", "script"}], "clusters": [{"context",
/// "namespace", "yaml"}]}` on one line with a final newline.
[[nodiscard]] std::string grants_json(const Grants& all, bool existing_table);

} // namespace weir
