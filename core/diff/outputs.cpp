#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "diff/build.h"
#include "weir/sha256.h"

namespace weir::changes {

namespace {

/// Where a value comes from, as it is compared: the same for `a.b` written and `a.b` by default, and
/// for an exploded element under another alias.
struct Origin {
    std::string exact;
    std::string words;

    [[nodiscard]] bool operator==(const Origin& other) const { return exact == other.exact; }
};

void append_step(Origin& origin, std::string_view name, bool literal) {
    std::string quoted;
    if (literal) {
        quoted = "['";
        for (const char c : name) {
            quoted += c;
            if (c == '\'') {
                quoted += c;
            }
        }
        quoted += "']";
    } else {
        quoted = fmt::format(".{}", name);
    }
    origin.exact += quoted;
    origin.words += quoted;
}

Origin origin_of(const BuildPlan& plan, const BoundPath& path) {
    Origin origin;
    if (path.root == PathRoot::Element) {
        // No column of a stream has an empty name, so this root meets no other.
        origin.words = plan.explode ? std::string(plan.explode->as) : std::string("(element)");
    } else if (path.root_index < plan.sources.size()) {
        origin.exact = std::string(plan.sources[path.root_index].name);
        origin.words = origin.exact;
    }
    for (const PathStep& step : path.steps) {
        append_step(origin, step.name, step.literal);
    }
    return origin;
}

bool is_read_whole(const OutputBinding& binding) {
    return binding.how != OutputBinding::How::Build;
}

/// `{"id": "customer.id"}`: the origins of a struct that is built field by field.
void describe(const BuildPlan& plan, const Columns& columns, const OutputBinding& binding, std::string& json,
              std::string& words) {
    if (is_read_whole(binding)) {
        const Origin origin =
            binding.how == OutputBinding::How::Unbound ? Origin{{}, "(nothing)"} : origin_of(plan, binding.from);
        json += json_text(origin.words);
        words += origin.words;
        return;
    }
    json += '{';
    words += '{';
    bool first = true;
    for (const OutputBinding& field : binding.fields) {
        const std::string_view name = columns[field.output].name;
        json += fmt::format("{}{}:", first ? "" : ",", json_text(name));
        words += fmt::format("{}{}: ", first ? "" : ", ", name);
        first = false;
        describe(plan, columns, field, json, words);
    }
    json += '}';
    words += '}';
}

Shown shown_origin(const Side& side, const BuildPlan& plan, const OutputBinding& binding) {
    Shown out;
    describe(plan, side.columns(), binding, out.json, out.words);
    out.exact = out.json;
    return out;
}

/// Compares where the outputs of one build are read from.
class OutputsComparer {
  public:
    OutputsComparer(Changes& changes, const BuildPair& pair, const BuildPlan& base, const BuildPlan& head)
        : changes_(changes), pair_(pair), base_(base), head_(head) {}

    void compare() { compare_lists(base_.outputs, head_.outputs, {}); }

  private:
    void compare_lists(const std::vector<OutputBinding>& base, const std::vector<OutputBinding>& head,
                       const std::string& parent) {
        const auto names = [](const Side& side, const std::vector<OutputBinding>& bindings) {
            std::vector<std::string_view> out;
            out.reserve(bindings.size());
            for (const OutputBinding& binding : bindings) {
                out.push_back(binding.output == kNoColumn ? std::string_view{} : side.columns()[binding.output].name);
            }
            return out;
        };
        const auto head_names = names(changes_.head(), head);
        for (const NamePair& match : match_names(names(changes_.base(), base), head_names)) {
            // One that only a side has is told by the rules for the table's columns.
            if (match.base != NamePair::kNone && match.head != NamePair::kNone) {
                const std::string_view name = head_names[match.head];
                compare_pair(base[match.base], head[match.head],
                             parent.empty() ? std::string(name) : fmt::format("{}.{}", parent, name));
            }
        }
    }

    void compare_pair(const OutputBinding& base, const OutputBinding& head, const std::string& name) {
        using How = OutputBinding::How;
        if (base.how == How::Unbound || head.how == How::Unbound) {
            return; // a finding says why; the mapping's text is compared instead
        }
        if (!is_read_whole(base) && !is_read_whole(head)) {
            compare_lists(base.fields, head.fields, name);
            return;
        }
        const bool same_origin =
            is_read_whole(base) && is_read_whole(head) && origin_of(base_, base.from) == origin_of(head_, head.from);
        if (!same_origin) {
            report_path(base, head, name);
        }
        if ((base.how == How::Decode) != (head.how == How::Decode)) {
            report_cast(base, head, name);
        }
    }

