// The general shape of fluidVersion 0.7.3 to 0.7.6, and of what a managed contract shares with it: Airflow's DAGs,
// tasks and sensors.

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::string_view kAirflowOrchestrationTaskDefaultsErrorHandlingOnErrorActionValues[] = {
    "notify", "create_incident", "log", "custom"};
constexpr std::string_view kAirflowOrchestrationTaskDefaultsErrorHandlingOnErrorSeverityValues[] = {"low", "medium",
                                                                                                    "high", "critical"};
constexpr std::string_view kAirflowOrchestrationTaskDefaultsErrorHandlingOnErrorWhenValues[] = {
    "always", "maxAttemptsExceeded", "nonRetryableError"};
constexpr std::string_view kAirflowOrchestrationTaskDefaultsErrorHandlingStrategyValues[] = {
    "fixed", "exponential_backoff", "linear_backoff"};
constexpr std::string_view kAirflowOrchestrationTaskDefaultsTriggerRuleValues[] = {
    "all_success", "all_failed", "all_done", "one_success", "one_failed", "none_failed", "none_skipped"};
constexpr std::string_view kAirflowTaskTypeValues[] = {
    "provider_action", "fluid_validate", "fluid_plan",     "fluid_apply",     "fluid_execute",
    "fluid_verify",    "fluid_dq_check", "bash",           "python",          "branch_python",
    "sensor",          "email",          "http",           "snowflake_query", "bigquery_query",
    "bigquery_job",    "glue_job",       "databricks_job", "custom"};
constexpr std::string_view kAirflowTaskProviderValues[] = {"aws",   "gcp",        "azure", "snowflake", "databricks",
                                                           "kafka", "kubernetes", "local", "custom"};
constexpr std::string_view kAirflowTaskUpdateValues[] = {"replace", "append", "merge", "upsert"};
constexpr std::string_view kAirflowTaskSerializerValues[] = {"json", "pickle", "cloudpickle", "custom"};
constexpr std::string_view kAirflowSensorTypeValues[] = {
    "FileSensor", "ExternalTaskSensor", "TimeSensor", "HttpSensor", "S3KeySensor", "GCSObjectSensor", "custom"};
constexpr std::string_view kAirflowSensorModeValues[] = {"poke", "reschedule"};

