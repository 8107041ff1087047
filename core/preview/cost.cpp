#include "weir/cost.h"

#include <limits>
#include <optional>

#include <fmt/format.h>

#include "preview/parts.h"

namespace weir {

namespace {

constexpr std::string_view kNoSide = "—";

struct CostPair {
    std::optional<DailyCost> base;
    std::optional<DailyCost> head;
};

/// Costs of builds that belong together.
std::vector<CostPair> costs_of(const PageContext& context) {
    const auto cost = [](const Contract* contract, const BuildPlan* plan) {
        const Expose* expose = plan->expose < contract->exposes.size() ? &contract->exposes[plan->expose] : nullptr;
        return daily_cost(contract->builds[plan->build], expose);
    };
    std::vector<CostPair> costs;
    for (const BuildPair& pair : builds_of(context)) {
        CostPair both;
        if (pair.base != nullptr) {
            both.base = cost(context.base(), pair.base);
        }
        if (pair.head != nullptr) {
            both.head = cost(context.head(), pair.head);
        }
        costs.push_back(std::move(both));
    }
    return costs;
}

std::string amount(const std::optional<DailyCost>& cost, std::uint64_t DailyCost::*figure) {
    if (!cost) {
        return std::string(kNoSide);
    }
    const std::uint64_t number = (*cost).*figure;
    return number == std::numeric_limits<std::uint64_t>::max() ? "too many to count" : grouped(number);
}

std::string seconds(const std::optional<DailyCost>& cost) {
    return cost ? grouped(cost->checkpoint_seconds) + " s" : std::string(kNoSide);
}

std::string partitions(const Veil& veil, const std::optional<DailyCost>& cost) {
    if (!cost) {
        return std::string(kNoSide);
    }
    std::string names;
    for (const std::string_view name : cost->partitions) {
        names += names.empty() ? "" : ", ";
        names += veil.text(name);
    }
    return names.empty() ? "none" : clipped(names, 300);
}

void write_row(Html& html, std::string_view title, std::string_view note, const std::string& base,
               const std::string& head) {
    const bool differs = base != head && base != kNoSide && head != kNoSide;
    html.raw(differs ? "<tr class=\"differs\">" : "<tr>").raw("<th scope=\"row\">").raw(title);
    if (!note.empty()) {
        html.raw(" <small>").raw(note).raw("</small>");
    }
    html.raw("</th><td>").text(base).raw("</td><td>").text(head).raw(differs ? " <b class=\"sign\">≠</b>" : "");
    html.raw("</td></tr>\n");
}

void write_build(Html& html, const Veil& veil, const CostPair& pair) {
    const auto& [base, head] = pair;
    html.raw("<div class=\"scroll\" tabindex=\"0\"><table class=\"cost\">\n<caption>Build <code>");
    html.text(veil.text(clipped(head ? head->build : base->build, 100)));
    html.raw("</code></caption>\n<thead><tr><th scope=\"col\">At most, each day</th><th scope=\"col\">Before</th>");
    html.raw("<th scope=\"col\">After</th></tr></thead>\n<tbody>\n");
    write_row(html, "Commits", "86,400 s ÷ checkpoint interval", amount(base, &DailyCost::commits),
              amount(head, &DailyCost::commits));
    write_row(html, "Snapshots", "one for each commit", amount(base, &DailyCost::commits),
              amount(head, &DailyCost::commits));
    const bool partitioned = (base && !base->partitions.empty()) || (head && !head->partitions.empty());
    write_row(html, "Data files",
              partitioned ? "commits × parallelism, and × the values of the partition columns that arrive between two "
                            "checkpoints"
                          : "commits × parallelism",
              amount(base, &DailyCost::files) + (base && !base->partitions.empty() ? " × values" : ""),
              amount(head, &DailyCost::files) + (head && !head->partitions.empty() ? " × values" : ""));
    html.raw("</tbody>\n<tbody class=\"inputs\">\n");
    write_row(html, "Checkpoint interval", "", seconds(base), seconds(head));
    write_row(html, "Parallelism", "", amount(base, &DailyCost::parallelism), amount(head, &DailyCost::parallelism));
    write_row(html, "Partition columns", "", partitions(veil, base), partitions(veil, head));
    if ((base && base->suspended) || (head && head->suspended)) {
        const auto state = [](const std::optional<DailyCost>& cost) -> std::string {
            return !cost ? std::string(kNoSide) : cost->suspended ? "suspended" : "running";
        };
        write_row(html, "State", "a suspended job commits nothing", state(base), state(head));
    }
    html.raw("</tbody>\n</table></div>\n");
}

} // namespace

bool write_cost(Html& html, const PageContext& context) {
    constexpr std::size_t kMostBuilds = 50;
    const std::vector<CostPair> costs = costs_of(context);
    if (costs.empty()) {
        return false;
    }
    html.raw("<section id=\"cost\">\n<h2>Cost per day</h2>\n");
    for (std::size_t i = 0; i < costs.size() && i < kMostBuilds; ++i) {
        write_build(html, context.veil, costs[i]);
    }
    if (costs.size() > kMostBuilds) {
        html.raw("<p class=\"cut\">").raw(counted(costs.size() - kMostBuilds, "more build", "more builds"));
        html.raw(" not on this page</p>\n");
    }
    html.raw("</section>\n");
    return true;
}

} // namespace weir
