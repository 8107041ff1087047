#include "weir/text.h"

#include <algorithm>

namespace weir {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool continues_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

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
}

std::uint32_t SourceText::line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }

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
    std::uint32_t column = 1;
    for (std::uint32_t i = line_starts_[line - 1]; i < offset; ++i) {
        column += continues_code_point(text_[i]) ? 0 : 1;
    }
    return {line, column};
}

std::uint32_t SourceText::offset(Position position) const {
    if (position.line == 0 || position.line > line_count()) {
        return position.line == 0 ? 0 : static_cast<std::uint32_t>(text_.size());
    }
    std::uint32_t offset = line_starts_[position.line - 1];
    const auto end = offset + static_cast<std::uint32_t>(line(position.line).size());
    for (std::uint32_t column = 1; column < position.column && offset < end; ++column) {
        ++offset;
        while (offset < end && continues_code_point(text_[offset])) {
            ++offset;
        }
    }
    return offset;
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
