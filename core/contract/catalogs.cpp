#include "weir/catalogs.h"

#include <algorithm>

#include "contract/patterns.h"
#include "weir/grammar.h"

namespace weir {

namespace {

constexpr OtherApi kPolarisOthers[] = {
    {"/api/management", "is Polaris's management API, which engines do not speak: the job gets a 404"},
};
constexpr OtherApi kGravitinoOthers[] = {
    {"/api", "is Gravitino's own API, which Iceberg's client does not speak: the job gets a 404"},
};
constexpr OtherApi kLakekeeperOthers[] = {
    {"/management", "is Lakekeeper's management API, which engines do not speak: the job gets a 404"},
};
constexpr OtherApi kNessieOthers[] = {
    {"/api/v1", "is Nessie's own API, which Iceberg's REST client does not speak: the job gets a 404"},
    {"/api/v2", "is Nessie's own API, which Iceberg's REST client does not speak: the job gets a 404"},
};
constexpr OtherApi kUnityOthers[] = {
    {"/api/2.1/unity-catalog/iceberg", "is Unity Catalog's older endpoint, which only reads: the job cannot commit"},
};

constexpr std::string_view kLocationHelp =
    "Write s3://bucket/prefix; or catalog: polaris, gravitino, lakekeeper, nessie or unity, which know it by a name.";

constexpr CatalogPreset kPresets[] = {
    {.kind = CatalogKind::Rest,
     .name = "rest",
     .product = "an Iceberg REST catalog",
     .warehouse = WarehouseForm::Location,
     .warehouse_help = kLocationHelp,
     .api = {},
     .basic = true,
     .sends_storage = false},
    {.kind = CatalogKind::Polaris,
     .name = "polaris",
     .product = "Apache Polaris",
     .warehouse = WarehouseForm::Name,
     .warehouse_help = "Write the name of the Polaris catalog, such as analytics.",
     .api = "/api/catalog",
     .others = kPolarisOthers,
     .token_path = "/v1/oauth/tokens",
     .scope = "PRINCIPAL_ROLE:"},
    {.kind = CatalogKind::Gravitino,
     .name = "gravitino",
     .product = "Apache Gravitino",
     .warehouse = WarehouseForm::Name,
     .warehouse_help = "Write the name of the Gravitino catalog, such as sales_lake.",
     .api = "/iceberg",
     .others = kGravitinoOthers,
     .basic = true,
     .exchanges = false,
     .expired = 419},
    {.kind = CatalogKind::Lakekeeper,
     .name = "lakekeeper",
     .product = "Lakekeeper",
     .warehouse = WarehouseForm::Name,
     .warehouse_help = "Write the name of the Lakekeeper warehouse, or PROJECT/NAME outside the default project.",
     .api = "/catalog",
     .others = kLakekeeperOthers,
     .exchanges = false},
    {.kind = CatalogKind::Nessie,
     .name = "nessie",
     .product = "Nessie",
     .warehouse = WarehouseForm::Either,
     .warehouse_help =
         "Write the warehouse's name in Nessie's configuration, or its location s3://bucket/prefix there.",
     .api = "/iceberg",
     .api_goes_on = true,
     .others = kNessieOthers,
     .exchanges = false},
    {.kind = CatalogKind::Unity,
     .name = "unity",
     .product = "Unity Catalog",
     .warehouse = WarehouseForm::Name,
     .warehouse_help = "Write the name of the catalog in Unity Catalog, such as main.",
     .api = "/api/2.1/unity-catalog/iceberg-rest",
     .others = kUnityOthers,
     .exchanges = false},
};

constexpr std::string_view kNames[] = {"rest", "polaris", "gravitino", "lakekeeper", "nessie", "unity"};
static_assert(std::size(kNames) == std::size(kPresets));

std::string_view without_slash(std::string_view url) {
    return url.substr(0, url.find_last_not_of('/') + 1);
}

} // namespace

std::span<const CatalogPreset> catalog_presets() {
    return kPresets;
}

std::span<const std::string_view> catalog_names() {
    return kNames;
}

const CatalogPreset& catalog_preset(const Location& location) {
    const auto* const found = std::find_if(std::begin(kPresets), std::end(kPresets), [&](const CatalogPreset& preset) {
        return preset.name == location.catalog.value;
    });
    return found == std::end(kPresets) ? kPresets[0] : *found;
}

std::string_view warehouse_fault(const CatalogPreset& preset, std::string_view warehouse) {
    const bool location = warehouse.find("://") != std::string_view::npos;
    if (preset.warehouse == WarehouseForm::Location || (preset.warehouse == WarehouseForm::Either && location)) {
        return pattern_info(Pattern::Warehouse).fault(warehouse);
    }
    return pattern_info(Pattern::WarehouseName).fault(warehouse);
}

bool signs_in_at_catalog(const Location& location) {
    const CatalogPreset& preset = catalog_preset(location);
    if (preset.token_path.empty() || !location.catalog_auth) {
        return false;
    }
    const std::string_view server = without_slash(location.catalog_auth->oauth2_server_uri.value);
    const std::string_view uri = without_slash(location.uri.value);
    return server.size() == uri.size() + preset.token_path.size() && server.starts_with(uri) &&
           server.ends_with(preset.token_path);
}

Flag flag_of(const Location& location, const CatalogSetting& setting) {
    if (!setting.in_auth) {
        return location.credential_vending;
    }
    if (!location.catalog_auth) {
        return {};
    }
    return setting.key == kTokenExchange.key ? location.catalog_auth->token_exchange
                                             : location.catalog_auth->token_refresh;
}

Text value_of(const Location& location, const CatalogSetting& setting) {
    if (const Property* property = find_property(location.catalog_properties, setting.property)) {
        return property->value;
    }
    const Flag flag = flag_of(location, setting);
    if (!flag.present() || (!flag.value && setting.on != "true")) {
        return {};
    }
    return {flag.value ? setting.on : std::string_view("false"), flag.at};
}

} // namespace weir
