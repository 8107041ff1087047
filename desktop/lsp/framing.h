#pragma once

/// \file
/// Messages of the Language Server Protocol out of a stream of bytes: a header with Content-Length, then
/// so many bytes of JSON.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weir::lsp {

struct FrameLimits {
    std::size_t header = 8UL * 1024;
    /// A text of 5 MiB with every character escaped.
    std::size_t body = 64UL * 1024 * 1024;
};

class Framing {
  public:
    explicit Framing(FrameLimits limits = {}) : limits_(limits) {}

    void feed(std::string_view bytes) { bytes_ += bytes; }
    /// The next whole message's body, when there is one.
    [[nodiscard]] std::optional<std::string> next();
    /// The stream cannot be read on: a header without a length, or one beyond the limits.
    [[nodiscard]] bool broken() const { return broken_; }

  private:
    [[nodiscard]] bool read_header();
    void compact();

    FrameLimits limits_;
    std::string bytes_;
    std::size_t at_ = 0; ///< bytes before it have been taken
    std::optional<std::size_t> length_;
    bool broken_ = false;
};

/// A message as it goes over the wire.
[[nodiscard]] std::string framed(std::string_view body);

} // namespace weir::lsp
