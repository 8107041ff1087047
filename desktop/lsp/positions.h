#pragma once

/// \file
/// Positions of the protocol (from 0, in code units of an encoding) and of the core (from 1, in code
/// points).

#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "weir/text.h"

namespace weir::lsp {

enum class Encoding : std::uint8_t { Utf8, Utf16, Utf32 };

/// As the protocol names it.
[[nodiscard]] std::string_view encoding_name(Encoding encoding);

[[nodiscard]] nlohmann::json position_to_client(const SourceText& text, Position position, Encoding encoding);
[[nodiscard]] nlohmann::json range_to_client(const SourceText& text, const Range& range, Encoding encoding);

/// A line or character past the end is taken as the end. False when `position` is none.
[[nodiscard]] bool position_from_client(const SourceText& text, const nlohmann::json& position, Encoding encoding,
                                        Position& out);

} // namespace weir::lsp
