#pragma once

/// \file
/// Which bytes of the sources no report may show.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/secrecy.h"
#include "weir/finding.h"

namespace weir {

/// What is hidden, and the places of all secret findings, each up to the end of its line: a refused key is often
/// followed by its value.
class SecretSpans {
  public:
    SecretSpans() = default;
    /// \param hidden  more places, or null
    SecretSpans(const Sources& sources, const std::vector<Finding>& findings, const std::vector<Span>* hidden);

    [[nodiscard]] bool empty() const { return spans_.empty(); }
    /// The first hidden byte in [begin, end) of a text; from there on nothing of the line may be shown.
    [[nodiscard]] std::optional<std::uint32_t> first_in(FileId file, std::uint32_t begin, std::uint32_t end) const;
    [[nodiscard]] bool touches(Span span) const;
    /// `text` holds a hidden value, or may do so.
    [[nodiscard]] bool told_by(std::string_view text) const;

  private:
    void remember(const Sources& sources, const Span& span);
    void remember(std::string_view hidden);

    std::vector<Span> spans_; ///< sorted, without overlap
    std::vector<std::string_view> values_;
    bool too_many_ = false; ///< to look for each value in each text
};

} // namespace weir
