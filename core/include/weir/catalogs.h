#pragma once

/// \file
/// The Iceberg REST catalogs that Weir knows by name, one row each: where their API lies, what `warehouse` is to
/// them, how a job signs in, and who holds the keys of the storage. Grammar, advice, SQL, verification and
/// docs/catalogs.md read this one table.

#include <cstdint>
#include <span>
#include <string_view>

#include "weir/contract.h"

namespace weir {

enum class CatalogKind : std::uint8_t { Rest, Polaris, Gravitino, Lakekeeper, Nessie, Unity };

/// What `location.warehouse` is.
enum class WarehouseForm : std::uint8_t {
    Location, ///< `s3://bucket/prefix`
    Name,     ///< what the catalog calls it; where its files lie is the catalog's business
    Either,
};

/// A path of the product that is not the Iceberg API a job writes through.
struct OtherApi {
    std::string_view path; ///< in lower case, without a slash at the end
    std::string_view what; ///< `is Polaris's management API, which engines do not speak: the job gets a 404`
};

struct CatalogPreset {
    CatalogKind kind;
    std::string_view name;    ///< as `location.catalog` writes it
    std::string_view product; ///< `Apache Polaris`
    WarehouseForm warehouse;
    std::string_view warehouse_help; ///< what to write as warehouse
    /// Where the product's Iceberg API begins; in lower case, without a slash at the end. Empty: anywhere.
    std::string_view api;
    /// Paths behind `api` belong to it too, such as a branch.
    bool api_goes_on = false;
    std::span<const OtherApi> others{};
    /// Ways of signing in.
    bool oauth2 = true;
    bool bearer = true;
    bool basic = false;
    /// Where the catalog itself gives tokens, behind location.uri; empty: an identity provider does.
    std::string_view token_path{};
    /// What a scope for its own tokens holds; empty: anything.
    std::string_view scope{};
    /// Who gives its tokens renews them by token exchange (RFC 8693). Otherwise a job whose contract does not say
    /// tokenExchange signs in anew by its credential, which every token endpoint takes.
    bool exchanges = true;
    /// It can hand out credentials for a table's files (credentialVending).
    bool vends = true;
    /// Its answers name the storage's endpoint and path style, so that the contract need not.
    bool sends_storage = true;
    /// HTTP status by which it refuses a token that has expired.
    int expired = 401;
};

/// In the order of CatalogKind.
[[nodiscard]] std::span<const CatalogPreset> catalog_presets();
/// Their names, in the same order.
[[nodiscard]] std::span<const std::string_view> catalog_names();
/// The preset that `location.catalog` names; that of `rest` where it names none.
[[nodiscard]] const CatalogPreset& catalog_preset(const Location& location);
/// What is wrong with a warehouse for this kind of catalog, as the rest of a sentence; empty when it is fine.
[[nodiscard]] std::string_view warehouse_fault(const CatalogPreset& preset, std::string_view warehouse);
/// The catalog's own token endpoint serves this contract's tokens.
[[nodiscard]] bool signs_in_at_catalog(const Location& location);

/// A setting that a contract may spell as a property of the catalog or by a key of its own.
struct CatalogSetting {
    std::string_view property; ///< in catalogProperties
    std::string_view key;      ///< in location, or in catalogAuth
    bool in_auth;
    /// The property's value that `true` stands for; `false` is the text false, or no property where this is no switch.
    std::string_view on;
};
inline constexpr CatalogSetting kCredentialVending = {"header.x-iceberg-access-delegation", "credentialVending", false,
                                                      "vended-credentials"};
inline constexpr CatalogSetting kTokenExchange = {"token-exchange-enabled", "tokenExchange", true, "true"};
inline constexpr CatalogSetting kTokenRefresh = {"token-refresh-enabled", "tokenRefresh", true, "true"};
inline constexpr CatalogSetting kCatalogSettings[] = {kCredentialVending, kTokenExchange, kTokenRefresh};

/// What the contract's own key says; not present where it has none.
[[nodiscard]] Flag flag_of(const Location& location, const CatalogSetting& setting);
/// The property's value, from either spelling, and where it stands. Not present where the job is given none.
[[nodiscard]] Text value_of(const Location& location, const CatalogSetting& setting);

} // namespace weir
