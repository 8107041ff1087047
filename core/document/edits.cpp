// Edits by a look at the text around a node.

#include "weir/edits.h"

#include <algorithm>
#include <vector>

namespace weir {

namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kSpace = " \t\r\n";

/// A collection with more parts than this is not looked through for each of its findings: a hostile
/// contract could make that quadratic.
constexpr std::uint32_t kMostParts = 256;

/// A key or an item with what belongs to it.
struct Part {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

std::size_t line_begin(std::string_view text, std::size_t at) {
    const std::size_t feed = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return feed == std::string_view::npos ? 0 : feed + 1;
}

/// Behind the line that `at` stands in, its line end included.
std::size_t next_line(std::string_view text, std::size_t at) {
    const std::size_t feed = text.find('\n', at);
    return feed == std::string_view::npos ? text.size() : feed + 1;
}

/// Nothing but blanks and a comment up to the end of the line.
bool ends_line(std::string_view text, std::size_t at) {
    if (at > 0 && text[at - 1] == '\n') {
        return true; // a block scalar's span holds its last line end
    }
    const std::size_t next = std::min(text.find_first_not_of(" \t\r", at), text.size());
    return next == text.size() || text[next] == '\n' || (text[next] == '#' && next > at);
}

bool all_of(std::string_view text, std::string_view characters) {
    return text.find_first_not_of(characters) == std::string_view::npos;
}

/// One comma between two parts of a flow collection, and no comment.
bool only_comma(std::string_view between) {
    return std::count(between.begin(), between.end(), ',') == 1 &&
           between.find_first_not_of(" \t\r\n,") == std::string_view::npos;
}

/// Parts of a flow collection: takes the comma along that stood between.
std::optional<Edit> remove_in_flow(std::string_view text, FileId file, const std::vector<Part>& parts,
                                   std::size_t which) {
    if (which > 0 && only_comma(text.substr(parts[which - 1].end, parts[which].begin - parts[which - 1].end))) {
        return Edit{{file, parts[which - 1].end, parts[which].end}, {}};
    }
    if (which == 0 && only_comma(text.substr(parts[0].end, parts[1].begin - parts[0].end))) {
        return Edit{{file, parts[0].begin, parts[1].begin}, {}};
    }
    return std::nullopt;
}

/// Parts of a block collection, each on lines of its own. `lead` is what starts a part's line besides
/// blanks: a list's dash.
std::optional<Edit> remove_in_block(std::string_view text, FileId file, const std::vector<Part>& parts,
                                    std::size_t which) {
    const Part& part = parts[which];
    const std::size_t line = line_begin(text, part.begin);
    const std::string_view before = text.substr(line, part.begin - line);
    if (!ends_line(text, part.end)) {
        return std::nullopt;
    }
    if (all_of(before, " ")) {
        const std::size_t end = text[part.end - 1] == '\n' ? part.end : next_line(text, part.end);
        return Edit{{file, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(end)}, {}};
    }
    // The first entry behind a list's dash: what follows moves up to it.
    if (which == 0 && all_of(before, " -") && all_of(text.substr(part.end, parts[1].begin - part.end), kSpace)) {
        return Edit{{file, part.begin, parts[1].begin}, {}};
    }
    return std::nullopt;
}

/// Entries of a mapping in the text's order; empty when one of them came from elsewhere.
std::vector<Part> entry_parts(const Document& document, const Node& mapping, NodeId id) {
    std::vector<Part> parts;
    if (mapping.count > kMostParts) {
        return parts;
    }
    for (const Entry& entry : document.entries(id)) {
        if (entry.merged) {
            continue;
        }
        const Span key = document.node(entry.key).span;
        const std::optional<std::uint32_t> end = end_in_place(document, entry.value);
        if (!end || key.file != mapping.span.file) {
            return {};
        }
        parts.push_back({key.begin, std::max(*end, key.end)});
    }
    return parts;
}

std::vector<Part> item_parts(const Document& document, NodeId sequence) {
    std::vector<Part> parts;
    if (document.node(sequence).count > kMostParts) {
        return parts;
    }
    for (const NodeId item : document.items(sequence)) {
        const Node& node = document.node(item);
        const std::optional<std::uint32_t> end = end_in_place(document, item);
        if (!end) {
            return {};
        }
        parts.push_back({node.used_at.known() ? node.used_at.begin : node.span.begin, *end});
    }
    return parts;
}

} // namespace

std::optional<std::uint32_t> end_in_place(const Document& document, NodeId value) {
    const Node& node = document.node(value);
    if (!node.used_at.known()) {
        return node.span.end;
    }
    return node.through_ref ? std::nullopt : std::optional(node.used_at.end);
}

std::optional<std::string> indent_of(std::string_view text, std::size_t begin) {
    const std::size_t line = line_begin(text, begin);
    const std::string_view before = text.substr(line, begin - line);
    if (!all_of(before, " -") || (!before.empty() && before.back() == '-')) {
        return std::nullopt;
    }
    return std::string(before.size(), ' ');
}

std::optional<Edit> remove_entry(const Document& document, NodeId mapping, const Entry& entry) {
    const Node& node = document.node(mapping);
    if (entry.merged || (node.used_at.known() && !node.through_ref)) {
        return std::nullopt;
    }
    const std::vector<Part> parts = entry_parts(document, node, mapping);
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
        return part.begin == document.node(entry.key).span.begin;
    });
    if (parts.size() < 2 || found == parts.end()) {
        return std::nullopt;
    }
    const std::string_view text = document.sources()[node.span.file].text();
    const auto which = static_cast<std::size_t>(found - parts.begin());
    return node.style == NodeStyle::Flow ? remove_in_flow(text, node.span.file, parts, which)
                                         : remove_in_block(text, node.span.file, parts, which);
}

