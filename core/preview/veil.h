#pragma once

/// \file
/// What of a contract no page shows.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/secrets.h"
#include "text/secret_values.h"
#include "weir/preview.h"
#include "weir/sql.h"

namespace weir {

/// The hidden places of one side.
class VeiledSide {
  public:
    /// \param side       may be null; outlives this
    /// \param concealed  values that a change does not show
    VeiledSide(const PreviewSide* side, const std::vector<Span>& concealed);

    /// A whole text may be shown. What could not be read as YAML has no keys that tell what is a secret.
    [[nodiscard]] bool shows_text(FileId file) const;
    /// How much of the bytes [begin, end) of a text may be shown; less than all when something behind is hidden.
    [[nodiscard]] std::uint32_t shown_until(FileId file, std::uint32_t begin, std::uint32_t end) const;
    [[nodiscard]] const SecretSpans& spans() const { return spans_; }
    /// The text at a node may not be told.
    [[nodiscard]] bool hides(NodeId node) const;

  private:
    friend class Veil;
    void hide_numbers(const Document& document);

    const PreviewSide* side_;
    std::vector<Span> hidden_; ///< sorted by place, without overlap
    SecretSpans spans_;
};

/// Both sides of a page: what one hides, the other does not tell either.
class Veil {
  public:
    explicit Veil(const PreviewPair& pair);

    [[nodiscard]] const VeiledSide& base() const { return base_; }
    [[nodiscard]] const VeiledSide& head() const { return head_; }

    /// A text without anything that is hidden on either side, or that reads like a secret.
    [[nodiscard]] std::string text(std::string_view text) const { return values_.masked(text); }
    /// A line of a text as it may be shown.
    [[nodiscard]] std::string line(const VeiledSide& side, const Sources& sources, FileId file,
                                   std::string_view line) const;
    /// A script whose parts that come from hidden places are masked.
    [[nodiscard]] std::string script(const VeiledSide& side, const Contract& contract, const Script& script) const;

  private:
    void remember(const VeiledSide& side);

    VeiledSide base_;
    VeiledSide head_;
    SecretValues values_;
};

} // namespace weir
