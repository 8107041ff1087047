#pragma once

/// \file
/// Gathers the evidence of `weir verify`: asks the cluster, Flink through the cluster, and the catalog, and judges
/// what they answer (weir/evidence.h).

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "live/audit.h"
#include "live/catalog.h"
#include "live/kubectl.h"
#include "weir/deploy.h"
#include "weir/evidence.h"
#include "weir/facade.h"

namespace weir::live {

class Verifier {
  public:
    /// \param http      its `stop` ends a question, to a catalog or to a cluster
    /// \param checked   a valid contract that the operator's allowlists allow to verify; has to outlive this
    /// \param rendered  of this contract, without problems
    Verifier(const Checked& checked, const Rendered& rendered, const HttpSettings& http, const Variables& variables);
    Verifier(const Verifier&) = delete;
    Verifier& operator=(const Verifier&) = delete;
    ~Verifier();

    /// Looks at everything once, build by build. Takes as long as those asked do, each of which is bounded.
    /// \param now  milliseconds since 1970
    [[nodiscard]] std::vector<Evidence> look(std::int64_t now);

  private:
    struct Target;

    void look_at_cluster(const Target& target, std::int64_t now, std::vector<Evidence>& evidence) const;
    void look_at_catalog(Target& target, std::int64_t now, std::vector<Evidence>& evidence) const;

    const Checked& checked_;
    std::vector<std::unique_ptr<Target>> targets_;
};

/// How long to look for fresh evidence.
struct VerifyPatience {
    std::chrono::seconds time{0}; ///< 0 looks once
    Stop stop;
    /// Told before each pause what was seen; may be empty.
    std::function<void(const std::vector<Evidence>&, std::chrono::seconds left)> waiting;
};
/// Looks until the evidence is fresh, waiting makes no sense any more, the time is over, or it is stopped.
[[nodiscard]] std::vector<Evidence> gather(Verifier& verifier, const VerifyPatience& patience);

/// What the log of commands says of it: result and objects.
void tell_audit(const std::vector<Evidence>& evidence, AuditEntry& entry);

/// Evidence of that kind that the cluster gave no answer for.
[[nodiscard]] Evidence without_cluster(EvidenceKind kind, const KubeAnswer& answer);

} // namespace weir::live
