// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: the root, metadata,
// lineage and consumers.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kVersions[] = {"0.7.3", "0.7.4", "0.7.5", "0.7.6", kLaneVersion};
constexpr std::string_view kRootKindValues[] = {"DataProduct", "MLPipeline"};
constexpr std::string_view kMetadataProductTypeValues[] = {"SDP", "ADP", "CDP"};
constexpr std::string_view kMetadataClassificationValues[] = {"public", "internal", "confidential", "restricted"};
constexpr std::string_view kLineageGranularityValues[] = {"table_level", "field_level"};
constexpr std::string_view kLineageUpstreamRelationshipValues[] = {"direct_consumption", "lookup_enrichment",
                                                                   "aggregation"};
constexpr std::string_view kLineageUpstreamFieldMappingsTransformationTypeValues[] = {"direct_mapping", "aggregation",
                                                                                      "calculation", "lookup"};
constexpr std::string_view kLineageDownstreamImpactValues[] = {"critical", "high", "medium", "low"};
constexpr std::string_view kSchemaEvolutionStrategyValues[] = {"semantic_versioning", "date_based", "sequential"};
constexpr std::string_view kSchemaEvolutionCompatibilityValues[] = {"backward_compatible", "forward_compatible",
                                                                    "full_compatible", "breaking"};
constexpr std::string_view kConsumerRefTypeValues[] = {"dashboard", "notebook", "analysis", "ml", "application"};
constexpr std::string_view kConsumerRefMaturityValues[] = {"high", "medium", "low"};

constexpr KeyRule kRoot[] = {
    {.name = "extensions", .shape = Shape::Object, .doc = "Free room for your own keys."},
    {.name = "fluidVersion",
     .shape = Shape::String,
     .required = true,
     .values = kVersions,
     .judged_later = true,
     .doc = "Version of the contract language, 0.7.3 to 0.7.7; 0.7.7 is the one with managed Flink builds."},
    {.name = "kind",
     .shape = Shape::String,
     .required = true,
     .values = kRootKindValues,
     .doc = "DataProduct, or MLPipeline where nothing is managed."},
    {.name = "id",
     .shape = Shape::String,
     .required = true,
     .pattern = Pattern::Identifier,
     .doc = "Name of the product, unique among your products."},
    {.name = "name",
     .shape = Shape::String,
     .required = true,
     .not_empty = true,
     .doc = "Title of the product for people."},
    {.name = "description",
     .shape = Shape::TextOrObject,
     .child = ObjectId::kDescriptionObject,
     .doc = "In words for people."},
    {.name = "domain", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "metadata",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kMetadata,
     .doc = "Who owns the product and how it is classed."},
    {.name = "exposes",
     .shape = Shape::List,
     .item = Shape::Object,
     .required = true,
     .child = ObjectId::kExpose,
     .lane_child = ObjectId::kLaneExpose,
     .not_empty = true,
     .doc = "What the product offers: at least one table, topic or view."},
    {.name = "consumes",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kConsumeRef,
     .doc = "Exposes of other products that this one reads."},
    {.name = "builds",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kBuild,
     .lane_child = ObjectId::kLaneBuild,
     .doc = "How the exposes are made."},
    {.name = "build",
     .shape = Shape::Object,
     .child = ObjectId::kBuild,
     .doc = "Old spelling of builds with one build."},
    {.name = "lineage", .shape = Shape::Object, .child = ObjectId::kLineage},
    {.name = "schemaEvolution", .shape = Shape::Object, .child = ObjectId::kSchemaEvolution},
    {.name = "machineLearning", .shape = Shape::Object, .child = ObjectId::kMachineLearning},
    {.name = "environments",
     .shape = Shape::ObjectMap,
     .child = ObjectId::kEnvironmentConfig,
     .doc = "Overrides per environment."},
    {.name = "lifecycle", .shape = Shape::Object, .child = ObjectId::kLifecycle},
    {.name = "docs", .shape = Shape::Object, .child = ObjectId::kDocs},
    {.name = "sovereignty", .shape = Shape::Object, .child = ObjectId::kSovereignty},
    {.name = "accessPolicy",
     .shape = Shape::Object,
     .lane = Lane::Unenforced,
     .child = ObjectId::kAccessPolicy,
     .doc = "Grants for platforms that enforce them."},
    {.name = "orchestration", .shape = Shape::Object, .child = ObjectId::kOrchestration},
    {.name = "retention", .shape = Shape::Object, .child = ObjectId::kRetention},
    {.name = "consumers", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kConsumerRef},
    {.name = "governance",
     .shape = Shape::Object,
     .lane = Lane::Unenforced,
     .child = ObjectId::kGovernance,
     .doc = "Access rules for platforms that enforce them."},
    {.name = "packaging", .shape = Shape::Object, .child = ObjectId::kPackaging},
};

