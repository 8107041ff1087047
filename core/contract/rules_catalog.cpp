// Where a managed table's catalog is, how the job signs in, and with which settings: contract.md section 2.

#include <algorithm>

#include <fmt/format.h>

#include "contract/fixes.h"
#include "contract/refusals.h"
#include "contract/rules.h"
#include "weir/catalogs.h"

namespace weir {

namespace {

void missing(Context& context, Place at, std::string_view key, std::string_view help) {
    context.add(Code::key_missing, at, fmt::format("{} is missing", key)).help = std::string(help);
}

void check_namespace(Context& context, const Location& location) {
    const Document& doc = context.doc;
    const NodeId name = doc.find(location.at.node, "namespace");
    const Entry* alias = doc.find_entry(location.at.node, "database");
    if (name == kNoNode && alias == nullptr) {
        if (context.means(location.at.node, "namespace")) {
            return;
        }
        missing(context, location.at, "namespace", "Add namespace: the catalog namespace of the table.");
        return;
    }
    if (name == kNoNode || alias == nullptr || doc.node(name).kind != NodeKind::String ||
        doc.node(alias->value).kind != NodeKind::String || doc.node(name).text == doc.node(alias->value).text) {
        return;
    }
    Finding& finding =
        context.add(Code::namespace_conflict, alias->value, context.contract.paths.key(location.at.path, "database"),
                    "is an alias of namespace, and the two differ");
    finding.help = "Leave database out.";
    relate(context, finding, "namespace is here", name);
    leave_out(context, finding, location.at.node, *alias);
}

/// What a type of catalogAuth takes besides `type`: first the keys that it needs.
struct AuthKeys {
    CatalogAuthType type;
    std::string_view name;
    std::span<const std::string_view> needed;
    std::span<const std::string_view> others;
};

constexpr std::string_view kOAuth2Needs[] = {"credentialEnv", "oauth2ServerUri", "scope"};
constexpr std::string_view kOAuth2Others[] = {"audience", "resource", "tokenExchange", "tokenRefresh"};
constexpr std::string_view kBearerNeeds[] = {"tokenEnv"};
constexpr std::string_view kBearerOthers[] = {"tokenExchange", "tokenRefresh"};
constexpr std::string_view kBasicNeeds[] = {"usernameEnv", "passwordEnv"};
constexpr AuthKeys kAuthKeys[] = {
    {CatalogAuthType::OAuth2, "oauth2", kOAuth2Needs, kOAuth2Others},
    {CatalogAuthType::Bearer, "bearer", kBearerNeeds, kBearerOthers},
    {CatalogAuthType::Basic, "basic", kBasicNeeds, {}},
};

bool takes(const AuthKeys& keys, std::string_view key) {
    const auto in = [key](std::span<const std::string_view> list) {
        return std::find(list.begin(), list.end(), key) != list.end();
    };
    return key == "type" || in(keys.needed) || in(keys.others);
}

/// `oauth2`, or `oauth2 or bearer`: the types that take the key.
std::string takers(std::string_view key) {
    std::vector<std::string_view> names;
    for (const AuthKeys& keys : kAuthKeys) {
        if (takes(keys, key)) {
            names.push_back(keys.name);
        }
    }
    return one_of(names);
}

void check_auth_keys(Context& context, const CatalogAuth& auth) {
    if (!auth.type.present()) {
        return;
    }
    const AuthKeys& keys = *std::find_if(std::begin(kAuthKeys), std::end(kAuthKeys),
                                         [&](const AuthKeys& one) { return one.type == auth.type.value; });
    for (const std::string_view key : keys.needed) {
        if (context.doc.find(auth.at.node, key) == kNoNode) {
            missing(context, auth.at, key,
                    fmt::format("Add {}. {}", key, find_key(object_rule(ObjectId::kCatalogAuth), key)->doc));
        }
    }
    for (const KeyRule& rule : object_rule(ObjectId::kCatalogAuth).keys) {
        const Entry* entry = takes(keys, rule.name) ? nullptr : context.doc.find_entry(auth.at.node, rule.name);
        if (entry != nullptr) {
            Finding& finding =
                context.add_at_key(Code::auth_key_mismatch, *entry, context.contract.paths.key(auth.at.path, rule.name),
                                   fmt::format("belongs to type {}, not to {}", takers(rule.name), keys.name));
            finding.help = "Leave it out, or change the type.";
            finding.secret = true;
            relate(context, finding, "the type is chosen here", auth.type.at.node);
            leave_out(context, finding, auth.at.node, *entry);
        }
    }
}

/// A way of signing in that the kind of catalog does not have.
void check_auth_type(Context& context, const Location& location) {
    const CatalogAuth& auth = *location.catalog_auth;
    const CatalogPreset& preset = catalog_preset(location);
    if (auth.type.value != CatalogAuthType::Basic || preset.basic) {
        return;
    }
    Finding& finding = context.add(Code::catalog_auth_type, auth.type.at,
                                   fmt::format("is basic, and {} has no Basic authentication", preset.product));
    finding.help = "Write type: oauth2 with credentialEnv, oauth2ServerUri and scope.";
    relate(context, finding, "the kind of catalog is chosen here", location.catalog.at.node);
}

/// A setting that has a key of its own and stands among catalogProperties too, with another value.
void check_settings(Context& context, const Location& location) {
    for (const CatalogSetting& setting : kCatalogSettings) {
        const Flag flag = flag_of(location, setting);
        const Property* property = find_property(location.catalog_properties, setting.property);
        if (!flag.present() || property == nullptr ||
            !catalog_value_fault(setting.property, property->value.value).empty()) {
            continue;
        }
        const std::string value = folded(property->value.value);
        if (flag.value ? value == setting.on : setting.on == "true" && value == "false") {
            continue;
        }
        const NodeId mapping = setting.in_auth ? location.catalog_auth->at.node : location.at.node;
        Finding& finding = context.add(Code::catalog_setting_conflict, flag.at,
                                       fmt::format("differs from {} in catalogProperties", setting.property));
        finding.help = "Leave one of them out.";
        relate(context, finding, "the property is here", property->value.at.node);
        leave_out(context, finding, mapping, setting.key);
    }
}

void check_https(Context& context, const Text& url, const CatalogAuth& auth) {
    if (!url.present() || url.value.substr(0, 7) != "http://") {
        return;
    }
    Finding& finding =
        context.add(Code::auth_https, url.at, "must be https, because catalogAuth sends a credential to it");
    finding.help = "Write https:// in place of http://.";
    relate(context, finding, "the credential is named here", auth.at.node);
    suggest(context, finding, url.at.node, fmt::format("https{}", url.value.substr(4)));
}

/// Entries of catalogProperties, or of a table's properties.
class PropertyCheck {
  public:
    PropertyCheck(Context& context, Place at, bool catalog) : context_(context), at_(at), catalog_(catalog) {}

