#pragma once

/// \file
/// The operator's lists: which entries there are, which of them can match, and what they match.

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/host.h"
#include "weir/policy.h"

namespace weir::policy {

/// Why an entry of the list `variable` can match nothing, as the end of a sentence that starts with the entry; empty
/// when it can. What a refusal proposes to add is judged by it as well.
[[nodiscard]] std::string_view entry_fault(std::string_view variable, std::string_view entry);

/// The host of an entry as it is compared: no port, no brackets, lower case, the one spelling of an address. Empty
/// when it is none.
[[nodiscard]] std::string host_key(std::string_view entry);

/// One of the lists.
class Allowlist {
  public:
    Allowlist(const Environment& environment, std::string_view variable);

    [[nodiscard]] std::string_view variable() const { return variable_; }
    /// The variable is not there at all; it may also be there and empty.
    [[nodiscard]] bool unset() const { return unset_; }
    [[nodiscard]] bool empty() const { return entries_.empty() && faulty_.empty(); }
    /// Entries that can match nothing, in their order.
    [[nodiscard]] const std::vector<std::string_view>& faulty() const { return faulty_; }

    [[nodiscard]] bool holds(std::string_view entry) const { return entries_.find(entry) != entries_.end(); }
    /// `name`, or `space/name`.
    [[nodiscard]] bool holds_in(std::string_view space, std::string_view name) const;
    /// The repository, or a start of it that ends in `/`.
    [[nodiscard]] bool holds_repository(std::string_view repository) const;
    /// The address, or the name or one of its parents.
    [[nodiscard]] bool holds_host(const Host& host) const;
    /// The variable for that host alone, or for every host.
    [[nodiscard]] bool holds_pair(std::string_view name, const Host& host) const;
    /// An entry that starts so.
    [[nodiscard]] bool holds_start(std::string_view start) const;

  private:
    void add(std::string_view entry);

    std::string_view variable_;
    bool unset_ = false;
    std::set<std::string, std::less<>> entries_; ///< as they are compared
    std::vector<std::string_view> faulty_;
};

} // namespace weir::policy