constexpr KeyRule kMetadata[] = {
    {.name = "provenance", .shape = Shape::Object, .child = ObjectId::kProvenance},
    {.name = "layer", .shape = Shape::String, .doc = "Bronze, Silver or Gold, or your own word."},
    {.name = "productType",
     .shape = Shape::String,
     .values = kMetadataProductTypeValues,
     .doc = "Source-aligned, aggregate or consumer-aligned."},
    {.name = "classification", .shape = Shape::String, .values = kMetadataClassificationValues},
    {.name = "experimental", .shape = Shape::List, .item = Shape::String, .unique = true},
    {.name = "owner",
     .shape = Shape::Object,
     .required = true,
     .child = ObjectId::kOwner,
     .not_empty = true,
     .doc = "Who answers for the product."},
    {.name = "team", .shape = Shape::Object, .child = ObjectId::kTeam},
    {.name = "createdAt", .shape = Shape::String},
    {.name = "businessContext", .shape = Shape::Object, .child = ObjectId::kBusinessContext},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
};

constexpr KeyRule kProvenance[] = {
    {.name = "schema_version", .shape = Shape::Integer},
    {.name = "kind", .shape = Shape::String},
    {.name = "generated_at", .shape = Shape::String},
    {.name = "generated_by", .shape = Shape::Object, .child = ObjectId::kProvenanceGeneratedBy},
};

constexpr KeyRule kProvenanceGeneratedBy[] = {
    {.name = "tool", .shape = Shape::String},
    {.name = "version", .shape = Shape::String},
    {.name = "command", .shape = Shape::String},
};

constexpr KeyRule kOwner[] = {
    {.name = "team", .shape = Shape::String},
    {.name = "email", .shape = Shape::String, .pattern = Pattern::Email},
    {.name = "slack", .shape = Shape::String},
    {.name = "oncall", .shape = Shape::String},
};

constexpr KeyRule kTeam[] = {
    {.name = "name", .shape = Shape::String},
    {.name = "members", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kTeamMember},
};

constexpr KeyRule kBusinessContext[] = {
    {.name = "domain", .shape = Shape::String},
    {.name = "subdomain", .shape = Shape::String},
    {.name = "businessCapability", .shape = Shape::String},
    {.name = "valueStream", .shape = Shape::String},
};

constexpr KeyRule kTeamMember[] = {
    {.name = "username", .shape = Shape::String, .required = true},
    {.name = "name", .shape = Shape::String},
    {.name = "role", .shape = Shape::String},
    {.name = "email", .shape = Shape::String, .pattern = Pattern::Email},
};

