#include "policy/address.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "contract/patterns.h"
#include "weir/policy.h"

namespace weir::policy {

namespace {

constexpr std::size_t kBytes = 16;
constexpr std::size_t kGroups = 8;

std::optional<unsigned> hex_value(char c) {
    if (form::digit(c)) {
        return static_cast<unsigned>(c - '0');
    }
    const char low = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    return low >= 'a' && low <= 'f' ? std::optional<unsigned>(static_cast<unsigned>(low - 'a') + 10U) : std::nullopt;
}

/// 0 to 255 without a leading zero.
std::optional<std::uint8_t> octet(std::string_view text) {
    if (text.empty() || text.size() > 3 || !form::all(text, form::digit) || (text.size() > 1 && text.front() == '0')) {
        return std::nullopt;
    }
    unsigned value = 0;
    for (const char c : text) {
        value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value <= 255 ? std::optional(static_cast<std::uint8_t>(value)) : std::nullopt;
}

using Groups = std::array<std::uint16_t, kGroups>;

/// Groups of an IPv6 address, separated by single colons; the last may be an IPv4 address, if `last`.
/// Returns how many, or nothing.
std::optional<std::size_t> read_groups(std::string_view text, bool last, Groups& groups) {
    std::size_t count = 0;
    while (!text.empty()) {
        const std::size_t colon = text.find(':');
        const std::string_view part = text.substr(0, colon);
        const bool final = colon == std::string_view::npos;
        if (final && last && part.find('.') != std::string_view::npos) {
            const std::optional<Address> v4 = parse_ipv4(part);
            if (!v4 || count + 2 > kGroups) {
                return std::nullopt;
            }
            const auto pair = [&](std::size_t at) {
                return static_cast<std::uint16_t>((v4->bytes[at] << 8U) | v4->bytes[at + 1]);
            };
            groups[count++] = pair(12);
            groups[count++] = pair(14);
            return count;
        }
        if (part.empty() || part.size() > 4 || count == kGroups) {
            return std::nullopt;
        }
        unsigned value = 0;
        for (const char c : part) {
            const std::optional<unsigned> digit = hex_value(c);
            if (!digit) {
                return std::nullopt;
            }
            value = value * 16 + *digit;
        }
        groups[count++] = static_cast<std::uint16_t>(value);
        if (final) {
            return count;
        }
        text.remove_prefix(colon + 1);
        if (text.empty()) {
            return std::nullopt; // ends with a single colon
        }
    }
    return count;
}

std::uint16_t group(const Address& address, std::size_t at) {
    return static_cast<std::uint16_t>((address.bytes[2 * at] << 8U) | address.bytes[2 * at + 1]);
}

bool starts_with(const Address& address, std::initializer_list<std::uint8_t> bytes) {
    return std::equal(bytes.begin(), bytes.end(), address.bytes.begin());
}

/// The IPv4 address in the bytes of `address` from `at` on, and behind a gap.
Address embedded(const Address& address, std::size_t at, std::size_t gap_after = 4, std::size_t gap = 0) {
    Address v4;
    v4.v4 = true;
    for (std::size_t i = 0; i < 4; ++i) {
        v4.bytes[12 + i] = address.bytes[at + i + (i >= gap_after ? gap : 0)];
    }
    return v4;
}

std::string_view why_never_v4(const Address& address) {
    const std::uint8_t* byte = &address.bytes[12];
    if (byte[0] == 169 && byte[1] == 254) {
        return "is link-local, where metadata services are";
    }
    if (byte[0] == 100 && byte[1] == 100 && byte[2] == 100 && byte[3] == 200) {
        return "is the address of a metadata service";
    }
    if (byte[0] == 0) {
        return "is unspecified, no address of a host";
    }
    if (byte[0] >= 224 && byte[0] <= 239) {
        return "is multicast";
    }
    return {};
}

std::string_view why_never_v6(const Address& address) {
    if (std::all_of(address.bytes.begin(), address.bytes.end(), [](std::uint8_t byte) { return byte == 0; })) {
        return "is unspecified, no address of a host";
    }
    if (address.bytes[0] == 0xfe && (address.bytes[1] & 0xc0U) == 0x80U) {
        return "is link-local, where metadata services are";
    }
    if (address.bytes[0] == 0xff) {
        return "is multicast";
    }
    if (group(address, 0) == 0xfd00 && group(address, 1) == 0x0ec2 && group(address, 7) == 0x0254 &&
        std::all_of(address.bytes.begin() + 4, address.bytes.end() - 2, [](std::uint8_t byte) { return byte == 0; })) {
        return "is the address of a metadata service";
    }
    return {};
}

/// Why the IPv4 address inside the IPv6 address is never allowed.
std::string_view why_never_embedded(const Address& address) {
    const bool zeros = std::all_of(address.bytes.begin(), address.bytes.begin() + 10, [](auto b) { return b == 0; });
    const std::uint16_t before = group(address, 5);
    if (zeros && (before == 0xffff || (before == 0 && group(address, 6) != 0))) {
        return why_never_v4(embedded(address, 12)); // mapped, or compatible
    }
    const bool rest_is_zero =
        std::all_of(address.bytes.begin() + 4, address.bytes.begin() + 12, [](auto b) { return b == 0; });
    if (starts_with(address, {0x00, 0x64, 0xff, 0x9b}) && rest_is_zero) {
        return why_never_v4(embedded(address, 12)); // RFC 6052
    }
    if (starts_with(address, {0x00, 0x64, 0xff, 0x9b, 0x00, 0x01})) {
        // RFC 8215: any of RFC 6052's forms may be used within it, as a /48, /56, /64 or /96.
        for (const Address& inner : {embedded(address, 6, 2, 1), embedded(address, 7, 1, 1), embedded(address, 9)}) {
            const std::string_view why = inner.bytes[12] == 0 ? std::string_view() : why_never_v4(inner);
            if (!why.empty()) {
                return why;
            }
        }
        return why_never_v4(embedded(address, 12));
    }
    if (starts_with(address, {0x20, 0x02})) {
        return why_never_v4(embedded(address, 2)); // 6to4
    }
    return {};
}

} // namespace

std::optional<Address> parse_ipv4(std::string_view text) {
    Address address;
    address.v4 = true;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t dot = i == 3 ? text.size() : text.find('.');
        if (dot == std::string_view::npos) {
            return std::nullopt;
        }
        const std::optional<std::uint8_t> byte = octet(text.substr(0, dot));
        if (!byte) {
            return std::nullopt;
        }
        address.bytes[12 + i] = *byte;
        text.remove_prefix(std::min(dot + 1, text.size()));
    }
    return address;
}

std::optional<Address> parse_ipv6(std::string_view text) {
    Groups groups{};
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos) {
        const std::optional<std::size_t> count = read_groups(text, true, groups);
        if (!count || *count != kGroups) {
            return std::nullopt;
        }
    } else {
        Groups behind{};
        const std::optional<std::size_t> first = read_groups(text.substr(0, gap), false, groups);
        const std::optional<std::size_t> second = read_groups(text.substr(gap + 2), true, behind);
        if (!first || !second || *first + *second >= kGroups) {
            return std::nullopt;
        }
        std::fill(groups.begin() + static_cast<std::ptrdiff_t>(*first), groups.end(), std::uint16_t{0});
        std::copy_n(behind.begin(), *second, groups.end() - static_cast<std::ptrdiff_t>(*second));
    }
    Address address;
    for (std::size_t i = 0; i < kGroups; ++i) {
        address.bytes[2 * i] = static_cast<std::uint8_t>(groups[i] >> 8U);
        address.bytes[2 * i + 1] = static_cast<std::uint8_t>(groups[i] & 0xffU);
    }
    return address;
}

