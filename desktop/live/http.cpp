#include "live/http.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include <arpa/inet.h>
#include <curl/curl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <unistd.h>

#include "weir/policy.h"

namespace weir::live {

namespace {

using End = HttpAnswer::End;

constexpr int kFirstRedirect = 300;
constexpr int kLastRedirect = 399;

/// libcurl wants to be started once, before there are threads that use it.
bool curl_is_ready() {
    static const bool kReady = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return kReady;
}

using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using Headers = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;
using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

/// What the callbacks of one question share.
struct Talk {
    const HttpSettings& settings;
    std::size_t limit;
    HttpAnswer& answer;
    bool too_large = false;
    bool forbidden = false;
};

std::size_t take_body(char* data, std::size_t /*one*/, std::size_t count, void* user) {
    auto& talk = *static_cast<Talk*>(user);
    if (count > talk.limit - std::min(talk.limit, talk.answer.body.size())) {
        talk.too_large = true;
        return 0;
    }
    talk.answer.body.append(data, count);
    return count;
}

int look_around(void* user, curl_off_t /*down*/, curl_off_t /*downloaded*/, curl_off_t /*up*/, curl_off_t /*sent*/) {
    const auto& talk = *static_cast<Talk*>(user);
    return talk.settings.stop && talk.settings.stop() ? 1 : 0;
}

bool is_forbidden(int family, const void* address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    return inet_ntop(family, address, text.data(), text.size()) == nullptr || is_never_contacted(text.data());
}

/// A name that the contract may use can still lead anywhere; only its address tells.
curl_socket_t open_socket(void* user, curlsocktype /*purpose*/, curl_sockaddr* to) {
    bool forbidden = true;
    if (to->family == AF_INET) {
        sockaddr_in address{};
        std::memcpy(&address, &to->addr, sizeof address);
        forbidden = is_forbidden(AF_INET, &address.sin_addr);
    } else if (to->family == AF_INET6) {
        // libcurl keeps the whole address behind the start that its type shows.
        sockaddr_in6 address{};
        std::memcpy(&address, static_cast<const void*>(&to->addr), std::min<std::size_t>(to->addrlen, sizeof address));
        forbidden = is_forbidden(AF_INET6, &address.sin6_addr);
    }
    if (forbidden) {
        static_cast<Talk*>(user)->forbidden = true;
        return CURL_SOCKET_BAD;
    }
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

Headers headers_of(const HttpQuestion& question) {
    Headers headers(nullptr, curl_slist_free_all);
    const auto add = [&headers](const std::string& line) {
        curl_slist* longer = curl_slist_append(headers.get(), line.c_str());
        if (longer != nullptr) {
            static_cast<void>(headers.release());
            headers.reset(longer);
        }
    };
    add("Accept: application/json");
    add("Expect:");
    if (!question.delegation.empty()) {
        add("X-Iceberg-Access-Delegation: " + question.delegation);
    }
    if (!question.bearer.empty()) {
        add("Authorization: Bearer " + question.bearer);
    }
    return headers;
}

/// What every question has in common.
void set_bounds(CURL* curl, const HttpSettings& settings, const HttpQuestion& question) {
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    // An empty text, unlike none, also keeps libcurl from reading http_proxy and its like.
    curl_easy_setopt(curl, CURLOPT_PROXY, settings.proxy.c_str());
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "localhost,127.0.0.0/8,::1");
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!settings.ca_file.empty()) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, settings.ca_file.c_str());
    }
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(question.time.count()));
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(question.time.count()));
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "weir");
}

void set_callbacks(CURL* curl, Talk& talk) {
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &talk);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_around);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &talk);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &talk);
}

End end_of(CURLcode code, const Talk& talk) {
    switch (code) {
    case CURLE_OK:
        return End::Answered;
    case CURLE_OPERATION_TIMEDOUT:
        return End::TimedOut;
    case CURLE_ABORTED_BY_CALLBACK:
        return talk.forbidden ? End::Forbidden : End::Stopped;
    case CURLE_WRITE_ERROR:
        return talk.too_large ? End::TooLarge : End::Unreachable;
    case CURLE_COULDNT_RESOLVE_HOST:
        return End::Unresolved;
    case CURLE_SSL_CONNECT_ERROR:
        return End::NotTls;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
        return End::Insecure;
    default:
        return talk.forbidden ? End::Forbidden : End::Unreachable;
    }
}

std::string part_of(const std::string& url, CURLUPart part, unsigned flags) {
    const Url parsed(curl_url(), curl_url_cleanup);
    char* text = nullptr;
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
        curl_url_get(parsed.get(), part, &text, flags) != CURLUE_OK) {
        return {};
    }
    const std::unique_ptr<char, decltype(&curl_free)> owner(text, curl_free);
    return {text};
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

} // namespace

bool HttpAnswer::redirects() const {
    return end == End::Answered && status >= kFirstRedirect && status <= kLastRedirect;
}

HttpAnswer ask_http(const HttpSettings& settings, const HttpQuestion& question) {
    HttpAnswer answer;
    const Handle curl(curl_is_ready() ? curl_easy_init() : nullptr, curl_easy_cleanup);
    if (!curl) {
        answer.detail = "libcurl cannot be started";
        return answer;
    }
    Talk talk{settings, question.limit, answer};
    const Headers headers = headers_of(question);
    set_bounds(curl.get(), settings, question);
    set_callbacks(curl.get(), talk);
    curl_easy_setopt(curl.get(), CURLOPT_URL, question.url.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
    if (!question.user.empty()) {
        curl_easy_setopt(curl.get(), CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
        curl_easy_setopt(curl.get(), CURLOPT_USERNAME, question.user.c_str());
        curl_easy_setopt(curl.get(), CURLOPT_PASSWORD, question.password.c_str());
    }
    if (!question.form.empty()) {
        curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(question.form.size()));
        curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, question.form.c_str());
    }
    const CURLcode code = curl_easy_perform(curl.get());
    answer.end = end_of(code, talk);
    if (answer.end == End::Answered) {
        long status = 0;
        curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
        answer.status = static_cast<int>(status);
    } else {
        answer.body.clear();
        answer.detail = curl_easy_strerror(code);
    }
    return answer;
}

std::string url_encoded(const std::string& text) {
    const std::unique_ptr<char, decltype(&curl_free)> escaped(
        curl_easy_escape(nullptr, text.c_str(), static_cast<int>(text.size())), curl_free);
    return escaped ? escaped.get() : "";
}

std::string origin_of(const std::string& url) {
    const std::string scheme = lower(part_of(url, CURLUPART_SCHEME, 0));
    const std::string host = lower(part_of(url, CURLUPART_HOST, 0));
    const std::string port = part_of(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    const bool known = (scheme == "http" || scheme == "https") && !host.empty() && !port.empty();
    return known ? fmt::format("{}://{}:{}", scheme, host, port) : std::string{};
}

std::string host_of(const std::string& url) {
    std::string host = part_of(url, CURLUPART_HOST, 0);
    return host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
}

} // namespace weir::live
