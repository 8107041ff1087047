// An expose and where it lives: contract.md section 2.

#include <algorithm>

#include "contract/reading.h"
#include "contract/rules.h"

namespace weir {

namespace {

/// Takes away what is refused, by key or by value: later stages show what they find.
void leave_out_refused(std::vector<Property>& properties, bool catalog) {
    const auto refused = [&](const Property& property) {
        const std::string low = folded(property.key.value);
        return !(catalog ? catalog_property_fault(low) : table_property_fault(low)).empty() ||
               !property_value_fault(property.value.value).empty();
    };
    properties.erase(std::remove_if(properties.begin(), properties.end(), refused), properties.end());
}

CatalogAuth read_auth(Context& context, Place at) {
    const Fields fields(context, at);
    CatalogAuth auth;
    auth.at = at;
    if (const Text type = fields.text("type"); type.present()) {
        auth.type = {type.value == "oauth2" ? CatalogAuthType::OAuth2 : CatalogAuthType::Bearer, type.at};
    }
    auth.credential_env = fields.text("credentialEnv");
    auth.oauth2_server_uri = fields.text("oauth2ServerUri");
    auth.scope = fields.text("scope");
    auth.audience = fields.text("audience");
    auth.resource = fields.text("resource");
    auth.token_env = fields.text("tokenEnv");
    return auth;
}

Location read_location(Context& context, Place at, bool lane) {
    const Fields fields(context, at);
    Location location;
    location.at = at;
    location.catalog = fields.text("catalog");
    location.uri = fields.text("uri");
    location.warehouse = fields.text("warehouse");
    location.name_space = fields.text("namespace");
    if (!location.name_space.present()) {
        location.name_space = fields.text("database");
    }
    location.table = fields.text("table");
    if (!lane) {
        return location;
    }
    location.catalog_properties_at = fields.mapping("catalogProperties");
    location.catalog_properties = properties_of(context, location.catalog_properties_at, true);
    leave_out_refused(location.catalog_properties, true);
    if (const Place auth = fields.mapping("catalogAuth"); auth.known()) {
        location.catalog_auth = read_auth(context, auth);
    }
    return location;
}

IcebergConfig read_iceberg(Context& context, Place at, bool lane) {
    const Fields fields(context, at);
    IcebergConfig config;
    config.at = at;
    config.write_version = fields.whole("writeVersion");
    config.file_format = fields.text("fileFormat");
    for (const Place& entry : items_of(context, fields.list("partitionSpec"))) {
        if (context.doc.node(entry.node).kind == NodeKind::Mapping) {
            const Fields inner(context, entry);
            config.partition_spec.push_back(PartitionField{entry, inner.text("sourceColumn"), inner.text("transform")});
        }
    }
    config.properties = properties_of(context, fields.mapping("properties"), false);
    if (lane) {
        leave_out_refused(config.properties, false);
    }
    return config;
}

Binding read_binding(Context& context, Place at, bool lane) {
    const Fields fields(context, at);
    Binding binding;
    binding.at = at;
    binding.platform = fields.text("platform");
    binding.format = fields.text("format");
    if (const Place location = fields.mapping("location"); location.known()) {
        binding.location = read_location(context, location, lane);
    }
    if (const Place config = fields.mapping("icebergConfig"); config.known()) {
        binding.iceberg = read_iceberg(context, config, lane);
    }
    return binding;
}

} // namespace

Expose read_expose(Context& context, Place at) {
    Expose expose;
    expose.at = at;
    if (context.doc.node(at.node).kind != NodeKind::Mapping) {
        return expose;
    }
    const bool lane = context.contract.managed;
    const Fields fields(context, at);
    expose.expose_id = fields.text("exposeId");
    expose.kind = fields.text("kind");
    expose.title = fields.text("title");
    expose.description = fields.text("description");
    expose.version = fields.text("version");
    if (const Place binding = fields.mapping("binding"); binding.known()) {
        expose.binding = read_binding(context, binding, lane);
    }
    expose.contract_at = fields.mapping("contract");
    if (expose.contract_at.known()) {
        const Place schema = Fields(context, expose.contract_at).list("schema");
        if (schema.known()) {
            expose.schema = read_columns(context, schema, lane);
        }
    }
    return expose;
}

} // namespace weir
