#pragma once

/// \file
/// One question over HTTP or HTTPS, and its answer: bounded in time and size, certificates verified, redirects never
/// followed, nothing taken from the environment (no proxy, no .netrc, no cookies).

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace weir::live {

struct HttpSettings {
    std::string ca_file; ///< certificates of more authorities, in PEM; empty for the machine's own alone
    std::string proxy;   ///< `http://host:port`, not used for loopback; empty for none
    /// Asked now and then while it waits; true ends the question.
    std::function<bool()> stop;
};

struct HttpQuestion {
    std::string url;    ///< http or https, without user information
    std::string bearer; ///< sent as `Authorization: Bearer …`; empty for none
    std::string user;   ///< sent with `password` as `Authorization: Basic …`; empty for none
    std::string password;
    std::string delegation;            ///< sent as Iceberg's `X-Iceberg-Access-Delegation`; empty for none
    std::string form;                  ///< posted as `application/x-www-form-urlencoded`; empty to get
    std::size_t limit = 1024UL * 1024; ///< bytes of the answer
    std::chrono::milliseconds time = std::chrono::seconds(20);
};

struct HttpAnswer {
    enum class End : std::uint8_t {
        Answered,
        Unreachable,
        Unresolved, ///< no address has that name
        NotTls,     ///< something answers, but not with TLS
        Insecure,   ///< the certificate is not trusted
        TimedOut,
        TooLarge,
        Forbidden, ///< the name leads to a link-local, metadata, unspecified or multicast address
        Stopped,
    };
    End end = End::Unreachable;
    int status = 0; ///< of Answered
    std::string body;
    std::string detail; ///< libcurl's words, which hold nothing of the server's

    [[nodiscard]] bool redirects() const;
};

[[nodiscard]] HttpAnswer ask_http(const HttpSettings& settings, const HttpQuestion& question);

/// Percent-encoded for a query or a form.
[[nodiscard]] std::string url_encoded(const std::string& text);

/// Scheme, host and port in one comparable form, the default port spelled out; empty for what is no http(s) URL.
[[nodiscard]] std::string origin_of(const std::string& url);
/// The host of a URL, without a port or brackets.
[[nodiscard]] std::string host_of(const std::string& url);

} // namespace weir::live
