#pragma once

/// \file
/// The findings of one text while it is read.

#include <string>
#include <string_view>
#include <vector>

#include "weir/finding.h"

namespace weir {

/// Collects findings about one text, at most kMostFindings of them.
class Problems {
  public:
    explicit Problems(bool fragment = false) : fragment_(fragment) {}

    /// Adds a finding, to be completed by the caller.
    Finding& add(Code code, Span at, std::string message);

    /// The text is a fragment, of which nobody knows yet where in the contract it stands.
    [[nodiscard]] bool fragment() const { return fragment_; }
    /// All findings, by place.
    [[nodiscard]] std::vector<Finding> take();

  private:
    std::vector<Finding> findings_;
    bool fragment_ = false;
};

/// `text` for a message: in double quotes, and cut when long.
[[nodiscard]] std::string quoted(std::string_view text);

/// Adds `.key` (or `['odd key']`) to a contract pointer.
void append_path_key(std::string& path, std::string_view key);
/// Adds `[number]` to a contract pointer.
void append_path_index(std::string& path, std::size_t number);

} // namespace weir
