// An expose and where it lives: contract.md section 2.

#include <algorithm>

#include "contract/reading.h"
#include "contract/refusals.h"
#include "contract/rules.h"
#include "weir/catalogs.h"

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
        const CatalogAuthType other = type.value == "bearer" ? CatalogAuthType::Bearer : CatalogAuthType::Basic;
        auth.type = {type.value == "oauth2" ? CatalogAuthType::OAuth2 : other, type.at};
    }
    auth.credential_env = fields.text("credentialEnv");
    auth.oauth2_server_uri = fields.text("oauth2ServerUri");
    auth.scope = fields.text("scope");
    auth.audience = fields.text("audience");
    auth.resource = fields.text("resource");
    auth.token_env = fields.text("tokenEnv");
    auth.username_env = fields.text("usernameEnv");
    auth.password_env = fields.text("passwordEnv");
    auth.token_exchange = fields.flag("tokenExchange");
    auth.token_refresh = fields.flag("tokenRefresh");
    return auth;
}

/// A name for the kinds of catalog that know warehouses by name, a location for the others. A kind that could not be
/// read may be either.
Text read_warehouse(Context& context, const Fields& fields, const Location& location) {
    Text warehouse = fields.text("warehouse");
    if (!warehouse.present()) {
        return warehouse;
    }
    const bool open = fields.broken("catalog", location.catalog.at);
    const CatalogPreset& preset = catalog_preset(location);
    const std::string_view fault =
        open ? pattern_info(Pattern::AnyWarehouse).fault(warehouse.value) : warehouse_fault(preset, warehouse.value);
    if (fault.empty()) {
        return warehouse;
    }
    const bool name = !open && preset.warehouse == WarehouseForm::Name;
    const KeyRule rule{
        .name = "warehouse", .shape = Shape::String, .pattern = name ? Pattern::WarehouseName : Pattern::AnyWarehouse};
    Finding& finding = refuse_form(context, warehouse.at.node, warehouse.at.path, rule, fault);
    if (!open) {
        finding.help = std::string(preset.warehouse_help);
    }
    return {};
}

Location read_location(Context& context, Place at, bool lane) {
    const Fields fields(context, at);
    Location location;
    location.at = at;
    location.catalog = fields.text("catalog");
    location.uri = fields.text("uri");
    location.warehouse = lane ? read_warehouse(context, fields, location) : fields.text("warehouse");
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
    location.credential_vending = fields.flag("credentialVending");
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
