#pragma once

/// \file
/// What both forms of a comparison need to know about hidden values.

#include "report/secrets.h"
#include "weir/report.h"

namespace weir {

/// A change as it may be shown.
struct ShownChange {
    std::string_view message;
    std::string_view what;
    std::string_view affected;
    std::string_view action;
    std::string_view before; ///< JSON text, empty when that side lacks it
    std::string_view after;
    const Migration* migration; ///< never null
};

/// The secrets of both sides of a comparison.
class ChangeSecrets {
  public:
    explicit ChangeSecrets(const ChangesReport& report);

    [[nodiscard]] const SecretSpans& base() const { return base_; }
    [[nodiscard]] const SecretSpans& head() const { return head_; }
    /// The change with hidden values masked.
    [[nodiscard]] ShownChange shown(const Change& change) const;

  private:
    SecretSpans base_;
    SecretSpans head_;
};

} // namespace weir
