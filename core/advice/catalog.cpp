// How the job reaches the catalog and its storage.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "advice/adviser.h"
#include "weir/catalogs.h"
#include "weir/edits.h"

namespace weir {

namespace {

std::string folded(std::string_view text) {
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return low;
}

/// An http address in lower case, in its two parts. The rules of the contract have judged its form.
struct Address {
    std::string host;
    std::string path; ///< from its slash on, without one at the end

    explicit Address(std::string_view url) {
        const std::string low = folded(url);
        const std::size_t scheme = low.find("://");
        const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
        const std::size_t slash = std::min(low.find('/', begin), low.size());
        host = low.substr(begin, std::min(low.find(':', begin), slash) - begin);
        path = low.substr(slash);
        while (path.ends_with('/')) {
            path.pop_back();
        }
    }

    [[nodiscard]] bool holds(std::string_view part) const { return path.find(part) != std::string::npos; }
    [[nodiscard]] bool is_amazon() const {
        return host.ends_with(".amazonaws.com") || host.ends_with(".amazonaws.com.cn");
    }
};

/// Adds a catalog property that is not there.
void fix_property(const Advised& advised, Finding& finding, std::string_view key, std::string_view value) {
    const Location& location = advised.location();
    const std::string written = fmt::format("\"{}\"", value);
    std::optional<Edit> edit = location.catalog_properties_at.known()
                                   ? insert_entry(advised.document(), location.catalog_properties_at.node, key, written)
                                   : insert_entry(advised.document(), location.at.node, "catalogProperties",
                                                  fmt::format("{{\"{}\": {}}}", key, written));
    if (edit) {
        finding.fix = Fix{fmt::format("Set {} to {}", key, value), {std::move(*edit)}};
    }
}

void advise_on_tokens(const Advised& advised, const CatalogAuth& auth) {
    if (auth.type.value == CatalogAuthType::Bearer) {
        advised.add(
            Code::bearer_token_expires, auth.type.at,
            "a token that is given once is never renewed, and the job fails when it expires, often after an hour",
            "Write type: oauth2 with credentialEnv, oauth2ServerUri and scope: the job then renews its token.");
    }
    const Text refresh = value_of(advised.location(), kTokenRefresh);
    if (auth.type.value == CatalogAuthType::OAuth2 && folded(refresh.value) == "false") {
        advised.add(Code::token_refresh_off, refresh.at,
                    "has the job keep its first token, and it fails when that expires, often after an hour",
                    "Leave it out: the job then renews its token before it expires.");
    }
}

void advise_on_issuer(const Advised& advised, const CatalogAuth& auth) {
    if (!auth.oauth2_server_uri.present()) {
        return;
    }
    const Address server(auth.oauth2_server_uri.value);
    const bool issuer = server.path.empty() || server.holds("/.well-known") || server.path.ends_with("/v2.0") ||
                        (server.holds("/realms/") && !server.holds("/token"));
    if (issuer) {
        advised.add(Code::oauth2_token_endpoint, auth.oauth2_server_uri.at,
                    "reads like the address of an issuer, which gives no token",
                    "Write the whole token endpoint: …/realms/NAME/protocol/openid-connect/token for Keycloak, "
                    "…/TENANT/oauth2/v2.0/token for Entra, …/api/catalog/v1/oauth/tokens for Polaris itself.");
    }
    const bool exchanges = server.holds("/realms/") || server.holds("/openid-connect/") ||
                           server.host.find("microsoftonline") != std::string::npos;
    if (exchanges && !issuer && catalog_preset(advised.location()).exchanges &&
        !value_of(advised.location(), kTokenExchange).present()) {
        Finding& finding = advised.add(
            Code::token_exchange, auth.oauth2_server_uri.at,
            "Iceberg renews a token by token exchange (RFC 8693), which Keycloak and Entra refuse unless it is set up: "
            "the "
            "job then fails when its first token expires, often after an hour",
            "Add tokenExchange: false to catalogAuth: the job then asks by its credential again.");
        if (auto edit = insert_entry(advised.document(), auth.at.node, "tokenExchange", "false")) {
            finding.fix = Fix{"Add tokenExchange: false", {std::move(*edit)}};
        }
    }
}

/// What reads like Polaris, in a contract that does not say so.
void advise_on_likely_polaris(const Advised& advised, const Address& catalog) {
    const bool named = catalog.host.find("polaris") != std::string::npos || catalog.holds("polaris");
    if (catalog.holds("/api/management")) {
        advised.add(Code::oauth2_token_endpoint, advised.location().uri.at,
                    "is Polaris's management API, which engines do not speak: the job gets a 404",
                    "Write /api/catalog in place of /api/management.");
    } else if (named && !catalog.holds("/api/catalog")) {
        advised.add(Code::oauth2_token_endpoint, advised.location().uri.at,
                    "reads like Polaris, whose Iceberg API lies under /api/catalog: elsewhere the job gets a 404",
                    "Write https://HOST/api/catalog.");
    }
}

/// `path` is where the API of this kind of catalog begins, or lies behind it where more may follow.
bool reaches_api(const CatalogPreset& preset, const Address& catalog) {
    return catalog.path.ends_with(preset.api) || (preset.api_goes_on && catalog.holds(fmt::format("{}/", preset.api)));
}

void advise_on_path(const Advised& advised) {
    const Location& location = advised.location();
    if (!location.uri.present()) {
        return;
    }
    const Address catalog(location.uri.value);
    const CatalogPreset& preset = catalog_preset(location);
    if (preset.api.empty()) {
        return advise_on_likely_polaris(advised, catalog);
    }
    if (reaches_api(preset, catalog)) {
        return;
    }
    const Code code = preset.kind == CatalogKind::Polaris ? Code::oauth2_token_endpoint : Code::catalog_path;
    const auto other = std::find_if(preset.others.begin(), preset.others.end(),
                                    [&](const OtherApi& one) { return catalog.holds(one.path); });
    const std::string what =
        other != preset.others.end()
            ? std::string(other->what)
            : fmt::format("does not end in {}, where {}'s Iceberg API lies: elsewhere the job gets a 404", preset.api,
                          preset.product);
    advised.add(code, location.uri.at, what, fmt::format("Write https://HOST{}.", preset.api));
}

void advise_on_scope(const Advised& advised) {
    const Location& location = advised.location();
    if (!location.catalog_auth || !location.catalog_auth->scope.present()) {
        return;
    }
    const CatalogAuth& auth = *location.catalog_auth;
    const bool polaris = Address(auth.oauth2_server_uri.value).holds("/api/catalog/v1/oauth/tokens");
    const std::string_view scope = signs_in_at_catalog(location) ? catalog_preset(location).scope
                                   : polaris                     ? std::string_view("PRINCIPAL_ROLE:")
                                                                 : std::string_view();
    if (auth.scope.value.find(scope) == std::string_view::npos) {
        advised.add(Code::oauth2_token_endpoint, auth.scope.at,
                    "names no principal role, and Polaris gives no token without one",
                    "Write PRINCIPAL_ROLE:NAME, or PRINCIPAL_ROLE:ALL for every role of the principal.");
    }
}

void advise_on_storage(const Advised& advised) {
    const std::vector<Property>& properties = advised.location().catalog_properties;
    const Property* endpoint = find_property(properties, "s3.endpoint");
    const bool foreign = endpoint != nullptr && !Address(endpoint->value.value).is_amazon();
    if (foreign && find_property(properties, "s3.path-style-access") == nullptr) {
        Finding& finding =
            advised.add(Code::path_style_access, endpoint->value.at,
                        "is asked as BUCKET.HOST, a name that a storage other than Amazon's seldom has: the job fails "
                        "by an unknown host",
                        "Add s3.path-style-access: \"true\", when the storage has no name for each bucket.");
        fix_property(advised, finding, "s3.path-style-access", "true");
    }
    const Text delegation = value_of(advised.location(), kCredentialVending);
    const bool vended = folded(delegation.value).find("vended") != std::string::npos;
    if (foreign && vended) {
        Finding& finding = advised.add(
            Code::vended_credentials, delegation.at,
            "asks the catalog for credentials, and storage other than Amazon's often has no service (STS) that issues "
            "any: "
            "the catalog then answers that none are available",
            "Leave it out and mount the storage's keys by secretRefs, unless you know that it has one.");
        Advised::relate(finding, advised.document(), "the storage is here", endpoint->value.at.node);
    }
    const FlinkDeployment& deployment = *advised.build.deployment;
    const bool foreign_state =
        deployment.state_endpoint.present() && !Address(deployment.state_endpoint.value).is_amazon();
    if (foreign_state && !deployment.state_path_style_access.present()) {
        advised.add(
            Code::path_style_access, deployment.state_endpoint.at,
            "is asked as BUCKET.HOST, a name that a storage other than Amazon's seldom has: no checkpoint is written",
            "Add statePathStyleAccess: true, when the storage has no name for each bucket.");
    }
}

void advise_on_table_properties(const Advised& advised) {
    if (!advised.expose.binding->iceberg) {
        return;
    }
    for (const Property& one : advised.expose.binding->iceberg->properties) {
        const std::string key = folded(one.key.value);
        if (key.starts_with("s3.") || key.starts_with("client.")) {
            advised.add(Code::s3_property_misplaced, one.key.at,
                        "is a property of the catalog's client, and ignored on a table",
                        "Move it to binding.location.catalogProperties.");
        }
    }
}

} // namespace

void advise_on_catalog(const Advised& advised) {
    if (advised.location().catalog_auth) {
        advise_on_tokens(advised, *advised.location().catalog_auth);
        advise_on_issuer(advised, *advised.location().catalog_auth);
    }
    advise_on_path(advised);
    advise_on_scope(advised);
    advise_on_storage(advised);
    advise_on_table_properties(advised);
}

} // namespace weir