    /// The mapping entry's value under `key`, else the place where the contract says it.
    static NodeId said_under(const Side& side, Place said_at, std::string_view key) {
        if (!said_at.known() || !side.has_document()) {
            return kNoNode;
        }
        const NodeId value = side.document().find(said_at.node, key);
        return value == kNoNode ? said_at.node : value;
    }

    [[nodiscard]] std::string path_of(const std::string& name) const {
        return fmt::format("{}.properties.mapping.columns[{}]", pair_.path, name);
    }

    void report_path(const OutputBinding& base, const OutputBinding& head, const std::string& name) {
        const Shown before = shown_origin(changes_.base(), base_, base);
        const Shown after = shown_origin(changes_.head(), head_, head);
        std::string_view nulls;
        if (is_read_whole(base) && !is_read_whole(head)) {
            nulls = " A struct that is built field by field is never null itself.";
        } else if (!is_read_whole(base) && is_read_whole(head)) {
            nulls = " A struct read from one source struct is null where that is.";
        }
        changes_.add(
            "output-path-changed", path_of(name),
            {fmt::format("{}: {} is read from {} instead of {}", pair_.subject, name, after.words, before.words),
             fmt::format("Rows written so far keep their old values, and the table's readers get others from now "
                         "on.{}",
                         nulls),
             "Check that they expect the new ones."},
            before, after, said_under(changes_.base(), base.said_at, "from"),
            said_under(changes_.head(), head.said_at, "from"));
    }

    void report_cast(const OutputBinding& base, const OutputBinding& head, const std::string& name) {
        const auto show = [](const OutputBinding& binding) {
            return binding.how == OutputBinding::How::Decode ? shown("string") : Shown{};
        };
        changes_.add("output-cast-changed", path_of(name) + ".cast",
                     {fmt::format("{}: {} is {}", pair_.subject, name,
                                  head.how == OutputBinding::How::Decode ? "now decoded from binary as UTF-8 text"
                                                                         : "no longer decoded from binary as text"),
                      "Rows written so far keep their old values, and the table's readers get others from now on.",
                      "Check that they expect the new ones."},
                     show(base), show(head), said_under(changes_.base(), base.said_at, "cast"),
                     said_under(changes_.head(), head.said_at, "cast"));
    }

