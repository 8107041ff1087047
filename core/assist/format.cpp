#include "weir/format.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/document.h"

namespace weir {

namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kStep = 2;
/// `|2+`: of a block scalar.
constexpr std::size_t kLongestHeader = 3;

/// The text read alone: what it includes stands in other texts and is not asked for.
ReadDocument read_alone(std::string_view name, std::string_view text) {
    FileSet files;
    files[std::string(name)].text = std::string(text);
    while (true) {
        ReadDocument read = read_document(files, name, {}, {}, RootKinds::MappingOrList);
        if (read.need.empty()) {
            return read;
        }
        for (const std::string& other : read.need) {
            files[other].refusal = "not asked for";
        }
    }
}

/// What a line begins inside of.
enum class Inside : std::uint8_t { Nothing, Text, Block };

struct Line {
    Inside inside = Inside::Nothing;
    /// In flow collections of several lines: one more than the line on which the innermost was opened, or as many as
    /// that line where this one begins with its closing bracket.
    std::uint32_t flows = 0;
    bool in_flow = false;
};

/// Where the scalars and flow collections of several lines are.
class Extents {
  public:
    explicit Extents(const Document& document) : document_(document), source_(document.sources()[0]) {
        lines_.resize(source_.line_count() + 1);
        seen_.resize(document.node_count());
        visit(document.root());
        std::sort(flows_.begin(), flows_.end());
        flows_.erase(std::unique(flows_.begin(), flows_.end()), flows_.end());
        count_flows();
    }

    [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

  private:
    /// As deep as the document, which the reader bounds.
    void visit(NodeId id) {
        if (id == kNoNode || seen_[id]) {
            return;
        }
        seen_[id] = true;
        const Node& node = document_.node(id);
        note(node);
        for (const Entry& entry : document_.entries(id)) {
            visit(entry.key);
            visit(entry.value);
        }
        if (node.kind == NodeKind::Sequence) {
            for (const NodeId item : document_.items(id)) {
                visit(item);
            }
        }
    }

    void note(const Node& node) {
        if (node.used_at.known() && node.used_at.file == 0) {
            note_reference(node.used_at);
        }
        if (node.span.file != 0 || node.span.end <= node.span.begin) {
            return;
        }
        if (node.unresolved || !node.is_scalar()) {
            const bool flow = node.unresolved ? source_.text()[node.span.begin] == '{' : node.style == NodeStyle::Flow;
            if (flow) {
                note_flow(node.span.begin, node.span.end);
            }
            return;
        }
        const std::uint32_t first = source_.position(node.span.begin).line;
        std::uint32_t last = source_.position(node.span.end - 1).line;
        const bool block = node.style == NodeStyle::Literal || node.style == NodeStyle::Folded;
        if (block) {
            const std::string_view header =
                source_.line(first).substr(node.span.begin - source_.offset({first, 1}), kLongestHeader);
            const bool keeps = header.find('+') < header.find_first_of(" \t");
            while (keeps && last < source_.line_count() &&
                   source_.line(last + 1).find_first_not_of(kBlanks) == std::string_view::npos) {
                ++last; // empty lines at its end are a part of it
            }
        }
        for (std::uint32_t line = first + 1; line <= last; ++line) {
            lines_[line].inside = block ? Inside::Block : Inside::Text;
        }
    }

    /// `{$ref: …}` has given its place to what it stands for.
    void note_reference(Span at) {
        constexpr std::string_view kKey = "$ref";
        const std::string_view text = source_.text();
        const std::size_t key = text.rfind(kKey, at.begin);
        const std::size_t open = key == std::string_view::npos || key == 0
                                     ? std::string_view::npos
                                     : text.find_last_not_of(" \t\r\n\"'", key - 1);
        const std::size_t close = text.find_first_not_of(" \t\r\n", at.end);
        if (open != std::string_view::npos && text[open] == '{' && close != std::string_view::npos &&
            text[close] == '}') {
            note_flow(static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(close + 1));
        }
    }

    void note_flow(std::uint32_t begin, std::uint32_t end) {
        if (source_.position(begin).line < source_.position(end - 1).line) {
            flows_.emplace_back(begin, end);
        }
    }

    void count_flows() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> open; // line of the opening bracket, end
        std::size_t next = 0;
        for (std::uint32_t line = 1; line < lines_.size(); ++line) {
            const std::string_view text = source_.line(line);
            const std::uint32_t begin = source_.offset({line, 1});
            const auto end = static_cast<std::uint32_t>(begin + text.size());
            Line& here = lines_[line];
            here.in_flow = !open.empty();
            here.flows = open.empty() ? 0 : lines_[open.back().first].flows + 1;
            // Brackets that it begins with stand where the lines of their openers do.
            std::uint32_t at =
                begin + static_cast<std::uint32_t>(std::min(text.find_first_not_of(kBlanks), text.size()));
            for (; !open.empty() && open.back().second == at + 1; ++at) {
                here.flows = lines_[open.back().first].flows;
                open.pop_back();
            }
            while (!open.empty() && open.back().second <= end) {
                open.pop_back();
            }
            for (; next < flows_.size() && flows_[next].first < end; ++next) {
                open.emplace_back(line, flows_[next].second);
            }
        }
    }

