#include "report/unicode.h"

#include <algorithm>
#include <array>

namespace weir {

namespace {

struct Block {
    char32_t first;
    char32_t last;
};

// Sorted, without overlap: looked up by binary search.
constexpr std::array kHidden = {
    Block{0x0000, 0x001F},     Block{0x007F, 0x009F},   Block{0x00AD, 0x00AD},   Block{0x034F, 0x034F},
    Block{0x061C, 0x061C},     Block{0x115F, 0x1160},   Block{0x17B4, 0x17B5},   Block{0x180B, 0x180F},
    Block{0x200B, 0x200F},     Block{0x2028, 0x202E},   Block{0x2060, 0x206F},   Block{0x3164, 0x3164},
    Block{0xD800, 0xDFFF},     Block{0xFEFF, 0xFEFF},   Block{0xFFA0, 0xFFA0},   Block{0xFFF0, 0xFFFB},
    Block{0xFFFE, 0xFFFF},     Block{0x1BCA0, 0x1BCA3}, Block{0x1D173, 0x1D17A}, Block{0xE0000, 0xE0FFF},
    Block{0x10FFFE, 0x10FFFF},
};

constexpr std::array kCombining = {
    Block{0x0300, 0x036F}, Block{0x0483, 0x0489}, Block{0x0591, 0x05BD}, Block{0x05BF, 0x05BF}, Block{0x05C1, 0x05C2},
    Block{0x05C4, 0x05C5}, Block{0x0610, 0x061A}, Block{0x064B, 0x065F}, Block{0x0670, 0x0670}, Block{0x06D6, 0x06DC},
    Block{0x06DF, 0x06E4}, Block{0x0900, 0x0902}, Block{0x093C, 0x093C}, Block{0x0941, 0x0948}, Block{0x094D, 0x094D},
    Block{0x0E31, 0x0E31}, Block{0x0E34, 0x0E3A}, Block{0x0E47, 0x0E4E}, Block{0x1AB0, 0x1AFF}, Block{0x1DC0, 0x1DFF},
    Block{0x20D0, 0x20FF}, Block{0x302A, 0x302D}, Block{0x3099, 0x309A}, Block{0xFE00, 0xFE0F}, Block{0xFE20, 0xFE2F},
};

constexpr std::array kWide = {
    Block{0x1100, 0x115E},   Block{0x231A, 0x231B},   Block{0x2329, 0x232A},   Block{0x23E9, 0x23EC},
    Block{0x2E80, 0x3029},   Block{0x3030, 0x303E},   Block{0x3041, 0x3098},   Block{0x309B, 0x3163},
    Block{0x3165, 0x4DBF},   Block{0x4E00, 0xA4CF},   Block{0xA960, 0xA97F},   Block{0xAC00, 0xD7A3},
    Block{0xF900, 0xFAFF},   Block{0xFE30, 0xFE6F},   Block{0xFF01, 0xFF60},   Block{0xFFE0, 0xFFE6},
    Block{0x17000, 0x18CFF}, Block{0x1B000, 0x1B2FF}, Block{0x1F300, 0x1F64F}, Block{0x1F680, 0x1F6FF},
    Block{0x1F900, 0x1F9FF}, Block{0x1FA70, 0x1FAFF}, Block{0x20000, 0x3FFFD},
};

template <std::size_t N> bool within(const std::array<Block, N>& blocks, char32_t value) {
    const auto found = std::upper_bound(blocks.begin(), blocks.end(), value,
                                        [](char32_t wanted, const Block& block) { return wanted < block.first; });
    return found != blocks.begin() && value <= std::prev(found)->last;
}

std::uint8_t byte_at(std::string_view text, std::size_t at) {
    return static_cast<std::uint8_t>(text[at]);
}

bool is_continuation(std::uint8_t byte) {
    return (byte & 0xC0U) == 0x80U;
}

} // namespace

CodePoint decode(std::string_view text, std::size_t at) {
    constexpr CodePoint kBad = {0xFFFD, 1, false};
    const std::uint8_t lead = byte_at(text, at);
    if (lead < 0x80) {
        return {lead, 1, true};
    }
    const std::uint32_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - at < bytes) {
        return kBad;
    }
    char32_t value = lead & (0xFFU >> (bytes + 1));
    for (std::uint32_t i = 1; i < bytes; ++i) {
        const std::uint8_t byte = byte_at(text, at + i);
        if (!is_continuation(byte)) {
            return kBad;
        }
        value = (value << 6U) | (byte & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < kSmallest[bytes] || value > 0x10FFFF || surrogate) {
        return kBad;
    }
    return {value, bytes, true};
}

std::size_t step_back(std::string_view text, std::size_t at) {
    for (std::size_t back = 1; back <= 4 && back <= at; ++back) {
        if (!is_continuation(byte_at(text, at - back))) {
            const CodePoint point = decode(text, at - back);
            return point.valid && point.bytes == back ? at - back : at - 1;
        }
    }
    return at - 1;
}

bool is_hidden(char32_t value) {
    return within(kHidden, value);
}

std::uint32_t cell_width(char32_t value) {
    if (value < 0x300) {
        return 1;
    }
    if (within(kCombining, value)) {
        return 0;
    }
    return within(kWide, value) ? 2 : 1;
}

void append_utf8(std::string& out, char32_t value) {
    const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (value < 0x80) {
        put(value);
    } else if (value < 0x800) {
        put(0xC0U | (value >> 6U));
        put(0x80U | (value & 0x3FU));
    } else if (value < 0x10000) {
        put(0xE0U | (value >> 12U));
        put(0x80U | ((value >> 6U) & 0x3FU));
        put(0x80U | (value & 0x3FU));
    } else {
        put(0xF0U | (value >> 18U));
        put(0x80U | ((value >> 12U) & 0x3FU));
        put(0x80U | ((value >> 6U) & 0x3FU));
        put(0x80U | (value & 0x3FU));
    }
}

bool is_server_command(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    return rest.starts_with("##[") || rest.starts_with("##vso[");
}

} // namespace weir
