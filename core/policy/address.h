#pragma once

/// \file
/// IPv4 and IPv6 addresses: one spelling each is read, so that no other program reads another address there.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weir::policy {

/// An address as 16 bytes; of IPv4 the last four.
struct Address {
    std::array<std::uint8_t, 16> bytes{};
    bool v4 = false;

    friend bool operator==(const Address& a, const Address& b) { return a.v4 == b.v4 && a.bytes == b.bytes; }
};

/// Four decimal numbers without leading zeros: what inet_aton also takes (`127.1`, `0x7f.1`, `017.0.0.1`,
/// `2130706433`) is none.
[[nodiscard]] std::optional<Address> parse_ipv4(std::string_view text);

/// RFC 4291, section 2.2, without brackets and without a zone. Its last 32 bits may be spelled as IPv4.
[[nodiscard]] std::optional<Address> parse_ipv6(std::string_view text);

/// The one spelling of RFC 5952; brackets are not part of it.
[[nodiscard]] std::string text_of(const Address& address);

/// Why no entry can allow the address: link-local, a metadata service, unspecified, multicast, or one of these as an
/// IPv4-mapped, IPv4-compatible, NAT64 or 6to4 address. Empty for all others.
[[nodiscard]] std::string_view why_never(const Address& address);

/// Needs no entry: 10/8, 172.16/12, 192.168/16, 127/8, ::1, fc00::/7. IPv4-mapped addresses are none of these.
[[nodiscard]] bool is_private(const Address& address);

/// 127/8 or ::1.
[[nodiscard]] bool is_loopback(const Address& address);

} // namespace weir::policy