constexpr KeyRule kAirflowTaskProduces[] = {
    {.name = "exposeId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "dataset", .shape = Shape::String},
    {.name = "updateStrategy", .shape = Shape::String, .values = kAirflowTaskUpdateValues},
};

constexpr KeyRule kAirflowTaskDependency[] = {
    {.name = "productId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "exposeId", .shape = Shape::String, .required = true, .pattern = Pattern::Identifier},
    {.name = "versionConstraint", .shape = Shape::String},
    {.name = "awaitFreshness", .shape = Shape::String, .pattern = Pattern::Duration},
};

constexpr KeyRule kAirflowTaskXcomPush[] = {
    {.name = "key", .shape = Shape::String},
    {.name = "value", .shape = Shape::Any},
    {.name = "serializer", .shape = Shape::String, .values = kAirflowTaskSerializerValues},
};

constexpr KeyRule kAirflowTaskXcomPull[] = {
    {.name = "key", .shape = Shape::String},
    {.name = "task_id", .shape = Shape::String},
    {.name = "dag_id", .shape = Shape::String},
    {.name = "map_indexes", .shape = Shape::List},
};

constexpr KeyRule kAirflowTaskXcom[] = {
    {.name = "push", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAirflowTaskXcomPush},
    {.name = "pull", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAirflowTaskXcomPull},
};

constexpr KeyRule kAirflowTaskAccess[] = {
    {.name = "requiredRoles", .shape = Shape::List, .item = Shape::String},
    {.name = "approvalRequired", .shape = Shape::Boolean},
    {.name = "approvers", .shape = Shape::List, .item = Shape::String},
};

constexpr KeyRule kAirflowTaskCostCompute[] = {
    {.name = "units", .shape = Shape::Number},
    {.name = "pricePerUnit", .shape = Shape::Number},
    {.name = "currency", .shape = Shape::String},
};

constexpr KeyRule kAirflowTaskCostStorage[] = {
    {.name = "units", .shape = Shape::Number},
    {.name = "pricePerUnit", .shape = Shape::Number},
};

constexpr KeyRule kAirflowTaskCostBudget[] = {
    {.name = "monthly", .shape = Shape::Number},
    {.name = "stopOnExceed", .shape = Shape::Boolean},
    {.name = "alertOnExceed", .shape = Shape::Boolean},
};

constexpr KeyRule kAirflowTaskCost[] = {
    {.name = "compute", .shape = Shape::Object, .child = ObjectId::kAirflowTaskCostCompute},
    {.name = "storage", .shape = Shape::Object, .child = ObjectId::kAirflowTaskCostStorage},
    {.name = "total", .shape = Shape::Number},
    {.name = "trackActual", .shape = Shape::Boolean},
    {.name = "alertThreshold", .shape = Shape::Number},
    {.name = "budget", .shape = Shape::Object, .child = ObjectId::kAirflowTaskCostBudget},
};

constexpr KeyRule kAirflowTask[] = {
    {.name = "taskId", .shape = Shape::String, .required = true, .pattern = Pattern::DagId},
    {.name = "type", .shape = Shape::String, .values = kAirflowTaskTypeValues},
    {.name = "operator", .shape = Shape::String},
    {.name = "provider", .shape = Shape::String, .values = kAirflowTaskProviderValues},
    {.name = "action", .shape = Shape::String, .pattern = Pattern::ProviderAction},
    {.name = "buildStepRef", .shape = Shape::String},
    {.name = "dependencies", .shape = Shape::List, .item = Shape::String},
    {.name = "params", .shape = Shape::Object},
    {.name = "produces", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAirflowTaskProduces},
    {.name = "dataProductDependencies",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kAirflowTaskDependency},
    {.name = "overrides", .shape = Shape::Object},
    {.name = "doc", .shape = Shape::String},
    {.name = "docMd", .shape = Shape::String},
    {.name = "uiColor", .shape = Shape::String},
    {.name = "uiFgcolor", .shape = Shape::String},
    {.name = "xcom", .shape = Shape::Object, .child = ObjectId::kAirflowTaskXcom},
    {.name = "accessControl", .shape = Shape::Object, .child = ObjectId::kAirflowTaskAccess},
    {.name = "costEstimate", .shape = Shape::Object, .child = ObjectId::kAirflowTaskCost},
};

constexpr KeyRule kAirflowSensor[] = {
    {.name = "taskId", .shape = Shape::String, .required = true},
    {.name = "sensorType", .shape = Shape::String, .required = true, .values = kAirflowSensorTypeValues},
    {.name = "params", .shape = Shape::Object},
    {.name = "pokInterval", .shape = Shape::Integer, .minimum = 1},
    {.name = "timeout", .shape = Shape::Integer, .minimum = 1},
    {.name = "mode", .shape = Shape::String, .values = kAirflowSensorModeValues},
    {.name = "dependencies", .shape = Shape::List, .item = Shape::String},
};

constexpr KeyRule kAirflowOrchestrationDagConfig[] = {
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "schedule", .shape = Shape::String},
    {.name = "startDate", .shape = Shape::String},
    {.name = "endDate", .shape = Shape::String},
    {.name = "catchup", .shape = Shape::Boolean},
    {.name = "maxActiveRuns", .shape = Shape::Integer, .minimum = 1},
    {.name = "dagRunTimeout", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "defaultArgs", .shape = Shape::Object},
    {.name = "tags", .shape = Shape::List, .item = Shape::String, .doc = "Short lower-case words to find it by."},
    {.name = "onSuccessCallback", .shape = Shape::String},
    {.name = "onFailureCallback", .shape = Shape::String},
    {.name = "slaCallback", .shape = Shape::String},
};

constexpr KeyRule kAirflowOrchestrationTaskDefaultsErrorHandlingOnError[] = {
    {.name = "action",
     .shape = Shape::String,
     .values = kAirflowOrchestrationTaskDefaultsErrorHandlingOnErrorActionValues},
    {.name = "channel", .shape = Shape::String},
    {.name = "severity",
     .shape = Shape::String,
     .values = kAirflowOrchestrationTaskDefaultsErrorHandlingOnErrorSeverityValues},
    {.name = "when", .shape = Shape::String, .values = kAirflowOrchestrationTaskDefaultsErrorHandlingOnErrorWhenValues},
};

constexpr KeyRule kAirflowOrchestrationTaskDefaultsErrorHandling[] = {
    {.name = "strategy",
     .shape = Shape::String,
     .values = kAirflowOrchestrationTaskDefaultsErrorHandlingStrategyValues},
    {.name = "retryableErrors", .shape = Shape::List, .item = Shape::String},
    {.name = "nonRetryableErrors", .shape = Shape::List, .item = Shape::String},
    {.name = "onError",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kAirflowOrchestrationTaskDefaultsErrorHandlingOnError},
};

constexpr KeyRule kAirflowOrchestrationTaskDefaults[] = {
    {.name = "retries", .shape = Shape::Integer, .minimum = 0},
    {.name = "retryDelay", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "executionTimeout", .shape = Shape::String, .pattern = Pattern::Duration},
    {.name = "pool", .shape = Shape::String},
    {.name = "queue", .shape = Shape::String},
    {.name = "priority", .shape = Shape::Integer},
    {.name = "triggerRule", .shape = Shape::String, .values = kAirflowOrchestrationTaskDefaultsTriggerRuleValues},
    {.name = "errorHandling",
     .shape = Shape::Object,
     .child = ObjectId::kAirflowOrchestrationTaskDefaultsErrorHandling},
};

constexpr KeyRule kAirflowOrchestrationTaskGroups[] = {
    {.name = "groupId", .shape = Shape::String, .required = true},
    {.name = "description", .shape = Shape::String, .doc = "In words for people."},
    {.name = "tasks", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAirflowTask},
};

constexpr KeyRule kAirflowOrchestration[] = {
    {.name = "dagId", .shape = Shape::String, .required = true, .pattern = Pattern::DagId, .doc = "Name of the DAG."},
    {.name = "dagConfig", .shape = Shape::Object, .child = ObjectId::kAirflowOrchestrationDagConfig},
    {.name = "taskDefaults", .shape = Shape::Object, .child = ObjectId::kAirflowOrchestrationTaskDefaults},
    {.name = "tasks", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAirflowTask, .not_empty = true},
    {.name = "sensors", .shape = Shape::List, .item = Shape::Object, .child = ObjectId::kAirflowSensor},
    {.name = "taskGroups",
     .shape = Shape::List,
     .item = Shape::Object,
     .child = ObjectId::kAirflowOrchestrationTaskGroups},
};

constexpr ObjectRule kObjects[] = {
    {.id = ObjectId::kAirflowOrchestrationDagConfig,
     .what = "airflow orchestration dag config",
     .keys = kAirflowOrchestrationDagConfig,
     .open = true},
    {.id = ObjectId::kAirflowOrchestrationTaskDefaultsErrorHandlingOnError,
     .what = "airflow orchestration task defaults error handling on error",
     .keys = kAirflowOrchestrationTaskDefaultsErrorHandlingOnError,
     .open = true},
    {.id = ObjectId::kAirflowOrchestrationTaskDefaultsErrorHandling,
     .what = "airflow orchestration task defaults error handling",
     .keys = kAirflowOrchestrationTaskDefaultsErrorHandling,
     .open = true},
    {.id = ObjectId::kAirflowOrchestrationTaskDefaults,
     .what = "airflow orchestration task defaults",
     .keys = kAirflowOrchestrationTaskDefaults,
     .open = true},
    {.id = ObjectId::kAirflowOrchestrationTaskGroups,
     .what = "airflow orchestration task groups",
     .keys = kAirflowOrchestrationTaskGroups,
     .open = true},
    {.id = ObjectId::kAirflowOrchestration,
     .what = "airflow orchestration",
     .keys = kAirflowOrchestration,
     .open = true},
    {.id = ObjectId::kAirflowTask, .what = "a task", .keys = kAirflowTask, .open = true},
    {.id = ObjectId::kAirflowTaskProduces, .what = "what a task produces", .keys = kAirflowTaskProduces, .open = true},
    {.id = ObjectId::kAirflowTaskDependency,
     .what = "a dependency of a task",
     .keys = kAirflowTaskDependency,
     .open = true},
    {.id = ObjectId::kAirflowTaskXcom, .what = "xcom", .keys = kAirflowTaskXcom, .open = true},
    {.id = ObjectId::kAirflowTaskXcomPush, .what = "a pushed value", .keys = kAirflowTaskXcomPush, .open = true},
    {.id = ObjectId::kAirflowTaskXcomPull, .what = "a pulled value", .keys = kAirflowTaskXcomPull, .open = true},
    {.id = ObjectId::kAirflowTaskAccess, .what = "accessControl", .keys = kAirflowTaskAccess, .open = true},
    {.id = ObjectId::kAirflowTaskCost, .what = "costEstimate", .keys = kAirflowTaskCost, .open = true},
    {.id = ObjectId::kAirflowTaskCostCompute, .what = "compute", .keys = kAirflowTaskCostCompute, .open = true},
    {.id = ObjectId::kAirflowTaskCostStorage, .what = "storage", .keys = kAirflowTaskCostStorage, .open = true},
    {.id = ObjectId::kAirflowTaskCostBudget, .what = "budget", .keys = kAirflowTaskCostBudget, .open = true},
    {.id = ObjectId::kAirflowSensor, .what = "a sensor", .keys = kAirflowSensor, .open = true},
};

} // namespace

std::span<const ObjectRule> general_airflow_objects() {
    return kObjects;
}

} // namespace weir
