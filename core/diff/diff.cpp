#include "weir/diff.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "diff/build.h"
#include "diff/table.h"

namespace weir {

namespace changes {

std::string build_path(const Build& build, std::size_t index) {
    return build.id.present() ? fmt::format("builds[{}]", build.id.value) : fmt::format("builds[{}]", index);
}

std::string build_subject(const Build& build, std::size_t index) {
    return build.id.present() ? fmt::format("Flink build {}", build.id.value) : fmt::format("Flink build {}", index);
}

namespace {

std::string expose_path(const Expose& expose, std::size_t index) {
    return expose.expose_id.present() ? fmt::format("exposes[{}]", expose.expose_id.value)
                                      : fmt::format("exposes[{}]", index);
}

std::string_view output_of(const Build& build) {
    return build.outputs.empty() ? std::string_view{} : build.outputs.front().value;
}

std::set<std::string_view> expose_ids(const Contract& contract) {
    std::set<std::string_view> ids;
    for (const Expose& expose : contract.exposes) {
        ids.insert(expose.expose_id.value);
    }
    return ids;
}

/// The whole comparison, in the order of the contract's sections.
class Comparison {
  public:
    Comparison(BoundContract base, BoundContract head, std::size_t most)
        : base_(base), head_(head), changes_(base_, head_, most), rest_(changes_) {}

    Diff run() {
        compare_product();
        compare_builds();
        compare_exposes();
        compare_what_is_left();
        return changes_.take();
    }

  private:
    void compare_product() {
        static constexpr ScalarRule kId = {
            "product-id-changed", "the product's id",
            "Everything that names the product loses it: consumers, approvals of own SQL, ownership of "
            "what is deployed.",
            "Keep the id, or move all of them at once."};
        const auto root = [](const Side& side) {
            return side.has_document() ? Place{side.document().root(), Paths::root()} : Place{};
        };
        const Text& base = base_.contract().id;
        const Text& head = head_.contract().id;
        compare_scalars(changes_, kId, "The product", "id",
                        scalar(base_, root(base_), "id", base.at, shown(base.value)),
                        scalar(head_, root(head_), "id", head.at, shown(head.value)));
    }

    // ---- builds ----

    /// By id; what is left on both sides, by the expose that it writes.
    void compare_builds() {
        const auto& base = base_.contract().builds;
        const auto& head = head_.contract().builds;
        std::vector<std::string_view> base_ids;
        std::vector<std::string_view> head_ids;
        base_ids.reserve(base.size());
        head_ids.reserve(head.size());
        for (const Build& build : base) {
            base_ids.push_back(build.id.value);
        }
        for (const Build& build : head) {
            head_ids.push_back(build.id.value);
        }
        std::map<std::string_view, std::size_t> gone; // by expose
        std::vector<NamePair> pairs = match_names(base_ids, head_ids);
        for (const NamePair& pair : pairs) {
            if (pair.head == NamePair::kNone && !output_of(base[pair.base]).empty()) {
                gone.try_emplace(output_of(base[pair.base]), pair.base);
            }
        }
        std::vector<bool> renamed(base.size(), false);
        for (const NamePair& pair : pairs) {
            if (pair.base != NamePair::kNone && pair.head != NamePair::kNone) {
                compare_build(pair.base, pair.head, false);
            } else if (pair.head != NamePair::kNone) {
                const auto found = gone.find(output_of(head[pair.head]));
                if (found != gone.end()) {
                    renamed[found->second] = true;
                    report_renamed(found->second, pair.head);
                    gone.erase(found);
                } else {
                    report_added(pair.head);
                }
            }
        }
        for (const NamePair& pair : pairs) {
            if (pair.head == NamePair::kNone && !renamed[pair.base]) {
                report_removed(pair.base);
            }
        }
    }

    void compare_build(std::size_t base, std::size_t head, bool renamed) {
        const Build& build = head_.contract().builds[head];
        BuildPair pair{base, head, build_path(build, head), build_subject(build, head), renamed};
        base_.judge(base_.contract().builds[base].id.at);
        head_.judge(build.id.at);
        compare_written(pair);
        compare_streams(changes_, pair);
        compare_outputs(changes_, pair);
        compare_jobs(changes_, pair);
        build_pairs_.push_back(std::move(pair));
    }

    /// Which expose a build writes. One that is new or gone is told by the rules for exposes.
    void compare_written(const BuildPair& pair) {
        const Build& base = base_.contract().builds[pair.base];
        const Build& head = head_.contract().builds[pair.head];
        base_.judge_list(base.at, "outputs", base.outputs.size());
        head_.judge_list(head.at, "outputs", head.outputs.size());
        const auto list = [](const Build& build) {
            std::vector<std::string_view> ids;
            for (const Text& output : build.outputs) {
                ids.push_back(output.value);
            }
            std::sort(ids.begin(), ids.end());
            return ids;
        };
        if (list(base) == list(head)) {
            return;
        }
        const auto in_base = expose_ids(base_.contract());
        const auto in_head = expose_ids(head_.contract());
        const bool told = in_base.count(output_of(head)) == 0 || in_head.count(output_of(base)) == 0;
        const Shown before = shown(base_.document(), base.outputs_at.node);
        const Shown after = shown(head_.document(), head.outputs_at.node);
        changes_.add(told ? "other-changed" : "build-output-changed", pair.path + ".outputs",
                     {fmt::format("{} writes {} instead of {}", pair.subject, after.words, before.words),
                      "The rows of each table come from other records from now on.",
                      "Tell the readers of both tables, or give the new rows an expose of their own."},
                     before, after, base.outputs_at.node, head.outputs_at.node);
    }