    Changes& changes_;
    const BuildPair& pair_;
    const BuildPlan& base_;
    const BuildPlan& head_;
};

/// A path that parses is one spelling per meaning; one that does not is never shown.
Shown shown_path(const Text& path) {
    if (!path.present()) {
        return {};
    }
    const ParsedPath parsed = parse_path(path.value);
    if (!parsed.ok) {
        return shown_hidden();
    }
    Origin origin;
    for (const PathStep& step : parsed.steps) {
        append_step(origin, step.name, step.literal);
    }
    return shown(std::string_view(origin.words).substr(1));
}

constexpr std::string_view kOtherRows = "The table's readers that count or join rows get other results.";
constexpr std::string_view kNewTable = "Write to a new table instead.";

void compare_explodes(Changes& changes, const BuildPair& pair, const std::optional<Mapping>& base,
                      const std::optional<Mapping>& head) {
    static const std::optional<Explode> kNone;
    const std::optional<Explode>& before = base ? base->explode : kNone;
    const std::optional<Explode>& after = head ? head->explode : kNone;
    const std::string path = pair.path + ".properties.mapping.explode";
    if (!before && !after) {
        return;
    }
    if (!before) {
        changes.head().judge(after->at);
        changes.add(
            "explode-added", path,
            {fmt::format("{}: a record becomes one row per element of {}, and none where that is null or empty; it "
                         "was one row",
                         pair.subject, shown_path(after->path).words),
             std::string(kOtherRows), std::string(kNewTable)},
            {}, shown_path(after->path), kNoNode, after->at.node);
        return;
    }
    if (!after) {
        changes.base().judge(before->at);
        changes.add("explode-removed", path,
                    {fmt::format("{}: a record becomes one row; it was one row per element of {}", pair.subject,
                                 shown_path(before->path).words),
                     std::string(kOtherRows), std::string(kNewTable)},
                    shown_path(before->path), {}, before->at.node, kNoNode);
        return;
    }
    on_both_sides(changes, *before, *after, [](Side& side, const Explode& explode) {
        side.judge(explode.path.at);
        side.judge(explode.as.at);
    });
    const Shown old_path = shown_path(before->path);
    const Shown new_path = shown_path(after->path);
    if (old_path.exact != new_path.exact ||
        (before->path.value != after->path.value && !parse_path(after->path.value).ok)) {
        changes.add("explode-moved", path + ".path",
                    {fmt::format("{}: a record becomes one row per element of {} instead of {}", pair.subject,
                                 new_path.words, old_path.words),
                     std::string(kOtherRows), std::string(kNewTable)},
                    old_path, new_path, before->path.at.node, after->path.at.node);
    }
    if (before->as.value != after->as.value) {
        changes.add("explode-renamed", path + ".as",
                    {fmt::format("{}: the exploded element is called {} instead of {} in the mapping", pair.subject,
                                 after->as.value, before->as.value),
                     "The rows stay as they are."},
                    shown(before->as.value), shown(after->as.value), before->as.at.node, after->as.at.node);
    }
}

Shown shown_sql(const Text& sql) {
    return sql.present() ? shown(fmt::format("sha256:{}", sha256_hex(sql.value))) : Shown{};
}

std::string approval(Changes& changes, const Build& head, std::string_view sql) {
    return fmt::format("weir apply refuses it until the operator lists {}/{}@sha256:{}.",
                       changes.head().contract().id.value, head.id.value, sha256_hex(sql));
}

constexpr const char* kAnyRow = "Any row of the table may be another one from now on.";
constexpr const char* kReadsAll =
    "Whoever owns the catalog: the SQL can read whatever the job's catalog identity can read.";

/// True when one side runs its own SQL: then there is no mapping to compare.
bool compare_own_sql(Changes& changes, const BuildPair& pair, const Build& base, const Build& head) {
    changes.base().judge(base.sql.at);
    changes.head().judge(head.sql.at);
    const std::string path = pair.path + ".properties.sql";
    if (!base.sql.present() && !head.sql.present()) {
        return false;
    }
    if (head.sql.present() && pair.renamed) {
        report_own_sql(changes, head, pair.path, pair.subject, base.sql);
    } else if (!head.sql.present()) {
        changes.add("own-sql-removed", path,
                    {fmt::format("{}: the rows come from a mapping instead of the build's own SQL", pair.subject),
                     kAnyRow, "Check that they are the same rows."},
                    shown_sql(base.sql), {}, base.sql.at.node, kNoNode);
    } else if (!base.sql.present()) {
        changes.add("own-sql-added", path,
                    {fmt::format("{}: the rows come from the build's own SQL", pair.subject), kReadsAll,
                     approval(changes, head, head.sql.value)},
                    {}, shown_sql(head.sql), kNoNode, head.sql.at.node);
    } else if (base.sql.value != head.sql.value) {
        changes.add("own-sql-changed", path,
                    {fmt::format("{}: the build's own SQL changes", pair.subject), kAnyRow,
                     approval(changes, head, head.sql.value)},
                    shown_sql(base.sql), shown_sql(head.sql), base.sql.at.node, head.sql.at.node);
    }
    return true;
}

enum class Bound : std::uint8_t {
    Missing, ///< the table has no such output: the rules for its columns tell that
    No,
    Yes,
};

/// How the outputs that mapping entries name were bound, on one side.
class BoundOutputs {
  public:
    BoundOutputs(const Side& side, const BuildPlan* plan) : side_(side), plan_(plan) {}

    Bound find(std::string_view name);

  private:
    using Names = std::unordered_map<std::string_view, const OutputBinding*>;

    /// The bindings of one struct, or of the table, by name. Made once: a table may have many thousands.
    const Names& names_of(const std::vector<OutputBinding>& list);

