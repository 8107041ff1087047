// A document read as a contract, from its version to its rules.

#include <algorithm>

#include <fmt/format.h>

#include "contract/reading.h"
#include "contract/rules.h"

namespace weir {

namespace {

bool is_known_version(std::string_view version) {
    const auto versions = known_versions();
    return std::find(versions.begin(), versions.end(), version) != versions.end();
}

std::vector<NodeId> build_nodes(const Document& document) {
    const NodeId builds = document.find(document.root(), "builds");
    if (builds == kNoNode || document.node(builds).kind != NodeKind::Sequence) {
        return {};
    }
    const auto items = document.items(builds);
    return {items.begin(), items.end()};
}

/// Whether the lane's rules apply. A version that is missing or unknown is no reason to judge a managed
/// contract by the other grammar: one mistake would be told a hundred times.
ShapeOptions judge_version(const Document& document) {
    const NodeId version = document.find(document.root(), "fluidVersion");
    const bool text = version != kNoNode && document.node(version).kind == NodeKind::String;
    const bool known = text && is_known_version(document.node(version).text);
    ShapeOptions options;
    options.lane_version = !known || document.node(version).text == kLaneVersion;
    const NodeId builds = document.find(document.root(), "builds");
    options.lane = options.lane_version && builds != kNoNode && document.node(builds).unresolved;
    for (const NodeId build : build_nodes(document)) {
        const bool asks = asks_for_management(document, build);
        options.asks_lane = options.asks_lane || asks;
        options.lane = options.lane || (options.lane_version && asks);
        const NodeId properties = document.find(build, "properties");
        options.meant_lane =
            options.meant_lane || (properties != kNoNode && document.find(properties, "stream") != kNoNode);
    }
    options.meant_lane = options.meant_lane && !options.lane;
    return options;
}

/// A list of builds, a build or its properties stand there and could not be read, or stand under a misspelt name.
bool builds_unclear(Context& context) {
    const Fields root(context, Place{context.doc.root(), Paths::root()});
    if (root.broken("builds", root.list("builds"))) {
        return true;
    }
    const std::vector<NodeId> builds = build_nodes(context.doc);
    return std::any_of(builds.begin(), builds.end(), [&](NodeId build) {
        const Fields fields(context, Place{build, Paths::root()});
        return context.doc.node(build).kind != NodeKind::Mapping ||
               fields.broken("properties", fields.mapping("properties"));
    });
}

/// Where it cannot be read whether a build is managed, the lane's keys elsewhere are no mistake of their own.
void forgive_lane_keys(Context& context) {
    const auto kept = std::stable_partition(context.findings.begin(), context.findings.end(),
                                            [](const Finding& finding) { return finding.code != Code::lane_only; });
    const bool told = std::any_of(context.findings.begin(), kept,
                                  [](const Finding& finding) { return finding.severity() == Severity::Error; });
    if (told) {
        context.findings.erase(kept, context.findings.end());
    }
}

void check_version(Context& context, const ShapeOptions& options) {
    const Entry* entry = context.doc.find_entry(context.doc.root(), "fluidVersion");
    if (entry == nullptr || context.doc.node(entry->value).kind != NodeKind::String ||
        context.doc.node(entry->value).has_control) {
        return;
    }
    const std::string_view version = context.doc.node(entry->value).text;
    if (is_known_version(version)) {
        return;
    }
    context.refuse(entry->value);
    Finding& finding =
        context.add(Code::version_unknown, entry->value, context.contract.paths.key(Paths::root(), "fluidVersion"),
                    fmt::format("{} is not a version that Weir knows", shown(version)));
    finding.help =
        fmt::format("Weir knows {}; managed Flink builds need {}.", one_of(known_versions(), "and"), kLaneVersion);
    if (options.asks_lane) {
        suggest(context, finding, entry->value, kLaneVersion);
    }
}

/// Builds or exposes: so many that a contract of the largest size could hold them, were they not empty.
constexpr std::size_t kMostItems = 10'000;

std::vector<Place> first_items(Context& context, Place list) {
    std::vector<Place> items = items_of(context, list);
    if (items.size() > kMostItems) {
        Finding& finding = context.add(Code::yaml_too_many_nodes, items[kMostItems],
                                       fmt::format("the list has more than {} items", kMostItems));
        finding.help = "Split the contract into several ones.";
        items.resize(kMostItems);
    }
    return items;
}

void read_root(Context& context) {
    Contract& contract = context.contract;
    const Fields root(context, Place{context.doc.root(), Paths::root()});
    contract.fluid_version = root.text("fluidVersion");
    contract.kind = root.text("kind");
    contract.id = root.text("id");
    contract.name = root.text("name");
    contract.description = root.text("description");
    if (const Place metadata = root.mapping("metadata"); metadata.known()) {
        if (const Place owner = Fields(context, metadata).mapping("owner"); owner.known()) {
            contract.owner_team = Fields(context, owner).text("team");
        }
    }
    for (const Place& expose : first_items(context, root.list("exposes"))) {
        contract.exposes.push_back(read_expose(context, expose));
    }
    for (const Place& build : first_items(context, root.list("builds"))) {
        contract.builds.push_back(read_build(context, build));
    }
}

ReadContract start(std::shared_ptr<const Document> document) {
    ReadContract result;
    result.contract.document = std::move(document);
    return result;
}

} // namespace

std::optional<std::size_t> Contract::expose_index(std::string_view expose_id) const {
    for (std::size_t i = 0; i < exposes.size(); ++i) {
        if (exposes[i].expose_id.present() && exposes[i].expose_id.value == expose_id) {
            return i;
        }
    }
    return std::nullopt;
}

const Expose* Contract::written_by(const Build& build) const {
    const auto index = build.outputs.empty() ? std::nullopt : expose_index(build.outputs.front().value);
    return index ? &exposes[*index] : nullptr;
}

const Property* find_property(const std::vector<Property>& properties, std::string_view key) {
    const auto found = std::find_if(properties.begin(), properties.end(),
                                    [&](const Property& property) { return property.key.value == key; });
    return found == properties.end() ? nullptr : &*found;
}

bool is_placeholder_image(std::string_view image) {
    constexpr std::string_view kZeros = "@sha256:0000000000000000000000000000000000000000000000000000000000000000";
    return image.ends_with(kZeros);
}

std::span<const std::string_view> fragment_kind_names() {
    static constexpr std::string_view kNames[] = {"streamSource", "schema", "recordMapping"};
    return kNames;
}

std::optional<FragmentKind> fragment_kind(std::string_view name) {
    const auto names = fragment_kind_names();
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<FragmentKind>(found - names.begin()));
}

