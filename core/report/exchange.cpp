#include "report/exchange.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/report.h"

namespace weir {

namespace {

bool is_unreserved(char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
}

} // namespace

std::string_view level_name(Severity severity, std::string_view info) {
    return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : info;
}

std::string file_uri(std::string_view name) {
    std::string uri = name.starts_with('/') ? "file://" : "";
    for (const char c : name) {
        if (is_unreserved(c)) {
            uri += c;
        } else {
            fmt::format_to(std::back_inserter(uri), "%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        }
    }
    return uri;
}

std::string xml_text(std::string_view text) {
    std::string out;
    for (const char c : terminal_safe(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string command_text(std::string_view text, bool property) {
    std::string out;
    for (const char c : terminal_safe(text)) {
        if (c == '%') {
            out += "%25";
        } else if (property && c == ':') {
            out += "%3A";
        } else if (property && c == ',') {
            out += "%2C";
        } else {
            out += c;
        }
    }
    return out;
}

} // namespace weir
