#include "binding/findings.h"

#include "document/quote.h"

#include "weir/edits.h"

namespace weir::binding {

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

void Findings::offer_swap(Finding& finding, Place one, Place other) const {
    const Document& document = *contract_.document;
    const Node& a = document.node(one.node);
    const Node& b = document.node(other.node);
    for (const Node* node : {&a, &b}) {
        if (node->used_at.known() || node->style == NodeStyle::Literal || node->style == NodeStyle::Folded) {
            return;
        }
    }
    finding.fix = Fix{"Swap name and from",
                      {Edit{a.span, std::string(document.sources().slice(b.span))},
                       Edit{b.span, std::string(document.sources().slice(a.span))}}};
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
