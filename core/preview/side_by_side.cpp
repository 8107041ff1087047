#include "preview/side_by_side.h"

#include <algorithm>

#include "preview/align.h"

namespace weir {

namespace {

/// Lines shown around a change, and the least number of lines worth folding.
constexpr std::uint32_t kContext = 3;
constexpr std::uint32_t kFewest = 6;

/// Where two versions of a line differ: bytes [begin, end) of each.
struct Difference {
    std::size_t begin = 0;
    std::size_t base_end = 0;
    std::size_t head_end = 0;
    bool alike = false; ///< enough is the same for the difference to say something
};

bool is_continuation(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Byte `at` goes on with the word that the byte before it belongs to.
bool in_word(std::string_view text, std::size_t at) {
    return at > 0 && at < text.size() && is_word(text[at - 1]) && is_word(text[at]);
}

Difference difference(std::string_view base, std::string_view head) {
    Difference found;
    const std::size_t most = std::min(base.size(), head.size());
    while (found.begin < most && base[found.begin] == head[found.begin]) {
        ++found.begin;
    }
    // Whole words, and no halves of characters.
    while (found.begin > 0 && (in_word(base, found.begin) || in_word(head, found.begin))) {
        --found.begin;
    }
    std::size_t behind = 0;
    while (behind < most - found.begin && base[base.size() - 1 - behind] == head[head.size() - 1 - behind]) {
        ++behind;
    }
    while (behind > 0 && (in_word(base, base.size() - behind) || in_word(head, head.size() - behind))) {
        --behind;
    }
    found.base_end = base.size() - behind;
    found.head_end = head.size() - behind;
    const std::size_t indent = std::min(base.find_first_not_of(' '), found.begin);
    const bool longer = found.begin + behind == most && most > indent + 2;
    found.alike = longer || 3 * (found.begin + behind - indent) >= std::max(base.size(), head.size()) - indent;
    return found;
}

/// Writes bytes [from, to) of a line in its colours, bytes [begin, end) of it marked.
void write_inked(Html& html, Language language, std::string_view line, std::pair<std::size_t, std::size_t> part,
                 std::pair<std::size_t, std::size_t> mark) {
    const auto [from, to] = part;
    std::vector<Inked> inked = ink(language, line.substr(0, to));
    inked.push_back({to, to, {}});
    std::size_t at = from;
    const auto plain = [&](std::size_t end, std::string_view kind) {
        // The mark splits what it begins or ends in.
        while (at < end) {
            const bool marked = at >= mark.first && at < mark.second;
            const std::size_t edge = at < mark.first ? mark.first : marked ? mark.second : end;
            const std::size_t stop = std::min(edge, end);
            html.raw(marked ? "<b>" : "");
            if (kind.empty()) {
                html.text(line.substr(at, stop - at));
            } else {
                html.raw("<span class=\"").raw(kind).raw("\">").text(line.substr(at, stop - at)).raw("</span>");
            }
            html.raw(marked ? "</b>" : "");
            at = stop;
        }
    };
    for (const Inked& piece : inked) {
        plain(std::max(piece.begin, at), {});
        plain(std::max(piece.end, at), piece.kind);
    }
}

class Writer {
  public:
    Writer(Html& html, const ShownText& base, const ShownText& head, const SideBySideLimits& limits)
        : html_(html), base_(base), head_(head), limits_(limits), begin_(html.size()) {}

    void write() {
        const std::vector<Stretch> stretches = align(base_.lines, head_.lines);
        html_.raw("<div class=\"sbs\">\n");
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            if (full()) {
                leave_out(stretches, i);
                break;
            }
            stretches[i].equal ? equal(stretches[i], i == 0, i + 1 == stretches.size()) : changed(stretches[i]);
        }
        html_.raw("</div>\n");
    }

  private:
    [[nodiscard]] bool full() const { return html_.size() - begin_ > limits_.bytes; }
    /// Half of the room is for lines that did not change.
    [[nodiscard]] bool full_of_folded() const { return folded_ > limits_.bytes / 2; }

    void number(const ShownText& text, std::uint32_t line, std::string_view mark) {
        html_.raw("<span class=\"n").raw(mark).raw("\"");
        if (std::binary_search(text.pointed_at.begin(), text.pointed_at.end(), line + 1)) {
            html_.raw(" id=\"").attribute(text.anchor).raw("-").raw(std::to_string(line + 1)).raw("\"");
        }
        html_.raw(">").raw(std::to_string(line + 1)).raw("</span>");
    }

    /// A line, bytes [begin, end) of it marked.
    void content(Language language, std::string_view line, std::size_t begin, std::size_t end) {
        std::size_t from = 0;
        if (line.size() > limits_.line_bytes && begin > limits_.line_bytes / 2) {
            from = begin - limits_.line_bytes / 4;
            while (from > 0 && is_continuation(line, from)) {
                --from;
            }
        }
        std::size_t to = std::min(line.size(), from + limits_.line_bytes);
        while (is_continuation(line, to)) {
            ++to;
        }
        omission(from);
        begin = std::clamp(begin, from, to);
        end = std::clamp(end, begin, to);
        write_inked(html_, language, line, {from, to}, {begin, end});
        omission(line.size() - to);
    }

    void omission(std::size_t bytes) {
        if (bytes > 0) {
            html_.raw("<i>… ").raw(counted(bytes, "byte", "bytes")).raw(" not shown …</i>");
        }
    }

    void same_row(std::uint32_t base, std::uint32_t head) {
        const std::string left = base_.show(base_.lines[base]);
        const std::string right = head_.show(head_.lines[head]);
        html_.raw("<div class=\"r\">");
        number(base_, base, "");
        html_.raw("<code>");
        content(base_.language, left, 0, 0);
        html_.raw("</code>");
        number(head_, head, "");
        html_.raw("<code>");
        content(head_.language, right, 0, 0);
        html_.raw("</code></div>\n");
    }

    void rows(std::uint32_t base, std::uint32_t head, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            if (full()) {
                left_out(count - i, 0);
                return;
            }
            same_row(base + i, head + i);
        }
    }

