#pragma once

/// \file
/// Making the findings of the binding.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"

namespace weir::binding {

class Findings {
  public:
    Findings(const Contract& contract, std::vector<Finding>& list) : contract_(contract), list_(list) {}

    /// `Managed Flink: <subject of place>: <what>`. The reference is good until the next finding.
    Finding& add(Code code, Place place, std::string_view what);

    /// Adds another place to a finding; a place that is not known is left out.
    void relate(Finding& finding, Place place, std::string message) const;

    /// Offers to write `text` in place of the scalar at `place`, in the scalar's own style of quoting.
    /// No fix is made where that cannot be done safely: a block scalar, or a value that other places of
    /// the contract use as well.
    void offer(Finding& finding, Place place, std::string_view text, std::string title) const;

    /// Offers to write each of two scalars in the place of the other.
    void offer_swap(Finding& finding, Place one, Place other) const;
    /// Offers to remove `key` from the mapping at `place`.
    void leave_out(Finding& finding, Place place, std::string_view key) const;

    [[nodiscard]] Span span(Place place) const;
    [[nodiscard]] Finding& last() { return list_.back(); }
    [[nodiscard]] std::size_t count() const { return list_.size(); }

  private:
    const Contract& contract_;
    std::vector<Finding>& list_;
};

} // namespace weir::binding
