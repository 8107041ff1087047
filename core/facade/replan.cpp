// Plans and bundles made of checked contracts, and held to them.

#include <fmt/format.h>

#include "deploy/canonical.h"
#include "weir/facade.h"

namespace weir {

namespace {

/// Where two trees differ first, as `.spec.image`; empty when they do not.
std::string difference(const JsonValue& a, const JsonValue& b) {
    if (a.kind != b.kind || a.text != b.text || a.flag != b.flag || a.count != b.count || a.names != b.names ||
        a.values.size() != b.values.size()) {
        // Of objects with other members, the first that one of them lacks.
        for (const std::string& name : a.names) {
            if (!name.empty() && member_of(b, name) == nullptr) {
                return "." + name;
            }
        }
        for (const std::string& name : b.names) {
            if (!name.empty() && member_of(a, name) == nullptr) {
                return "." + name;
            }
        }
        return ".";
    }
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        if (const std::string inner = difference(a.values[i], b.values[i]); !inner.empty()) {
            const std::string step = a.kind == JsonValue::Kind::Array ? fmt::format("[{}]", i) : "." + a.names[i];
            return inner == "." ? step : step + inner;
        }
    }
    return {};
}

/// How the resource of a plan differs from that of its contract, in words; empty when it does not.
std::string difference(const Resource& planned, const Resource& compiled) {
    if (planned.json == compiled.json) {
        return {};
    }
    const auto a = read_sorted(planned.json);
    const auto b = read_sorted(compiled.json);
    std::string at = a && b ? difference(*a, *b) : std::string();
    at.erase(0, at.starts_with('.') && at.size() > 1 ? 1 : 0);
    return fmt::format("{} of {} {}", at, compiled.kind, compiled.name);
}

void differ(Rechecked& rechecked, std::string_view build, const std::string& what) {
    rechecked.problems.push_back({"resources-differ", std::string(build),
                                  fmt::format("{} is not what the contract in the plan compiles to", what),
                                  "Make the plan anew with weir plan, by the same version of Weir that applies it."});
}

void compare_builds(Rechecked& rechecked, const PlanDocument& plan) {
    const std::vector<Deployment>& compiled = rechecked.rendered.deployments;
    if (plan.product != rechecked.checked.contract.id.value || plan.deployments.size() != compiled.size()) {
        differ(rechecked, "", plan.deployments.size() != compiled.size() ? "the list of builds" : "the product");
        return;
    }
    for (std::size_t i = 0; i < compiled.size(); ++i) {
        const Deployment& wanted = plan.deployments[i];
        const Deployment& found = compiled[i];
        if (wanted.build != found.build || wanted.context != found.context || wanted.name != found.name ||
            wanted.name_space != found.name_space || wanted.job_digest != found.job_digest) {
            differ(rechecked, found.build, "where or as what the build is deployed");
        }
        for (const std::string& what : {difference(wanted.config_map, found.config_map),
                                        difference(wanted.flink_deployment, found.flink_deployment)}) {
            if (!what.empty()) {
                differ(rechecked, found.build, what);
            }
        }
    }
}

Rechecked compiled(const FileSet& files, std::string_view file, std::string_view ref_root) {
    Rechecked rechecked;
    rechecked.checked = check(files, file, ref_root);
    if (!rechecked.checked.need.empty() || !rechecked.checked.valid() || rechecked.checked.plan.builds.empty()) {
        rechecked.problems.push_back({"contract-invalid", std::string(file), "the contract in it is not valid", ""});
        return rechecked;
    }
    rechecked.rendered = render(rechecked.checked.contract, rechecked.checked.plan);
    rechecked.problems = rechecked.rendered.problems;
    return rechecked;
}

} // namespace

Rechecked recheck(const PlanDocument& plan) {
    FileSet files;
    const std::string file(kResolvedName);
    files[file].text = plan.contract;
    Rechecked rechecked = compiled(files, file, "");
    if (rechecked.problems.empty()) {
        compare_builds(rechecked, plan);
    }
    return rechecked;
}

Rechecked check_bundle(const Bundle& bundle) {
    Rechecked rechecked = compiled(bundle.sources, bundle.contract, ".");
    if (!rechecked.problems.empty()) {
        return rechecked;
    }
    const Bundle again = make_bundle(rechecked.checked.contract, bundle.sources, bundle.contract, ".", version());
    if (!again.problems.empty() || again.digest != bundle.digest || again.product != bundle.product) {
        rechecked.problems.push_back({"bundle-resolved", std::string(kResolvedName),
                                      "is not what the sources in the bundle resolve to, or the bundle holds more than "
                                      "they need",
                                      "Make the bundle anew with weir bundle, by the version of Weir that reads it."});
    }
    return rechecked;
}

MadePlan make_plan(const Checked& checked, const Bundle& bundle, PlanMode mode, bool bound) {
    MadePlan made;
    Rendered rendered = render(checked.contract, checked.plan);
    made.problems = std::move(rendered.problems);
    made.problems.insert(made.problems.end(), bundle.problems.begin(), bundle.problems.end());
    if (!made.problems.empty()) {
        return made;
    }
    made.plan.mode = mode;
    made.plan.product = checked.contract.id.value;
    made.plan.version = version();
    made.plan.contract = bundle.resolved;
    made.plan.sources_digest = bundle.sources_digest;
    made.plan.bundle_digest = bound ? bundle.digest : std::string();
    made.plan.deployments = std::move(rendered.deployments);
    std::string json = plan_json(made.plan);
    // Whoever applies the plan has only the resolved contract.
    made.problems = recheck(made.plan).problems;
    if (made.problems.empty()) {
        made.json = std::move(json);
    }
    return made;
}

} // namespace weir
