#include "lsp/uri.h"

namespace weir::lsp {

namespace {

int hex(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char low = static_cast<char>(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

} // namespace

std::optional<std::string> path_of_uri(std::string_view uri) {
    constexpr std::string_view kScheme = "file://";
    if (!uri.starts_with(kScheme)) {
        return std::nullopt;
    }
    uri.remove_prefix(kScheme.size());
    constexpr std::string_view kHost = "localhost";
    if (uri.starts_with(kHost)) {
        uri.remove_prefix(kHost.size());
    }
    if (uri.empty() || uri.front() != '/') {
        return std::nullopt; // on another machine
    }
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        char c = uri[i];
        if (c == '?' || c == '#') {
            return std::nullopt;
        }
        if (c == '%') {
            const int high = i + 2 < uri.size() ? hex(uri[i + 1]) : -1;
            const int low = i + 2 < uri.size() ? hex(uri[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return std::nullopt;
            }
            c = static_cast<char>(high * 16 + low);
            i += 2;
        }
        if (c == '\0') {
            return std::nullopt;
        }
        path += c;
    }
    return path;
}

std::string uri_of_path(std::string_view path) {
    constexpr std::string_view kPlain = "/-._~";
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char c : path) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || kPlain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            uri += '%';
            uri += kDigits[byte >> 4U];
            uri += kDigits[byte & 0xFU];
        }
    }
    return uri;
}

} // namespace weir::lsp
