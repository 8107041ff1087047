#pragma once

/// \file
/// Contract → what is deployed: Kubernetes resources, the bundle and the plan document (docs/deploy.md). Everything
/// here is text in, values out; the archive around a bundle is read and written by desktop/live. Making a plan, and
/// compiling the contract of one again, are in weir/facade.h.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"

namespace weir {

/// Why something cannot be deployed, or cannot be trusted.
struct DeployProblem {
    std::string code;    ///< stable, kebab-case: `config-map-too-large`
    std::string path;    ///< contract pointer, member of a bundle or of a plan; may be empty
    std::string message; ///< what is wrong; may quote names of a contract: escape it where it is printed
    std::string help;    ///< what to do; may be empty
};

// ---- canonical JSON ----

/// The JSON text by RFC 8785: no blanks, names sorted by UTF-16 units, numbers as ECMAScript writes them. Nothing when
/// it is no JSON in UTF-8, repeats a name in an object, is nested more than 128 deep, or holds a number that no
/// double can hold.
[[nodiscard]] std::optional<std::string> canonical_json(std::string_view text);

/// `sha256:` and 64 hexadecimal digits.
[[nodiscard]] std::string digest_of(std::string_view bytes);

// ---- Kubernetes resources ----

/// Annotations of both resources. Ownership is told by the label app.kubernetes.io/managed-by and kAnnotationProduct.
inline constexpr std::string_view kAnnotationProduct = "weir/product"; ///< the contract's id
inline constexpr std::string_view kAnnotationBuild = "weir/build";
/// Only on the FlinkDeployment: its spec as canonical JSON, as it was applied last. Live diff compares with it.
inline constexpr std::string_view kAnnotationAppliedSpec = "weir/applied-spec";
inline constexpr std::string_view kAnnotationPlanDigest = "weir/plan-digest";     ///< put on by stamped()
inline constexpr std::string_view kAnnotationBundleDigest = "weir/bundle-digest"; ///< the same, of plans of a bundle
inline constexpr std::string_view kLabelManagedBy = "app.kubernetes.io/managed-by";
inline constexpr std::string_view kLabelName = "app.kubernetes.io/name"; ///< the deployment's name
inline constexpr std::string_view kManager = "weir"; ///< value of kLabelManagedBy, and the field manager

/// Limits of the Kubernetes API.
inline constexpr std::size_t kMostConfigMapBytes = 1024UL * 1024;
inline constexpr std::size_t kMostAnnotationBytes = 256UL * 1024;

struct Resource {
    std::string kind; ///< `ConfigMap` or `FlinkDeployment`
    std::string name;
    std::string name_space;
    std::string json; ///< canonical
};

/// What one managed build becomes.
struct Deployment {
    std::string build; ///< its id
    std::string context;
    std::string name_space;
    std::string name;       ///< of the FlinkDeployment
    std::string job_digest; ///< of job.json; its first 12 digits name the ConfigMap
    bool suspended = false;
    bool placeholder_image = false; ///< the digest is all zeros: apply refuses it
    /// Immutable, `<deployment>-sql-<12 hex>`, with job.json in it. Applied first.
    Resource config_map;
    Resource flink_deployment;
};

/// What a deployment was rendered from.
struct RenderedJob {
    std::size_t build_plan = 0; ///< index into Plan::builds
    std::string sql;            ///< the script, as `weir generate flink` writes it
    std::string json;           ///< job.json
};

struct Rendered {
    std::vector<Deployment> deployments; ///< in the contract's order
    std::vector<RenderedJob> jobs;       ///< jobs[i] is that of deployments[i]
    /// `sql-too-large`, `config-map-too-large`, `annotations-too-large`, each with the size.
    std::vector<DeployProblem> problems;
};

/// Resources of every managed build of a valid contract. The same contract gives the same bytes everywhere, and no
/// credential is in them. They say nothing of a plan: stamped() does.
[[nodiscard]] Rendered render(const Contract& contract, const Plan& plan);

/// The resource as it is applied: with the plan's digest among its annotations, and the bundle's unless it is empty.
[[nodiscard]] Resource stamped(const Resource& resource, std::string_view plan_digest, std::string_view bundle_digest);

/// The same object as YAML for people and kubectl, with a final newline.
[[nodiscard]] std::string resource_yaml(const Resource& resource);

// ---- the bundle ----

inline constexpr std::string_view kManifestName = "MANIFEST.json";
inline constexpr std::string_view kResolvedName = "contract.resolved.json";
/// Before the name of the contract and of each fragment, as seen from the ref root.
inline constexpr std::string_view kSourcesFolder = "sources/";

/// Limits on bundles of strangers.
inline constexpr std::size_t kMostBundleMembers = 1'100;
inline constexpr std::size_t kMostBundleBytes = 160UL * 1024 * 1024; ///< all members together
inline constexpr std::size_t kMostMemberBytes = 64UL * 1024 * 1024;
inline constexpr std::size_t kMostMemberName = 255;

struct BundleMember {
    std::string path;
    std::string text;
};

struct Bundle {
    std::string product;
    std::string contract; ///< name of the contract among the sources, from the ref root
    FileSet sources;      ///< the contract and its fragments as they are, by names from the ref root, which is `.`
    std::string resolved; ///< the contract with every `$ref` resolved, as JSON with its keys in their order
    std::string digest;   ///< bundleDigest: over (path, sha256) of every member but the manifest
    std::string sources_digest; ///< the same over the sources alone
    /// What the archive holds, the manifest first, the others sorted by path.
    std::vector<BundleMember> members;
    /// When there are any, the rest is not to be used.
    std::vector<DeployProblem> problems;
};

/// The bundle of a valid contract that was read from `files` by the names that `contract` knows them by.
/// \param file      name of the contract in `files`
/// \param ref_root  as check() took it; names that cannot be told from there are a problem, `bundle-names`
/// \param version   of Weir
[[nodiscard]] Bundle make_bundle(const Contract& contract, const FileSet& files, std::string_view file,
                                 std::string_view ref_root, std::string_view version);

/// Judges the members of an archive: names, manifest, sizes and digests. That the resolved contract is that of the
/// sources is judged by check_bundle() of weir/facade.h.
/// Problems: `bundle-member-name`, `bundle-member-repeated`, `bundle-member-missing`, `bundle-member-extra`,
/// `bundle-member-altered`, `bundle-manifest`, `bundle-digest`, `bundle-too-large`.
[[nodiscard]] Bundle read_bundle(std::vector<BundleMember> members);

/// Why a member of a bundle may not have this name; empty when it may. An archive's reader asks before it reads the
/// member.
[[nodiscard]] std::string member_name_fault(std::string_view path);

// ---- the plan ----

enum class PlanMode : std::uint8_t { DryRun, CreateOnly, Amend, AmendAndBuild };
/// `dry-run`, `create-only`, `amend`, `amend-and-build`.
[[nodiscard]] std::string_view mode_name(PlanMode mode);

struct ModeChoice {
    std::optional<PlanMode> mode;
    /// Why not, when there is none: `mode-refused` for replace, replace-and-build and every reset, `mode-unknown` for
    /// the rest.
    std::string code;
    std::string message;
};
[[nodiscard]] ModeChoice choose_mode(std::string_view name);

/// What a plan.json says.
struct PlanDocument {
    PlanMode mode = PlanMode::DryRun;
    std::string product;
    std::string version;        ///< of the Weir that made it
    std::string contract;       ///< the resolved contract, as Bundle::resolved
    std::string sources_digest; ///< as Bundle::sources_digest
    std::string bundle_digest;  ///< empty for the plan of a file
    std::vector<Deployment> deployments;
    std::string digest; ///< planDigest: over the canonical JSON without it
};

/// plan.json: canonical, with a final newline; no time and no path of a machine is in it. Fills `plan.digest`.
[[nodiscard]] std::string plan_json(PlanDocument& plan);

struct ReadPlan {
    PlanDocument plan;
    /// `plan-malformed`, `plan-version`, `plan-digest`. When there are any, the plan is not to be used.
    std::vector<DeployProblem> problems;
};
inline constexpr std::size_t kMostPlanBytes = 160UL * 1024 * 1024;

/// Reads a plan without trust: its shape and its digest. A digest is no signature: recheck() of weir/facade.h compiles
/// the contract again.
[[nodiscard]] ReadPlan read_plan(std::string_view text);

} // namespace weir
