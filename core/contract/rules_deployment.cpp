// Deployments next to each other: names, images, where state is kept. contract.md section 4.

#include <algorithm>

#include <fmt/format.h>

#include "contract/rules.h"

namespace weir {

namespace {

struct StateUri {
    std::string normal; ///< with one trailing slash, so that nesting is a prefix
    const Text* text = nullptr;
    std::size_t number = 0; ///< in the contract's order
};

void check_image(Context& context, const FlinkDeployment& deployment) {
    if (!is_placeholder_image(deployment.image.value)) {
        return;
    }
    Finding& finding = context.add(Code::image_digest_placeholder, deployment.image.at,
                                   "the placeholder image digest, all zeros, names no image; apply refuses it");
    finding.help = "Write the digest of the image you built.";
}

void check_cpu(Context& context, const std::optional<Resources>& resources) {
    if (resources && resources->cpu.present() && resources->cpu.value <= 0.0) {
        context.add(Code::value_range, resources->cpu.at, "must be more than 0").help = "Write a number such as 0.5.";
    }
}

void check_names(Context& context) {
    std::unordered_map<std::string, Place> seen;
    for (const Build& build : context.contract.builds) {
        if (!build.deployment || !build.deployment->name.present() || !build.deployment->name_space.present()) {
            continue;
        }
        const FlinkDeployment& deployment = *build.deployment;
        const auto [first, fresh] = seen.try_emplace(
            fmt::format("{}/{}", deployment.name_space.value, deployment.name.value), deployment.name.at);
        if (fresh) {
            continue;
        }
        Finding& finding = context.add(Code::deployment_repeated, deployment.name.at,
                                       fmt::format("an earlier build deploys {} in namespace {} already",
                                                   deployment.name.value, deployment.name_space.value));
        finding.help = "Give each build a deployment name of its own.";
        relate(context, finding, "the name is taken here", first->second.node);
    }
}

void tell_overlap(Context& context, const StateUri& a, const StateUri& b) {
    const StateUri& earlier = a.number < b.number ? a : b;
    const StateUri& later = a.number < b.number ? b : a;
    Finding& finding =
        context.add(Code::state_uri_overlap, later.text->at,
                    a.normal == b.normal                          ? "is the same as another state location"
                    : later.normal.size() > earlier.normal.size() ? "lies inside another state location"
                                                                  : "holds another state location inside it");
    finding.help = "Give checkpoints, savepoints and high availability of each build a prefix of their own.";
    relate(context, finding, "the other location is here", earlier.text->at.node);
}

/// Sorted, everything inside a location follows it at once: one pass with the open locations finds all
/// that lies in another.
void check_state(Context& context) {
    std::vector<StateUri> uris;
    for (const Build& build : context.contract.builds) {
        if (!build.deployment) {
            continue;
        }
        const FlinkDeployment& deployment = *build.deployment;
        for (const Text* text : {&deployment.checkpoint_uri, &deployment.savepoint_uri, &deployment.ha_uri}) {
            if (text->present()) {
                std::string normal(text->value);
                while (normal.back() == '/') {
                    normal.pop_back();
                }
                normal += '/';
                uris.push_back(StateUri{std::move(normal), text, uris.size()});
            }
        }
    }
    std::sort(uris.begin(), uris.end(), [](const StateUri& a, const StateUri& b) {
        const int order = a.normal.compare(b.normal);
        return order != 0 ? order < 0 : a.number < b.number;
    });
    std::vector<const StateUri*> open;
    for (const StateUri& uri : uris) {
        while (!open.empty() && uri.normal.compare(0, open.back()->normal.size(), open.back()->normal) != 0) {
            open.pop_back();
        }
        if (!open.empty()) {
            tell_overlap(context, *open.back(), uri);
        }
        open.push_back(&uri);
    }
}

} // namespace

void check_deployments(Context& context) {
    for (const Build& build : context.contract.builds) {
        if (build.deployment) {
            check_image(context, *build.deployment);
            check_cpu(context, build.deployment->job_manager);
            check_cpu(context, build.deployment->task_manager);
        }
    }
    check_names(context);
    check_state(context);
}

} // namespace weir