    void report_renamed(std::size_t base, std::size_t head) {
        const Build& before = base_.contract().builds[base];
        const Build& after = head_.contract().builds[head];
        base_.judge(before.id.at);
        head_.judge(after.id.at);
        // A new id asks for a new approval of own SQL; that change says that the build is new.
        if (!after.sql.present()) {
            changes_.add("build-renamed", build_path(after, head) + ".id",
                         {fmt::format("{} was called {} and still writes {}", build_subject(after, head),
                                      before.id.value, output_of(after))},
                         shown(before.id.value), shown(after.id.value), before.id.at.node, after.id.at.node);
        }
        compare_build(base, head, true);
    }

    void report_added(std::size_t head) {
        const Build& build = head_.contract().builds[head];
        head_.judge(build.at);
        changes_.add("build-added", build_path(build, head),
                     {fmt::format("{} is new and writes {}", build_subject(build, head), output_of(build)),
                      "A new job starts without saved state, at the offsets that startupMode names."},
                     {}, shown(output_of(build)), kNoNode, build.at.node);
        report_own_sql(changes_, build, build_path(build, head), build_subject(build, head), {});
    }

    void report_removed(std::size_t base) {
        const Build& build = base_.contract().builds[base];
        base_.judge(build.at);
        if (expose_ids(head_.contract()).count(output_of(build)) == 0) {
            return; // the expose is gone too, and says so
        }
        changes_.add("build-removed", build_path(build, base),
                     {fmt::format("{} is gone and {} stays", build_subject(build, base), output_of(build)),
                      "Readers of the expose get no more rows from this build once its job is stopped.",
                      "Stop its deployment, which keeps running until someone does, or remove the expose too."},
                     shown(output_of(build)), {}, build.at.node, kNoNode);
    }

    // ---- exposes ----

    void compare_exposes() {
        const auto ids = [](const Contract& contract) {
            std::vector<std::string_view> out;
            for (const Expose& expose : contract.exposes) {
                out.push_back(expose.expose_id.value);
            }
            return out;
        };
        for (const NamePair& pair : match_names(ids(base_.contract()), ids(head_.contract()))) {
            if (pair.base == NamePair::kNone) {
                const Expose& expose = head_.contract().exposes[pair.head];
                head_.judge(expose.at);
                changes_.add("expose-added", expose_path(expose, pair.head),
                             {fmt::format("Expose {} is new", expose.expose_id.value), "Nobody reads it yet."}, {},
                             shown(expose.expose_id.value), kNoNode, expose.at.node);
            } else if (pair.head == NamePair::kNone) {
                const Expose& expose = base_.contract().exposes[pair.base];
                base_.judge(expose.at);
                changes_.add("expose-removed", expose_path(expose, pair.base),
                             {fmt::format("Expose {} is gone", expose.expose_id.value),
                              "Its table stays as it is, and its readers get no more rows.",
                              "Tell them where to go before you stop the job."},
                             shown(expose.expose_id.value), {}, expose.at.node, kNoNode);
            } else {
                compare_expose(pair);
            }
        }
    }

    void compare_expose(const NamePair& names) {
        const Expose& expose = head_.contract().exposes[names.head];
        ExposePair pair{names.base, names.head, expose_path(expose, names.head),
                        fmt::format("Expose {}", expose.expose_id.value)};
        base_.judge(base_.contract().exposes[names.base].expose_id.at);
        head_.judge(expose.expose_id.at);
        compare_tables(changes_, pair);
        compare_bindings(changes_, pair);
        expose_pairs_.push_back(std::move(pair));
    }

    // ---- the rest ----

    void compare_what_is_left() {
        rest_.compare_roots();
        for (const BuildPair& pair : build_pairs_) {
            const Place base = base_.contract().builds[pair.base].at;
            const Place head = head_.contract().builds[pair.head].at;
            rest_.compare(pair.path, Rest::half(base_, base), Rest::half(head_, head));
            base_.judge(base);
            head_.judge(head);
        }
        for (const ExposePair& pair : expose_pairs_) {
            const Place base = base_.contract().exposes[pair.base].at;
            const Place head = head_.contract().exposes[pair.head].at;
            rest_.compare(pair.path, Rest::half(base_, base), Rest::half(head_, head));
            base_.judge(base);
            head_.judge(head);
        }
        judge_read_lists(base_);
        judge_read_lists(head_);
        rest_.compare_list("builds");
        rest_.compare_list("exposes");
    }

    /// A list whose items were all read has been compared item by item.
    static void judge_read_lists(Side& side) {
        if (!side.has_document()) {
            return;
        }
        const Place root{side.document().root(), Paths::root()};
        side.judge_list(root, "builds", side.contract().builds.size());
        side.judge_list(root, "exposes", side.contract().exposes.size());
    }

    Side base_;
    Side head_;
    Changes changes_;
    Rest rest_;
    std::vector<BuildPair> build_pairs_;
    std::vector<ExposePair> expose_pairs_;
};

} // namespace

} // namespace changes

Diff diff(BoundContract base, BoundContract head, std::size_t most) {
    return changes::Comparison(base, head, most).run();
}

Diff diff(const Contract& base, const Contract& head, std::size_t most) {
    const Plan base_plan = bind(base);
    const Plan head_plan = bind(head);
    return diff(BoundContract{base, base_plan}, BoundContract{head, head_plan}, most);
}

} // namespace weir
