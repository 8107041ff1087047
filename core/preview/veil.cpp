#include "preview/veil.h"

#include <algorithm>

#include "text/secrecy.h"

namespace weir {

namespace {

bool before(const Span& a, const Span& b) {
    return a.file != b.file ? a.file < b.file : a.begin < b.begin;
}

const Document* document_of(const PreviewSide* side) {
    return side == nullptr || side->contract == nullptr ? nullptr : side->contract->document.get();
}

/// Sorted, and without overlap.
std::vector<Span> united(std::vector<Span> spans) {
    std::sort(spans.begin(), spans.end(), before);
    std::vector<Span> whole;
    for (const Span& span : spans) {
        if (!whole.empty() && whole.back().file == span.file && span.begin < whole.back().end) {
            whole.back().end = std::max(whole.back().end, span.end);
        } else {
            whole.push_back(span);
        }
    }
    return whole;
}

/// Places whose values a change does not show.
std::vector<Span> concealed_in(const PreviewPair& pair, Span Change::*side) {
    std::vector<Span> places;
    for (const Change& change : pair.changes == nullptr ? std::vector<Change>() : *pair.changes->changes) {
        if (change.concealed && (change.*side).known()) {
            places.push_back(change.*side);
        }
    }
    return places;
}

/// Where a comment begins on a line, taken widely: a `#` in quotes counts too.
std::size_t comment_of(std::string_view line) {
    for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
        if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') {
            return at;
        }
    }
    return line.size();
}

bool is_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first != std::string_view::npos && line[first] == '#';
}

/// The comments that stand together and end with the line at `begin`, as the text that they took out of use: each
/// first `#` is a blank. Below `# password:` the line `#   x` then says what it said.
std::string uncommented(std::string_view text, std::size_t begin, std::string_view line, std::size_t& last) {
    constexpr int kMostAbove = 50;
    std::vector<std::string_view> block{line};
    std::size_t at = begin;
    for (int i = 0; i < kMostAbove && at > 0; ++i) {
        const std::size_t end = at - 1;
        const std::size_t before = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
        at = before == std::string_view::npos ? 0 : before + 1;
        if (!is_comment(text.substr(at, end - at))) {
            break;
        }
        block.push_back(text.substr(at, end - at));
    }
    std::string out;
    for (auto part = block.rbegin(); part != block.rend(); ++part) {
        last = out.size();
        out.append(*part).append("\n");
        out[last + part->find('#')] = ' ';
    }
    return out;
}

/// How much of a line may be shown for what its comment says. What is commented out below a key of credentials, or
/// below one that is commented out too, is a value as well.
std::size_t shown_of_comment(std::string_view text, std::size_t begin, std::string_view line) {
    const std::size_t comment = comment_of(line);
    if (comment == line.size()) {
        return comment;
    }
    std::size_t shown = line.size();
    if (const auto secret = find_secret_in_line(line.substr(comment), 0)) {
        shown = comment + *secret;
    }
    if (is_comment(line)) {
        if (const auto below = find_secret_in_line(text, begin)) {
            shown = std::min(shown, *below - begin);
        }
        std::size_t last = 0;
        const std::string block = uncommented(text, begin, line, last);
        if (const auto below = find_secret_in_line(block, last)) {
            shown = std::min(shown, *below - last);
        }
    }
    return shown;
}

} // namespace

VeiledSide::VeiledSide(const PreviewSide* side, const std::vector<Span>& concealed) : side_(side) {
    if (side == nullptr || side->report.sources == nullptr) {
        return;
    }
    if (side->report.hidden != nullptr) {
        hidden_ = *side->report.hidden;
    }
    hidden_.insert(hidden_.end(), concealed.begin(), concealed.end());
    if (const Document* document = document_of(side)) {
        hide_numbers(*document);
    }
    hidden_ = united(std::move(hidden_));
    static const std::vector<Finding> kNone;
    spans_ =
        SecretSpans(*side->report.sources, side->report.findings == nullptr ? kNone : *side->report.findings, &hidden_);
}