ReadContract read_contract(std::shared_ptr<const Document> document) {
    ReadContract result = start(std::move(document));
    Contract& contract = result.contract;
    const Document& doc = *contract.document;
    if (doc.root() == kNoNode || doc.node(doc.root()).kind != NodeKind::Mapping) {
        return result;
    }
    Context context{doc, contract, result.findings, std::vector<bool>(doc.node_count())};
    const ShapeOptions options = judge_version(doc);
    contract.managed = options.lane;
    check_version(context, options);
    check_shape(context, doc.root(), ObjectId::kRoot, Paths::root(), options);
    if (options.lane_version && !options.lane && builds_unclear(context)) {
        forgive_lane_keys(context);
    }
    read_root(context);
    check_root(context, options);
    check_general(context, options);
    check_outputs(context);
    if (contract.managed) {
        for (const Build& build : contract.builds) {
            if (build.managed) {
                check_build(context, build);
            }
        }
        check_deployments(context);
        for (const Expose& expose : contract.exposes) {
            check_expose(context, expose);
        }
        check_tables(context);
    }
    return result;
}

ReadContract read_fragment(std::shared_ptr<const Document> document, FragmentKind kind) {
    ReadContract result = start(std::move(document));
    Contract& contract = result.contract;
    const Document& doc = *contract.document;
    if (doc.root() == kNoNode) {
        return result;
    }
    contract.managed = true;
    Context context{doc, contract, result.findings, std::vector<bool>(doc.node_count()), true};
    const Place root{doc.root(), Paths::root()};
    const ShapeOptions options{.lane = true, .lane_version = true};
    const NodeKind wanted = kind == FragmentKind::Schema ? NodeKind::Sequence : NodeKind::Mapping;
    if (doc.node(root.node).kind != wanted) {
        Finding& finding =
            context.add(Code::value_kind, root,
                        fmt::format("must be {}, not {}", kind_name(wanted), kind_name(doc.node(root.node).kind)));
        finding.help = kind == FragmentKind::Schema ? "A schema fragment is the list of columns itself."
                       : kind == FragmentKind::StreamSource
                           ? "A streamSource fragment is what stands under properties.stream."
                           : "A recordMapping fragment is what stands under properties.mapping.";
        return result;
    }
    Build build;
    build.at = root;
    build.managed = true;
    if (kind == FragmentKind::StreamSource) {
        check_shape(context, root.node, ObjectId::kStream, root.path, options);
        build.stream = read_stream(context, root);
        check_stream(context, *build.stream);
    } else if (kind == FragmentKind::RecordMapping) {
        check_shape(context, root.node, ObjectId::kMapping, root.path, options);
        build.mapping = read_mapping(context, root);
    } else {
        check_shape_list(context, root.node, ObjectId::kLaneColumn, root.path, options);
        build.stream.emplace();
        build.stream->schema = read_columns(context, root, true);
    }
    contract.builds.push_back(std::move(build));
    return result;
}

} // namespace weir
