// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: policies,
// governance, retention and packaging.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kExposePolicyAuthnValues[] = {"oidc", "oauth2", "api_key", "none", "custom", "iam", "jwt"};
constexpr std::string_view kExposePolicyClassificationValues[] = {"Public", "Internal", "Confidential", "Restricted"};
constexpr std::string_view kExposePolicyAuthzColumnRestrictionsAccessValues[] = {"allow", "deny", "mask"};
constexpr std::string_view kExposePolicyAuthzColumnRestrictionsMaskValues[] = {"last_four", "first_four", "nullify"};
constexpr std::string_view kExposePolicyPrivacyMaskingStrategyValues[] = {"mask", "hash", "tokenize", "encrypt",
                                                                          "k_anonymity"};
constexpr std::string_view kSovereigntyJurisdictionValues[] = {"EU", "US", "UK", "CA",     "AU",          "JP",
                                                               "CN", "IN", "BR", "Global", "Multi-Region"};
constexpr std::string_view kSovereigntyTransferMechanismsValues[] = {"SCCs", "BCRs",    "Adequacy",
                                                                     "DPF",  "Consent", "Derogation"};
constexpr std::string_view kSovereigntyRegulatoryFrameworkValues[] = {"GDPR", "CCPA", "CPRA",  "HIPAA", "PIPEDA",
                                                                      "LGPD", "PDPA", "POPIA", "DPA",   "APPI"};
constexpr std::string_view kSovereigntyEnforcementModeValues[] = {"strict", "advisory", "audit"};
constexpr std::string_view kAccessPolicyGrantsPermissionsValues[] = {"read",   "select", "query",  "write", "insert",
                                                                     "update", "delete", "create", "admin", "manage"};
constexpr std::string_view kAgentPolicyAllowedUseCasesValues[] = {
    "inference", "reasoning", "analysis",        "summarization", "classification", "embedding",
    "search",    "qa",        "code_generation", "fine_tuning",   "training",       "rag"};
constexpr std::string_view kPackagingModeValues[] = {"isolated", "shared"};
constexpr std::string_view kBindingGovernanceLakeFormationGrantsPermissionsValues[] = {"ALL",
                                                                                       "SELECT",
                                                                                       "ALTER",
                                                                                       "DROP",
                                                                                       "DELETE",
                                                                                       "INSERT",
                                                                                       "DESCRIBE",
                                                                                       "CREATE_TABLE",
                                                                                       "CREATE_DATABASE",
                                                                                       "DATA_LOCATION_ACCESS"};
constexpr std::string_view kBindingGovernanceLakeFormationBucketPolicyValues[] = {"cross-account", "none",
                                                                                  "all-grantees"};

