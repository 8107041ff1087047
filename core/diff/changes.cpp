#include "diff/changes.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/sha256.h"

namespace weir::changes {

namespace {

constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;

ChangeSeverity severity_of(std::string_view rule) {
    const std::vector<RuleInfo>& rules = all_rules();
    const auto found = std::lower_bound(rules.begin(), rules.end(), rule,
                                        [](const RuleInfo& info, std::string_view slug) { return info.rule < slug; });
    return found->severity;
}

/// Parts are told apart by their length, so that no two lists of parts hash the same text.
void append_part(std::string& out, std::string_view part) {
    out += fmt::format("{}:{};", part.size(), part);
}

std::string fingerprint(std::string_view rule, std::string_view path, const Shown& before, const Shown& after) {
    std::string text;
    append_part(text, rule);
    append_part(text, path);
    append_part(text, before.exact);
    append_part(text, after.exact);
    return sha256_hex(text).substr(0, 16);
}

} // namespace

// ---- Coverage ----

Coverage::Spot Coverage::enter(Spot parent, std::uint32_t number, std::string_view key) {
    const auto next = static_cast<Spot>(judged_.size());
    const auto [at, is_new] = spots_.try_emplace({parent, number, key}, next);
    if (is_new) {
        judged_.push_back(false);
    }
    return at->second;
}

Coverage::Spot Coverage::look(Spot parent, std::uint32_t number, std::string_view key) const {
    if (parent == kNowhere) {
        return kNowhere;
    }
    const auto found = spots_.find({parent, number, key});
    return found == spots_.end() ? kNowhere : found->second;
}

Coverage::Spot Coverage::enter(const Paths& paths, PathId path) {
    std::vector<PathId> chain;
    for (PathId at = path; at != Paths::root(); at = paths.parent(at)) {
        chain.push_back(at);
    }
    Spot spot = kRoot;
    for (auto step = chain.rbegin(); step != chain.rend(); ++step) {
        spot = enter(spot, paths.last_index(*step), paths.last_key(*step));
    }
    return spot;
}

void Coverage::add(const Paths& paths, PathId path, bool judged) {
    const Spot spot = enter(paths, path);
    judged_[spot] = judged_[spot] || judged;
}

void Coverage::add(const Paths& paths, PathId parent, std::string_view key) {
    judged_[enter(enter(paths, parent), kNoNumber, key)] = true;
}

Coverage::Spot Coverage::child(Spot parent, std::string_view key) const {
    return look(parent, kNoNumber, key);
}

Coverage::Spot Coverage::child(Spot parent, std::uint32_t number) const {
    return look(parent, number, {});
}

// ---- Side ----

Side::Side(const Contract& contract) : contract_(contract), plan_(bind(contract)) {
    plan_of_build_.assign(contract.builds.size(), plan_.builds.size());
    for (std::size_t i = 0; i < plan_.builds.size(); ++i) {
        if (plan_.builds[i].build < plan_of_build_.size()) {
            plan_of_build_[plan_.builds[i].build] = i;
        }
    }
}

const BuildPlan* Side::plan(std::size_t build) const {
    const std::size_t at = build < plan_of_build_.size() ? plan_of_build_[build] : plan_.builds.size();
    return at < plan_.builds.size() ? &plan_.builds[at] : nullptr;
}

void Side::judge(Place parent, std::string_view key) {
    if (parent.known() && has_document() && document().find(parent.node, key) != kNoNode) {
        coverage_.add(contract_.paths, parent.path, key);
    }
}

void Side::judge_list(Place parent, std::string_view key, std::size_t items_read) {
    const NodeId list = parent.known() && has_document() ? document().find(parent.node, key) : kNoNode;
    if (list != kNoNode && !document().node(list).is_scalar() && document().node(list).count == items_read) {
        coverage_.add(contract_.paths, parent.path, key);
    }
}

const Document& Side::document() const {
    static const Document kEmpty;
    return contract_.document ? *contract_.document : kEmpty;
}

Span Side::span(NodeId node) const {
    return node == kNoNode || !has_document() ? Span{} : finding_span(document(), node);
}

// ---- Changes ----

void Changes::add(std::string_view rule, std::string path, std::string message, const Shown& before, const Shown& after,
                  NodeId base_node, NodeId head_node) {
    Change change;
    change.rule = rule;
    change.severity = severity_of(rule);
    change.fingerprint = fingerprint(rule, path, before, after);
    change.path = std::move(path);
    change.message = std::move(message);
    change.before = before.json;
    change.after = after.json;
    change.base = base_.span(base_node);
    change.head = head_.span(head_node);
    list_.push_back(std::move(change));
}

std::vector<Change> Changes::take() {
    const auto key = [](const Change& change) {
        return std::tie(change.severity, change.path, change.rule, change.before, change.after);
    };
    std::stable_sort(list_.begin(), list_.end(), [&key](const Change& a, const Change& b) { return key(a) < key(b); });
    return std::move(list_);
}

// ---- scalars ----

void compare_shown(Changes& changes, const ScalarRule& rule, std::string_view subject, const std::string& path,
                   const Shown& before, const Shown& after, NodeId base_node, NodeId head_node) {
    if (before.exact == after.exact) {
        return;
    }
    std::string what;
    if (!before.present()) {
        what = fmt::format("{} is newly set to {}", rule.what, after.words);
    } else if (!after.present()) {
        what = fmt::format("{} is no longer set; it was {}", rule.what, before.words);
    } else {
        what = fmt::format("{} changes from {} to {}", rule.what, before.words, after.words);
    }
    changes.add(rule.rule, path, fmt::format("{}: {}. {}", subject, what, rule.consequence), before, after, base_node,
                head_node);
}

namespace {

/// A value that only differs behind the mask is still a change.
Shown shown_text(const Text& text, std::string_view fallback) {
    if (text.present()) {
        return shown(text.value);
    }
    return fallback.empty() ? Shown{} : shown(fallback);
}

} // namespace

void compare_text(Changes& changes, const ScalarRule& rule, std::string_view subject, const std::string& path,
                  const Text& base, const Text& head, std::string_view fallback) {
    changes.base().judge(base.at);
    changes.head().judge(head.at);
    const std::string_view before = base.present() ? base.value : fallback;
    const std::string_view after = head.present() ? head.value : fallback;
    const bool same_presence = base.present() == head.present() || !fallback.empty();
    if (before == after && same_presence) {
        return;
    }
    Shown shown_before = shown_text(base, fallback);
    Shown shown_after = shown_text(head, fallback);
    if (shown_before.exact == shown_after.exact) {
        // Both sides are masked and differ behind the mask.
        changes.add(rule.rule, path,
                    fmt::format("{}: {} changes; its values are not shown. {}", subject, rule.what, rule.consequence),
                    shown_before, shown_after, base.at.node, head.at.node);
        return;
    }
    compare_shown(changes, rule, subject, path, shown_before, shown_after, base.at.node, head.at.node);
}

void compare_whole(Changes& changes, const ScalarRule& rule, std::string_view subject, const std::string& path,
                   const Whole& base, const Whole& head, std::int64_t fallback) {
    changes.base().judge(base.at);
    changes.head().judge(head.at);
    compare_shown(changes, rule, subject, path, shown(base.present() ? base.value : fallback),
                  shown(head.present() ? head.value : fallback), base.at.node, head.at.node);
}

// ---- names ----

std::string path_key(std::string_view key) {
    const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '$';
    });
    if (plain) {
        return fmt::format(".{}", key);
    }
    std::string out = "['";
    for (const char c : key) {
        out += c;
        if (c == '\'') {
            out += c;
        }
    }
    return out + "']";
}

std::vector<NamePair> match_names(const std::vector<std::string_view>& base,
                                  const std::vector<std::string_view>& head) {
    std::map<std::string_view, std::vector<std::size_t>> waiting; // the base's, last first
    for (std::size_t i = base.size(); i-- > 0;) {
        waiting[base[i]].push_back(i);
    }
    std::vector<NamePair> pairs;
    std::vector<bool> taken(base.size(), false);
    for (std::size_t i = 0; i < head.size(); ++i) {
        NamePair pair;
        pair.head = i;
        const auto found = waiting.find(head[i]);
        if (found != waiting.end() && !found->second.empty()) {
            pair.base = found->second.back();
            found->second.pop_back();
            taken[pair.base] = true;
        }
        pairs.push_back(pair);
    }
    for (std::size_t i = 0; i < base.size(); ++i) {
        if (!taken[i]) {
            NamePair pair;
            pair.base = i;
            pairs.push_back(pair);
        }
    }
    return pairs;
}

} // namespace weir::changes
