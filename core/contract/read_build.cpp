// A build and its deployment: contract.md sections 2 and 4.

#include "contract/reading.h"
#include "contract/shape.h"

namespace weir {

namespace {

FlinkSource read_source(Context& context, Place at) {
    const Fields fields(context, at);
    FlinkSource source;
    source.at = at;
    source.bootstrap_servers = fields.text("bootstrapServers");
    source.group_id = fields.text("groupId");
    source.schema_registry_url = fields.text("schemaRegistryUrl");
    if (const Text mode = fields.text("startupMode"); mode.present()) {
        source.startup_mode = {
            mode.value == "earliest-offset" ? StartupMode::EarliestOffset : StartupMode::GroupOffsets, mode.at};
    }
    return source;
}

Resources read_resources(Context& context, Place at) {
    const Fields fields(context, at);
    Resources resources;
    resources.at = at;
    resources.cpu = fields.real("cpu");
    resources.memory = fields.text("memory");
    resources.slots = fields.whole("slots");
    return resources;
}

void read_flink(Context& context, Place at, Build& build) {
    const Fields fields(context, at);
    build.flink_at = at;
    build.management = fields.text("management");
    if (const Place source = fields.mapping("source"); source.known()) {
        build.source = read_source(context, source);
    }
    if (const Place event_time = fields.mapping("eventTime"); event_time.known()) {
        const Fields inner(context, event_time);
        build.event_time = EventTime{event_time, inner.text("column"), inner.whole("delaySeconds")};
    }
    if (const Place deployment = fields.mapping("deployment"); deployment.known()) {
        build.deployment = read_deployment(context, deployment);
    }
    if (const Place verification = fields.mapping("verification"); verification.known()) {
        const Fields inner(context, verification);
        build.verification =
            Verification{verification, inner.whole("maxCheckpointAgeSeconds"), inner.whole("maxSnapshotAgeSeconds")};
    }
}

void read_properties(Context& context, Place at, Build& build) {
    const Fields fields(context, at);
    build.properties_at = at;
    build.language = fields.text("language");
    build.sql = fields.text("sql");
    if (build.managed) {
        if (const Place stream = fields.mapping("stream"); stream.known()) {
            build.stream = read_stream(context, stream);
        }
        if (const Place mapping = fields.mapping("mapping"); mapping.known()) {
            build.mapping = read_mapping(context, mapping);
        }
        build.mapping_open = (fields.intended("mapping") && !build.mapping) || fields.broken("sql", build.sql.at);
    }
    const Place parameters = fields.mapping("parameters");
    if (!parameters.known()) {
        return;
    }
    const Place flink = Fields(context, parameters).mapping("flink");
    if (!flink.known()) {
        return;
    }
    if (build.managed) {
        read_flink(context, flink, build);
    } else {
        build.management = Fields(context, flink).text("management");
    }
}

} // namespace

FlinkDeployment read_deployment(Context& context, Place at) {
    const Fields fields(context, at);
    FlinkDeployment deployment;
    deployment.at = at;
    deployment.name = fields.text("name");
    deployment.name_space = fields.text("namespace");
    deployment.context = fields.text("context");
    deployment.service_account = fields.text("serviceAccount");
    deployment.image = fields.text("image");
    deployment.flink_version = fields.text("flinkVersion");
    deployment.checkpoint_uri = fields.text("checkpointUri");
    deployment.savepoint_uri = fields.text("savepointUri");
    deployment.ha_uri = fields.text("haUri");
    deployment.state_endpoint = fields.text("stateEndpoint");
    deployment.state_path_style_access = fields.flag("statePathStyleAccess");
    deployment.state = fields.text("state");
    deployment.secret_refs = texts_of(context, fields.list("secretRefs"));
    deployment.parallelism = fields.whole("parallelism");
    deployment.checkpoint_interval_seconds = fields.whole("checkpointIntervalSeconds");
    if (const Place job_manager = fields.mapping("jobManager"); job_manager.known()) {
        deployment.job_manager = read_resources(context, job_manager);
    }
    if (const Place task_manager = fields.mapping("taskManager"); task_manager.known()) {
        deployment.task_manager = read_resources(context, task_manager);
    }
    return deployment;
}

Build read_build(Context& context, Place at) {
    Build build;
    build.at = at;
    if (context.doc.node(at.node).kind != NodeKind::Mapping) {
        return build;
    }
    const Fields fields(context, at);
    build.managed = context.contract.managed && asks_for_management(context.doc, at.node);
    build.id = fields.text("id");
    build.engine = fields.text("engine");
    build.pattern = fields.text("pattern");
    build.outputs_at = fields.list("outputs");
    build.outputs = texts_of(context, build.outputs_at);
    if (const Place execution = fields.mapping("execution"); execution.known()) {
        const Fields inner(context, execution);
        if (const Place trigger = inner.mapping("trigger"); trigger.known()) {
            build.trigger_type = Fields(context, trigger).text("type");
        }
        if (const Place runtime = inner.mapping("runtime"); runtime.known()) {
            build.platform = Fields(context, runtime).text("platform");
        }
    }
    if (const Place properties = fields.mapping("properties"); properties.known()) {
        read_properties(context, properties, build);
    }
    return build;
}

} // namespace weir
