#include "contract/fixes.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/edits.h"

namespace weir {

namespace {

bool is_shared(const Finding& finding) {
    return std::any_of(finding.related.begin(), finding.related.end(),
                       [](const Related& related) { return related.message == kUsedHere; });
}

void offer(Finding& finding, std::string title, std::optional<Edit> edit) {
    if (edit && !is_shared(finding)) {
        finding.fix = Fix{std::move(title), {std::move(*edit)}};
    }
}

} // namespace

void suggest(Context& context, Finding& finding, NodeId node, std::string_view text) {
    const Node& old = context.doc.node(node);
    if (!old.is_scalar() || (old.used_at.known() && !old.through_ref)) {
        return;
    }
    std::string written(text);
    const bool special = text.find_first_of(",[]{}#:'\" ") != std::string_view::npos;
    // A comma ends a plain text in a flow mapping.
    if (old.style == NodeStyle::DoubleQuoted || (old.style == NodeStyle::Plain && special)) {
        written = fmt::format("\"{}\"", text);
    } else if (old.style == NodeStyle::SingleQuoted) {
        written = fmt::format("'{}'", text);
    } else if (old.style != NodeStyle::Plain) {
        return;
    }
    finding.fix = Fix{fmt::format("Replace {} by {}", shown(old.text), text), {Edit{old.span, std::move(written)}}};
}

void rewrite(Context& context, Finding& finding, NodeId node, std::string written, std::string title) {
    const Node& old = context.doc.node(node);
    if (!old.used_at.known() || old.through_ref) {
        offer(finding, std::move(title), Edit{old.span, std::move(written)});
    }
}

void replace_entry(Context& context, Finding& finding, const Entry& entry, std::string_view key,
                   std::string_view value) {
    const Node& old = context.doc.node(entry.key);
    const Node& was = context.doc.node(entry.value);
    if (entry.merged || was.used_at.known() || !was.is_scalar() || is_shared(finding)) {
        return;
    }
    const bool quoted = old.style == NodeStyle::DoubleQuoted;
    finding.fix = Fix{
        fmt::format("Replace {}: {} by {}: {}", shown(old.text), shown(was.text), key, value),
        {Edit{old.span, quoted ? fmt::format("\"{}\"", key) : std::string(key)}, Edit{was.span, std::string(value)}}};
}

void add_entry(Context& context, Finding& finding, NodeId mapping, std::string_view key, std::string_view text) {
    const auto entries = context.doc.entries(mapping);
    if (entries.empty()) {
        return;
    }
    const bool quoted = context.doc.node(entries.front().key).style == NodeStyle::DoubleQuoted;
    offer(finding, fmt::format("Add {}: {}", key, text),
          insert_entry(context.doc, mapping, key, quoted ? fmt::format("\"{}\"", text) : std::string(text)));
}

void leave_out(Context& context, Finding& finding, NodeId mapping, const Entry& entry) {
    offer(finding, fmt::format("Remove {}", shown(context.doc.node(entry.key).text)),
          remove_entry(context.doc, mapping, entry));
}

void leave_out(Context& context, Finding& finding, NodeId mapping, std::string_view key) {
    if (const Entry* entry = context.doc.find_entry(mapping, key)) {
        leave_out(context, finding, mapping, *entry);
    }
}

void leave_out_item(Context& context, Finding& finding, NodeId sequence, std::size_t index) {
    offer(finding, "Remove it", remove_item(context.doc, sequence, index));
}

void move_to(Context& context, Finding& finding, NodeId from, const Entry& entry, NodeId to, std::string_view where) {
    const std::string_view key = context.doc.node(entry.key).text;
    if (to == kNoNode || context.doc.find_entry(to, key) != nullptr || is_shared(finding)) {
        return;
    }
    if (std::optional<std::vector<Edit>> edits = move_entry(context.doc, from, entry, to)) {
        finding.fix = Fix{fmt::format("Move {} to {}", shown(key), where), std::move(*edits)};
    }
}

} // namespace weir
