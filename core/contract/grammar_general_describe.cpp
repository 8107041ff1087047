// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: what describes:
// semantics, quality, objectives, life cycle, docs.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kDqRuleTypeValues[] = {"freshness", "completeness", "uniqueness",        "valid_values",
                                                  "accuracy",  "schema",       "anomaly_detection", "drift_detection"};
constexpr std::string_view kDqRuleOperatorValues[] = {">=", ">", "<=", "<", "==", "!="};
constexpr std::string_view kDqRuleSeverityValues[] = {"info", "warn", "error", "critical"};
constexpr std::string_view kLifecycleStateValues[] = {"preview", "active", "deprecated", "retired"};
constexpr std::string_view kObservabilityOnBreachTypeValues[] = {"slack", "email", "webhook", "pagerduty", "custom"};
constexpr std::string_view kObservabilityOnBreachSeverityValues[] = {"info", "warning", "critical"};
constexpr std::string_view kObservabilityAlertChannelsKindValues[] = {"log", "file", "webhook"};
constexpr std::string_view kMachineLearningModelsTypeValues[] = {"classification", "regression", "clustering",
                                                                 "recommendation", "other"};
constexpr std::string_view kMachineLearningFrameworkValues[] = {"mlflow", "kubeflow", "sagemaker", "vertex_ai",
                                                                "custom"};
constexpr std::string_view kSemanticModelEntitiesTypeValues[] = {"primary", "foreign", "unique", "natural"};
constexpr std::string_view kSemanticModelMeasuresNonAdditiveDimensionWindowChoiceValues[] = {"min", "max"};
constexpr std::string_view kSemanticModelMeasuresAggValues[] = {"sum", "avg", "count",  "count_distinct",
                                                                "min", "max", "median", "percentile"};
constexpr std::string_view kSemanticModelDimensionsTypeParamsTimeGranularityValues[] = {
    "day", "week", "month", "quarter", "year", "hour", "minute"};
constexpr std::string_view kSemanticModelDimensionsTypeValues[] = {"categorical", "time"};
constexpr std::string_view kSemanticModelMetricsTypeValues[] = {"simple", "derived", "ratio"};

constexpr KeyRule kDescriptionObject[] = {
    {.name = "purpose", .shape = Shape::String},
    {.name = "usage", .shape = Shape::String},
    {.name = "limitations", .shape = Shape::String},
};

constexpr KeyRule kDqSpec[] = {
    {.name = "rules", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kDqRule},
    {.name = "monitoring", .shape = Shape::Object, .child = ObjectId::kDqSpecMonitoring},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kDqSpecMonitoring[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "window", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "owner", .shape = Shape::String},
};

