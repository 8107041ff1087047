// Bundles: what stands in them, and the digests over it.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "deploy/canonical.h"
#include "deploy/manifest.h"
#include "deploy/resolve.h"
#include "document/names.h"
#include "report/unicode.h"
#include "weir/deploy.h"

namespace weir {

namespace {

/// Makes a bundle whose sources were unpacked a folder to work in: fragments above the contract's folder are reached.
constexpr std::string_view kWorkspace = "sources/fluid.workspace.yaml";
constexpr std::string_view kWorkspaceText = "ref_root: .\n";

DeployProblem problem(std::string_view code, std::string_view path, std::string message, std::string_view help = "") {
    return {std::string(code), std::string(path), std::move(message), std::string(help)};
}

/// The folder that names are seen from, with a slash at its end unless it is empty; nothing when it cannot be told
/// where in it the contract lies.
std::optional<std::string> root_of(std::string_view file, std::string_view ref_root) {
    std::string root = ref_root.empty() ? resolve_name(file, ".") : resolve_name("", ref_root);
    if (root == ".." || root.starts_with("../")) {
        return std::nullopt;
    }
    if (!root.empty() && !root.ends_with('/')) {
        root += '/';
    }
    return root;
}

void add_sources(Bundle& bundle, const Contract& contract, const FileSet& files, std::string_view root) {
    const Sources& sources = contract.document->sources();
    for (FileId file = 0; file < sources.size(); ++file) {
        const std::string& name = sources[file].name();
        const auto found = files.find(name);
        if (found == files.end() || !name.starts_with(root)) {
            bundle.problems.push_back(problem("bundle-names", name, "lies outside of the ref root"));
            continue;
        }
        std::string from_root = name.substr(root.size());
        if (file == 0) {
            bundle.contract = from_root;
        }
        bundle.sources[std::move(from_root)] = found->second;
    }
}

void add_members(Bundle& bundle, std::string_view version) {
    for (const auto& [name, answer] : bundle.sources) {
        bundle.members.push_back({std::string(kSourcesFolder) + name, answer.text});
    }
    if (bundle.contract.find('/') != std::string::npos) {
        bundle.members.push_back({std::string(kWorkspace), std::string(kWorkspaceText)});
    }
    bundle.members.push_back({std::string(kResolvedName), bundle.resolved});
    std::sort(bundle.members.begin(), bundle.members.end(),
              [](const BundleMember& a, const BundleMember& b) { return a.path < b.path; });
    Manifest manifest;
    manifest.product = bundle.product;
    manifest.contract = bundle.contract;
    manifest.version = version;
    for (const BundleMember& member : bundle.members) {
        manifest.files.push_back({member.path, digest_of(member.text), member.text.size()});
    }
    bundle.digest = digest_of_entries(manifest.files);
    bundle.members.insert(bundle.members.begin(), {std::string(kManifestName), manifest_json(manifest)});
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

void judge_names(const std::vector<BundleMember>& members, std::vector<DeployProblem>& problems) {
    std::map<std::string, std::string_view> seen;
    for (const BundleMember& member : members) {
        if (std::string fault = member_name_fault(member.path); !fault.empty()) {
            problems.push_back(problem("bundle-member-name", member.path, std::move(fault)));
            continue;
        }
        const auto [first, fresh] = seen.try_emplace(lower(member.path), member.path);
        if (!fresh) {
            problems.push_back(problem("bundle-member-repeated", member.path,
                                       first->second == member.path
                                           ? std::string("is there twice")
                                           : fmt::format("differs from {} only by case", first->second)));
        }
    }
}

void judge_size(const std::vector<BundleMember>& members, std::vector<DeployProblem>& problems) {
    std::size_t bytes = 0;
    for (const BundleMember& member : members) {
        bytes += member.text.size();
        if (member.text.size() > kMostMemberBytes) {
            problems.push_back(
                problem("bundle-too-large", member.path, fmt::format("holds more than {} bytes", kMostMemberBytes)));
        }
    }
    if (members.size() > kMostBundleMembers) {
        problems.push_back(
            problem("bundle-too-large", "", fmt::format("the bundle has more than {} members", kMostBundleMembers)));
    }
    if (bytes > kMostBundleBytes) {
        problems.push_back(
            problem("bundle-too-large", "", fmt::format("its members hold more than {} bytes", kMostBundleBytes)));
    }
}

/// Compares what the archive holds with what the manifest lists.
void judge_contents(const Manifest& manifest, const std::vector<BundleMember>& members,
                    std::vector<DeployProblem>& problems) {
    std::map<std::string_view, const ManifestEntry*> listed;
    for (const ManifestEntry& entry : manifest.files) {
        if (!listed.try_emplace(entry.path, &entry).second) {
            problems.push_back(problem("bundle-manifest", entry.path, "is listed twice in MANIFEST.json"));
        }
    }
    for (const BundleMember& member : members) {
        if (member.path == kManifestName) {
            continue;
        }
        const auto entry = listed.find(member.path);
        if (entry == listed.end()) {
            problems.push_back(problem("bundle-member-extra", member.path, "is not listed in MANIFEST.json"));
            continue;
        }
        const ManifestEntry& wanted = *entry->second;
        listed.erase(entry);
        if (member.text.size() != wanted.size || digest_of(member.text) != wanted.sha256) {
            problems.push_back(problem("bundle-member-altered", member.path, "is not the file that MANIFEST.json lists",
                                       "Make the bundle anew from its sources."));
        }
    }
    for (const auto& [path, entry] : listed) {
        problems.push_back(problem("bundle-member-missing", path, "is listed in MANIFEST.json and not there"));
    }
}

/// Takes the members apart, after they have been found to be those of the manifest.
void take_members(Bundle& bundle, std::vector<DeployProblem>& problems) {
    for (const BundleMember& member : bundle.members) {
        if (member.path == kResolvedName) {
            bundle.resolved = member.text;
        } else if (member.path != kManifestName && member.path != kWorkspace) {
            bundle.sources[member.path.substr(kSourcesFolder.size())].text = member.text;
        }
    }
    if (bundle.sources.find(bundle.contract) == bundle.sources.end()) {
        problems.push_back(
            problem("bundle-manifest", "", "the contract that MANIFEST.json names is not among the sources"));
    }
    bundle.sources_digest = digest_of_sources(bundle.sources);
}

} // namespace

std::string member_name_fault(std::string_view path) {
    if (path.empty() || path.size() > kMostMemberName) {
        return path.empty() ? "has no name" : fmt::format("has a name of more than {} bytes", kMostMemberName);
    }
    for (std::size_t at = 0; at < path.size();) {
        const CodePoint point = decode(path, at);
        if (!point.valid || is_hidden(point.value) || point.value == U'\\') {
            return "has a control character, a backslash or bad UTF-8 in its name";
        }
        at += point.bytes;
    }
    for (std::string_view rest = path;;) {
        const std::string_view step = rest.substr(0, rest.find('/'));
        if (step.empty() || step.starts_with('.')) {
            return step == ".." ? "leads out of the bundle" : "is an absolute or hidden path, or has an empty step";
        }
        if (step.size() == rest.size()) {
            break;
        }
        rest.remove_prefix(step.size() + 1);
    }
    const bool source = path.starts_with(kSourcesFolder) &&
                        (path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json"));
    return source || path == kManifestName || path == kResolvedName
               ? ""
               : "is no part of a bundle: sources end in .yaml, .yml or .json";
}

Bundle make_bundle(const Contract& contract, const FileSet& files, std::string_view file, std::string_view ref_root,
                   std::string_view version) {
    Bundle bundle;
    bundle.product = contract.id.value;
    const std::optional<std::string> root = root_of(file, ref_root);
    if (!root) {
        bundle.problems.push_back(
            problem("bundle-names", file, "where in the ref root it lies cannot be told from its name"));
        return bundle;
    }
    add_sources(bundle, contract, files, *root);
    Resolved resolved = resolved_json(*contract.document);
    if (!resolved.code.empty()) {
        const Position at = contract.document->sources().range(resolved.at).start;
        bundle.problems.push_back(problem(
            resolved.code,
            resolved.at.known()
                ? fmt::format("{}:{}:{}", contract.document->sources()[resolved.at.file].name(), at.line, at.column)
                : "",
            resolved.code == "resolved-number" ? "JSON cannot write this number"
                                               : "the contract with its fragments would be larger than 5 MiB"));
        return bundle;
    }
    bundle.resolved = std::move(resolved.json);
    bundle.sources_digest = digest_of_sources(bundle.sources);
    add_members(bundle, version);
    judge_names(bundle.members, bundle.problems);
    judge_size(bundle.members, bundle.problems);
    return bundle;
}

Bundle read_bundle(std::vector<BundleMember> members) {
    Bundle bundle;
    bundle.members = std::move(members);
    judge_size(bundle.members, bundle.problems);
    judge_names(bundle.members, bundle.problems);
    if (!bundle.problems.empty()) {
        return bundle;
    }
    const auto found = std::find_if(bundle.members.begin(), bundle.members.end(),
                                    [](const BundleMember& member) { return member.path == kManifestName; });
    if (found == bundle.members.end()) {
        bundle.problems.push_back(problem("bundle-member-missing", kManifestName, "is not there"));
        return bundle;
    }
    std::optional<Manifest> manifest = read_manifest(found->text);
    if (!manifest) {
        bundle.problems.push_back(
            problem("bundle-manifest", kManifestName, "is not a manifest that this version of Weir reads"));
        return bundle;
    }
    judge_contents(*manifest, bundle.members, bundle.problems);
    bundle.product = std::move(manifest->product);
    bundle.contract = std::move(manifest->contract);
    bundle.digest = digest_of_entries(manifest->files);
    if (bundle.digest != manifest->digest) {
        bundle.problems.push_back(problem("bundle-digest", kManifestName, "its bundleDigest is not that of its files"));
    }
    if (bundle.problems.empty()) {
        take_members(bundle, bundle.problems);
    }
    return bundle;
}

} // namespace weir
