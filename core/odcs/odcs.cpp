#include "odcs/writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "odcs/tree.h"
#include "weir/odcs.h"
#include "weir/odcs_import.h"

namespace weir {

namespace {

/// The contract's states are preview, active, deprecated, retired; ODCS has a draft instead of the first.
std::string_view status_of(const OdcsWriter& out, const Expose& expose) {
    const Document& document = *out.contract().document;
    std::string_view state = out.scalar(document.find(expose.at.node, "lifecycle"), "state");
    if (state.empty()) {
        state = out.scalar(out.find("lifecycle", ""), "state");
    }
    return state.empty() ? "active" : state == "preview" ? "draft" : state;
}

void write_description(OdcsWriter& out, const Expose& expose) {
    const Document& document = *out.contract().document;
    const NodeId node = document.find(document.root(), "description");
    std::string_view purpose = expose.description.value;
    const bool parts = node != kNoNode && !document.node(node).is_scalar();
    if (purpose.empty()) {
        purpose = parts ? out.scalar(node, "purpose") : out.scalar(document.root(), "description");
    }
    const std::string_view usage = parts ? out.scalar(node, "usage") : std::string_view{};
    const std::string_view limitations = parts ? out.scalar(node, "limitations") : std::string_view{};
    if (purpose.empty() && usage.empty() && limitations.empty()) {
        return;
    }
    out.json().key("description");
    out.json().begin_object();
    out.member("purpose", purpose);
    out.member("usage", usage);
    out.member("limitations", limitations);
    out.json().end_object();
}

void write_team(OdcsWriter& out) {
    const Document& document = *out.contract().document;
    const NodeId owner = out.find("metadata", "owner");
    const NodeId team = out.find("metadata", "team");
    const std::string_view name =
        out.scalar(owner, "team").empty() ? out.scalar(team, "name") : out.scalar(owner, "team");
    const std::string_view email = out.scalar(owner, "email");
    const NodeId members = team == kNoNode ? kNoNode : document.find(team, "members");
    const bool listed = members != kNoNode && document.node(members).kind == NodeKind::Sequence;
    if (name.empty() && email.empty() && !listed) {
        return;
    }
    JsonWriter& json = out.json();
    json.key("team");
    json.begin_object();
    out.member("name", name);
    if (email.empty() && !listed) {
        json.end_object();
        return;
    }
    json.key("members");
    json.begin_array();
    const auto member = [&out, &json](std::string_view username, std::string_view full, std::string_view role) {
        if (!username.empty()) {
            json.begin_object();
            out.member("username", username);
            out.member("name", full);
            out.member("role", role);
            json.end_object();
        }
    };
    member(email, "", "owner");
    for (std::size_t i = 0; listed && i < document.items(members).size(); ++i) {
        const NodeId one = document.items(members)[i];
        member(out.scalar(one, "username"), out.scalar(one, "name"), out.scalar(one, "role"));
    }
    json.end_array();
    json.end_object();
}

/// What the table is called in which kind of catalog. Addresses are for those who may know them.
void write_servers(OdcsWriter& out, const Expose& expose) {
    if (!expose.binding || !expose.binding->location) {
        return;
    }
    const Location& location = *expose.binding->location;
    JsonWriter& json = out.json();
    json.key("servers");
    json.begin_array();
    json.begin_object();
    json.key("server");
    out.text(expose.expose_id.value);
    json.member("type", "custom");
    // Outside the lane these are free texts, and some hold an address.
    const auto name_only = [](std::string_view text) {
        return text.find("://") == std::string_view::npos ? text : std::string_view();
    };
    out.member("catalog",
               !location.catalog.present() && out.contract().managed ? "rest" : name_only(location.catalog.value));
    out.member("database", name_only(location.name_space.value));
    out.member("format", expose.binding->format.value);
    json.end_object();
    json.end_array();
}

void write_schema(OdcsWriter& out, const Expose& expose, const BuildPlan* build) {
    JsonWriter& json = out.json();
    const bool placed = expose.binding && expose.binding->location && expose.binding->location->table.present();
    json.key("schema");
    json.begin_array();
    json.begin_object();
    json.key("name");
    out.text(expose.expose_id.value);
    json.member("logicalType", "object");
    out.member("physicalType", expose.kind.value);
    out.member("physicalName", placed ? expose.binding->location->table.value : std::string_view{});
    out.member("description", expose.description.value);
    if (build != nullptr && build->explode) {
        out.member("dataGranularityDescription",
                   fmt::format("One row for each element of {} in a record; a record without elements gives none.",
                               build->explode->path.text));
    } else {
        out.member("dataGranularityDescription", out.label(expose.at.node, kLabelGranularity));
    }
    write_properties(out, expose, build);
    json.end_object();
    json.end_array();
}

void write_document(OdcsWriter& out, const Expose& expose, const BuildPlan* build) {
    const Contract& contract = out.contract();
    const NodeId root = contract.document->root();
    JsonWriter& json = out.json();
    json.begin_object();
    json.member("apiVersion", kOdcsVersion);
    json.member("kind", "DataContract");
    out.member("id", fmt::format("{}.{}", contract.id.value, expose.expose_id.value));
    out.member("name", expose.title.value.empty() ? expose.expose_id.value : expose.title.value);
    out.member("version", expose.version.value.empty() ? "1.0.0" : expose.version.value);
    json.member("status", status_of(out, expose));
    out.member("dataProduct", contract.name.value);
    out.member("domain", out.scalar(root, "domain"));
    out.texts("tags", contract.document->find(expose.at.node, "tags") == kNoNode ? root : expose.at.node, "tags");
    write_description(out, expose);
    write_schema(out, expose, build);
    write_team(out);
    write_servers(out, expose);
    json.key("customProperties");
    json.begin_array();
    out.custom("fluid.version", contract.fluid_version.value);
    out.custom("fluid.product", contract.id.value);
    out.custom("fluid.expose", expose.expose_id.value);
    json.end_array();
    json.end_object();
}

} // namespace

void OdcsWriter::member(std::string_view name, std::string_view value) {
    if (!value.empty()) {
        json_.key(name);
        text(value);
    }
}

std::string_view OdcsWriter::scalar(NodeId mapping, std::string_view key) const {
    const NodeId node = mapping == kNoNode ? kNoNode : contract_.document->find(mapping, key);
    return node != kNoNode && contract_.document->node(node).is_scalar() ? contract_.document->node(node).text
                                                                         : std::string_view{};
}

std::string_view OdcsWriter::label(NodeId mapping, std::string_view key) const {
    return scalar(mapping == kNoNode ? kNoNode : contract_.document->find(mapping, "labels"), key);
}

void OdcsWriter::tree(const JsonValue& value) {
    write_tree(json_, value, [this](std::string_view value_text) { text(value_text); });
}

NodeId OdcsWriter::find(std::string_view first, std::string_view second) const {
    const Document& document = *contract_.document;
    const NodeId node = document.find(document.root(), first);
    return second.empty() || node == kNoNode ? node : document.find(node, second);
}

void OdcsWriter::texts(std::string_view name, NodeId mapping, std::string_view key) {
    const Document& document = *contract_.document;
    const NodeId list = mapping == kNoNode ? kNoNode : document.find(mapping, key);
    if (list == kNoNode || document.node(list).kind != NodeKind::Sequence || document.items(list).empty()) {
        return;
    }
    json_.key(name);
    json_.begin_array();
    for (const NodeId item : document.items(list)) {
        if (document.node(item).is_scalar()) {
            text(document.node(item).text);
        }
    }
    json_.end_array();
}

void OdcsWriter::custom(std::string_view property, std::string_view value) {
    json_.begin_object();
    json_.member("property", property);
    json_.key("value");
    text(value);
    json_.end_object();
}

std::vector<OdcsDocument> odcs_documents(const Contract& contract, const Plan& plan, const std::vector<Span>& hidden,
                                         std::string_view only) {
    SecretValues secrets;
    for (const Span& span : hidden) {
        secrets.add(contract.document->sources().slice(span));
    }
    std::vector<OdcsDocument> documents;
    for (std::size_t i = 0; i < contract.exposes.size(); ++i) {
        const Expose& expose = contract.exposes[i];
        if (!only.empty() && expose.expose_id.value != only) {
            continue;
        }
        const auto build =
            std::find_if(plan.builds.begin(), plan.builds.end(), [i](const BuildPlan& one) { return one.expose == i; });
        OdcsWriter out(contract, secrets);
        write_document(out, expose, build == plan.builds.end() ? nullptr : &*build);
        documents.push_back({std::string(expose.expose_id.value), out.json().take()});
    }
    return documents;
}

} // namespace weir
