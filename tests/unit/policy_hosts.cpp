// Addresses and hosts: read as strictly as the C library reads them, and no less.

#include <catch2/catch.hpp>

#include <arpa/inet.h>

#include "policy/host.h"

using namespace weir::policy;

namespace {

/// Calls `look` with every text of at most `length` of these characters.
template <class Look> void for_each_text(std::string_view alphabet, std::size_t length, Look look) {
    std::string text;
    const auto grow = [&](const auto& self) -> void {
        look(text);
        if (text.size() == length) {
            return;
        }
        for (const char c : alphabet) {
            text.push_back(c);
            self(self);
            text.pop_back();
        }
    };
    grow(grow);
}

std::optional<Address> by_library(int family, const std::string& text) {
    Address address;
    address.v4 = family == AF_INET;
    return inet_pton(family, text.c_str(), address.bytes.data() + (address.v4 ? 12 : 0)) == 1 ? std::optional(address)
                                                                                              : std::nullopt;
}

struct Worlds {
    std::size_t read = 0;
    std::size_t refused = 0;
};

void compare(int family, const std::string& text, Worlds& worlds) {
    const std::optional<Address> ours = family == AF_INET ? parse_ipv4(text) : parse_ipv6(text);
    const std::optional<Address> theirs = by_library(family, text);
    if (ours.has_value() != theirs.has_value() || (ours && !(*ours == *theirs))) {
        FAIL("read otherwise than inet_pton: " << text);
    }
    ++(ours ? worlds.read : worlds.refused);
    if (ours && !(by_library(family, text_of(*ours)) == ours)) {
        FAIL("not the same address: " << text << " and " << text_of(*ours));
    }
}

Host::Kind kind_of(std::string_view text) {
    return parse_host(text).kind;
}

Address v6(std::string_view text) {
    const std::optional<Address> address = parse_ipv6(text);
    REQUIRE(address);
    return *address;
}

} // namespace

