#include "diff/changes.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/sha256.h"

namespace weir::changes {

namespace {

constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;

const RuleInfo& info_of(std::string_view rule) {
    const std::vector<RuleInfo>& rules = all_rules();
    return *std::lower_bound(rules.begin(), rules.end(), rule,
                             [](const RuleInfo& info, std::string_view slug) { return info.rule < slug; });
}

std::string message_of(const Told& told) {
    std::string message = told.what + ".";
    for (const std::string* part : {&told.affected, &told.action}) {
        message += part->empty() ? "" : " " + *part;
    }
    return message;
}

bool comes_before(const Change& a, const Change& b) {
    const auto key = [](const Change& change) {
        return std::tie(change.severity, change.path, change.rule, change.before, change.after);
    };
    return key(a) < key(b);
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

Side::Side(BoundContract bound) : contract_(bound.contract), plan_(bound.plan) {
    plan_of_build_.assign(contract_.builds.size(), plan_.builds.size());
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

void Changes::add(std::string_view rule, std::string path, Told told, const Shown& before, const Shown& after,
                  NodeId base_node, NodeId head_node) {
    const RuleInfo& info = info_of(rule);
    Change change;
    change.rule = rule;
    change.severity = info.severity;
    change.fingerprint = fingerprint(rule, path, before, after);
    change.path = std::move(path);
    change.message = message_of(told);
    change.what = std::move(told.what);
    change.affected = std::move(told.affected);
    change.action = std::move(told.action);
    change.migration = std::move(told.migration);
    if (head_.contract().managed) { // another job is none of Weir's
        change.savepoint = info.savepoint;
        change.savepoint_why = info.savepoint_why;
    }
    change.before = before.json;
    change.after = after.json;
    const std::string concealed = shown_hidden().json;
    change.concealed = before.json == concealed || after.json == concealed;
    change.base = base_.span(base_node);
    change.head = head_.span(head_node);
    diff_.changes.push_back(std::move(change));
    if (diff_.changes.size() >= 2 * most_ + 2) {
        cut();
    }
}

void Changes::cut() {
    std::vector<Change>& list = diff_.changes;
    if (list.size() <= most_) {
        return;
    }
    const auto last = list.begin() + static_cast<std::ptrdiff_t>(most_);
    std::nth_element(list.begin(), last, list.end(), comes_before);
    std::for_each(last, list.end(), [this](const Change& change) { diff_.cut.add(change.severity); });
    list.erase(last, list.end());
}

Diff Changes::take() {
    cut();
    std::stable_sort(diff_.changes.begin(), diff_.changes.end(), comes_before);
    return std::move(diff_);
}

// ---- scalars ----

void compare_shown(Changes& changes, const ScalarRule& rule, std::string_view subject, const std::string& path,
                   const Shown& before, const Shown& after, NodeId base_node, NodeId head_node) {
    compare_scalars(changes, rule, subject, path, Scalar{before.exact, before, base_node},
                    Scalar{after.exact, after, head_node});
}

void compare_scalars(Changes& changes, const ScalarRule& rule, std::string_view subject, std::string path,
                     const Scalar& base, const Scalar& head) {
    if (base.exact == head.exact) {
        return;
    }
    std::string what;
    if (!base.shown.present()) {
        what = fmt::format("{} is newly set to {}", rule.what, head.shown.words);
    } else if (!head.shown.present()) {
        what = fmt::format("{} is no longer set; it was {}", rule.what, base.shown.words);
    } else if (base.shown.exact == head.shown.exact) {
        what = fmt::format("{} changes; its values are not shown", rule.what);
    } else {
        what = fmt::format("{} changes from {} to {}", rule.what, base.shown.words, head.shown.words);
    }
    changes.add(rule.rule, std::move(path),
                {fmt::format("{}: {}", subject, what), std::string(rule.affected), std::string(rule.action)},
                base.shown, head.shown, base.node, head.node);
}

Scalar scalar(Side& side, Place block, std::string_view key, Place at, const Shown& typed, std::string_view fallback) {
    if (at.known()) {
        side.judge(at);
        // What is masked is compared as it is written.
        const bool masked = typed.exact == shown_hidden().exact && side.has_document();
        return Scalar{masked ? canonical(side.document(), at.node) : typed.exact, typed, at.node};
    }
    const NodeId refused = block.known() && side.has_document() ? side.document().find(block.node, key) : kNoNode;
    if (refused != kNoNode && side.document().node(refused).kind != NodeKind::Null) {
        side.judge(block, key);
        return Scalar{canonical(side.document(), refused), shown(side.document(), refused), refused};
    }
    if (fallback.empty()) {
        return {};
    }
    const bool number = fallback.find_first_not_of("0123456789") == std::string_view::npos;
    const Shown meant =
        number ? Shown{std::string(fallback), std::string(fallback), std::string(fallback)} : shown(fallback);
    return Scalar{meant.exact, meant, kNoNode};
}

void compare_text(Changes& changes, const ScalarRule& rule, std::string_view subject, const Blocks& blocks,
                  std::string_view key, const Text& base, const Text& head, std::string_view fallback) {
    compare_scalars(changes, rule, subject, fmt::format("{}.{}", blocks.path, key),
                    scalar(changes.base(), blocks.base, key, base.at, shown(base.value), fallback),
                    scalar(changes.head(), blocks.head, key, head.at, shown(head.value), fallback));
}

void compare_whole(Changes& changes, const ScalarRule& rule, std::string_view subject, const Blocks& blocks,
                   std::string_view key, const Whole& base, const Whole& head, std::string_view fallback) {
    compare_scalars(changes, rule, subject, fmt::format("{}.{}", blocks.path, key),
                    scalar(changes.base(), blocks.base, key, base.at, shown(base.value), fallback),
                    scalar(changes.head(), blocks.head, key, head.at, shown(head.value), fallback));
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
