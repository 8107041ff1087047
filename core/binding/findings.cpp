#include "binding/findings.h"

#include <algorithm>
#include <iterator>

#include "weir/edits.h"

namespace weir::binding {

namespace {

/// Needs no quotes wherever it stands, flow style included, and is read as a string.
bool is_plain(std::string_view text) {
    constexpr std::string_view kWords[] = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
    std::string folded;
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        const bool inner = (c >= '0' && c <= '9') || c == '.' || c == '(' || c == ')';
        if (!letter && (folded.empty() || !inner)) {
            return false;
        }
        folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return !folded.empty() && std::find(std::begin(kWords), std::end(kWords), folded) == std::end(kWords);
}

/// `text` as a scalar of this style, a plain one in quotes where it needs them; nothing when the style
/// cannot hold it.
std::optional<std::string> as_scalar(NodeStyle style, std::string_view text) {
    std::string out;
    if (style == NodeStyle::Plain) {
        if (is_plain(text)) {
            return std::string(text);
        }
        style = NodeStyle::DoubleQuoted;
    }
    switch (style) {
    case NodeStyle::SingleQuoted:
        out = "'";
        for (const char c : text) {
            out += c;
            if (c == '\'') {
                out += c;
            }
        }
        return out + "'";
    case NodeStyle::DoubleQuoted:
        out = "\"";
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                out += '\\';
            }
            out += c;
        }
        return out + "\"";
    default:
        return std::nullopt;
    }
}

} // namespace

Finding& Findings::add(Code code, Place place, std::string_view what) {
    make_room(list_);
    list_.push_back(lane_finding(contract_, code, place, what));
    return list_.back();
}

void Findings::relate(Finding& finding, Place place, std::string message) const {
    if (place.known()) {
        finding.related.push_back(Related{std::move(message), span(place)});
    }
}

void Findings::offer(Finding& finding, Place place, std::string_view text, std::string title) const {
    if (!place.known() || !contract_.document) {
        return;
    }
    const Node& node = contract_.document->node(place.node);
    if (!node.is_scalar() || (node.used_at.known() && !node.through_ref)) {
        return;
    }
    // A plain scalar that is written over several lines is left to people.
    const bool plain = node.style == NodeStyle::Plain;
    if (plain && contract_.document->sources().slice(node.span) != node.text) {
        return;
    }
    const auto scalar = node.kind == NodeKind::Boolean ? std::optional(std::string(text)) : as_scalar(node.style, text);
    if (scalar) {
        finding.fix = Fix{std::move(title), {Edit{node.span, *scalar}}};
    }
}

void Findings::leave_out(Finding& finding, Place place, std::string_view key) const {
    const Entry* entry =
        place.known() && contract_.document ? contract_.document->find_entry(place.node, key) : nullptr;
    if (entry == nullptr) {
        return;
    }
    if (std::optional<Edit> edit = remove_entry(*contract_.document, place.node, *entry)) {
        finding.fix = Fix{"Remove " + std::string(key), {std::move(*edit)}};
    }
}

Span Findings::span(Place place) const {
    if (!place.known() || !contract_.document) {
        return {};
    }
    return finding_span(*contract_.document, place.node);
}

} // namespace weir::binding
