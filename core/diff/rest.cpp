#include "diff/rest.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "text/secrecy.h"

namespace weir::changes {

namespace {

bool is_one_of(std::string_view key, std::span<const std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Keys that tell people something and change nothing that runs.
constexpr std::array<std::string_view, 10> kDocumentation = {
    "description",        "title",      "tags", "labels", "owner", "docs", "businessName", "semanticType",
    "businessDefinition", "sensitivity"};

constexpr std::array<std::string_view, 3> kSets = {"tags", "capabilities", "experimental"};

struct KeyedEntry {
    std::string_view key;
    NodeId value = kNoNode;
};

std::vector<KeyedEntry> sorted_entries(const Document& document, NodeId mapping,
                                       std::span<const std::string_view> except) {
    std::vector<KeyedEntry> entries;
    if (mapping == kNoNode || document.node(mapping).kind != NodeKind::Mapping) {
        return entries;
    }
    for (const Entry& entry : document.entries(mapping)) {
        const std::string_view key = document.node(entry.key).text;
        if (!is_one_of(key, except)) {
            entries.push_back(KeyedEntry{key, entry.value});
        }
    }
    std::sort(entries.begin(), entries.end(), [](const KeyedEntry& a, const KeyedEntry& b) { return a.key < b.key; });
    return entries;
}

bool all_scalars(const Document& document, NodeId sequence) {
    const auto items = document.items(sequence);
    return std::all_of(items.begin(), items.end(), [&](NodeId item) { return document.node(item).is_scalar(); });
}

std::vector<std::string> sorted_items(const Document& document, NodeId sequence) {
    std::vector<std::string> items;
    for (const NodeId item : document.items(sequence)) {
        items.push_back(canonical(document, item));
    }
    std::sort(items.begin(), items.end());
    return items;
}

bool has_kind(const Document& document, Half half, NodeKind kind) {
    return half.present() && document.node(half.node).kind == kind;
}

} // namespace

Half Rest::half(const Side& side, Place place) {
    if (!place.known()) {
        return {};
    }
    const Paths& paths = side.contract().paths;
    std::vector<PathId> chain;
    for (PathId at = place.path; at != Paths::root(); at = paths.parent(at)) {
        chain.push_back(at);
    }
    Coverage::Spot spot = Coverage::kRoot;
    for (auto step = chain.rbegin(); step != chain.rend(); ++step) {
        const std::string_view key = paths.last_key(*step);
        spot = key.empty() ? side.coverage().child(spot, paths.last_index(*step)) : side.coverage().child(spot, key);
    }
    return Half{place.node, spot};
}

Rest::Context Rest::inner(Context context, const std::string& path, std::string_view key) {
    if (context.rule == "other-changed") {
        if (is_one_of(key, kDocumentation) || (key == "name" && path.empty())) {
            context.rule = "documentation-changed";
        } else if (key == "execution" && path.starts_with("builds[")) {
            context.rule = "execution-changed";
        }
    }
    context.hidden = context.hidden || names_credential(key) || key == "catalogProperties";
    context.set = is_one_of(key, kSets);
    return context;
}

void Rest::compare_roots() {
    if (!changes_.base().has_document() || !changes_.head().has_document()) {
        return;
    }
    static constexpr std::array<std::string_view, 2> kMatched = {"builds", "exposes"};
    const Half base{changes_.base().document().root(), Coverage::kRoot};
    const Half head{changes_.head().document().root(), Coverage::kRoot};
    walk_mappings({}, base, head, {}, kMatched);
}

void Rest::compare_list(std::string_view key) {
    const auto find = [key](const Side& side) {
        return side.has_document() ? Half{side.document().find(side.document().root(), key),
                                          side.coverage().child(Coverage::kRoot, key)}
                                   : Half{};
    };
    walk(std::string(key), find(changes_.base()), find(changes_.head()), {});
}

void Rest::compare(const std::string& path, Half base, Half head) {
    walk(path, base, head, {});
}

void Rest::compare_keys(const std::string& path, NodeId base, NodeId head, std::span<const std::string_view> except) {
    walk_mappings(path, Half{base, Coverage::kNowhere}, Half{head, Coverage::kNowhere}, {}, except);
}

void Rest::walk(const std::string& path, Half base, Half head, Context context) {
    const Coverage& base_coverage = changes_.base().coverage();
    const Coverage& head_coverage = changes_.head().coverage();
    if ((!base.present() || base_coverage.judged(base.spot)) && (!head.present() || head_coverage.judged(head.spot))) {
        return;
    }
    const Document& base_document = changes_.base().document();
    const Document& head_document = changes_.head().document();
    if ((base.present() && base_document.node(base.node).unresolved) ||
        (head.present() && head_document.node(head.node).unresolved)) {
        return; // what cannot be read is a finding, not a change
    }
    // A value that only one side has is one change, unless a rule has judged a part of it.
    const bool descend =
        (base.present() || Coverage::touched(head.spot)) && (head.present() || Coverage::touched(base.spot));
    const auto both = [&](NodeKind kind) {
        return (!base.present() || has_kind(base_document, base, kind)) &&
               (!head.present() || has_kind(head_document, head, kind));
    };
    if (descend && both(NodeKind::Mapping)) {
        walk_mappings(path, base, head, context, {});
    } else if (descend && both(NodeKind::Sequence)) {
        walk_lists(path, base, head, context);
    } else if (canonical(base_document, base.node) != canonical(head_document, head.node)) {
        report(path, base, head, context);
    }
}

void Rest::walk_mappings(const std::string& path, Half base, Half head, Context context,
                         std::span<const std::string_view> except) {
    const auto base_entries = sorted_entries(changes_.base().document(), base.node, except);
    const auto head_entries = sorted_entries(changes_.head().document(), head.node, except);
    auto b = base_entries.begin();
    auto h = head_entries.begin();
    while (b != base_entries.end() || h != head_entries.end()) {
        const bool take_base = h == head_entries.end() || (b != base_entries.end() && b->key <= h->key);
        const bool take_head = b == base_entries.end() || (h != head_entries.end() && h->key <= b->key);
        const std::string_view key = take_base ? b->key : h->key;
        Half in_base;
        Half in_head;
        if (take_base) {
            in_base = Half{b->value, changes_.base().coverage().child(base.spot, key)};
            ++b;
        }
        if (take_head) {
            in_head = Half{h->value, changes_.head().coverage().child(head.spot, key)};
            ++h;
        }
        const std::string step = path_key(key);
        const std::string inner_path = path.empty() && step.front() == '.' ? step.substr(1) : path + step;
        walk(inner_path, in_base, in_head, inner(context, path, key));
    }
}

void Rest::walk_lists(const std::string& path, Half base, Half head, Context context) {
    const Document& base_document = changes_.base().document();
    const Document& head_document = changes_.head().document();
    const auto base_items = base.present() ? base_document.items(base.node) : std::span<const NodeId>{};
    const auto head_items = head.present() ? head_document.items(head.node) : std::span<const NodeId>{};
    const bool scalars = base.present() && head.present() && all_scalars(base_document, base.node) &&
                         all_scalars(head_document, head.node);
    if (scalars || (base.present() && head.present() && base_items.size() != head_items.size())) {
        const bool same = context.set && scalars
                              ? sorted_items(base_document, base.node) == sorted_items(head_document, head.node)
                              : canonical(base_document, base.node) == canonical(head_document, head.node);
        if (!same) {
            report(path, base, head, context);
        }
        return;
    }
    for (std::uint32_t i = 0; i < std::max(base_items.size(), head_items.size()); ++i) {
        Half in_base;
        Half in_head;
        if (i < base_items.size()) {
            in_base = Half{base_items[i], changes_.base().coverage().child(base.spot, i)};
        }
        if (i < head_items.size()) {
            in_head = Half{head_items[i], changes_.head().coverage().child(head.spot, i)};
        }
        walk(fmt::format("{}[{}]", path, i), in_base, in_head, context);
    }
}

void Rest::report(const std::string& path, Half base, Half head, Context context) {
    const auto show = [&context](const Side& side, Half half) {
        if (!half.present()) {
            return Shown{};
        }
        const bool set = context.set && has_kind(side.document(), half, NodeKind::Sequence);
        return context.hidden ? shown_hidden()
               : set          ? shown_set(side.document(), half.node)
                              : shown(side.document(), half.node);
    };
    const Shown before = show(changes_.base(), base);
    const Shown after = show(changes_.head(), head);
    std::string what;
    if (!before.present()) {
        what = fmt::format("{} is new: {}", path, after.words);
    } else if (!after.present()) {
        what = fmt::format("{} is gone; it was {}", path, before.words);
    } else if (before.exact == after.exact) {
        what = fmt::format("{} changes; its values are not shown", path);
    } else {
        what = fmt::format("{} changes from {} to {}", path, before.words, after.words);
    }
    Told told{what, {}, "See whether anyone depends on it: no rule of Weir judges it."};
    if (context.rule == "documentation-changed") {
        // Prose is shown beside the message, not inside it.
        const std::string_view how = !before.present() ? "is new" : after.present() ? "changes" : "is gone";
        told = {fmt::format("{} {}", path, how), "It informs people; no job and no table depends on it."};
    } else if (context.rule == "execution-changed") {
        told = {what, "The job may run in another way; its table stays as it is."};
    }
    changes_.add(context.rule, path, std::move(told), before, after, base.node, head.node);
}

} // namespace weir::changes
