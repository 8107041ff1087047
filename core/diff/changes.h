#pragma once

/// \file
/// What every comparer of the room works with: the two sides, and the list that changes go to.

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "diff/values.h"
#include "weir/binding.h"
#include "weir/diff.h"

namespace weir::changes {

/// Which values of one contract a rule has judged, by their contract pointer. What is left is compared
/// node by node, so that no change is ever invisible.
class Coverage {
  public:
    using Spot = std::uint32_t;
    static constexpr Spot kRoot = 0;
    static constexpr Spot kNowhere = 0xFFFFFFFFU;

    /// Enters a value, and marks it as judged unless only things inside it may have been.
    void add(const Paths& paths, PathId path, bool judged);
    void add(const Paths& paths, PathId parent, std::string_view key);

    [[nodiscard]] Spot child(Spot parent, std::string_view key) const;
    [[nodiscard]] Spot child(Spot parent, std::uint32_t number) const;
    /// A rule has judged the whole value.
    [[nodiscard]] bool judged(Spot spot) const { return spot != kNowhere && judged_[spot]; }
    /// A rule has judged the value or something inside it.
    [[nodiscard]] static bool touched(Spot spot) { return spot != kNowhere; }

  private:
    Spot enter(const Paths& paths, PathId path);
    Spot enter(Spot parent, std::uint32_t number, std::string_view key);
    [[nodiscard]] Spot look(Spot parent, std::uint32_t number, std::string_view key) const;

    std::map<std::tuple<Spot, std::uint32_t, std::string_view>, Spot> spots_;
    std::vector<bool> judged_{false};
};

/// One of the two contracts.
class Side {
  public:
    explicit Side(BoundContract bound);

    [[nodiscard]] const Contract& contract() const { return contract_; }
    [[nodiscard]] const Columns& columns() const { return contract_.columns; }
    [[nodiscard]] const Document& document() const;
    [[nodiscard]] bool has_document() const { return contract_.document != nullptr; }
    [[nodiscard]] Coverage& coverage() { return coverage_; }
    [[nodiscard]] const Coverage& coverage() const { return coverage_; }
    /// The plan of this build, or null.
    [[nodiscard]] const BuildPlan* plan(std::size_t build) const;
    /// Marks a value as judged by a rule.
    void judge(Place place) {
        if (place.known()) {
            coverage_.add(contract_.paths, place.path, true);
        }
    }
    /// Has the value compared by what is inside it, also where the other side lacks it: an empty one
    /// then means the same as none.
    void touch(Place place) {
        if (place.known()) {
            coverage_.add(contract_.paths, place.path, false);
        }
    }
    /// Marks the value under `key` as judged.
    void judge(Place parent, std::string_view key);
    /// Marks the list under `key` as judged, when the reader took all of its items.
    void judge_list(Place parent, std::string_view key, std::size_t items_read);

    /// The span a change points at; not known for a place that is not.
    [[nodiscard]] Span span(NodeId node) const;

  private:
    const Contract& contract_;
    const Plan& plan_;
    std::vector<std::size_t> plan_of_build_;
    Coverage coverage_;
};

/// What a change says of itself. `affected` and `action` are sentences; `what` lacks the full stop.
struct Told {
    std::string what;
    std::string affected = {};
    std::string action = {};
    Migration migration = {};
};

/// Collects changes; gives each its severity and fingerprint.
class Changes {
  public:
    /// \param most  how many to keep
    Changes(Side& base, Side& head, std::size_t most) : base_(base), head_(head), most_(most) {}

    [[nodiscard]] Side& base() { return base_; }
    [[nodiscard]] Side& head() { return head_; }

    void add(std::string_view rule, std::string path, Told told, const Shown& before, const Shown& after,
             NodeId base_node, NodeId head_node);

    /// The changes that are kept, in their order, and how many are not.
    [[nodiscard]] Diff take();

  private:
    /// Keeps the first `most_` in the order of changes. What goes now would not have been among them later.
    void cut();

    Side& base_;
    Side& head_;
    std::size_t most_;
    Diff diff_;
};

/// A rule about one scalar: what it is, in words, whom its change concerns, and what to do.
struct ScalarRule {
    std::string_view rule;
    std::string_view what;
    std::string_view affected;
    std::string_view action;
};

/// The mappings in which both sides hold a value, and the path of those mappings.
struct Blocks {
    const std::string& path;
    Place base;
    Place head;
};

/// One side of a scalar: as it is compared, as it is shown, where it stands.
struct Scalar {
    std::string exact; ///< empty when it is absent
    Shown shown;
    NodeId node = kNoNode;
};

/// The scalar under `key` of a block. `at` and `typed` are what the contract holds of it; a value that the
/// reader refused is taken as it is written, and one that is not there means `fallback`. Marks it as judged.
[[nodiscard]] Scalar scalar(Side& side, Place block, std::string_view key, Place at, const Shown& typed,
                            std::string_view fallback = {});

/// `subject` begins the message, such as `Flink build ingest-orders`.
void compare_scalars(Changes& changes, const ScalarRule& rule, std::string_view subject, std::string path,
                     const Scalar& base, const Scalar& head);
/// Compares what two blocks hold under `key`; `fallback` is what absence means, as the contract writes it.
void compare_text(Changes& changes, const ScalarRule& rule, std::string_view subject, const Blocks& blocks,
                  std::string_view key, const Text& base, const Text& head, std::string_view fallback = {});
void compare_whole(Changes& changes, const ScalarRule& rule, std::string_view subject, const Blocks& blocks,
                   std::string_view key, const Whole& base, const Whole& head, std::string_view fallback = {});
/// Compares two values already brought into the form that is compared and shown.
void compare_shown(Changes& changes, const ScalarRule& rule, std::string_view subject, const std::string& path,
                   const Shown& before, const Shown& after, NodeId base_node, NodeId head_node);

/// `.key`, or `['odd.key']`.
[[nodiscard]] std::string path_key(std::string_view key);

/// Elements of two lists brought together by name. A name that repeats meets its namesake in order.
struct NamePair {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t base = kNone;
    std::size_t head = kNone;
};
/// In the head's order, then what only the base has, in its order.
[[nodiscard]] std::vector<NamePair> match_names(const std::vector<std::string_view>& base,
                                                const std::vector<std::string_view>& head);

/// Calls `look(before, after)` for each pair of namesakes; a pointer is null where that side lacks it.
/// \param name_of  the name of an element
template <class T, class NameOf, class Look>
void for_namesakes(const std::vector<T>& base, const std::vector<T>& head, NameOf name_of, Look look) {
    const auto names = [&name_of](const std::vector<T>& list) {
        std::vector<std::string_view> out;
        out.reserve(list.size());
        for (const T& item : list) {
            out.push_back(name_of(item));
        }
        return out;
    };
    for (const NamePair& pair : match_names(names(base), names(head))) {
        look(pair.base == NamePair::kNone ? nullptr : &base[pair.base],
             pair.head == NamePair::kNone ? nullptr : &head[pair.head]);
    }
}

/// Calls `look(side, value)` for the base and its value, then for the head and its.
template <class T, class Look> void on_both_sides(Changes& changes, const T& base, const T& head, Look look) {
    look(changes.base(), base);
    look(changes.head(), head);
}

} // namespace weir::changes
