#pragma once

/// \file
/// Names that Weir makes up: they start with `weir_` and are numbered until free.

#include <set>
#include <string>
#include <string_view>

namespace weir {

class FreeNames {
  public:
    /// `name` is taken, in any case of its letters.
    void take(std::string_view name);
    /// `wanted`, or `wanted_2`, `wanted_3`, …: the first that is free. It is taken from then on.
    [[nodiscard]] std::string make(std::string_view wanted);

  private:
    std::set<std::string, std::less<>> taken_;
};

} // namespace weir