    const Document& document_;
    const SourceText& source_;
    std::vector<Line> lines_; ///< by number, from 1
    std::vector<bool> seen_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> flows_;
};

class Layout {
  public:
    Layout(const SourceText& source, const std::vector<Line>& lines) : source_(source), lines_(lines) {}

    std::string run() {
        const std::uint32_t count = source_.line_count() - (source_.text().ends_with('\n') ? 1 : 0);
        for (std::uint32_t line = 1; line <= count; ++line) {
            place(line);
        }
        settle_comments(0);
        while (!out_.empty() && out_.back().empty() && lines_[out_.size()].inside != Inside::Block) {
            out_.pop_back();
        }
        std::string text;
        for (const std::string& line : out_) {
            text += line;
            text += '\n';
        }
        // The line end behind a block scalar is a part of it.
        if (lines_[out_.size()].inside == Inside::Block && !source_.text().ends_with('\n')) {
            text.pop_back();
        }
        return text;
    }

  private:
    struct Level {
        std::size_t old = 0;
        std::size_t now = 0;
        bool list = false;
    };

    void place(std::uint32_t line) {
        const std::string_view raw = source_.line(line);
        const std::size_t column = std::min(raw.find_first_not_of(kBlanks), raw.size());
        std::string_view content = raw.substr(column);
        if (lines_[line].inside == Inside::Block) {
            shift(raw);
            return;
        }
        const bool goes_on = line + 1 < lines_.size() && lines_[line + 1].inside == Inside::Text;
        if (!goes_on) {
            content = content.substr(0, content.find_last_not_of(kBlanks) + 1);
        }
        if (content.empty()) {
            out_.emplace_back();
        } else if (lines_[line].inside == Inside::Text) {
            const std::size_t least = levels_.empty() ? 0 : levels_.back().now + kStep;
            put(std::max(column + now() < old() ? 0 : column + now() - old(), least), content);
        } else if (lines_[line].in_flow) {
            put((levels_.empty() ? 0 : levels_.back().now) + kStep * lines_[line].flows, content);
        } else if (content.front() == '#') {
            comment(column, content);
        } else if (column == 0 && (content.starts_with("---") || content.starts_with("...") || content[0] == '%')) {
            levels_.clear();
            put(0, content);
        } else {
            structure(column, content);
        }
    }

    void structure(std::size_t column, std::string_view content) {
        std::string text;
        bool first = true;
        while (true) {
            const bool dash =
                content[0] == '-' && (content.size() == 1 || kBlanks.find(content[1]) != std::string_view::npos);
            const bool block = content[0] == '|' || content[0] == '>';
            if (dash || first || !block) {
                enter(column, dash);
            }
            if (first) {
                settle_comments(levels_.back().now);
                text.assign(levels_.back().now, ' ');
                first = false;
            }
            const std::size_t next = dash ? content.find_first_not_of(kBlanks, 1) : std::string_view::npos;
            if (next == std::string_view::npos || content[next] == '#') {
                text += content;
                break;
            }
            text += "- ";
            column += next;
            content.remove_prefix(next);
        }
        out_.push_back(std::move(text));
    }

    /// Finds the level of a line's first word, or of what follows a dash.
    void enter(std::size_t column, bool dash) {
        const auto over = [&](const Level& level) {
            return level.old > column || (level.old == column && level.list && !dash);
        };
        while (!levels_.empty() && over(levels_.back())) {
            levels_.pop_back();
        }
        if (!levels_.empty() && levels_.back().old == column && levels_.back().list == dash) {
            return;
        }
        levels_.push_back({column, levels_.empty() ? 0 : levels_.back().now + kStep, dash});
    }

