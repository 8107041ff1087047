#pragma once

/// \file
/// From bytes of a scalar's decoded text back to bytes of its source.

#include <optional>
#include <vector>

#include "weir/document.h"

namespace weir {

/// Known for plain and quoted scalars on one line and for literal blocks; elsewhere YAML folds lines.
class ScalarOffsets {
  public:
    ScalarOffsets(const Document& document, NodeId scalar);

    /// Where bytes [begin, end) of the text stand, or nothing when that is not known.
    [[nodiscard]] std::optional<Span> span(std::uint32_t begin, std::uint32_t end) const;

  private:
    /// From `decoded` on, up to the next piece, text and source run side by side.
    struct Piece {
        std::size_t decoded = 0;
        std::size_t source = 0;
        std::size_t escape = 0; ///< bytes of the escape that this piece is; 0 when it is plain text
    };

    [[nodiscard]] bool single_quoted(std::string_view raw, std::string_view text);
    [[nodiscard]] bool double_quoted(std::string_view raw, std::string_view text);
    [[nodiscard]] bool literal(std::string_view raw, std::string_view text);
    [[nodiscard]] const Piece& piece_of(std::size_t decoded) const;

    std::vector<Piece> pieces_; ///< empty when not known
    Span token_;
};

} // namespace weir