TEST_CASE("IPv4 in a small world is what inet_pton reads") {
    Worlds worlds;
    for_each_text("012.x", 8, [&](const std::string& text) { compare(AF_INET, text, worlds); });
    CHECK(worlds.read > 100);
    CHECK(worlds.refused > 100'000);
}

TEST_CASE("IPv6 in a small world is what inet_pton reads") {
    Worlds worlds;
    for_each_text(":0f.g", 8, [&](const std::string& text) { compare(AF_INET6, text, worlds); });
    for_each_text(":1", 16, [&](const std::string& text) { compare(AF_INET6, text, worlds); });
    CHECK(worlds.read > 1'000);
    CHECK(worlds.refused > 100'000);
}

TEST_CASE("IPv6 with an IPv4 part behind every start") {
    Worlds worlds;
    for_each_text(":1a", 9, [&](const std::string& text) {
        for (const std::string_view end : {"1.2.3.4", ":1.2.3.4", "::1.2.3.4", "1.2.3.04", "1.2.3", "1.2.3.4:"}) {
            compare(AF_INET6, text + std::string(end), worlds);
        }
    });
    CHECK(worlds.read > 100);
}

TEST_CASE("an address has one spelling, that of RFC 5952") {
    CHECK(text_of(v6("2001:DB8:0:0:1:0:0:1")) == "2001:db8::1:0:0:1");    // the first of two equal runs
    CHECK(text_of(v6("2001:db8:0:1:1:1:1:1")) == "2001:db8:0:1:1:1:1:1"); // no run of one
    CHECK(text_of(v6("0:0:0:0:0:0:0:0")) == "::");
    CHECK(text_of(v6("0:0:0:0:0:0:0:1")) == "::1");
    CHECK(text_of(v6("1:0:0:0:0:0:0:0")) == "1::");
    CHECK(text_of(v6("0:0:1:0:0:0:0:1")) == "0:0:1::1");
    CHECK(text_of(v6("::ffff:102:304")) == "::ffff:1.2.3.4");
}

TEST_CASE("ranges end where they end") {
    const auto never = [](std::string_view text) { return !why_never(parse_host(text).address).empty(); };
    const auto free = [](std::string_view text) { return is_private(parse_host(text).address); };
    CHECK_FALSE(never("169.253.255.255"));
    CHECK(never("169.254.0.0"));
    CHECK(never("169.254.255.255"));
    CHECK_FALSE(never("169.255.0.0"));
    CHECK_FALSE(never("100.100.100.199"));
    CHECK(never("100.100.100.200"));
    CHECK_FALSE(never("223.255.255.255"));
    CHECK(never("fe80::"));
    CHECK(never("febf:ffff::"));
    CHECK_FALSE(never("fec0::"));
    CHECK_FALSE(never("fe7f::1"));
    CHECK(never("ff00::"));
    CHECK_FALSE(never("64:ff9b:0:0:1::a9fe:a9fe")); // not the well-known /96
    CHECK(never("64:ff9b:1:ffff::a9fe:a9fe"));
    CHECK_FALSE(never("64:ff9b:2::a9fe:a9fe"));
    CHECK_FALSE(never("2003:a9fe:a9fe::"));
    CHECK(free("10.0.0.0"));
    CHECK_FALSE(free("11.0.0.0"));
    CHECK_FALSE(free("9.255.255.255"));
    CHECK(free("172.16.0.0"));
    CHECK(free("fc00::"));
    CHECK(free("fdff::1"));
    CHECK_FALSE(free("fe00::"));
    CHECK_FALSE(free("::2"));
    CHECK_FALSE(free("::ffff:127.0.0.1"));
    CHECK_FALSE(free("128.0.0.1"));
}

TEST_CASE("hosts that no contract can spell are refused here too") {
    for (const std::string_view text : {"",
                                        ".",
                                        "..",
                                        "a..b",
                                        "-a",
                                        "a-",
                                        "a.-b",
                                        "b\xC3\xBC"
                                        "cher.example",
                                        "a b",
                                        "a/b",
                                        "a@b",
                                        "a\nb",
                                        "[::1",
                                        "::1]",
                                        "[]",
                                        "[fe80::1%eth0]",
                                        "fe80::1%25eth0",
                                        "[::1]]",
                                        "1:2",
                                        "%31",
                                        "127.0.0.1%",
                                        "0x",
                                        "0x.0x"}) {
        CAPTURE(std::string(text));
        CHECK(kind_of(text) == Host::Kind::Bad);
        CHECK_FALSE(parse_host(text).fault.empty());
    }
    CHECK(kind_of(std::string(254, 'a')) == Host::Kind::Bad);
    CHECK(parse_host("fe80::1%eth0").fault.find("zone id") != std::string_view::npos);
    CHECK(parse_host("b\xC3\xBC"
                     "cher")
              .fault.find("xn--") != std::string_view::npos);
}

TEST_CASE("a host and its port") {
    CHECK(split_authority("a:1").host == "a");
    CHECK(split_authority("a").host == "a");
    CHECK(split_authority("[::1]:1").host == "[::1]");
    CHECK(split_authority("[::1]").host == "[::1]");
    CHECK(split_authority("::1").host == "::1");
    CHECK(split_authority("2001:db8::1").port.empty());
    for (const std::string_view bad : {"a:", "a:0", "a:01", "a:65536", "a:x", "[::1]:"}) {
        CHECK_FALSE(split_authority(bad).good);
    }
    CHECK(authority_of_url("https://a.b:1/c?d#e") == "a.b:1");
    CHECK(authority_of_url("http://[::1]:2") == "[::1]:2");
}

TEST_CASE("the machine itself is localhost, 127/8 and ::1, and nothing that looks like it") {
    for (const std::string_view text : {"localhost", "LocalHost.", "127.0.0.1", "127.255.255.255", "::1", "[0::1]"}) {
        CHECK(is_this_machine(parse_host(text)));
    }
    for (const std::string_view text : {"db.localhost", "localhost.localdomain", "128.0.0.1", "::ffff:127.0.0.1",
                                        "127.1", "0x7f000001", "localhost..", "::2"}) {
        CHECK_FALSE(is_this_machine(parse_host(text)));
    }
}