constexpr KeyRule kExposePolicy[] = {
    {.name = "authn", .shape = Shape::String, .values = kExposePolicyAuthnValues},
    {.name = "authz", .shape = Shape::Object, .child = ObjectId::kExposePolicyAuthz},
    {.name = "privacy", .shape = Shape::Object, .child = ObjectId::kExposePolicyPrivacy},
    {.name = "classification", .shape = Shape::String, .values = kExposePolicyClassificationValues},
    {.name = "agentPolicy", .shape = Shape::Object, .child = ObjectId::kAgentPolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposePolicyAuthz[] = {
    {.name = "readers", .shape = Shape::List, .item = Shape::String},
    {.name = "writers", .shape = Shape::List, .item = Shape::String},
    {.name = "columnRestrictions",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kExposePolicyAuthzColumnRestrictions},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "rowFilters",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kExposePolicyAuthzRowFilters},
};

constexpr KeyRule kExposePolicyAuthzColumnRestrictions[] = {
    {.name = "principal", .shape = Shape::String},
    {.name = "columns", .shape = Shape::List, .item = Shape::String},
    {.name = "access", .shape = Shape::String, .values = kExposePolicyAuthzColumnRestrictionsAccessValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "mask", .shape = Shape::String, .values = kExposePolicyAuthzColumnRestrictionsMaskValues},
};

constexpr KeyRule kExposePolicyAuthzRowFilters[] = {
    {.name = "principal", .shape = Shape::String, .required = true},
    {.name = "name", .shape = Shape::String, .pattern = Pattern::RowFilterName},
    {.name = "where", .shape = Shape::String, .required = true, .not_empty = true},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
};

constexpr KeyRule kExposePolicyPrivacy[] = {
    {.name = "masking", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kExposePolicyPrivacyMasking},
    {.name = "rowLevelPolicy", .shape = Shape::Object, .child = ObjectId::kExposePolicyPrivacyRowLevelPolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposePolicyPrivacyMasking[] = {
    {.name = "column", .shape = Shape::String, .required = true},
    {.name = "strategy", .shape = Shape::String, .required = true, .values = kExposePolicyPrivacyMaskingStrategyValues},
    {.name = "params", .shape = Shape::Object, .child = ObjectId::kExposePolicyPrivacyMaskingParams},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposePolicyPrivacyMaskingParams[] = {
    {.name = "saltEnv", .shape = Shape::String, .pattern = Pattern::GeneralEnvName},
    {.name = "keyEnv", .shape = Shape::String, .pattern = Pattern::GeneralEnvName},
    {.name = "keepFirst", .shape = Shape::Integer, .minimum = 0, .maximum = 64},
    {.name = "keepLast", .shape = Shape::Integer, .minimum = 0, .maximum = 64},
};

constexpr KeyRule kExposePolicyPrivacyRowLevelPolicy[] = {
    {.name = "expression", .shape = Shape::String, .required = true},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kSovereignty[] = {
    {.name = "jurisdiction", .shape = Shape::String, .values = kSovereigntyJurisdictionValues},
    {.name = "allowedRegions", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "deniedRegions", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "dataResidency", .shape = Shape::Boolean},
    {.name = "crossBorderTransfer", .shape = Shape::Boolean},
    {.name = "transferMechanisms",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kSovereigntyTransferMechanismsValues,
     .unique = true},
    {.name = "regulatoryFramework",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kSovereigntyRegulatoryFrameworkValues,
     .unique = true},
    {.name = "enforcementMode", .shape = Shape::String, .values = kSovereigntyEnforcementModeValues},
    {.name = "validationRequired", .shape = Shape::Boolean},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kAccessPolicy[] = {
    {.name = "grants", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAccessPolicyGrants},
};

constexpr KeyRule kAccessPolicyGrants[] = {
    {.name = "principal", .shape = Shape::String, .required = true},
    {.name = "permissions",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kAccessPolicyGrantsPermissionsValues,
     .unique = true},
    {.name = "resources", .shape = Shape::List, .item = Shape::String},
    {.name = "conditions", .shape = Shape::Object},
};

constexpr KeyRule kGovernance[] = {
    {.name = "lakeFormation", .shape = Shape::Object, .child = ObjectId::kGovernanceLakeFormation},
};

constexpr KeyRule kGovernanceLakeFormation[] = {
    {.name = "admins", .shape = Shape::List, .item = Shape::String, .pattern = Pattern::IamArn, .unique = true},
    {.name = "tagDefinitions", .shape = Shape::Object},
};

constexpr KeyRule kAgentPolicy[] = {
    {.name = "allowedModels",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::ModelName,
     .unique = true},
    {.name = "deniedModels", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "maxTokensPerRequest", .shape = Shape::Integer, .minimum = 1},
    {.name = "maxTokensPerDay", .shape = Shape::Integer, .minimum = 1},
    {.name = "allowedUseCases",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kAgentPolicyAllowedUseCasesValues,
     .unique = true},
    {.name = "deniedUseCases",
     .shape = Shape::List,
     .item = Shape::String,
     .values = kAgentPolicyAllowedUseCasesValues,
     .unique = true},
    {.name = "canReason", .shape = Shape::Boolean},
    {.name = "canStore", .shape = Shape::Boolean},
    {.name = "retentionPolicy", .shape = Shape::Object, .child = ObjectId::kAgentPolicyRetentionPolicy},
    {.name = "auditRequired", .shape = Shape::Boolean},
    {.name = "purposeLimitation", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kAgentPolicyRetentionPolicy[] = {
    {.name = "maxRetentionDays", .shape = Shape::Integer, .minimum = 0},
    {.name = "requireDeletion", .shape = Shape::Boolean},
};

constexpr KeyRule kRetention[] = {
    {.name = "runState", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "runLogs", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "lineage", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "dlq", .shape = Shape::String, .pattern = Pattern::Duration},
};

constexpr KeyRule kPackaging[] = {
    {.name = "mode", .shape = Shape::String, .values = kPackagingModeValues},
    {.name = "pool", .shape = Shape::String, .not_empty = true},
    {.name = "poolManifest", .shape = Shape::String, .not_empty = true},
    {.name = "containers", .shape = Shape::Object, .child = ObjectId::kPackagingContainers},
};

constexpr KeyRule kPackagingContainers[] = {
    {.name = "bucket", .shape = Shape::String, .values = kPackagingModeValues},
    {.name = "database", .shape = Shape::String, .values = kPackagingModeValues},
    {.name = "dataset", .shape = Shape::String, .values = kPackagingModeValues},
    {.name = "schema", .shape = Shape::String, .values = kPackagingModeValues},
    {.name = "warehouse", .shape = Shape::String, .values = kPackagingModeValues},
    {.name = "cluster", .shape = Shape::String, .values = kPackagingModeValues},
};

constexpr KeyRule kBindingGovernanceLakeFormationGrants[] = {
    {.name = "principal", .shape = Shape::String, .required = true, .pattern = Pattern::IamArn},
    {.name = "permissions",
     .shape = Shape::List,
     .item = Shape::String,
     .required = true,
     .values = kBindingGovernanceLakeFormationGrantsPermissionsValues,
     .not_empty = true,
     .unique = true},
    {.name = "permissionsWithGrantOption", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "columns", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "excludedColumns", .shape = Shape::List, .item = Shape::String, .unique = true},
};

constexpr KeyRule kBindingGovernanceLakeFormationRowFilter[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "rowExpression", .shape = Shape::String, .required = true},
    {.name = "columnNames", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "excludedColumnNames", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "allColumns", .shape = Shape::Boolean},
};

constexpr KeyRule kBindingGovernanceLakeFormationMaskedViews[] = {
    {.name = "definer", .shape = Shape::String, .required = true},
    {.name = "validationConnection", .shape = Shape::String, .required = true},
};

constexpr KeyRule kBindingGovernanceLakeFormation[] = {
    {.name = "registerLocation", .shape = Shape::Boolean},
    {.name = "bucketPolicy", .shape = Shape::String, .values = kBindingGovernanceLakeFormationBucketPolicyValues},
    {.name = "grants",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kBindingGovernanceLakeFormationGrants},
    {.name = "tags", .shape = Shape::TextMap, .doc = "Tags of Lake Formation, each with its value."},
    {.name = "rowFilter", .shape = Shape::Object, .child = ObjectId::kBindingGovernanceLakeFormationRowFilter},
    {.name = "maskedViews", .shape = Shape::Object, .child = ObjectId::kBindingGovernanceLakeFormationMaskedViews},
};

constexpr KeyRule kBindingGovernance[] = {
    {.name = "lakeFormation", .shape = Shape::Object, .child = ObjectId::kBindingGovernanceLakeFormation},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kExposePolicy, .what = "expose policy", .keys = kExposePolicy},
    {.id = ObjectId::kExposePolicyAuthz, .what = "expose policy authz", .keys = kExposePolicyAuthz},
    {.id = ObjectId::kExposePolicyAuthzColumnRestrictions,
     .what = "expose policy authz column restrictions",
     .keys = kExposePolicyAuthzColumnRestrictions},
    {.id = ObjectId::kExposePolicyAuthzRowFilters,
     .what = "expose policy authz row filters",
     .keys = kExposePolicyAuthzRowFilters},
    {.id = ObjectId::kExposePolicyPrivacy, .what = "expose policy privacy", .keys = kExposePolicyPrivacy},
    {.id = ObjectId::kExposePolicyPrivacyMasking,
     .what = "expose policy privacy masking",
     .keys = kExposePolicyPrivacyMasking},
    {.id = ObjectId::kExposePolicyPrivacyMaskingParams,
     .what = "expose policy privacy masking params",
     .keys = kExposePolicyPrivacyMaskingParams,
     .open = true},
    {.id = ObjectId::kExposePolicyPrivacyRowLevelPolicy,
     .what = "expose policy privacy row level policy",
     .keys = kExposePolicyPrivacyRowLevelPolicy},
    {.id = ObjectId::kSovereignty, .what = "sovereignty", .keys = kSovereignty},
    {.id = ObjectId::kAccessPolicy, .what = "access policy", .keys = kAccessPolicy},
    {.id = ObjectId::kAccessPolicyGrants, .what = "access policy grants", .keys = kAccessPolicyGrants},
    {.id = ObjectId::kGovernance, .what = "governance", .keys = kGovernance},
    {.id = ObjectId::kGovernanceLakeFormation, .what = "governance lake formation", .keys = kGovernanceLakeFormation},
    {.id = ObjectId::kAgentPolicy, .what = "agent policy", .keys = kAgentPolicy},
    {.id = ObjectId::kAgentPolicyRetentionPolicy,
     .what = "agent policy retention policy",
     .keys = kAgentPolicyRetentionPolicy,
     .open = true},
    {.id = ObjectId::kRetention, .what = "retention", .keys = kRetention},
    {.id = ObjectId::kPackaging, .what = "packaging", .keys = kPackaging},
    {.id = ObjectId::kPackagingContainers, .what = "packaging containers", .keys = kPackagingContainers},
    {.id = ObjectId::kBindingGovernanceLakeFormationGrants,
     .what = "binding governance lake formation grants",
     .keys = kBindingGovernanceLakeFormationGrants},
    {.id = ObjectId::kBindingGovernanceLakeFormationRowFilter,
     .what = "binding governance lake formation row filter",
     .keys = kBindingGovernanceLakeFormationRowFilter},
    {.id = ObjectId::kBindingGovernanceLakeFormationMaskedViews,
     .what = "binding governance lake formation masked views",
     .keys = kBindingGovernanceLakeFormationMaskedViews},
    {.id = ObjectId::kBindingGovernanceLakeFormation,
     .what = "binding governance lake formation",
     .keys = kBindingGovernanceLakeFormation},
    {.id = ObjectId::kBindingGovernance, .what = "binding governance", .keys = kBindingGovernance},
};

} // namespace

std::span<const ObjectRule> general_govern_objects() {
    return kObjects;
}

} // namespace weir
