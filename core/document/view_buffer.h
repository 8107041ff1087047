#pragma once

/// \file
/// yaml-cpp reads streams; this is one over a text that stays where it is.

#include <streambuf>
#include <string_view>

namespace weir {

/// Lets a stream read a text in place.
class ViewBuffer : public std::streambuf {
  public:
    explicit ViewBuffer(std::string_view text) {
        // A get area is never written to; the interface predates const.
        char* begin = const_cast<char*>(text.data()); // NOLINT(cppcoreguidelines-pro-type-const-cast)
        setg(begin, begin, begin + text.size());
    }
};

} // namespace weir
