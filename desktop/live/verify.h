#pragma once

/// \file
/// Gathers the evidence of `weir verify`: asks the cluster, Flink through the cluster, and the catalog, and judges
/// what they answer (weir/evidence.h).

#include <memory>
#include <vector>

#include "live/catalog.h"
#include "live/kubectl.h"
#include "weir/deploy.h"
#include "weir/evidence.h"
#include "weir/facade.h"

namespace weir::live {

class Verifier {
  public:
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

/// Evidence of that kind that the cluster gave no answer for.
[[nodiscard]] Evidence without_cluster(EvidenceKind kind, const KubeAnswer& answer);

} // namespace weir::live
