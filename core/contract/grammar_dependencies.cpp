// What one key of an object asks of the others.

#include "weir/grammar.h"

namespace weir {

namespace {

constexpr std::string_view kDigest[] = {"upstreamDigest"};
constexpr std::string_view kMask[] = {"mask"};
constexpr std::string_view kAccess[] = {"access"};
constexpr std::string_view kAction[] = {"provider", "action", "params"};
constexpr std::string_view kOAuth2[] = {"credentialEnv", "oauth2ServerUri", "scope"};
constexpr std::string_view kBearer[] = {"tokenEnv"};
constexpr std::string_view kOAuth2All[] = {"credentialEnv", "oauth2ServerUri", "scope", "audience", "resource"};

constexpr Dependency kDependencies[] = {
    {.object = ObjectId::kConsumeRef, .key = "upstreamWorkspace", .value = {}, .needs = kDigest},
    {.object = ObjectId::kExposePolicyAuthzColumnRestrictions, .key = "access", .value = "mask", .needs = kMask},
    {.object = ObjectId::kExposePolicyAuthzColumnRestrictions,
     .key = "mask",
     .value = {},
     .needs = kAccess,
     .fixed = "access",
     .fixed_value = "mask"},
    {.object = ObjectId::kAirflowTask, .key = "type", .value = "provider_action", .needs = kAction},
    {.object = ObjectId::kAcquisitionSinkCatalogAuth,
     .key = "type",
     .value = "oauth2",
     .needs = kOAuth2,
     .foreign = kBearer},
    {.object = ObjectId::kAcquisitionSinkCatalogAuth,
     .key = "type",
     .value = "bearer",
     .needs = kBearer,
     .foreign = kOAuth2All},
};

} // namespace

std::span<const Dependency> dependencies() {
    return kDependencies;
}

} // namespace weir
