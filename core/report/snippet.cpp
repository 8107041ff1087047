#include "report/snippet.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/glyph.h"
#include "report/unicode.h"

namespace weir {

namespace {

constexpr std::string_view kCut = "...";
constexpr std::uint32_t kNarrowest = 20;

/// A source line as shown: the part of it around the marked bytes.
struct ShownLine {
    std::string text;
    std::uint32_t mark_at = 0; ///< cells before the marks
    std::uint32_t marks = 1;   ///< cells marked
};

/// The bytes of one line that a snippet marks.
struct MarkedLine {
    std::string_view text;
    std::size_t begin = 0;
    std::size_t end = 0;
};

MarkedLine marked_line(const SourceText& text, Span span, std::uint32_t line_number) {
    MarkedLine line;
    line.text = text.line(line_number);
    const std::size_t start = text.offset({line_number, 1});
    line.begin = std::min<std::size_t>(span.begin - std::min<std::size_t>(start, span.begin), line.text.size());
    line.end = std::min<std::size_t>(span.end - std::min<std::size_t>(start, span.end), line.text.size());
    line.end = std::max(line.begin, line.end);
    return line;
}

/// Glyphs of text[at, end) up to `cells` wide, appended to `out`.
struct Taken {
    std::size_t at = 0;
    std::uint32_t cells = 0;
};

Taken take_forward(std::string& out, std::string_view text, std::size_t at, std::size_t end, std::uint32_t cells) {
    Taken taken{at, 0};
    while (taken.at < end) {
        const Glyph glyph = glyph_at(text, taken.at, Tabs::Expanded);
        if (taken.cells + glyph.cells > cells) {
            break;
        }
        append_glyph(out, glyph);
        taken.cells += glyph.cells;
        taken.at += glyph.bytes;
    }
    return taken;
}

/// How far back from `at` the text can be shown in `cells`.
Taken measure_back(std::string_view text, std::size_t at, std::uint32_t cells) {
    Taken taken{at, 0};
    while (taken.at > 0) {
        const std::size_t previous = step_back(text, taken.at);
        const Glyph glyph = glyph_at(text, previous, Tabs::Expanded);
        if (taken.cells + glyph.cells > cells) {
            break;
        }
        taken.cells += glyph.cells;
        taken.at = previous;
    }
    return taken;
}

/// The line clipped to `width` cells around its marks. Looks at no more of it than it shows: a line
/// can be as long as the whole contract.
ShownLine clip(const MarkedLine& line, std::uint32_t width) {
    std::string ignored;
    const std::uint32_t room = width - 2 * static_cast<std::uint32_t>(kCut.size());
    const Taken marked = take_forward(ignored, line.text, line.begin, line.end, room);
    const Taken after = take_forward(ignored, line.text, marked.at, line.text.size(), room - marked.cells);
    // What is not needed on the right may be used on the left, but the marks keep some text behind them.
    const std::uint32_t behind = std::min(after.cells, (room - marked.cells) / 2);
    const Taken before = measure_back(line.text, line.begin, room - marked.cells - behind);

    ShownLine shown;
    if (before.at > 0) {
        shown.text += kCut;
        shown.mark_at += static_cast<std::uint32_t>(kCut.size());
    }
    const Taken prefix = take_forward(shown.text, line.text, before.at, line.begin, before.cells);
    const Taken rest = take_forward(shown.text, line.text, line.begin, line.text.size(), room - prefix.cells);
    if (rest.at < line.text.size()) {
        shown.text += kCut;
    }
    shown.mark_at += prefix.cells;
    shown.marks = std::max(marked.cells, 1U);
    return shown;
}

/// The line up to its first hidden byte, then a mask; marks inside the hidden part are under the mask.
ShownLine clip_masked(MarkedLine line, std::size_t hidden, std::uint32_t width) {
    line.text = line.text.substr(0, hidden);
    const bool under_mask = line.end > hidden || line.begin >= hidden;
    line.begin = std::min(line.begin, hidden);
    line.end = std::min(line.end, hidden);
    const auto mask_cells = static_cast<std::uint32_t>(kMask.size());
    ShownLine shown = clip(line, std::max(width - mask_cells, kNarrowest));
    shown.text += kMask;
    if (under_mask) {
        shown.marks = line.begin == hidden ? mask_cells : shown.marks + mask_cells;
    }
    return shown;
}

std::string_view ansi(Ink ink) {
    switch (ink) {
    case Ink::Red:
        return "\x1b[1;31m";
    case Ink::Yellow:
        return "\x1b[1;33m";
    case Ink::Cyan:
        return "\x1b[1;36m";
    case Ink::Blue:
        return "\x1b[1;34m";
    case Ink::Bold:
        return "\x1b[1m";
    case Ink::Plain:
        break;
    }
    return {};
}

} // namespace

void BlockWriter::paint(Ink ink, std::string_view safe_text) {
    const bool painted = style_.colour && ink != Ink::Plain;
    out_ += painted ? ansi(ink) : std::string_view();
    out_ += safe_text;
    out_ += painted ? "\x1b[0m" : "";
}

void BlockWriter::line(std::string_view safe_text) {
    out_ += safe_text;
    out_ += '\n';
}

void BlockWriter::headline(Ink ink, std::string_view kind, std::string_view slug, std::string_view message) {
    paint(ink, fmt::format("{}[{}]", kind, slug));
    paint(Ink::Bold, ": " + terminal_safe(message));
    out_ += '\n';
}

void BlockWriter::place(std::string_view name) {
    out_.append(gutter_width_ - 1, ' ');
    paint(Ink::Blue, "-->");
    out_ += ' ';
    append_safe(out_, name);
    out_ += '\n';
}

void BlockWriter::gutter(std::string_view number) {
    const std::size_t blank = gutter_width_ - std::min(gutter_width_, number.size());
    paint(Ink::Blue, std::string(blank, ' ') + std::string(number) + "|");
}

void BlockWriter::header(const Snippet& snippet) {
    const Range range = snippet.sources->range(snippet.at);
    out_.append(gutter_width_ - 1, ' ');
    paint(Ink::Blue, snippet.primary ? "-->" : ":::");
    out_ += ' ';
    append_safe(out_, (*snippet.sources)[snippet.at.file].name());
    out_ += fmt::format(":{}:{}\n", range.start.line, range.start.column);
    gutter("");
    out_ += '\n';
}

void BlockWriter::source_line(const Snippet& snippet) {
    const SourceText& text = (*snippet.sources)[snippet.at.file];
    const std::uint32_t number = snippet.sources->range(snippet.at).start.line;
    const MarkedLine line = marked_line(text, snippet.at, number);
    const auto taken = static_cast<std::uint32_t>(gutter_width_) + 3;
    const std::uint32_t width = std::max(style_.width, taken + kNarrowest) - taken;

    const std::uint32_t start = text.offset({number, 1});
    const auto end = static_cast<std::uint32_t>(start + line.text.size());
    const auto hidden = snippet.secrets->first_in(snippet.at.file, start, end);
    const ShownLine shown = hidden ? clip_masked(line, *hidden - start, width) : clip(line, width);

    gutter(fmt::format("{} ", number));
    out_ += shown.text.empty() ? "" : " ";
    out_ += shown.text;
    out_ += '\n';
    gutter("");
    out_ += ' ';
    out_.append(shown.mark_at, ' ');
    std::string marks(shown.marks, snippet.primary ? '^' : '-');
    if (!snippet.label.empty()) {
        marks += ' ';
        marks += snippet.label;
    }
    paint(snippet.primary ? Ink::Red : Ink::Blue, marks);
    out_ += '\n';
}

void BlockWriter::snippets(const std::vector<Snippet>& snippets) {
    std::uint32_t last_line = 1;
    for (const Snippet& snippet : snippets) {
        last_line = std::max(last_line, snippet.sources->range(snippet.at).start.line);
    }
    gutter_width_ = fmt::format_int(last_line).size() + 1;
    for (const Snippet& snippet : snippets) {
        header(snippet);
        source_line(snippet);
    }
}

void BlockWriter::label(std::string_view label) {
    out_.append(gutter_width_, ' ');
    paint(Ink::Blue, "= ");
    paint(Ink::Bold, label);
    out_ += ": ";
}

void BlockWriter::whole_note(std::string_view label, std::string_view text) {
    this->label(label);
    append_safe(out_, text);
    out_ += '\n';
}

void BlockWriter::note(std::string_view label, std::string_view text) {
    this->label(label);
    const std::string safe = terminal_safe(text);
    const std::size_t indent = gutter_width_ + 2 + label.size() + 2;
    const std::size_t width = std::max<std::size_t>(style_.width, indent + kNarrowest) - indent;
    std::size_t used = 0;
    for (std::size_t at = 0; at < safe.size();) {
        const std::size_t end = std::min(safe.find(' ', at), safe.size());
        const std::string_view word = std::string_view(safe).substr(at, end - at);
        const std::size_t cells = cells_of(word);
        if (used > 0 && used + 1 + cells > width) {
            out_ += '\n';
            out_.append(indent, ' ');
            used = 0;
        } else if (at > 0) {
            out_ += ' ';
            used += 1;
        }
        out_ += word;
        used += cells;
        at = end + 1;
    }
    out_ += '\n';
}

} // namespace weir
