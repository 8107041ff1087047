#include "weir/grants.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "grants/parts.h"
#include "report/json_writer.h"
#include "weir/report.h"
#include "weir/shell.h"

namespace weir {

namespace grants {

std::string Job::identity() const {
    return fmt::format("{}.{}", deployment.name_space.value, deployment.name.value);
}

std::string Job::table() const {
    return fmt::format("{}.{}", location.name_space.value, location.table.value);
}

std::string word(std::string_view text) {
    return terminal_safe(shell_word(text));
}

std::string comment(std::string_view text) {
    return fmt::format("# {}\n", terminal_safe(text));
}

} // namespace grants

namespace {

/// No line of the YAML that is written between two of these is one.
constexpr std::string_view kEnd = "END_OF_RBAC";

ClusterGrants& cluster_of(std::vector<ClusterGrants>& clusters, const FlinkDeployment& deployment) {
    const auto same = [&](const ClusterGrants& cluster) {
        return cluster.context == deployment.context.value && cluster.name_space == deployment.name_space.value;
    };
    const auto found = std::find_if(clusters.begin(), clusters.end(), same);
    if (found != clusters.end()) {
        return *found;
    }
    return clusters.emplace_back(
        ClusterGrants{std::string(deployment.context.value), std::string(deployment.name_space.value), {}});
}

} // namespace

Grants grants_of(const Contract& contract, bool existing_table) {
    Grants all;
    std::set<std::string> accounts;
    for (const Build& build : contract.builds) {
        const Expose* expose = contract.written_by(build);
        const bool complete =
            build.managed && build.deployment && expose != nullptr && expose->binding && expose->binding->location;
        if (!complete) {
            continue;
        }
        const grants::Job job{build, *build.deployment, *expose->binding->location, existing_table};
        all.catalogs.push_back(grants::catalog_grants(job));
        ClusterGrants& cluster = cluster_of(all.clusters, job.deployment);
        const bool first = accounts
                               .insert(fmt::format("{}\n{}\n{}", cluster.context, cluster.name_space,
                                                   job.deployment.service_account.value))
                               .second;
        cluster.yaml += grants::cluster_grants(job, first);
    }
    return all;
}

std::string grants_script(const Grants& all, std::string_view product) {
    std::string text = "#!/bin/sh\n";
    text += grants::comment(fmt::format("The least rights that the jobs of {} need. Written by Weir: read it, then run "
                                        "it as somebody who may grant them.",
                                        product));
    text += "set -eu\n";
    for (const CatalogGrants& catalog : all.catalogs) {
        text += "\n" + catalog.script;
    }
    for (const ClusterGrants& cluster : all.clusters) {
        text += "\n";
        text += grants::comment(fmt::format("Kubernetes, namespace {}: {} and {} are groups of your cluster; write who "
                                            "applies and who only watches there.",
                                            cluster.name_space, kAppliers, kWatchers));
        text += fmt::format("kubectl --context={} apply -f - <<'{}'\n{}{}\n", grants::word(cluster.context), kEnd,
                            cluster.yaml, kEnd);
    }
    return text;
}

std::string grants_json(const Grants& all, bool existing_table) {
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.member("existingTable", existing_table);
    json.key("catalogs");
    json.begin_array();
    for (const CatalogGrants& catalog : all.catalogs) {
        json.begin_object();
        json.member("build", catalog.build);
        json.member("catalog", catalog.kind);
        json.member("runs", catalog.runs);
        json.member("script", catalog.script);
        json.end_object();
    }
    json.end_array();
    json.key("clusters");
    json.begin_array();
    for (const ClusterGrants& cluster : all.clusters) {
        json.begin_object();
        json.member("context", cluster.context);
        json.member("namespace", cluster.name_space);
        json.member("yaml", cluster.yaml);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

} // namespace weir