constexpr KeyRule kConsumeRef[] = {
    {.name = "productId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "exposeId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "contractId", .shape = Shape::String},
    {.name = "versionConstraint", .shape = Shape::String},
    {.name = "qosExpectations", .shape = Shape::Object, .child = ObjectId::kConsumeRefQosExpectations},
    {.name = "requiredPolicies", .shape = Shape::List, .item = Shape::String},
    {.name = "purpose", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
    {.name = "upstreamWorkspace", .shape = Shape::String, .not_empty = true},
    {.name = "upstreamDigest", .shape = Shape::String, .pattern = Pattern::Digest},
};

constexpr KeyRule kConsumeRefQosExpectations[] = {
    {.name = "freshnessMax", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "maxStaleness", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "minCompleteness", .shape = Shape::Number, .minimum = 0, .maximum = 1},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLineage[] = {
    {.name = "granularity", .shape = Shape::String, .values = kLineageGranularityValues},
    {.name = "upstream", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kLineageUpstream},
    {.name = "downstream", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kLineageDownstream},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLineageUpstream[] = {
    {.name = "productId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "exposeId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "fieldMappings",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kLineageUpstreamFieldMappings},
    {.name = "relationship", .shape = Shape::String, .values = kLineageUpstreamRelationshipValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLineageUpstreamFieldMappings[] = {
    {.name = "sourceField", .shape = Shape::String, .required = true},
    {.name = "targetField", .shape = Shape::String, .required = true},
    {.name = "transformation", .shape = Shape::Object, .child = ObjectId::kLineageUpstreamFieldMappingsTransformation},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLineageUpstreamFieldMappingsTransformation[] = {
    {.name = "type", .shape = Shape::String, .values = kLineageUpstreamFieldMappingsTransformationTypeValues},
    {.name = "expression", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLineageDownstream[] = {
    {.name = "consumer", .shape = Shape::String, .pattern = Pattern::Identifier},
    {.name = "impact", .shape = Shape::String, .values = kLineageDownstreamImpactValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kSchemaEvolution[] = {
    {.name = "strategy", .shape = Shape::String, .values = kSchemaEvolutionStrategyValues},
    {.name = "compatibility", .shape = Shape::String, .values = kSchemaEvolutionCompatibilityValues},
    {.name = "changePolicy", .shape = Shape::Object, .child = ObjectId::kSchemaEvolutionChangePolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kSchemaEvolutionChangePolicy[] = {
    {.name = "changeWindowDays", .shape = Shape::Integer, .minimum = 0},
    {.name = "approvalRequired", .shape = Shape::Boolean},
    {.name = "approvers", .shape = Shape::List, .item = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kEnvironmentConfig[] = {
    {.name = "metadata", .shape = Shape::Object, .child = ObjectId::kEnvironmentConfigMetadata},
    {.name = "exposes", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kEnvironmentConfigExposes},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kEnvironmentConfigMetadata[] = {
    {.name = "owner", .shape = Shape::Object, .child = ObjectId::kEnvironmentConfigMetadataOwner},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kEnvironmentConfigMetadataOwner[] = {
    {.name = "team", .shape = Shape::String},
    {.name = "email", .shape = Shape::String},
    {.name = "slack", .shape = Shape::String},
};

constexpr KeyRule kEnvironmentConfigExposes[] = {
    {.name = "exposeId", .shape = Shape::String, .pattern = Pattern::Identifier},
    {.name = "binding", .shape = Shape::Object, .child = ObjectId::kBinding},
    {.name = "qos", .shape = Shape::Object, .child = ObjectId::kExposeQoS},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kConsumerRef[] = {
    {.name = "name", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "label", .shape = Shape::String},
    {.name = "type", .shape = Shape::String, .required = true, .values = kConsumerRefTypeValues},
    {.name = "owner", .shape = Shape::Object, .child = ObjectId::kConsumerRefOwner},
    {.name = "url", .shape = Shape::String},
    {.name = "maturity", .shape = Shape::String, .values = kConsumerRefMaturityValues},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "exposeIds", .shape = Shape::List, .item = Shape::String, .pattern = Pattern::Identifier},
};

constexpr KeyRule kConsumerRefOwner[] = {
    {.name = "team", .shape = Shape::String},
    {.name = "email", .shape = Shape::String, .pattern = Pattern::Email},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kRoot, .what = "a contract", .keys = kRoot},
    {.id = ObjectId::kMetadata, .what = "metadata", .keys = kMetadata},
    {.id = ObjectId::kProvenance, .what = "provenance", .keys = kProvenance, .open = true},
    {.id = ObjectId::kProvenanceGeneratedBy, .what = "generated_by", .keys = kProvenanceGeneratedBy, .open = true},
    {.id = ObjectId::kOwner, .what = "an owner", .keys = kOwner},
    {.id = ObjectId::kTeam, .what = "team", .keys = kTeam},
    {.id = ObjectId::kBusinessContext, .what = "business context", .keys = kBusinessContext},
    {.id = ObjectId::kTeamMember, .what = "team member", .keys = kTeamMember},
    {.id = ObjectId::kConsumeRef, .what = "consume ref", .keys = kConsumeRef},
    {.id = ObjectId::kConsumeRefQosExpectations,
     .what = "consume ref qos expectations",
     .keys = kConsumeRefQosExpectations},
    {.id = ObjectId::kLineage, .what = "lineage", .keys = kLineage},
    {.id = ObjectId::kLineageUpstream, .what = "lineage upstream", .keys = kLineageUpstream},
    {.id = ObjectId::kLineageUpstreamFieldMappings,
     .what = "lineage upstream field mappings",
     .keys = kLineageUpstreamFieldMappings},
    {.id = ObjectId::kLineageUpstreamFieldMappingsTransformation,
     .what = "lineage upstream field mappings transformation",
     .keys = kLineageUpstreamFieldMappingsTransformation},
    {.id = ObjectId::kLineageDownstream, .what = "lineage downstream", .keys = kLineageDownstream},
    {.id = ObjectId::kSchemaEvolution, .what = "schema evolution", .keys = kSchemaEvolution},
    {.id = ObjectId::kSchemaEvolutionChangePolicy,
     .what = "schema evolution change policy",
     .keys = kSchemaEvolutionChangePolicy},
    {.id = ObjectId::kEnvironmentConfig, .what = "environment config", .keys = kEnvironmentConfig},
    {.id = ObjectId::kEnvironmentConfigMetadata,
     .what = "environment config metadata",
     .keys = kEnvironmentConfigMetadata},
    {.id = ObjectId::kEnvironmentConfigMetadataOwner,
     .what = "environment config metadata owner",
     .keys = kEnvironmentConfigMetadataOwner},
    {.id = ObjectId::kEnvironmentConfigExposes,
     .what = "environment config exposes",
     .keys = kEnvironmentConfigExposes},
    {.id = ObjectId::kConsumerRef, .what = "consumer ref", .keys = kConsumerRef},
    {.id = ObjectId::kConsumerRefOwner, .what = "consumer ref owner", .keys = kConsumerRefOwner},
};

} // namespace

std::span<const ObjectRule> general_root_objects() {
    return kObjects;
}

} // namespace weir