std::string text_of(const Address& address) {
    const auto v4_text = [&] {
        return fmt::format("{}.{}.{}.{}", address.bytes[12], address.bytes[13], address.bytes[14], address.bytes[15]);
    };
    if (address.v4) {
        return v4_text();
    }
    const bool mapped = group(address, 5) == 0xffff &&
                        std::all_of(address.bytes.begin(), address.bytes.begin() + 10, [](auto b) { return b == 0; });
    if (mapped) {
        return "::ffff:" + v4_text();
    }
    // The first of the longest runs of two zero groups or more.
    std::size_t run_at = kGroups;
    std::size_t run = 1;
    for (std::size_t at = 0; at < kGroups;) {
        std::size_t end = at;
        while (end < kGroups && group(address, end) == 0) {
            ++end;
        }
        if (end - at > run) {
            run = end - at;
            run_at = at;
        }
        at = std::max(end, at + 1);
    }
    std::string text;
    for (std::size_t at = 0; at < kGroups;) {
        if (at == run_at) {
            text += "::";
            at += run;
            continue;
        }
        text += fmt::format("{}{:x}", text.empty() || text.back() == ':' ? "" : ":", group(address, at));
        ++at;
    }
    return text;
}

std::string_view why_never(const Address& address) {
    if (address.v4) {
        return why_never_v4(address);
    }
    const std::string_view why = why_never_v6(address);
    return why.empty() ? why_never_embedded(address) : why;
}

bool is_private(const Address& address) {
    if (!address.v4) {
        return is_loopback(address) || (address.bytes[0] & 0xfeU) == 0xfcU;
    }
    const std::uint8_t first = address.bytes[12];
    const std::uint8_t second = address.bytes[13];
    return first == 10 || first == 127 || (first == 172 && (second & 0xf0U) == 16) || (first == 192 && second == 168);
}

bool is_loopback(const Address& address) {
    if (address.v4) {
        return address.bytes[12] == 127;
    }
    return address.bytes[kBytes - 1] == 1 &&
           std::all_of(address.bytes.begin(), address.bytes.end() - 1, [](std::uint8_t byte) { return byte == 0; });
}

} // namespace weir::policy

namespace weir {

bool is_never_contacted(std::string_view address) {
    const std::optional<policy::Address> v4 = policy::parse_ipv4(address);
    const std::optional<policy::Address> read = v4 ? v4 : policy::parse_ipv6(address);
    return !read || !policy::why_never(*read).empty();
}

} // namespace weir
