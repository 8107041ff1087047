#include <algorithm>

#include <fmt/format.h>

#include "advice/adviser.h"
#include "contract/patterns.h"

namespace weir {

Finding& Advised::add(Code code, Place place, std::string_view what, std::string_view help) const {
    findings.push_back(lane_finding(contract, code, place, what));
    findings.back().help = help;
    return findings.back();
}

void Advised::relate(Finding& finding, const Document& document, std::string_view message, NodeId node) {
    if (node != kNoNode) {
        finding.related.push_back({std::string(message), finding_span(document, node)});
    }
}

std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
        const bool last = i > 0 && i + 1 == names.size();
        out += fmt::format("{}{}", i == 0 ? "" : last ? " and " : ", ", names[i]);
    }
    return names.size() > kShown ? fmt::format("{} and {} more", out, names.size() - kShown) : out;
}

std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool inside = form::alnum(c);
        const bool hump = form::upper(c) && i > 0 && form::lower_alnum(name[i - 1]);
        if ((!inside || hump) && !words.back().empty()) {
            words.emplace_back();
        }
        if (inside) {
            words.back() += form::upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    if (words.back().empty()) {
        words.pop_back();
    }
    return words;
}

std::vector<Finding> advise(const Contract& contract, const Plan& plan) {
    std::vector<Finding> findings;
    for (const BuildPlan& of_build : plan.builds) {
        if (of_build.build >= contract.builds.size() || of_build.expose >= contract.exposes.size()) {
            continue;
        }
        const Build& build = contract.builds[of_build.build];
        const Expose& expose = contract.exposes[of_build.expose];
        if (!build.stream || !build.source || !build.deployment || !expose.binding || !expose.binding->location) {
            continue;
        }
        const Advised advised{contract, of_build, build, expose, daily_cost(build, &expose), findings};
        advise_on_job(advised);
        advise_on_catalog(advised);
        advise_on_table(advised);
        advise_on_values(advised);
    }
    advise_on_groups(contract, findings);
    return findings;
}

} // namespace weir