    const Side& side_;
    const BuildPlan* plan_;
    std::unordered_map<const std::vector<OutputBinding>*, Names> lists_;
};

const BoundOutputs::Names& BoundOutputs::names_of(const std::vector<OutputBinding>& list) {
    const auto [at, is_new] = lists_.try_emplace(&list);
    if (is_new) {
        for (const OutputBinding& binding : list) {
            if (binding.output != kNoColumn) {
                at->second.emplace(side_.columns()[binding.output].name, &binding);
            }
        }
    }
    return at->second;
}

Bound BoundOutputs::find(std::string_view name) {
    if (plan_ == nullptr || plan_->outputs.empty()) {
        return Bound::No;
    }
    const std::vector<OutputBinding>* list = &plan_->outputs;
    while (!name.empty()) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const Names& names = names_of(*list);
        const auto found = names.find(name.substr(0, dot));
        if (found == names.end()) {
            return Bound::Missing;
        }
        if (found->second->how == OutputBinding::How::Unbound) {
            return Bound::No;
        }
        name.remove_prefix(std::min(dot + 1, name.size()));
        list = &found->second->fields;
    }
    return Bound::Yes;
}

/// Entries that name no output that could be bound, on either side, are compared as they are written.
void compare_unbound_entries(Changes& changes, const BuildPair& pair, const std::vector<MappingColumn>& base,
                             const std::vector<MappingColumn>& head, const BuildPlan* base_plan,
                             const BuildPlan* head_plan) {
    BoundOutputs base_outputs(changes.base(), base_plan);
    BoundOutputs head_outputs(changes.head(), head_plan);
    const auto judged_on = [](BoundOutputs& outputs, std::string_view name, bool has_entry) {
        const Bound state = outputs.find(name);
        return state == Bound::Yes || (state == Bound::Missing && !has_entry);
    };
    const auto same_words = [](const Text& a, const Text& b) {
        return a.present() == b.present() && a.value == b.value;
    };
    const auto name_of = [](const MappingColumn& column) { return column.name.value; };
    for_namesakes(base, head, name_of, [&](const MappingColumn* before, const MappingColumn* after) {
        const std::string_view name = after != nullptr ? after->name.value : before->name.value;
        const bool judged =
            judged_on(base_outputs, name, before != nullptr) && judged_on(head_outputs, name, after != nullptr);
        const bool same = before != nullptr && after != nullptr && same_words(before->from, after->from) &&
                          same_words(before->cast, after->cast);
        if (judged || same) {
            return;
        }
        const Shown old_path = before != nullptr ? shown_path(before->from) : Shown{};
        const Shown new_path = after != nullptr ? shown_path(after->from) : Shown{};
        changes.add(
            "output-path-changed", fmt::format("{}.properties.mapping.columns[{}]", pair.path, name),
            {fmt::format("{}: the mapping of {} changes, and one side of it could not be checked", pair.subject, name)},
            old_path, new_path, before != nullptr ? before->at.node : kNoNode,
            after != nullptr ? after->at.node : kNoNode);
    });
}

} // namespace

void report_own_sql(Changes& changes, const Build& head, const std::string& path, const std::string& subject,
                    const Text& before) {
    changes.head().judge(head.sql.at);
    if (head.sql.present()) {
        changes.add("own-sql-added", path + ".properties.sql",
                    {fmt::format("{} is new under this id and runs its own SQL", subject), kReadsAll,
                     approval(changes, head, head.sql.value)},
                    shown_sql(before), shown_sql(head.sql), before.at.node, head.sql.at.node);
    }
}

void compare_outputs(Changes& changes, const BuildPair& pair) {
    const Build& base = changes.base().contract().builds[pair.base];
    const Build& head = changes.head().contract().builds[pair.head];
    on_both_sides(changes, base, head, [](Side& side, const Build& build) {
        if (build.mapping) {
            side.touch(build.mapping->at); // an empty mapping says what no mapping says
            side.judge_list(build.mapping->at, "columns", build.mapping->columns.size());
        }
    });
    if (compare_own_sql(changes, pair, base, head)) {
        on_both_sides(changes, base, head, [](Side& side, const Build& build) {
            if (build.mapping) {
                side.judge(build.mapping->at);
            }
        });
        return;
    }
    compare_explodes(changes, pair, base.mapping, head.mapping);
    const BuildPlan* base_plan = changes.base().plan(pair.base);
    const BuildPlan* head_plan = changes.head().plan(pair.head);
    if (base_plan != nullptr && head_plan != nullptr) {
        OutputsComparer(changes, pair, *base_plan, *head_plan).compare();
    }
    static const std::vector<MappingColumn> kNone;
    compare_unbound_entries(changes, pair, base.mapping ? base.mapping->columns : kNone,
                            head.mapping ? head.mapping->columns : kNone, base_plan, head_plan);
}

} // namespace weir::changes