    /// The next line from `line` on that something points at; `end` when there is none.
    static std::uint32_t next_pointed_at(const ShownText& text, std::uint32_t line, std::uint32_t end) {
        const auto found = std::lower_bound(text.pointed_at.begin(), text.pointed_at.end(), line + 1);
        return found == text.pointed_at.end() ? end : std::min(*found - 1, end);
    }

    /// Equal lines: what is near a change, or is pointed at, is shown, the rest folded.
    void equal(const Stretch& stretch, bool first, bool last) {
        const std::uint32_t count = stretch.base_end - stretch.base;
        std::uint32_t at = 0; // lines of the stretch that are written
        std::uint32_t shown = first ? 0 : std::min(kContext, count);
        while (at < count && !full()) {
            rows(stretch.base + at, stretch.head + at, shown - at);
            at = shown;
            std::uint32_t next = std::min(next_pointed_at(base_, stretch.base + at, stretch.base_end) - stretch.base,
                                          next_pointed_at(head_, stretch.head + at, stretch.head_end) - stretch.head);
            const bool to_end = next >= count;
            const std::uint32_t resume =
                to_end ? (last ? count : count - std::min(kContext, count)) : next - std::min(kContext, next);
            if (resume > at + kFewest) {
                fold(stretch.base + at, stretch.head + at, resume - at);
                at = resume;
            }
            shown = to_end ? count : std::min(next + kContext + 1, count);
        }
        left_out(count - at, 0);
    }

    void fold(std::uint32_t base, std::uint32_t head, std::uint32_t count) {
        if (full_of_folded()) {
            html_.raw("<p class=\"cut\">").raw(counted(count, "unchanged line", "unchanged lines"));
            html_.raw(" not on this page</p>\n");
            return;
        }
        const std::size_t before = html_.size();
        html_.raw("<details class=\"fold\"><summary>");
        html_.raw(counted(count, "unchanged line", "unchanged lines")).raw("</summary>\n");
        for (std::uint32_t i = 0; i < count; ++i) {
            if (folded_ + html_.size() - before > limits_.bytes / 2) {
                left_out(count - i, 0);
                break;
            }
            same_row(base + i, head + i);
        }
        html_.raw("</details>\n");
        folded_ += html_.size() - before;
    }

