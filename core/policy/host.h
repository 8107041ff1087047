#pragma once

/// \file
/// Hosts as contracts and allowlists spell them.

#include <cstdint>
#include <string>
#include <string_view>

#include "policy/address.h"

namespace weir::policy {

struct Host {
    enum class Kind : std::uint8_t { Name, Address, Bad };
    Kind kind = Kind::Bad;
    /// A name in lower case without its trailing dot, an address in the one spelling of text_of(), or what was
    /// written, in lower case.
    std::string text;
    Address address;
    std::string_view fault; ///< of Kind::Bad: what is wrong with it, as the end of a sentence
};

/// \param text  a name, an IPv4 address, or an IPv6 address with or without brackets; no port
[[nodiscard]] Host parse_host(std::string_view text);

/// `host:port`, `[IPv6]:port` or either without its port. `port` is empty when there is none, and false when what
/// stands there is no port. A bare IPv6 address has none.
struct Authority {
    std::string_view host;
    std::string_view port;
    bool good = true;
};
[[nodiscard]] Authority split_authority(std::string_view text);

/// The authority of an http or https URL that the contract's rules have let pass.
[[nodiscard]] std::string_view authority_of_url(std::string_view url);

/// `localhost`, 127/8 or ::1: the machine itself. `db.localhost` is not.
[[nodiscard]] bool is_this_machine(const Host& host);

} // namespace weir::policy
