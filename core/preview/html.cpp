#include "preview/html.h"

#include <fmt/format.h>

#include "report/glyph.h"
#include "report/unicode.h"

namespace weir {

namespace {

std::string_view entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return {};
    }
}

} // namespace

void Html::escaped(std::string_view text, bool in_attribute) {
    std::size_t plain = 0; // first byte that is not written yet
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte >= 0x20 && byte < 0x7F) {
            if (const std::string_view named = entity(text[at]); !named.empty()) {
                out_.append(text.substr(plain, at - plain)).append(named);
                plain = at + 1;
            }
            ++at;
            continue;
        }
        if (byte == '\t') {
            ++at;
            continue;
        }
        const CodePoint point = decode(text, at);
        if (!point.valid || is_hidden(point.value)) {
            out_.append(text.substr(plain, at - plain));
            out_ += in_attribute ? "" : "<b class=\"u\">";
            out_ += point.valid ? fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(point.value)) : "\xEF\xBF\xBD";
            out_ += in_attribute ? "" : "</b>";
            plain = at + point.bytes;
        }
        at += point.bytes;
    }
    out_.append(text.substr(plain));
}

Html& Html::text(std::string_view text) {
    escaped(text, false);
    return *this;
}

Html& Html::attribute(std::string_view text) {
    escaped(text, true);
    return *this;
}

Html& Html::number(std::uint64_t number) {
    out_ += grouped(number);
    return *this;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

} // namespace weir
