#pragma once

/// \file
/// Writing HTML. What comes from a contract goes through text() and attribute() only.

#include <cstdint>
#include <string>
#include <string_view>

#include "weir/clip.h"
#include "weir/cost.h"

namespace weir {

/// Control, bidirectional and invisible characters, and bad UTF-8, are written so that they are seen: `\u{202e}`.
class Html {
  public:
    /// Markup of Weir's own.
    Html& raw(std::string_view markup) {
        out_ += markup;
        return *this;
    }
    /// Text between tags. What would not be seen is set apart from what stands there as such.
    Html& text(std::string_view text);
    /// Text between the quotes of an attribute.
    Html& attribute(std::string_view text);
    Html& number(std::uint64_t number);

    [[nodiscard]] std::size_t size() const { return out_.size(); }
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    void escaped(std::string_view text, bool in_attribute);

    std::string out_;
};

/// `1 change`, `2 changes`
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

} // namespace weir
