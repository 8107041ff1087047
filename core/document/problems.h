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

    explicit Problems(FileId file = Span::kNoFile, bool quiet = false) : file_(file), quiet_(quiet) {}

    /// Adds a finding, to be completed by the caller.
    Finding& add(Code code, Span at, std::string message);

    /// Texts of a fragment are not quoted: when it fails to load, no finding shows any of it.
    [[nodiscard]] bool quiet() const { return quiet_; }
    [[nodiscard]] bool any_error() const { return any_error_; }
    /// All findings, by place.
    [[nodiscard]] std::vector<Finding> take();

  private:
    std::vector<Finding> findings_;
    Finding spare_;
    std::size_t dropped_ = 0;
    FileId file_ = Span::kNoFile;
    bool quiet_ = false;
    bool any_error_ = false;
};

/// `text` for a message: in double quotes, and cut when long.
[[nodiscard]] std::string quoted(std::string_view text);

/// Adds `.key` (or `['odd key']`) to a contract pointer.
void append_path_key(std::string& path, std::string_view key);
/// Adds `[number]` to a contract pointer.
void append_path_index(std::string& path, std::size_t number);

} // namespace weir
