#include <array>

#include <fmt/format.h>

#include "preview/parts.h"
#include "preview/style.h"
#include "weir/sha256.h"

namespace weir {

namespace {

std::string base64(const std::array<std::uint8_t, 32>& bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto at = [&](std::size_t k) { return k < bytes.size() ? unsigned{bytes[k]} : 0U; };
        const unsigned bits = at(i) << 16U | at(i + 1) << 8U | at(i + 2);
        for (std::size_t k = 0; k < 4; ++k) {
            const bool padding = i + k > bytes.size();
            out += padding ? '=' : kDigits[bits >> (18U - 6U * k) & 63U];
        }
    }
    return out;
}

} // namespace

void write_head(Html& html, std::string_view title) {
    // The page asks for nothing: the one thing that its policy allows is the style that stands in it.
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-");
    html.raw(base64(sha256(preview_style()))).raw("'; base-uri 'none'; form-action 'none'\">\n");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n");
    html.raw("<meta name=\"robots\" content=\"noindex\">\n<title>").text(title).raw("</title>\n<style>");
    html.raw(preview_style()).raw("</style>\n</head>\n<body>\n");
}

void write_foot(Html& html, std::string_view version) {
    html.raw("<footer><p>Written by Weir ").text(version);
    html.raw(". What may be a secret is masked. Nothing on this page was asked of a network.</p></footer>\n");
    html.raw("</body>\n</html>\n");
}

} // namespace weir
