#pragma once

/// \file
/// What the files of this room share.

#include <string>
#include <string_view>

#include "weir/contract.h"
#include "weir/grants.h"

namespace weir::grants {

/// One job and what it writes.
struct Job {
    const Build& build;
    const FlinkDeployment& deployment;
    const Location& location;
    bool existing_table = false;

    /// Name of its identity, `data-products.orders`: no namespace of Kubernetes has a dot in it, so two deployments
    /// never share one.
    [[nodiscard]] std::string identity() const;
    [[nodiscard]] std::string table() const; ///< `commerce.orders`
};

/// A word of the script: quoted, and nothing hidden in it.
[[nodiscard]] std::string word(std::string_view text);
/// `# …` with a line break.
[[nodiscard]] std::string comment(std::string_view text);

[[nodiscard]] CatalogGrants catalog_grants(const Job& job);
/// Roles and RoleBindings of one deployment. Those of its service account are the same for every deployment that it
/// runs, and come once.
/// \param job_too  those of the service account as well
[[nodiscard]] std::string cluster_grants(const Job& job, bool job_too);

} // namespace weir::grants
