#include "policy/host.h"

#include <algorithm>

#include "contract/context.h"
#include "contract/patterns.h"

namespace weir::policy {

namespace {

constexpr std::size_t kLongestName = 253;

Host bad(std::string_view text, std::string_view fault) {
    Host host;
    host.text = folded(text);
    host.fault = fault;
    return host;
}

Host good(const Address& address) {
    Host host;
    host.kind = Host::Kind::Address;
    host.text = text_of(address);
    host.address = address;
    return host;
}

/// Some program reads a name whose last label is a number as an IPv4 address (the WHATWG's URL standard says which).
bool ends_in_number(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    std::string_view label = dot == std::string_view::npos ? name : name.substr(dot + 1);
    if (label.starts_with("0x") || label.starts_with("0X")) {
        label.remove_prefix(2);
        return form::all(label,
                         [](char c) { return form::digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
    }
    return !label.empty() && form::all(label, form::digit);
}

bool is_name(std::string_view text) {
    if (text.empty() || text.size() > kLongestName) {
        return false;
    }
    while (true) {
        const bool last = text.find('.') == std::string_view::npos;
        const std::string_view label = form::take_until(text, '.');
        const bool fine = !label.empty() && label.front() != '-' && label.back() != '-' &&
                          form::all(label, [](char c) { return form::alnum(c) || c == '-' || c == '_'; });
        if (!fine || last) {
            return fine;
        }
    }
}

Host parse_v6(std::string_view text) {
    if (text.find('%') != std::string_view::npos) {
        return bad(text, "has a zone id, which means something on one machine only");
    }
    const std::optional<Address> address = parse_ipv6(text);
    return address ? good(*address) : bad(text, "is not an IPv6 address");
}

} // namespace

Host parse_host(std::string_view text) {
    if (text.starts_with('[')) {
        return text.ends_with(']') ? parse_v6(text.substr(1, text.size() - 2)) : bad(text, "is not an IPv6 address");
    }
    if (text.find(':') != std::string_view::npos) {
        return parse_v6(text);
    }
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80U; })) {
        return bad(text, "is not ASCII; an internationalised name is written in its xn-- form");
    }
    const std::string_view name = text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
    if (ends_in_number(name)) {
        const std::optional<Address> address = parse_ipv4(text);
        return address
                   ? good(*address)
                   : bad(text, "is an odd spelling of an IPv4 address; write four decimal numbers such as 10.0.0.1");
    }
    if (!is_name(name)) {
        return bad(text, "is not a host name: letters, digits and -, in labels separated by single dots");
    }
    Host host;
    host.kind = Host::Kind::Name;
    host.text = folded(name);
    return host;
}

Authority split_authority(std::string_view text) {
    Authority authority{text, {}, true};
    const std::size_t bracket = text.rfind(']');
    const std::size_t colon = text.rfind(':');
    const bool bare_v6 = bracket == std::string_view::npos && text.find(':') != colon;
    if (colon == std::string_view::npos || bare_v6 || (bracket != std::string_view::npos && colon < bracket)) {
        return authority;
    }
    authority.host = text.substr(0, colon);
    authority.port = text.substr(colon + 1);
    authority.good = form::port(authority.port);
    return authority;
}

std::string_view authority_of_url(std::string_view url) {
    const std::size_t scheme = url.find("://");
    const std::string_view rest = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
    return rest.substr(0, rest.find_first_of("/?#"));
}

bool is_this_machine(const Host& host) {
    return host.kind == Host::Kind::Address ? is_loopback(host.address)
                                            : host.kind == Host::Kind::Name && host.text == "localhost";
}

} // namespace weir::policy
