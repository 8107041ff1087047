#include "document/bytes.h"

#include <array>

#include <fmt/format.h>

namespace weir {

namespace {

std::uint8_t byte_at(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<std::uint8_t>(text[at]) : std::uint8_t{0};
}

/// A text in another encoding, by its first bytes; empty when it looks like UTF-8.
std::string_view other_encoding(std::string_view text) {
    const std::array<std::uint8_t, 4> b{byte_at(text, 0), byte_at(text, 1), byte_at(text, 2), byte_at(text, 3)};
    const bool four = text.size() >= 4;
    if (four && ((b[0] == 0 && b[1] == 0 && b[2] == 0xFE && b[3] == 0xFF) ||
                 (b[0] == 0xFF && b[1] == 0xFE && b[2] == 0 && b[3] == 0))) {
        return "UTF-32";
    }
    if (text.size() >= 2 && ((b[0] == 0xFE && b[1] == 0xFF) || (b[0] == 0xFF && b[1] == 0xFE))) {
        return "UTF-16";
    }
    // Without a byte order mark: every other byte of ASCII text is zero.
    if (four &&
        ((b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0) || (b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0))) {
        return "UTF-16";
    }
    return {};
}

/// `length` bytes at `at` form a control character that YAML does not allow in its source.
bool is_yaml_control(std::string_view text, std::size_t at, std::uint32_t length) {
    const std::uint8_t byte = byte_at(text, at);
    if (length == 1) {
        return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
    }
    if (length == 2) {
        return byte == 0xC2 && byte_at(text, at + 1) < 0xA0 && byte_at(text, at + 1) != 0x85;
    }
    // U+FFFE and U+FFFF are no characters.
    return length == 3 && byte == 0xEF && byte_at(text, at + 1) == 0xBF && byte_at(text, at + 2) >= 0xBE;
}

std::uint32_t code_point(std::string_view text, std::size_t at, std::uint32_t length) {
    static constexpr std::array<std::uint8_t, 5> kLead{0, 0x7F, 0x1F, 0x0F, 0x07};
    std::uint32_t value = byte_at(text, at) & kLead[length];
    for (std::uint32_t i = 1; i < length; ++i) {
        value = (value << 6U) | (byte_at(text, at + i) & 0x3FU);
    }
    return value;
}

Span span_at(FileId file, std::size_t begin, std::size_t end) {
    return {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

bool check_yaml_character(std::string_view text, std::size_t at, std::uint32_t length, FileId file,
                          Problems& problems) {
    if (is_yaml_control(text, at, length)) {
        Finding& finding =
            problems.add(Code::yaml_control_character, span_at(file, at, at + length),
                         fmt::format("the text holds the control character U+{:04X}", code_point(text, at, length)));
        finding.help = "Remove it; where it is meant, write an escape in double quotes.";
        return false;
    }
    if (text[at] == '\r' && byte_at(text, at + 1) != '\n') {
        Finding& finding =
            problems.add(Code::yaml_lone_cr, span_at(file, at, at + 1), "a line ends with a carriage return alone");
        finding.help = "End lines with a line feed, or with carriage return and line feed.";
        return false;
    }
    return true;
}

} // namespace

std::uint32_t utf8_length(std::string_view text, std::size_t at) {
    const std::uint8_t lead = byte_at(text, at);
    const auto continues = [&](std::size_t offset, std::uint8_t low = 0x80, std::uint8_t high = 0xBF) {
        const std::uint8_t byte = byte_at(text, at + offset);
        return byte >= low && byte <= high;
    };
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return continues(1) ? 2 : 0;
    }
    if ((lead & 0xF0U) == 0xE0U) {
        const bool second = lead == 0xE0 ? continues(1, 0xA0) : lead == 0xED ? continues(1, 0x80, 0x9F) : continues(1);
        return second && continues(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool second = lead == 0xF0 ? continues(1, 0x90) : lead == 0xF4 ? continues(1, 0x80, 0x8F) : continues(1);
        return second && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

bool check_bytes(const SourceText& source, FileId file, TextKind kind, Problems& problems) {
    const std::string_view text = source.text();
    if (const std::string_view encoding = other_encoding(text); !encoding.empty()) {
        Finding& finding =
            problems.add(Code::yaml_encoding, span_at(file, 0, 0), fmt::format("the text is {}, not UTF-8", encoding));
        finding.help = "Save it as UTF-8.";
        return false;
    }
    bool good = true;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<std::uint8_t>(text[at]);
        if (byte >= 0x20 && byte < 0x7F) {
            ++at;
            continue;
        }
        const std::uint32_t length = utf8_length(text, at);
        if (length == 0) {
            Finding& finding = problems.add(Code::yaml_encoding, span_at(file, at, at + 1),
                                            fmt::format("the byte 0x{:02X} is not UTF-8", byte));
            finding.help = "Save the text as UTF-8.";
            return false;
        }
        if (kind == TextKind::Yaml) {
            good = check_yaml_character(text, at, length, file, problems) && good;
        }
        at += length;
    }
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        problems
            .add(Code::yaml_encoding, span_at(file, 0, kByteOrderMark.size()), "the text has a second byte order mark")
            .help = "Remove it.";
        return false;
    }
    return good;
}

} // namespace weir