    void run() {
        for (const Entry& entry : context_.doc.entries(at_.node)) {
            check(entry);
        }
    }

  private:
    void check(const Entry& entry) {
        const std::string_view key = context_.doc.node(entry.key).text;
        const PathId path = context_.contract.paths.key(at_.path, key);
        const std::string low = folded(key);
        const std::string_view fault = catalog_ ? catalog_property_fault(low) : table_property_fault(low);
        if (!fault.empty()) {
            Finding& finding = context_.add_at_key(
                catalog_ ? Code::catalog_property_refused : Code::table_property_refused, entry, path, fault);
            finding.secret = true;
            help_refused(finding, entry, low);
            return;
        }
        if (catalog_ && repeated(entry, low, path)) {
            return;
        }
        const Node& value = context_.doc.node(entry.value);
        if (value.unresolved || context_.refused(entry.value)) {
            return;
        }
        if (value.kind != NodeKind::String) {
            static constexpr KeyRule kText{.name = "a property", .shape = Shape::String};
            Finding& finding = refuse_kind(context_, entry.value, path, kText, Shape::String);
            if (value.kind != NodeKind::Boolean) { // what else stands there may be a secret
                finding.secret = true;
                finding.fix.reset();
            }
            return;
        }
        if (const std::string_view wrong = property_value_fault(value.text); !wrong.empty()) {
            Finding& finding = context_.add(Code::property_value_form, entry.value, path, wrong);
            finding.help = "Only catalogAuth refers to variables.";
            finding.secret = true;
            return;
        }
        const std::string_view kind =
            catalog_ ? catalog_value_fault(low, value.text) : table_value_fault(key, value.text);
        if (!kind.empty()) {
            Finding& finding = context_.add(Code::property_value_form, entry.value, path, kind);
            finding.help = "Iceberg reads it as such; the quotes stay, because properties are texts.";
            finding.secret = true;
            return;
        }
        if (catalog_ && low == "s3.endpoint") {
            const PatternInfo& url = pattern_info(Pattern::Url);
            if (const std::string_view wrong = url.fault(value.text); !wrong.empty()) {
                Finding& finding = context_.add(Code::url_form, entry.value, path, wrong);
                finding.help = std::string(url.help);
                finding.secret = true;
            }
        }
    }

    void help_refused(Finding& finding, const Entry& entry, const std::string& low) {
        const std::string_view near = catalog_ ? nearest(low, catalog_property_keys()) : std::string_view{};
        if (!near.empty() && near.back() != '.') {
            finding.help = fmt::format("Did you mean {}?", near);
            if (context_.doc.find_entry(at_.node, near) == nullptr &&
                context_.doc.node(entry.value).kind == NodeKind::String) {
                rewrite(context_, finding, entry.key, std::string(near), fmt::format("Write {}", near));
            }
            return;
        }
        finding.help = "Leave it out.";
        leave_out(context_, finding, at_.node, entry);
    }

    bool repeated(const Entry& entry, const std::string& low, PathId path) {
        const auto [first, fresh] = seen_.try_emplace(low, entry.key);
        if (fresh) {
            return false;
        }
        Finding& finding = context_.add_at_key(Code::catalog_property_repeated, entry, path,
                                               "repeats an earlier property; keys are compared without case");
        finding.help = "Leave one of them out.";
        finding.secret = true;
        finding.related.push_back({"the other one is here", context_.doc.node(first->second).span});
        leave_out(context_, finding, at_.node, entry);
        return true;
    }

    Context& context_;
    Place at_;
    bool catalog_;
    std::unordered_map<std::string, NodeId> seen_;
};

} // namespace

void check_properties(Context& context, Place at, bool catalog) {
    PropertyCheck(context, at, catalog).run();
}

void check_location(Context& context, const Location& location) {
    check_namespace(context, location);
    if (location.catalog_properties_at.known()) {
        check_properties(context, location.catalog_properties_at, true);
    }
    check_settings(context, location);
    if (location.catalog_auth) {
        check_auth_keys(context, *location.catalog_auth);
        check_auth_type(context, location);
        check_https(context, location.uri, *location.catalog_auth);
        check_https(context, location.catalog_auth->oauth2_server_uri, *location.catalog_auth);
    }
}

} // namespace weir
