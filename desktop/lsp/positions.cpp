#include "lsp/positions.h"

#include <algorithm>
#include <limits>

namespace weir::lsp {

namespace {

/// Bytes of the code point that starts with this one.
std::size_t length_of(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

std::uint64_t units_of(std::size_t bytes, Encoding encoding) {
    switch (encoding) {
    case Encoding::Utf8:
        return bytes;
    case Encoding::Utf16:
        return bytes == 4 ? 2 : 1;
    case Encoding::Utf32:
        break;
    }
    return 1;
}

bool read_number(const nlohmann::json& object, const char* name, std::uint64_t& out) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_integer()) {
        return false;
    }
    out = found->is_number_unsigned()
              ? found->get<std::uint64_t>()
              : static_cast<std::uint64_t>(std::max<std::int64_t>(0, found->get<std::int64_t>()));
    return true;
}

} // namespace

std::string_view encoding_name(Encoding encoding) {
    switch (encoding) {
    case Encoding::Utf8:
        return "utf-8";
    case Encoding::Utf32:
        return "utf-32";
    case Encoding::Utf16:
        break;
    }
    return "utf-16";
}

nlohmann::json position_to_client(const SourceText& text, Position position, Encoding encoding) {
    const std::string_view line = text.line(position.line);
    std::uint64_t units = 0;
    std::size_t at = 0;
    for (std::uint32_t column = 1; column < position.column && at < line.size(); ++column) {
        const std::size_t bytes = std::min(length_of(line[at]), line.size() - at);
        units += units_of(bytes, encoding);
        at += bytes;
    }
    return {{"line", position.line == 0 ? 0 : position.line - 1}, {"character", units}};
}

nlohmann::json range_to_client(const SourceText& text, const Range& range, Encoding encoding) {
    return {{"start", position_to_client(text, range.start, encoding)},
            {"end", position_to_client(text, range.end, encoding)}};
}

bool position_from_client(const SourceText& text, const nlohmann::json& position, Encoding encoding, Position& out) {
    std::uint64_t line_number = 0;
    std::uint64_t character = 0;
    if (!position.is_object() || !read_number(position, "line", line_number) ||
        !read_number(position, "character", character)) {
        return false;
    }
    if (line_number >= text.line_count()) {
        out = text.position(std::numeric_limits<std::uint32_t>::max());
        return true;
    }
    out.line = static_cast<std::uint32_t>(line_number) + 1;
    out.column = 1;
    const std::string_view line = text.line(out.line);
    std::uint64_t units = 0;
    for (std::size_t at = 0; at < line.size() && units < character; ++out.column) {
        const std::size_t bytes = std::min(length_of(line[at]), line.size() - at);
        units += units_of(bytes, encoding);
        if (units > character) {
            break; // inside of a character: before it
        }
        at += bytes;
    }
    return true;
}

} // namespace weir::lsp
