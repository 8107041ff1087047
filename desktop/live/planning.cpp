#include "live/planning.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/edits.h"

namespace weir::live {

namespace {

/// What puts the state into one deployment of a resolved contract.
std::optional<Edit> state_edit(const Document& document, const FlinkDeployment& deployment, std::string_view state) {
    const std::string value = fmt::format("\"{}\"", state);
    if (deployment.state.present()) {
        return Edit{document.node(deployment.state.at.node).span, value};
    }
    return insert_entry(document, deployment.at.node, "state", value);
}

/// The resolved contract with every managed build in this state; nothing when it cannot be told how.
std::optional<std::string> in_state(const std::string& resolved, bool suspended) {
    FileSet files;
    files[std::string(kResolvedName)].text = resolved;
    const Checked checked = check(files, kResolvedName);
    if (!checked.valid()) {
        return std::nullopt;
    }
    std::vector<Edit> edits;
    for (const BuildPlan& plan : checked.plan.builds) {
        const Build& build = checked.contract.builds[plan.build];
        std::optional<Edit> edit =
            build.deployment ? state_edit(*checked.document, *build.deployment, suspended ? "suspended" : "running")
                             : std::nullopt;
        if (!edit) {
            return std::nullopt;
        }
        edits.push_back(std::move(*edit));
    }
    std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.begin > b.span.begin; });
    std::string text = resolved;
    for (const Edit& edit : edits) {
        text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    }
    return text;
}

/// The contract, and its bundle unless there are problems.
PlannedFile read(const std::string& file, Bundle& bundle) {
    PlannedFile planned;
    planned.loaded = load_contract_from_root(file);
    const LoadedContract& loaded = planned.loaded;
    if (!loaded.found || !loaded.checked.valid()) {
        return planned;
    }
    if (loaded.checked.plan.builds.empty()) {
        planned.problems.push_back({"no-managed-build",
                                    {},
                                    "the contract has no managed Flink build: there is nothing to deploy",
                                    "Managed builds have fluidVersion 0.7.7 and management: operator."});
        return planned;
    }
    bundle = make_bundle(loaded.checked.contract, loaded.files, loaded.checked.file, loaded.ref_root, version());
    planned.problems = bundle.problems;
    return planned;
}

} // namespace

PlannedFile plan_file(const std::string& file, PlanMode mode) {
    Bundle bundle;
    PlannedFile planned = read(file, bundle);
    if (planned.ok()) {
        planned.made = make_plan(planned.loaded.checked, bundle, mode, false);
        planned.problems = planned.made.problems;
    }
    return planned;
}

PlannedFile plan_file_in_state(const std::string& file, bool suspended) {
    Bundle bundle;
    PlannedFile planned = read(file, bundle);
    if (!planned.ok()) {
        return planned;
    }
    std::optional<std::string> resolved = in_state(bundle.resolved, suspended);
    if (!resolved) {
        planned.problems.push_back({"switch-contract",
                                    {},
                                    "the contract's deployment.state cannot be set here",
                                    "Write deployment.state into the contract, plan and apply it."});
        return planned;
    }
    bundle.resolved = std::move(*resolved);
    FileSet files;
    files[std::string(kResolvedName)].text = bundle.resolved;
    planned.made = make_plan(check(files, kResolvedName), bundle, PlanMode::Amend, false);
    planned.problems = planned.made.problems;
    return planned;
}

} // namespace weir::live
