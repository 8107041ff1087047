#pragma once

/// \file
/// The findings of one text while it is read.

#include <string>
#include <string_view>
#include <vector>

#include "weir/finding.h"

namespace weir {

/// Collects findings about one text. A hostile text earns a bounded number of them.
class Problems {
  public:
    /// Findings about one text beyond this number are counted, not kept.
    static constexpr std::size_t kMost = 10'000;

    explicit Problems(FileId file = Span::kNoFile, bool fragment = false) : file_(file), fragment_(fragment) {}

    /// Adds a finding, to be completed by the caller.
    Finding& add(Code code, Span at, std::string message);

    /// The text is a fragment, of which nobody knows yet where in the contract it stands.
    [[nodiscard]] bool fragment() const { return fragment_; }
    /// All findings, by place.
    [[nodiscard]] std::vector<Finding> take();

  private:
    std::vector<Finding> findings_;
    Finding spare_;
    std::size_t dropped_ = 0;
    FileId file_ = Span::kNoFile;
    bool fragment_ = false;
};

/// `text` for a message: in double quotes, and cut when long.
[[nodiscard]] std::string quoted(std::string_view text);

/// Adds `.key` (or `['odd key']`) to a contract pointer.
void append_path_key(std::string& path, std::string_view key);
/// Adds `[number]` to a contract pointer.
void append_path_index(std::string& path, std::size_t number);

} // namespace weir