constexpr KeyRule kDqRule[] = {
    {.name = "id", .shape = Shape::String, .required = true},
    {.name = "type", .shape = Shape::String, .required = true, .values = kDqRuleTypeValues},
    {.name = "selector", .shape = Shape::String},
    {.name = "threshold", .shape = Shape::Number},
    {.name = "operator", .shape = Shape::String, .values = kDqRuleOperatorValues},
    {.name = "window", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "severity", .shape = Shape::String, .required = true, .values = kDqRuleSeverityValues},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposeQoS[] = {
    {.name = "availability", .shape = Shape::String, .pattern = Pattern::Percent},
    {.name = "freshnessSLO", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "dataLossSLO", .shape = Shape::String},
    {.name = "latencyP95", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "completenessTarget", .shape = Shape::Number, .minimum = 0, .maximum = 1},
    {.name = "errorBudget", .shape = Shape::Number, .minimum = 0, .maximum = 1},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLifecycle[] = {
    {.name = "state", .shape = Shape::String, .values = kLifecycleStateValues},
    {.name = "retention", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "deprecationPolicy", .shape = Shape::Object, .child = ObjectId::kLifecycleDeprecationPolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kLifecycleDeprecationPolicy[] = {
    {.name = "noticePeriod", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "contact", .shape = Shape::String},
    {.name = "replacement", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposeLifecycle[] = {
    {.name = "state", .shape = Shape::String, .values = kLifecycleStateValues},
    {.name = "retention", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "expire", .shape = Shape::Boolean},
    {.name = "deprecationPolicy", .shape = Shape::Object, .child = ObjectId::kExposeLifecycleDeprecationPolicy},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kExposeLifecycleDeprecationPolicy[] = {
    {.name = "noticePeriod", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "contact", .shape = Shape::String},
    {.name = "replacement", .shape = Shape::String},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kDocs[] = {
    {.name = "homepage", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "runbook", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "dictionary", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "changeLog", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kObservability[] = {
    {.name = "metrics", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kObservabilityMetrics},
    {.name = "onBreach", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kObservabilityOnBreach},
    {.name = "defaultSLIs", .shape = Shape::Object, .child = ObjectId::kDefaultSLIs},
    {.name = "alert", .shape = Shape::Object, .child = ObjectId::kObservabilityAlert},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kObservabilityMetrics[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "source", .shape = Shape::String, .required = true},
    {.name = "sli", .shape = Shape::String},
};

constexpr KeyRule kObservabilityOnBreach[] = {
    {.name = "type", .shape = Shape::String, .required = true, .values = kObservabilityOnBreachTypeValues},
    {.name = "channel", .shape = Shape::String},
    {.name = "target", .shape = Shape::String},
    {.name = "url", .shape = Shape::String, .pattern = Pattern::Link},
    {.name = "severity", .shape = Shape::String, .values = kObservabilityOnBreachSeverityValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kObservabilityAlert[] = {
    {.name = "channels", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kObservabilityAlertChannels},
};

constexpr KeyRule kObservabilityAlertChannels[] = {
    {.name = "kind", .shape = Shape::String, .required = true, .values = kObservabilityAlertChannelsKindValues},
    {.name = "path", .shape = Shape::String},
    {.name = "url", .shape = Shape::String, .pattern = Pattern::Link},
};

constexpr KeyRule kMachineLearningModelsValidation[] = {
    {.name = "metrics", .shape = Shape::List, .item = Shape::String},
    {.name = "thresholds", .shape = Shape::Object},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kMachineLearningModels[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "version", .shape = Shape::String, .required = true, .pattern = Pattern::Semver},
    {.name = "type", .shape = Shape::String, .required = true, .values = kMachineLearningModelsTypeValues},
    {.name = "algorithm", .shape = Shape::String},
    {.name = "features", .shape = Shape::List, .item = Shape::String},
    {.name = "target", .shape = Shape::String},
    {.name = "validation", .shape = Shape::Object, .child = ObjectId::kMachineLearningModelsValidation},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kMachineLearning[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "framework", .shape = Shape::String, .values = kMachineLearningFrameworkValues},
    {.name = "models", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kMachineLearningModels},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kSemanticModelEntities[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "type", .shape = Shape::String, .required = true, .values = kSemanticModelEntitiesTypeValues},
    {.name = "expr", .shape = Shape::String},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
};

constexpr KeyRule kSemanticModelMeasuresAggParams[] = {
    {.name = "percentile", .shape = Shape::Number, .minimum = 0, .maximum = 1},
    {.name = "useDiscretePercentile", .shape = Shape::Boolean},
};

constexpr KeyRule kSemanticModelMeasuresNonAdditiveDimension[] = {
    {.name = "name", .shape = Shape::String},
    {.name = "windowChoice",
     .shape = Shape::String,
     .values = kSemanticModelMeasuresNonAdditiveDimensionWindowChoiceValues},
};

constexpr KeyRule kSemanticModelMeasures[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "agg", .shape = Shape::String, .required = true, .values = kSemanticModelMeasuresAggValues},
    {.name = "expr", .shape = Shape::String},
    {.name = "aggParams", .shape = Shape::Object, .child = ObjectId::kSemanticModelMeasuresAggParams},
    {.name = "aggTimeDimension", .shape = Shape::String},
    {.name = "nonAdditiveDimension",
     .shape = Shape::Object,
     .child = ObjectId::kSemanticModelMeasuresNonAdditiveDimension},
    {.name = "createMetric", .shape = Shape::Boolean},
};

constexpr KeyRule kSemanticModelDimensionsTypeParams[] = {
    {.name = "timeGranularity",
     .shape = Shape::String,
     .values = kSemanticModelDimensionsTypeParamsTimeGranularityValues},
};

constexpr KeyRule kSemanticModelDimensions[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "type", .shape = Shape::String, .required = true, .values = kSemanticModelDimensionsTypeValues},
    {.name = "expr", .shape = Shape::String},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "typeParams", .shape = Shape::Object, .child = ObjectId::kSemanticModelDimensionsTypeParams},
};

constexpr KeyRule kSemanticModelMetrics[] = {
    {.name = "name", .shape = Shape::String, .required = true},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "type", .shape = Shape::String, .required = true, .values = kSemanticModelMetricsTypeValues},
    {.name = "measure", .shape = Shape::String},
    {.name = "filter", .shape = Shape::String},
    {.name = "inputMetrics", .shape = Shape::List, .item = Shape::String},
    {.name = "expr", .shape = Shape::String},
    {.name = "numerator", .shape = Shape::String},
    {.name = "denominator", .shape = Shape::String},
    {.name = "owner", .shape = Shape::String},
};

constexpr KeyRule kSemanticModel[] = {
    {.name = "name", .shape = Shape::String},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "defaultAggTimeDimension", .shape = Shape::String},
    {.name = "entities", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kSemanticModelEntities},
    {.name = "measures", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kSemanticModelMeasures},
    {.name = "dimensions", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kSemanticModelDimensions},
    {.name = "metrics", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kSemanticModelMetrics},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kDefaultSLIsFreshness[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "threshold", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "severity", .shape = Shape::String, .values = kObservabilityOnBreachSeverityValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kDefaultSLIsCompleteness[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "threshold", .shape = Shape::Number, .minimum = 0, .maximum = 1},
    {.name = "severity", .shape = Shape::String, .values = kObservabilityOnBreachSeverityValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kDefaultSLIsLatency[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "threshold", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "percentile", .shape = Shape::Number, .minimum = 0, .maximum = 100},
    {.name = "severity", .shape = Shape::String, .values = kObservabilityOnBreachSeverityValues},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr KeyRule kDefaultSLIs[] = {
    {.name = "enabled", .shape = Shape::Boolean},
    {.name = "freshness", .shape = Shape::Object, .child = ObjectId::kDefaultSLIsFreshness},
    {.name = "completeness", .shape = Shape::Object, .child = ObjectId::kDefaultSLIsCompleteness},
    {.name = "latency", .shape = Shape::Object, .child = ObjectId::kDefaultSLIsLatency},
    {.name = "tags",
     .shape = Shape::List,
     .item = Shape::String,
     .pattern = Pattern::Tag,
     .unique = true,
     .doc = "Short lower-case words to find it by."},
    {.name = "labels", .shape = Shape::TextMap, .doc = "Free pairs of texts."},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kDescriptionObject, .what = "description object", .keys = kDescriptionObject},
    {.id = ObjectId::kDqSpec, .what = "dq spec", .keys = kDqSpec},
    {.id = ObjectId::kDqSpecMonitoring, .what = "dq spec monitoring", .keys = kDqSpecMonitoring},
    {.id = ObjectId::kDqRule, .what = "dq rule", .keys = kDqRule},
    {.id = ObjectId::kExposeQoS, .what = "expose qo s", .keys = kExposeQoS},
    {.id = ObjectId::kLifecycle, .what = "lifecycle", .keys = kLifecycle},
    {.id = ObjectId::kLifecycleDeprecationPolicy,
     .what = "lifecycle deprecation policy",
     .keys = kLifecycleDeprecationPolicy},
    {.id = ObjectId::kExposeLifecycle, .what = "expose lifecycle", .keys = kExposeLifecycle},
    {.id = ObjectId::kExposeLifecycleDeprecationPolicy,
     .what = "expose lifecycle deprecation policy",
     .keys = kExposeLifecycleDeprecationPolicy},
    {.id = ObjectId::kDocs, .what = "docs", .keys = kDocs},
    {.id = ObjectId::kObservability, .what = "observability", .keys = kObservability},
    {.id = ObjectId::kObservabilityMetrics, .what = "observability metrics", .keys = kObservabilityMetrics},
    {.id = ObjectId::kObservabilityOnBreach, .what = "observability on breach", .keys = kObservabilityOnBreach},
    {.id = ObjectId::kObservabilityAlert, .what = "observability alert", .keys = kObservabilityAlert},
    {.id = ObjectId::kObservabilityAlertChannels,
     .what = "observability alert channels",
     .keys = kObservabilityAlertChannels},
    {.id = ObjectId::kMachineLearningModelsValidation,
     .what = "machine learning models validation",
     .keys = kMachineLearningModelsValidation},
    {.id = ObjectId::kMachineLearningModels, .what = "machine learning models", .keys = kMachineLearningModels},
    {.id = ObjectId::kMachineLearning, .what = "machine learning", .keys = kMachineLearning},
    {.id = ObjectId::kSemanticModelEntities, .what = "semantic model entities", .keys = kSemanticModelEntities},
    {.id = ObjectId::kSemanticModelMeasuresAggParams,
     .what = "semantic model measures agg params",
     .keys = kSemanticModelMeasuresAggParams},
    {.id = ObjectId::kSemanticModelMeasuresNonAdditiveDimension,
     .what = "semantic model measures non additive dimension",
     .keys = kSemanticModelMeasuresNonAdditiveDimension},
    {.id = ObjectId::kSemanticModelMeasures, .what = "semantic model measures", .keys = kSemanticModelMeasures},
    {.id = ObjectId::kSemanticModelDimensionsTypeParams,
     .what = "semantic model dimensions type params",
     .keys = kSemanticModelDimensionsTypeParams},
    {.id = ObjectId::kSemanticModelDimensions, .what = "semantic model dimensions", .keys = kSemanticModelDimensions},
    {.id = ObjectId::kSemanticModelMetrics, .what = "semantic model metrics", .keys = kSemanticModelMetrics},
    {.id = ObjectId::kSemanticModel, .what = "semantic model", .keys = kSemanticModel},
    {.id = ObjectId::kDefaultSLIsFreshness, .what = "default s l is freshness", .keys = kDefaultSLIsFreshness},
    {.id = ObjectId::kDefaultSLIsCompleteness, .what = "default s l is completeness", .keys = kDefaultSLIsCompleteness},
    {.id = ObjectId::kDefaultSLIsLatency, .what = "default s l is latency", .keys = kDefaultSLIsLatency},
    {.id = ObjectId::kDefaultSLIs, .what = "default s l is", .keys = kDefaultSLIs},
};

} // namespace

std::span<const ObjectRule> general_describe_objects() {
    return kObjects;
}

} // namespace weir
