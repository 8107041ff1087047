#pragma once

/// \file
/// What no rule has judged: the two documents compared node by node.

#include <span>
#include <string>
#include <string_view>

#include "diff/changes.h"

namespace weir::changes {

/// A value on one side and what is known of it there.
struct Half {
    NodeId node = kNoNode;
    Coverage::Spot spot = Coverage::kNowhere;

    [[nodiscard]] bool present() const { return node != kNoNode; }
};

class Rest {
  public:
    explicit Rest(Changes& changes) : changes_(changes) {}

    /// The two roots without `builds` and `exposes`.
    void compare_roots();
    /// The lists under `key`, when they hold something that was not read into the contract.
    void compare_list(std::string_view key);
    /// Two values. `path` is what a change says of where it is.
    void compare(const std::string& path, Half base, Half head);
    /// The entries of two mappings whose keys are not among `except`; coverage is not asked.
    void compare_keys(const std::string& path, NodeId base, NodeId head, std::span<const std::string_view> except);

    /// Where a value that the contract holds stands in the coverage.
    [[nodiscard]] static Half half(const Side& side, Place place);

  private:
    struct Context {
        std::string_view rule = "other-changed";
        bool hidden = false;
        /// Order means nothing in the list.
        bool set = false;
    };

    [[nodiscard]] static Context inner(Context context, const std::string& path, std::string_view key);
    void walk(const std::string& path, Half base, Half head, Context context);
    void walk_mappings(const std::string& path, Half base, Half head, Context context,
                       std::span<const std::string_view> except);
    void walk_lists(const std::string& path, Half base, Half head, Context context);
    void report(const std::string& path, Half base, Half head, Context context);

    Changes& changes_;
};

} // namespace weir::changes
