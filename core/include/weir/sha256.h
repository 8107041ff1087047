#pragma once

/// \file
/// SHA-256 (FIPS 180-4) of whole texts: for fingerprints of changes and digests of SQL.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

[[nodiscard]] std::array<std::uint8_t, 32> sha256(std::string_view bytes);
/// The digest as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

} // namespace weir
