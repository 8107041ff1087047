#include <fmt/format.h>

#include "weir/catalogs.h"
#include "weir/sql.h"

namespace weir {

namespace {

/// Names of environment variables only; the job's runner puts the values in.
void add_auth(std::vector<SqlOption>& options, const CatalogAuth& auth) {
    const auto variable = [&](const char* key, const Text& name) {
        options.push_back({key, fmt::format("env:{}", name.value), name.at});
    };
    const auto optional = [&](const char* key, const Text& text) {
        if (text.present()) {
            options.push_back({key, std::string(text.value), text.at});
        }
    };
    const bool basic = auth.type.value == CatalogAuthType::Basic;
    options.push_back({"rest.auth.type", basic ? "basic" : "oauth2", auth.type.at});
    if (basic) {
        variable("rest.auth.basic.username", auth.username_env);
        variable("rest.auth.basic.password", auth.password_env);
        return;
    }
    if (auth.type.value == CatalogAuthType::Bearer) {
        variable("token", auth.token_env);
        return;
    }
    variable("credential", auth.credential_env);
    optional("oauth2-server-uri", auth.oauth2_server_uri);
    optional("scope", auth.scope);
    optional("audience", auth.audience);
    optional("resource", auth.resource);
}

/// What keys of their own say, where no property does; and what the kind of catalog means where nothing does.
void add_settings(std::vector<SqlOption>& options, const Location& location) {
    for (const CatalogSetting& setting : kCatalogSettings) {
        const Text value = value_of(location, setting);
        if (value.present() && find_property(location.catalog_properties, setting.property) == nullptr) {
            options.push_back({std::string(setting.property), std::string(value.value), value.at});
        }
    }
    const bool oauth = location.catalog_auth && location.catalog_auth->type.value == CatalogAuthType::OAuth2;
    if (oauth && !catalog_preset(location).exchanges && !value_of(location, kTokenExchange).present()) {
        options.push_back({std::string(kTokenExchange.property), "false", location.catalog.at});
    }
}

} // namespace

std::vector<SqlOption> catalog_options(const Location& location) {
    std::vector<SqlOption> options;
    options.push_back({"type", "iceberg", {}});
    options.push_back({"catalog-type", "rest", location.catalog.at});
    options.push_back({"uri", std::string(location.uri.value), location.uri.at});
    options.push_back({"warehouse", std::string(location.warehouse.value), location.warehouse.at});
    options.push_back({"io-impl", "org.apache.iceberg.aws.s3.S3FileIO", {}});
    const std::string_view name = location.name_space.value;
    const std::size_t dot = name.rfind('.');
    if (dot != std::string_view::npos) {
        // Iceberg's Flink catalog takes a database as one level of a namespace.
        options.push_back({"base-namespace", std::string(name.substr(0, dot)), location.name_space.at});
    }
    for (const Property& property : location.catalog_properties) {
        options.push_back({std::string(property.key.value), std::string(property.value.value), property.value.at});
    }
    add_settings(options, location);
    if (location.catalog_auth) {
        add_auth(options, *location.catalog_auth);
    }
    return options;
}

std::vector<SqlOption> table_options(const Binding& binding) {
    const IcebergConfig none;
    const IcebergConfig& iceberg = binding.iceberg ? *binding.iceberg : none;
    std::vector<SqlOption> options;
    options.push_back({"format-version", "2", iceberg.write_version.at});
    options.push_back({"write.format.default",
                       iceberg.file_format.present() ? std::string(iceberg.file_format.value) : "parquet",
                       iceberg.file_format.at});
    for (const Property& property : iceberg.properties) {
        options.push_back({std::string(property.key.value), std::string(property.value.value), property.value.at});
    }
    return options;
}

} // namespace weir
