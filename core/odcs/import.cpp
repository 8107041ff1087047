#include "odcs/import.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "contract/context.h"
#include "deploy/yaml.h"
#include "facade/secrecy.h"
#include "weir/contract.h"
#include "weir/odcs.h"

namespace weir {

Spot Import::member(const Spot& of, std::string_view key) const {
    const NodeId node = of.known() ? document_.find(of.node, key) : kNoNode;
    if (node == kNoNode || document_.node(node).kind == NodeKind::Null) {
        return {};
    }
    return {node, of.path.empty() ? std::string(key) : fmt::format("{}.{}", of.path, key)};
}

std::string_view Import::text(const Spot& of, std::string_view key) {
    const Spot at = member(of, key);
    if (!at.known()) {
        return {};
    }
    const Node& node = document_.node(at.node);
    if (!node.is_scalar()) {
        wrong(Code::odcs_form, at, fmt::format("{} is not a text", key), "Write a text.");
        return {};
    }
    return node.text;
}

std::string_view Import::formed(const Spot& of, std::string_view key, Pattern pattern) {
    const std::string_view value = text(of, key);
    if (value.empty() || pattern_info(pattern).fault(value).empty()) {
        return value;
    }
    left_out(member(of, key), "a contract does not take it in this form");
    return {};
}

std::string_view Import::listed(const Spot& of, std::string_view key, ObjectId object, std::string_view as) {
    const std::string_view value = text(of, key);
    const auto values = find_key(object_rule(object), as)->values;
    if (value.empty() || std::find(values.begin(), values.end(), value) != values.end()) {
        return value;
    }
    left_out(member(of, key), "a contract has other words there");
    return {};
}

bool Import::flag(const Spot& of, std::string_view key) {
    const Spot at = member(of, key);
    if (at.known() && document_.node(at.node).kind != NodeKind::Boolean) {
        wrong(Code::odcs_form, at, fmt::format("{} is neither true nor false", key), "Write true or false.");
        return false;
    }
    return at.known() && document_.node(at.node).text == "true";
}

Spot Import::object(const Spot& of, std::string_view key) {
    Spot at = member(of, key);
    if (at.known() && document_.node(at.node).kind != NodeKind::Mapping) {
        wrong(Code::odcs_form, at, fmt::format("{} is not a mapping", key), "Write keys and values.");
        return {};
    }
    return at;
}

std::vector<Spot> Import::list(const Spot& of, std::string_view key) {
    const Spot at = member(of, key);
    std::vector<Spot> items;
    if (!at.known()) {
        return items;
    }
    if (document_.node(at.node).kind != NodeKind::Sequence) {
        wrong(Code::odcs_form, at, fmt::format("{} is not a list", key), "Write a list.");
        return items;
    }
    for (const NodeId item : document_.items(at.node)) {
        items.push_back({item, fmt::format("{}[{}]", at.path, items.size())});
    }
    return items;
}

Spot Import::custom(const Spot& of, std::string_view name) {
    for (const Spot& one : list(of, "customProperties")) {
        if (text(one, "property") == name) {
            return member(one, "value");
        }
    }
    return {};
}

void Import::carry(JsonValue& to, std::string_view name, const Spot& of, std::string_view key) {
    add_text(to, name, text(of, key));
}

void Import::carry_tags(JsonValue& to, const Spot& of) {
    JsonValue tags = json_array();
    std::unordered_set<std::string_view> seen;
    for (const Spot& tag : list(of, "tags")) {
        const Node& node = document_.node(tag.node);
        const bool good =
            node.is_scalar() && pattern_info(Pattern::Tag).fault(node.text).empty() && seen.insert(node.text).second;
        if (good) {
            append(tags, json_text(node.text));
        } else {
            left_out(tag, "a contract's tags are different words of small letters, digits and dashes");
        }
    }
    add_filled(to, "tags", std::move(tags));
}

void Import::wrong(Code code, const Spot& at, std::string what, std::string help) {
    make_room(findings_);
    Finding finding;
    finding.code = code;
    finding.path = at.path;
    finding.message = std::move(what);
    finding.at = finding_span(document_, at.node);
    finding.help = std::move(help);
    findings_.push_back(std::move(finding));
}

void Import::left_out(const Spot& at, std::string_view why) {
    wrong(Code::odcs_left_out, at, fmt::format("{} is left out: {}", shown(at.path), why), {});
}

void Import::leave_others(const Spot& of, std::initializer_list<std::string_view> used) {
    for (const Entry& entry : document_.entries(of.node)) {
        const std::string_view key = document_.node(entry.key).text;
        if (std::find(used.begin(), used.end(), key) == used.end()) {
            Spot at{entry.key, of.path.empty() ? std::string(key) : fmt::format("{}.{}", of.path, key)};
            left_out(at, "a contract has no place for it");
        }
    }
}

namespace {

/// A text that becomes an identifier of the contract.
std::string_view identifier(Import& from, const Spot& at, std::string_view what, std::string_view text) {
    const PatternInfo& info = pattern_info(Pattern::Identifier);
    const std::string_view fault = text.empty() ? "is missing" : info.fault(text);
    if (fault.empty()) {
        return text;
    }
    from.wrong(Code::odcs_form, at.known() ? at : from.root(), fmt::format("{} {}", what, fault),
               std::string(info.help));
    return {};
}

void check_kind(Import& from) {
    const std::string_view version = from.text(from.root(), "apiVersion");
    const Spot at = from.member(from.root(), "apiVersion");
    if (!version.starts_with("v3.")) {
        from.wrong(Code::odcs_form, at.known() ? at : from.root(), "apiVersion is not one of version 3",
                   fmt::format("Write apiVersion: {}; older documents have another form.", kOdcsVersion));
    }
    if (from.text(from.root(), "kind") != "DataContract") {
        const Spot kind = from.member(from.root(), "kind");
        from.wrong(Code::odcs_form, kind.known() ? kind : from.root(), "kind is not DataContract",
                   "Write kind: DataContract.");
    }
}

std::string_view custom_text(Import& from, std::string_view name) {
    const Spot own = from.custom(from.root(), name);
    return own.known() && from.document().node(own.node).is_scalar() ? from.document().node(own.node).text
                                                                     : std::string_view{};
}

/// metadata: who answers for it. Its owner stands first among the members of the team, as export writes it.
JsonValue import_team(Import& from) {
    const Spot root = from.root();
    const Spot team = from.member(root, "team");
    const bool bare = team.known() && from.document().node(team.node).kind == NodeKind::Sequence; // before v3.1
    JsonValue owner = json_object();
    JsonValue members = json_array();
    if (team.known() && !bare) {
        const Spot object = from.object(root, "team");
        from.carry(owner, "team", object, "name");
        if (object.known()) {
            from.leave_others(object, {"name", "members"});
        }
    }
    for (const Spot& one : bare ? from.list(root, "team") : from.list(team, "members")) {
        const std::string_view role = from.text(one, "role");
        const std::string_view username = from.text(one, "username");
        const bool first = owner.find("email") == nullptr && members.values.empty();
        if (first && role == "owner" && from.text(one, "name").empty() &&
            pattern_info(Pattern::Email).fault(username).empty()) {
            add_text(owner, "email", username);
            continue;
        }
        JsonValue member = json_object();
        add_text(member, "username", username);
        from.carry(member, "name", one, "name");
        add_text(member, "role", role);
        from.leave_others(one, {"username", "name", "role"});
        if (!username.empty()) {
            append(members, std::move(member));
        }
    }
    if (owner.values.empty()) {
        add_text(owner, "team", "unknown");
    }
    JsonValue metadata = json_object();
    add(metadata, "owner", std::move(owner));
    if (!members.values.empty()) {
        JsonValue people = json_object();
        add(people, "members", std::move(members));
        add(metadata, "team", std::move(people));
    }
    return metadata;
}

/// Where it lives, without an address.
JsonValue import_binding(Import& from, const Spot& schema) {
    JsonValue location = json_object();
    std::string_view format;
    const std::vector<Spot> servers = from.list(from.root(), "servers");
    if (!servers.empty()) {
        const Spot& server = servers.front();
        from.carry(location, "catalog", server, "catalog");
        from.carry(location, "namespace", server, "database");
        format = from.listed(server, "format", ObjectId::kBinding, "format");
        from.leave_others(server, {"server", "type", "catalog", "database", "format"});
    }
    from.carry(location, "table", schema, "physicalName");
    JsonValue binding = json_object();
    add_text(binding, "platform", "other");
    add_text(binding, "format", format.empty() ? "other" : format);
    add(binding, "location", std::move(location));
    return binding;
}

JsonValue import_expose(Import& from, const Spot& schema, bool alone) {
    const Spot root = from.root();
    const std::string_view own = alone ? custom_text(from, "fluid.expose") : std::string_view{};
    JsonValue expose = json_object();
    const std::string_view id = identifier(from, from.member(schema, "name"), "the name of a schema",
                                           own.empty() ? from.text(schema, "name") : own);
    add_text(expose, "exposeId", id);
    if (const std::string_view title = from.text(root, "name"); title != id) {
        add_text(expose, "title", title);
    }
    from.carry(expose, "description", schema, "description");
    add_text(expose, "version", from.formed(root, "version", Pattern::Semver));
    const std::string_view kind = from.listed(schema, "physicalType", ObjectId::kExpose, "kind");
    add_text(expose, "kind", kind.empty() ? "table" : kind);
    from.carry_tags(expose, root);
    if (const std::string_view status = from.text(root, "status"); status == "draft") {
        JsonValue lifecycle = json_object();
        add_text(lifecycle, "state", "preview");
        add(expose, "lifecycle", std::move(lifecycle));
    } else if (status != "active" && !status.empty()) {
        JsonValue lifecycle = json_object();
        add_text(lifecycle, "state", from.listed(root, "status", ObjectId::kExposeLifecycle, "state"));
        add_filled(expose, "lifecycle", std::move(lifecycle));
    }
    JsonValue labels = json_object();
    from.carry(labels, kLabelGranularity, schema, "dataGranularityDescription");
    add_filled(expose, "labels", std::move(labels));
    add(expose, "binding", import_binding(from, schema));
    JsonValue contract = json_object();
    add(contract, "schema", import_columns(from, schema));
    add(expose, "contract", std::move(contract));
    from.leave_others(schema, {"name", "logicalType", "physicalType", "physicalName", "description",
                               "dataGranularityDescription", "properties"});
    return expose;
}

/// The description of the product: what the schema does not say itself.
void import_description(Import& from, JsonValue& contract, const std::vector<Spot>& schemas) {
    const Spot text = from.object(from.root(), "description");
    if (!text.known()) {
        return;
    }
    JsonValue parts = json_object();
    const std::string_view purpose = from.text(text, "purpose");
    if (schemas.size() != 1 || purpose != from.text(schemas.front(), "description")) {
        add_text(parts, "purpose", purpose);
    }
    from.carry(parts, "usage", text, "usage");
    from.carry(parts, "limitations", text, "limitations");
    from.leave_others(text, {"purpose", "usage", "limitations"});
    add_filled(contract, "description", std::move(parts));
}

JsonValue import_contract(Import& from, const std::vector<Spot>& schemas) {
    const Spot root = from.root();
    const std::string_view version = custom_text(from, "fluid.version");
    const auto versions = known_versions();
    const bool known = std::find(versions.begin(), versions.end(), version) != versions.end();
    const std::string_view product = custom_text(from, "fluid.product");
    JsonValue contract = json_object();
    add_text(contract, "fluidVersion", known ? version : kLaneVersion);
    add_text(contract, "kind", "DataProduct");
    const std::string_view id =
        identifier(from, from.member(root, "id"), "id", product.empty() ? from.text(root, "id") : product);
    add_text(contract, "id", id);
    const std::string_view name = from.text(root, "dataProduct");
    add_text(contract, "name", name.empty() ? id : name);
    import_description(from, contract, schemas);
    from.carry(contract, "domain", root, "domain");
    add(contract, "metadata", import_team(from));
    JsonValue exposes = json_array();
    for (const Spot& schema : schemas) {
        append(exposes, import_expose(from, schema, schemas.size() == 1));
    }
    add(contract, "exposes", std::move(exposes));
    from.leave_others(root, {"apiVersion", "kind", "id", "name", "version", "status", "dataProduct", "domain", "tags",
                             "description", "schema", "team", "servers", "customProperties"});
    return contract;
}

/// What was made has to be valid itself: texts that no contract takes are found here.
void check_result(Import& from, const OdcsImport& made, ImportAs as) {
    FileSet files;
    files["imported.fluid.yaml"].text = made.text;
    const Checked checked = check(files, "imported.fluid.yaml", {},
                                  as == ImportAs::Columns ? std::optional(FragmentKind::Schema) : std::nullopt);
    for (const Finding& finding : checked.findings) {
        if (finding.severity() == Severity::Error) {
            from.wrong(Code::odcs_form, from.root(),
                       fmt::format("what would be made of it is not valid: {}: {}", finding.path, finding.message),
                       finding.help);
        }
    }
}

void fill(OdcsImport& made, ImportAs as) {
    Import from(*made.checked.document, made.checked.findings);
    check_kind(from);
    const std::vector<Spot> schemas = from.list(from.root(), "schema");
    if (schemas.empty()) {
        from.wrong(Code::odcs_form, from.root(), "schema is missing", "Add schema, with a name and properties.");
    } else if (as == ImportAs::Columns && schemas.size() > 1) {
        from.wrong(Code::odcs_form, schemas[1], "the columns of one table are asked for, and there are more",
                   "Import the contract, or leave one schema.");
    } else {
        const JsonValue tree =
            as == ImportAs::Columns ? import_lane_columns(from, schemas.front()) : import_contract(from, schemas);
        if (made.checked.valid()) {
            made.text = tree_yaml(tree);
            check_result(from, made, as);
        }
    }
}

} // namespace

OdcsImport import_odcs(const FileSet& files, std::string_view file, ImportAs as) {
    OdcsImport made;
    ReadDocument read = read_document(files, file, {});
    made.checked.file = std::string(file);
    made.checked.document = read.document;
    made.checked.findings = std::move(read.findings);
    if (read.usable && read.document != nullptr && made.checked.valid()) {
        if (!read.need.empty()) {
            Import from(*read.document, made.checked.findings);
            from.wrong(Code::odcs_form, from.root(), "it includes another file", "Write the document as one file.");
        } else {
            fill(made, as);
        }
    }
    cut_findings(made.checked.findings);
    seal(made.checked);
    if (!made.checked.valid()) {
        made.text.clear();
    }
    return made;
}

} // namespace weir