/// A finding shows no number under a key of credentials; a whole text would.
void VeiledSide::hide_numbers(const Document& document) {
    for (NodeId id = 0; id < document.node_count(); ++id) {
        for (const Entry& entry : document.entries(id)) {
            const Node& value = document.node(entry.value);
            const bool number = value.kind == NodeKind::Integer || value.kind == NodeKind::Float;
            if (number && value.span.known() && holds_credential(document.node(entry.key).text)) {
                hidden_.push_back(value.span);
            }
        }
    }
}

bool VeiledSide::shows_text(FileId file) const {
    if (document_of(side_) == nullptr || file >= side_->report.sources->size()) {
        return false;
    }
    const auto breaks = [file](const Finding& finding) {
        return finding.at.known() && finding.at.file == file && finding.severity() == Severity::Error &&
               finding.code <= Code::yaml_unknown_tag && finding.code != Code::control_character;
    };
    return std::none_of(side_->report.findings->begin(), side_->report.findings->end(), breaks);
}

std::uint32_t VeiledSide::shown_until(FileId file, std::uint32_t begin, std::uint32_t end) const {
    return spans_.first_in(file, begin, end).value_or(end);
}

bool VeiledSide::hides(NodeId node) const {
    const Document* document = document_of(side_);
    if (document == nullptr || node == kNoNode || hidden_.empty()) {
        return false;
    }
    const Span& span = document->node(node).span;
    const auto behind = std::upper_bound(hidden_.begin(), hidden_.end(), span, before);
    return behind != hidden_.begin() && std::prev(behind)->file == span.file && span.end <= std::prev(behind)->end;
}

Veil::Veil(const PreviewPair& pair)
    : base_(pair.base, concealed_in(pair, &Change::base)), head_(pair.head, concealed_in(pair, &Change::head)) {
    remember(base_);
    remember(head_);
}

void Veil::remember(const VeiledSide& side) {
    const Document* document = document_of(side.side_);
    if (document == nullptr || side.hidden_.empty()) {
        return;
    }
    // Names of keys tell nothing, and refused SQL is hidden for what may stand in it, not for its every line.
    std::vector<bool> passed(document->node_count());
    for (NodeId id = 0; id < document->node_count(); ++id) {
        for (const Entry& entry : document->entries(id)) {
            const Node& key = document->node(entry.key);
            passed[entry.key] = !find_secret(key.text);
            passed[entry.value] = passed[entry.value] || key.text == "sql";
        }
    }
    for (NodeId id = 0; id < document->node_count(); ++id) {
        const Node& node = document->node(id);
        const bool told = node.kind == NodeKind::String || node.kind == NodeKind::Integer;
        if (told && !passed[id] && node.text != "true" && node.text != "false" && side.hides(id)) {
            values_.add(node.text);
        }
    }
}

std::string Veil::line(const VeiledSide& side, const Sources& sources, FileId file, std::string_view line) const {
    const auto begin = static_cast<std::uint32_t>(line.data() - sources[file].text().data());
    const auto end = begin + static_cast<std::uint32_t>(line.size());
    std::size_t shown = side.shown_until(file, begin, end) - begin;
    shown = std::min(shown, shown_of_comment(sources[file].text(), begin, line));
    std::string text = values_.masked(line.substr(0, shown));
    return shown < line.size() ? text.append(kMask) : text;
}

std::string Veil::script(const VeiledSide& side, const Contract& contract, const Script& script) const {
    std::string out;
    std::size_t done = 0;
    for (const SqlSource& source : script.sources) {
        const bool scalar = source.place.known() && contract.document->node(source.place.node).is_scalar();
        if (source.begin >= done && scalar && side.hides(source.place.node)) {
            out.append(script.text, done, source.begin - done);
            out += kMask;
            done = source.end;
        }
    }
    out.append(script.text, done);
    return out;
}

} // namespace weir
