#pragma once

/// \file
/// The statuses that catalogs answer with and that mean something of their own here: those of RFC 9110, and 419, which
/// Iceberg's REST specification gives an expired token.

namespace weir::http_status {

inline constexpr int kFine = 200;
inline constexpr int kUnauthorized = 401;
inline constexpr int kForbidden = 403;
inline constexpr int kNotFound = 404;
inline constexpr int kExpired = 419;
inline constexpr int kTooMany = 429;
inline constexpr int kServerFault = 500;

} // namespace weir::http_status