std::optional<Edit> remove_item(const Document& document, NodeId sequence, std::size_t index) {
    const Node& node = document.node(sequence);
    const std::vector<Part> parts = item_parts(document, sequence);
    if (parts.size() < 2 || (node.used_at.known() && !node.through_ref)) {
        return std::nullopt;
    }
    const std::string_view text = document.sources()[node.span.file].text();
    if (node.style == NodeStyle::Flow) {
        return remove_in_flow(text, node.span.file, parts, index);
    }
    const std::size_t line = line_begin(text, parts[index].begin);
    const std::string_view before = text.substr(line, parts[index].begin - line);
    const std::size_t dash = before.find('-');
    if (dash == std::string_view::npos || !all_of(before.substr(0, dash), " ") ||
        !all_of(before.substr(dash + 1), kBlanks) || !ends_line(text, parts[index].end)) {
        return std::nullopt;
    }
    const std::size_t end = text[parts[index].end - 1] == '\n' ? parts[index].end : next_line(text, parts[index].end);
    return Edit{{node.span.file, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(end)}, {}};
}

std::optional<Edit> insert_entry(const Document& document, NodeId mapping, std::string_view key,
                                 std::string_view value) {
    const Node& node = document.node(mapping);
    const std::vector<Part> parts = entry_parts(document, node, mapping);
    if (node.kind != NodeKind::Mapping || parts.empty() || (node.used_at.known() && !node.through_ref)) {
        return std::nullopt;
    }
    const std::string_view text = document.sources()[node.span.file].text();
    const std::uint32_t at = parts.front().begin;
    const bool quoted = text[at] == '"';
    std::string entry = quoted ? '"' + std::string(key) + '"' : std::string(key);
    entry += ": ";
    entry += value;
    if (node.style == NodeStyle::Flow) {
        return Edit{{node.span.file, at, at}, entry + ", "};
    }
    const std::optional<std::string> indent = indent_of(text, at);
    if (!indent) {
        return std::nullopt;
    }
    const std::size_t feed = text.find('\n', at);
    const bool windows = feed != std::string_view::npos && feed > 0 && text[feed - 1] == '\r';
    return Edit{{node.span.file, at, at}, entry + (windows ? "\r\n" : "\n") + *indent};
}

namespace {

/// The lines of an entry, which started `from` blanks into its first one, behind `indent` instead; nothing
/// when a line does not reach so far.
std::optional<std::string> indented(std::string_view lines, std::size_t from, std::string_view indent) {
    std::string out;
    bool first = true;
    while (!lines.empty()) {
        const std::size_t feed = std::min(lines.find('\n'), lines.size());
        std::string_view line = lines.substr(0, feed);
        lines.remove_prefix(std::min(feed + 1, lines.size()));
        if (first) {
            out += line;
        } else if (all_of(line, kSpace)) {
            out += '\n';
        } else {
            if (!all_of(line.substr(0, from), " ")) {
                return std::nullopt;
            }
            out += '\n';
            out += indent;
            out += line.substr(from);
        }
        first = false;
    }
    return out;
}

/// Stands in a flow collection as it stands in a block.
bool fits_flow(const Node& node, std::string_view written) {
    if (node.style == NodeStyle::Plain) {
        return written.find_first_of(",[]{}\n") == std::string_view::npos;
    }
    return node.style != NodeStyle::Literal && node.style != NodeStyle::Folded && node.style != NodeStyle::Block;
}

} // namespace

std::optional<std::vector<Edit>> move_entry(const Document& document, NodeId from, const Entry& entry, NodeId to) {
    const Node& target = document.node(to);
    const std::optional<Edit> removal = remove_entry(document, from, entry);
    const std::vector<Part> parts =
        target.kind == NodeKind::Mapping ? entry_parts(document, target, to) : std::vector<Part>{};
    const std::optional<std::uint32_t> end = end_in_place(document, entry.value);
    if (!removal || parts.empty() || !end || (target.used_at.known() && !target.through_ref)) {
        return std::nullopt;
    }
    const Node& key = document.node(entry.key);
    const std::string_view source = document.sources()[key.span.file].text();
    const std::string_view lines = source.substr(key.span.begin, std::max(*end, key.span.end) - key.span.begin);
    const std::uint32_t at = parts.front().begin;
    const std::string_view text = document.sources()[target.span.file].text();
    if (target.style == NodeStyle::Flow) {
        if (!fits_flow(document.node(entry.value), lines)) {
            return std::nullopt;
        }
        return std::vector<Edit>{*removal, Edit{{target.span.file, at, at}, std::string(lines) + ", "}};
    }
    const std::optional<std::string> indent = indent_of(text, at);
    const std::optional<std::string> old = indent_of(source, key.span.begin);
    const bool one_line = lines.find('\n') == std::string_view::npos;
    if (!indent || (!old && !one_line)) {
        return std::nullopt;
    }
    std::optional<std::string> body = indented(lines, old ? old->size() : 0, *indent);
    if (!body) {
        return std::nullopt;
    }
    return std::vector<Edit>{*removal, Edit{{target.span.file, at, at}, *body + "\n" + *indent}};
}

} // namespace weir