    /// A comment stands where what follows it does, unless it ends a deeper level.
    void comment(std::size_t column, std::string_view content) {
        const auto same =
            std::find_if(levels_.begin(), levels_.end(), [&](const Level& level) { return level.old == column; });
        const std::size_t next = next_column();
        if (same != levels_.end() && (next == kNone || column > next)) {
            put(same->now, content);
            return;
        }
        waiting_.push_back(out_.size());
        out_.emplace_back(content);
    }

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    /// The column of the next line that is neither empty nor a comment.
    [[nodiscard]] std::size_t next_column() {
        std::uint32_t line = std::max(looked_, static_cast<std::uint32_t>(out_.size()) + 2);
        for (; line <= source_.line_count(); ++line) {
            const std::string_view text = source_.line(line);
            const std::size_t column = text.find_first_not_of(kBlanks);
            if (column != std::string_view::npos && text[column] != '#') {
                looked_ = line;
                return column;
            }
        }
        looked_ = line;
        return kNone;
    }

    void settle_comments(std::size_t column) {
        for (const std::size_t at : waiting_) {
            out_[at].insert(0, column, ' ');
        }
        waiting_.clear();
    }

    [[nodiscard]] std::size_t old() const { return levels_.empty() ? 0 : levels_.back().old; }
    [[nodiscard]] std::size_t now() const { return levels_.empty() ? 0 : levels_.back().now; }

    /// A line of a block scalar moves as far as what the scalar belongs to.
    void shift(std::string_view raw) {
        if (raw.empty() || now() >= old()) {
            out_.push_back(std::string(raw.empty() ? 0 : now() - old(), ' ') + std::string(raw));
            return;
        }
        const std::size_t blanks = std::min(raw.find_first_not_of(' '), raw.size());
        out_.emplace_back(raw.substr(std::min(old() - now(), blanks)));
    }

    void put(std::size_t column, std::string_view content) {
        out_.push_back(std::string(column, ' ') + std::string(content));
    }

    const SourceText& source_;
    const std::vector<Line>& lines_;
    std::vector<Level> levels_;
    std::vector<std::string> out_;
    std::vector<std::size_t> waiting_; ///< comments that stand where the next line will
    std::uint32_t looked_ = 0;
};

/// Both texts hold the same values.
bool same(const Document& a, NodeId one, const Document& b, NodeId other) {
    if (one == kNoNode || other == kNoNode) {
        return one == other;
    }
    const Node& x = a.node(one);
    const Node& y = b.node(other);
    if (x.kind != y.kind || x.text != y.text || x.count != y.count || x.unresolved != y.unresolved) {
        return false;
    }
    if (x.kind == NodeKind::Mapping) {
        const auto entries = b.entries(other);
        return std::equal(a.entries(one).begin(), a.entries(one).end(), entries.begin(),
                          [&](const Entry& left, const Entry& right) {
                              return same(a, left.key, b, right.key) && same(a, left.value, b, right.value);
                          });
    }
    if (x.kind == NodeKind::Sequence) {
        const auto items = b.items(other);
        return std::equal(a.items(one).begin(), a.items(one).end(), items.begin(),
                          [&](NodeId left, NodeId right) { return same(a, left, b, right); });
    }
    return true;
}

bool reads_well(const ReadDocument& read) {
    return read.document != nullptr && read.document->root() != kNoNode &&
           std::none_of(read.findings.begin(), read.findings.end(), [](const Finding& finding) {
               return finding.severity() == Severity::Error && code_info(finding.code).slug.starts_with("yaml-");
           });
}

} // namespace

Formatted format(std::string_view name, std::string_view text) {
    const ReadDocument read = read_alone(name, text);
    if (!reads_well(read)) {
        return {std::string(text), "a text that cannot be read as YAML or JSON stays as it is"};
    }
    const Extents extents(*read.document);
    std::string laid_out = Layout(read.document->sources()[0], extents.lines()).run();
    const ReadDocument again = read_alone(name, laid_out);
    if (!reads_well(again) || !same(*read.document, read.document->root(), *again.document, again.document->root())) {
        return {std::string(text), "its layout is one that Weir does not know how to change without changing a value"};
    }
    return {std::move(laid_out), {}};
}

} // namespace weir