    void changed(const Stretch& stretch) {
        const std::uint32_t base_count = stretch.base_end - stretch.base;
        const std::uint32_t head_count = stretch.head_end - stretch.head;
        for (std::uint32_t i = 0; i < std::max(base_count, head_count); ++i) {
            if (full()) {
                left_out(0, std::max(base_count, head_count) - i);
                return;
            }
            const std::string left = i < base_count ? base_.show(base_.lines[stretch.base + i]) : std::string();
            const std::string right = i < head_count ? head_.show(head_.lines[stretch.head + i]) : std::string();
            const bool both = i < base_count && i < head_count;
            const Difference differs = both ? difference(left, right) : Difference{};
            const bool mark = both && differs.alike;
            html_.raw("<div class=\"r c\">");
            half(base_, stretch.base + i, i < base_count, "d", "del", left,
                 mark ? std::pair(differs.begin, differs.base_end) : std::pair<std::size_t, std::size_t>());
            half(head_, stretch.head + i, i < head_count, "i", "ins", right,
                 mark ? std::pair(differs.begin, differs.head_end) : std::pair<std::size_t, std::size_t>());
            html_.raw("</div>\n");
        }
    }

    void half(const ShownText& text, std::uint32_t line, bool there, std::string_view mark, std::string_view tag,
              std::string_view shown, std::pair<std::size_t, std::size_t> differs) {
        if (!there) {
            html_.raw("<span class=\"n\"></span><span class=\"e\"></span>");
            return;
        }
        number(text, line, mark == "d" ? " d" : " i");
        html_.raw("<").raw(tag).raw(">");
        content(text.language, shown, differs.first, differs.second);
        html_.raw("</").raw(tag).raw(">");
    }

    void left_out(std::uint64_t equal_lines, std::uint64_t changed_lines) {
        if (equal_lines + changed_lines == 0) {
            return;
        }
        html_.raw("<p class=\"cut\">");
        if (changed_lines > 0) {
            html_.raw(counted(changed_lines, "changed line", "changed lines"));
            html_.raw(equal_lines > 0 ? " and " : "");
        }
        if (equal_lines > 0) {
            html_.raw(counted(equal_lines, "unchanged line", "unchanged lines"));
        }
        html_.raw(" not on this page: it would be too large</p>\n");
    }

    /// Counts what stands from stretch `first` on.
    void leave_out(const std::vector<Stretch>& stretches, std::size_t first) {
        std::uint64_t equal_lines = 0;
        std::uint64_t changed_lines = 0;
        for (std::size_t i = first; i < stretches.size(); ++i) {
            const std::uint32_t lines =
                std::max(stretches[i].base_end - stretches[i].base, stretches[i].head_end - stretches[i].head);
            (stretches[i].equal ? equal_lines : changed_lines) += lines;
        }
        left_out(equal_lines, changed_lines);
    }

    Html& html_;
    const ShownText& base_;
    const ShownText& head_;
    SideBySideLimits limits_;
    std::size_t begin_;
    std::size_t folded_ = 0;
};

} // namespace

void write_side_by_side(Html& html, const ShownText& base, const ShownText& head, const SideBySideLimits& limits) {
    Writer(html, base, head, limits).write();
}

void write_alone(Html& html, const ShownText& text, std::string_view mark, const SideBySideLimits& limits) {
    const std::size_t begin = html.size();
    html.raw("<div class=\"sbs one\">\n");
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
        if (html.size() - begin > limits.bytes) {
            html.raw("<p class=\"cut\">").raw(counted(text.lines.size() - i, "more line", "more lines"));
            html.raw(" not on this page: it would be too large</p>\n");
            break;
        }
        const std::string line = text.show(text.lines[i]);
        html.raw("<div class=\"r c\"><span class=\"n ").raw(mark).raw("\"");
        if (std::binary_search(text.pointed_at.begin(), text.pointed_at.end(), i + 1)) {
            html.raw(" id=\"").attribute(text.anchor).raw("-").raw(std::to_string(i + 1)).raw("\"");
        }
        html.raw(">").raw(std::to_string(i + 1)).raw("</span>");
        const std::string_view tag = mark == "d" ? "del" : "ins";
        html.raw("<").raw(tag).raw(">");
        const std::string part = clipped(line, limits.line_bytes);
        write_inked(html, text.language, part, {0, part.size()}, {0, 0});
        html.raw("</").raw(tag).raw("></div>\n");
    }
    html.raw("</div>\n");
}

} // namespace weir
