#include "weir/text.h"

#include <algorithm>

namespace weir {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::uint32_t kBlock = 1024;

bool continues_code_point(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::uint32_t count_code_points(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        std::count_if(bytes.begin(), bytes.end(), [](char byte) { return !continues_code_point(byte); }));
}

} // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
    if (text_.starts_with(kByteOrderMark)) {
        text_.erase(0, kByteOrderMark.size());
    }
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        const bool lone_cr = text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
        if (text_[i] == '\n' || lone_cr) {
            line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
        }
    }
    std::uint32_t count = 0;
    for (std::size_t i = 0; i <= text_.size(); i += kBlock) {
        code_points_.push_back(count);
        count += count_code_points(std::string_view(text_).substr(i, kBlock));
    }
}

std::uint32_t SourceText::code_points_before(std::uint32_t offset) const {
    const std::uint32_t block = offset / kBlock;
    const std::uint32_t begin = block * kBlock;
    return code_points_[block] + count_code_points(std::string_view(text_).substr(begin, offset - begin));
}

std::uint32_t SourceText::line_count() const {
    return static_cast<std::uint32_t>(line_starts_.size());
}

std::string_view SourceText::line(std::uint32_t number) const {
    if (number == 0 || number > line_count()) {
        return {};
    }
    const std::size_t begin = line_starts_[number - 1];
    const std::size_t end = number == line_count() ? text_.size() : line_starts_[number];
    std::string_view line = std::string_view(text_).substr(begin, end - begin);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) {
        line.remove_suffix(1);
    }
    return line;
}

Position SourceText::position(std::uint32_t offset) const {
    offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
    const std::uint32_t begin = line_starts_[line - 1];
    const std::uint32_t before = offset - begin <= kBlock
                                     ? count_code_points(std::string_view(text_).substr(begin, offset - begin))
                                     : code_points_before(offset) - code_points_before(begin);
    return {line, before + 1};
}

std::uint32_t SourceText::offset(Position position) const {
    if (position.line == 0 || position.line > line_count()) {
        return position.line == 0 ? 0 : static_cast<std::uint32_t>(text_.size());
    }
    const std::uint32_t begin = line_starts_[position.line - 1];
    const auto end = begin + static_cast<std::uint32_t>(line(position.line).size());
    const std::uint32_t skip = std::min(std::max(position.column, 1U) - 1, end - begin);
    // Start from the last block that the wanted code point cannot precede, or from the line's start.
    const std::uint32_t wanted = code_points_before(begin) + skip;
    const auto after = std::upper_bound(code_points_.begin(), code_points_.end(), wanted);
    const auto block = static_cast<std::uint32_t>(after - code_points_.begin()) - 1;
    std::uint32_t at = std::max(block * kBlock, begin);
    std::uint32_t count = block * kBlock > begin ? code_points_[block] : wanted - skip;
    while (at < end && continues_code_point(text_[at])) {
        ++at; // the rest of a code point that began in the block before
    }
    while (at < end && count < wanted) {
        ++at;
        while (at < end && continues_code_point(text_[at])) {
            ++at;
        }
        ++count;
    }
    return std::min(at, end);
}

FileId Sources::add(std::string name, std::string text) {
    texts_.push_back(std::make_unique<SourceText>(std::move(name), std::move(text)));
    return static_cast<FileId>(texts_.size() - 1);
}

Range Sources::range(Span span) const {
    if (!span.known()) {
        return {};
    }
    const SourceText& text = *texts_[span.file];
    return {text.position(span.begin), text.position(span.end)};
}

std::string_view Sources::slice(Span span) const {
    if (!span.known()) {
        return {};
    }
    const std::string_view text = texts_[span.file]->text();
    const std::size_t begin = std::min<std::size_t>(span.begin, text.size());
    const std::size_t end = std::min<std::size_t>(std::max(span.end, span.begin), text.size());
    return text.substr(begin, end - begin);
}

} // namespace weir
