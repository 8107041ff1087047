#include "model/code_text.h"

#include <algorithm>

namespace weir::app {

namespace {

bool continues_code_point(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string_view clip(std::string_view line) {
    if (line.size() <= kLineBytes) {
        return line;
    }
    std::size_t end = kLineBytes;
    while (end > 0 && continues_code_point(line[end])) {
        --end;
    }
    return line.substr(0, end);
}

std::uint32_t cells(std::string_view line) {
    std::uint32_t count = 0;
    for (const char c : line) {
        count += c == '\t' ? 4U : static_cast<std::uint32_t>(!continues_code_point(c));
    }
    return count;
}

struct LineBytes {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Calls `each(line, bytes)` for the lines that `span` touches, at most `limit` of them.
template <class Each>
void for_lines(CodeText& code, const SourceText& source, Span span, std::uint32_t limit, const Each& each) {
    const Position first = source.position(span.begin);
    const Position last = source.position(std::max(span.begin, span.end > span.begin ? span.end - 1 : span.end));
    for (std::uint32_t number = first.line; number <= last.line && number - first.line < limit; ++number) {
        if (number == 0 || number > code.lines.size()) {
            return;
        }
        CodeLine& line = code.lines[number - 1];
        const std::uint32_t start = source.offset({number, 1});
        const auto size = static_cast<std::uint32_t>(line.text.size());
        const auto begin = span.begin > start ? std::min(span.begin - start, size) : 0U;
        const auto end = span.end > start ? std::min(span.end - start, size) : 0U;
        each(line, LineBytes{begin, std::max(begin, end)});
    }
}

} // namespace

CodeText make_code_text(const SourceText& source, Language language) {
    CodeText code;
    code.name = source.name();
    const std::uint32_t count = source.line_count();
    code.lines.reserve(count);
    YamlInker yaml;
    SqlInker sql;
    for (std::uint32_t number = 1; number <= count; ++number) {
        const std::string_view whole = source.line(number);
        const std::string_view shown = clip(whole);
        CodeLine line;
        line.text = std::string(shown);
        line.clipped = shown.size() < whole.size();
        line.inks = language == Language::Yaml ? yaml.line(shown) : sql.line(shown);
        code.widest = std::max(code.widest, cells(shown));
        code.lines.push_back(std::move(line));
    }
    return code;
}

void mask(CodeText& code, const SourceText& source, Span span) {
    static constexpr std::string_view kMask = "********";
    for_lines(code, source, span, source.line_count(), [](CodeLine& line, LineBytes bytes) {
        if (bytes.begin >= line.masked || bytes.begin > line.text.size()) {
            return; // hidden by an earlier place on the line
        }
        line.masked = bytes.begin;
        line.text.resize(bytes.begin);
        line.text.append(kMask);
        line.clipped = false;
        std::erase_if(line.inks, [&](const Stretch& ink) { return ink.end > bytes.begin; });
    });
}

void mark(CodeText& code, const SourceText& source, Span span, Severity severity, std::uint32_t finding) {
    constexpr std::uint32_t kMarkedLines = 50;
    for_lines(code, source, span, kMarkedLines, [&](CodeLine& line, LineBytes bytes) {
        const std::size_t text = line.text.find_first_not_of(" \t");
        const auto indent = static_cast<std::uint32_t>(text == std::string::npos ? 0 : text);
        line.marks.push_back({std::max(bytes.begin, std::min(indent, bytes.end)), bytes.end, severity, finding});
    });
}

} // namespace weir::app
