// catalogProperties and catalogAuth outside binding.location.

#include <fmt/format.h>

#include "contract/fixes.h"
#include "contract/refusals.h"
#include "contract/rules.h"

namespace weir {

namespace {

/// binding.location of the expose that `path` lies in, or of the only one.
NodeId location_near(const Context& context, PathId path) {
    const Document& doc = context.doc;
    const Paths& paths = context.contract.paths;
    const NodeId exposes = doc.find(doc.root(), "exposes");
    if (exposes == kNoNode || doc.node(exposes).kind != NodeKind::Sequence) {
        return kNoNode;
    }
    std::vector<PathId> steps;
    for (PathId at = path; at != Paths::root(); at = paths.parent(at)) {
        steps.push_back(at);
    }
    const auto items = doc.items(exposes);
    std::size_t which = items.size() == 1 ? 0 : items.size();
    if (steps.size() > 2 && paths.last_key(steps.back()) == "exposes") {
        which = paths.last_index(steps[steps.size() - 2]);
    }
    if (which >= items.size()) {
        return kNoNode;
    }
    const NodeId binding = doc.find(items[which], "binding");
    const NodeId location = binding == kNoNode ? kNoNode : doc.find(binding, "location");
    return location != kNoNode && doc.node(location).kind == NodeKind::Mapping ? location : kNoNode;
}

bool auth_is_fine(const Context& context, const Entry& entry) {
    const KeyRule* rule = find_key(object_rule(ObjectId::kCatalogAuth), context.doc.node(entry.key).text);
    const Node& value = context.doc.node(entry.value);
    return rule != nullptr && value.kind == NodeKind::String && !value.has_control &&
           pattern_info(rule->pattern).fault(value.text).empty() && property_value_fault(value.text).empty();
}

bool property_is_fine(const Context& context, const Entry& entry) {
    const std::string low = folded(context.doc.node(entry.key).text);
    const Node& value = context.doc.node(entry.value);
    return is_catalog_property(low) && value.kind == NodeKind::String && property_value_fault(value.text).empty() &&
           (low != "s3.endpoint" || pattern_info(Pattern::Url).fault(value.text).empty());
}

/// Nothing in it would be refused in the right place, so nothing in it has to be hidden.
bool may_be_shown(const Context& context, const Entry& misplaced) {
    if (context.doc.node(misplaced.value).kind != NodeKind::Mapping) {
        return false;
    }
    const bool auth = context.doc.node(misplaced.key).text == "catalogAuth";
    for (const Entry& entry : context.doc.entries(misplaced.value)) {
        if (!(auth ? auth_is_fine(context, entry) : property_is_fine(context, entry))) {
            return false;
        }
    }
    return true;
}

} // namespace

void refuse_misplaced(Context& context, NodeId mapping, const Entry& entry, PathId path) {
    const std::string_view key = context.doc.node(entry.key).text;
    Finding& finding =
        context.add_at_key(Code::catalog_key_misplaced, entry, path, fmt::format("{} stands in binding.location", key));
    finding.help = fmt::format("Move it to exposes[].binding.location.{}.", key);
    finding.secret = !may_be_shown(context, entry);
    const NodeId location = location_near(context, path);
    if (location == kNoNode) {
        return;
    }
    relate(context, finding, "binding.location is here", location);
    if (!finding.secret) {
        move_to(context, finding, mapping, entry, location, "binding.location");
    }
}

} // namespace weir
