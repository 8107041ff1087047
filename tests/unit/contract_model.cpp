#include "contract_support.h"

using namespace weir;
using namespace weir::test;

TEST_CASE("A full contract is read without a finding") {
    const Result result = read(full_contract());
    INFO(result.all());
    REQUIRE(result.read.findings.empty());
    const Contract& contract = result.read.contract;
    CHECK(contract.managed);
    CHECK(contract.fluid_version.value == "0.7.7");
    CHECK(contract.id.value == "commerce.events");
    CHECK(contract.owner_team.value == "data-platform");
    REQUIRE(contract.builds.size() == 1);
    REQUIRE(contract.exposes.size() == 1);
    CHECK(contract.expose_index("orders") == std::optional<std::size_t>(0));
    CHECK_FALSE(contract.expose_index("order").has_value());
}

TEST_CASE("Every part of a managed build stands in the model") {
    const Result result = read(full_contract());
    const Contract& contract = result.read.contract;
    const Build& build = contract.builds.at(0);
    CHECK(build.managed);
    CHECK(build.management.value == "operator");
    CHECK(build.trigger_type.value == "continuous");
    CHECK(build.platform.value == "kubernetes");
    REQUIRE(build.outputs.size() == 1);
    CHECK(build.outputs[0].value == "orders");
    REQUIRE(build.stream);
    CHECK(build.stream->topic.value == "orders-v1");
    CHECK(build.stream->format.value == ValueFormat::Json);
    CHECK(build.stream->timestamp_format.value == TimestampFormat::Iso8601);
    REQUIRE(build.stream->schema.count == 5);
    REQUIRE(build.mapping);
    REQUIRE(build.mapping->explode);
    CHECK(build.mapping->explode->as.value == "item");
    REQUIRE(build.mapping->columns.size() == 1);
    CHECK(build.mapping->columns[0].from.value == "customer.tier");
    CHECK_FALSE(build.mapping->columns[0].cast.present());
    REQUIRE(build.source);
    CHECK(build.source->startup_mode.value == StartupMode::EarliestOffset);
    REQUIRE(build.event_time);
    CHECK(build.event_time->delay_seconds.value == 5);
    REQUIRE(build.verification);
    CHECK(build.verification->max_snapshot_age_seconds.value == 900);
}

TEST_CASE("A deployment stands in the model") {
    const Result result = read(full_contract());
    REQUIRE(result.read.contract.builds.at(0).deployment);
    const FlinkDeployment& deployment = *result.read.contract.builds[0].deployment;
    CHECK(deployment.name.value == "commerce-orders");
    CHECK(deployment.name_space.value == "data-products");
    CHECK(deployment.state.value == "suspended");
    CHECK(deployment.state_path_style_access.value);
    CHECK(deployment.secret_refs.size() == 2);
    CHECK(deployment.parallelism.value == 4);
    CHECK(deployment.checkpoint_interval_seconds.value == 120);
    REQUIRE(deployment.job_manager);
    CHECK(deployment.job_manager->cpu.value == Approx(0.5));
    REQUIRE(deployment.task_manager);
    CHECK(deployment.task_manager->cpu.value == Approx(2.0));
    CHECK(deployment.task_manager->slots.value == 2);
    CHECK(result.read.contract.paths.str(deployment.ha_uri.at.path) ==
          "builds[0].properties.parameters.flink.deployment.haUri");
}

TEST_CASE("Columns keep their children, key columns their own names, metadata its fixed types") {
    const Result result = read(full_contract());
    const Contract& contract = result.read.contract;
    const Stream& stream = *contract.builds.at(0).stream;
    const Columns& columns = contract.columns;
    const Column& customer = columns[stream.schema.first + 1];
    CHECK(customer.kind == TypeKind::Struct);
    REQUIRE(customer.count == 1);
    CHECK(columns[customer.first].name == "tier");
    CHECK(contract.paths.str(columns[customer.first].type_at.path) ==
          "builds[0].properties.stream.schema[1].fields[0].type");
    const Column& attributes = columns[stream.schema.first + 3];
    CHECK(full_type(columns, attributes) == "map<string, long>");
    REQUIRE(stream.key);
    CHECK(stream.key->format.value == KeyFormat::Raw);
    CHECK(stream.key->prefix.value == "key_");
    CHECK(columns[stream.key->schema.first].name == "order");
    REQUIRE(stream.metadata.size() == 2);
    const Column& offset = columns[stream.metadata[0].column];
    CHECK(offset.name == "kafka_offset");
    CHECK(offset.kind == TypeKind::Long);
    CHECK(offset.required);
    const Column& headers = columns[stream.metadata[1].column];
    CHECK(full_type(columns, headers) == "map<string, binary>");
    CHECK_FALSE(columns[columns.map_value(headers)].required);
}

TEST_CASE("The leader epoch alone may be null among metadata") {
    const Result result = read(edited("from: offset", "from: leader-epoch"));
    const Contract& contract = result.read.contract;
    const Column& column = contract.columns[contract.builds.at(0).stream->metadata.at(0).column];
    CHECK(column.kind == TypeKind::Int);
    CHECK_FALSE(column.required);
}

TEST_CASE("An expose stands in the model") {
    const Result result = read(full_contract());
    const Expose& expose = result.read.contract.exposes.at(0);
    CHECK(expose.kind.value == "table");
    REQUIRE(expose.binding);
    REQUIRE(expose.binding->location);
    const Location& location = *expose.binding->location;
    CHECK(location.name_space.value == "commerce.sales");
    REQUIRE(location.catalog_properties.size() == 2);
    CHECK(location.catalog_properties[0].key.value == "s3.endpoint");
    CHECK(location.catalog_properties[0].value.value == "https://minio.example.com");
    REQUIRE(location.catalog_auth);
    CHECK(location.catalog_auth->type.value == CatalogAuthType::OAuth2);
    CHECK(location.catalog_auth->audience.value == "lake");
    REQUIRE(expose.binding->iceberg);
    CHECK(expose.binding->iceberg->write_version.value == 2);
    CHECK(expose.binding->iceberg->partition_spec.at(0).source_column.value == "event_id");
    CHECK(expose.binding->iceberg->properties.at(0).key.value == "history.expire.min-snapshots-to-keep");
    CHECK(expose.schema.count == 2);
    CHECK(result.read.contract.columns[expose.schema.first + 1].kind == TypeKind::Int);
}

TEST_CASE("database is read as namespace") {
    const Result result = read(edited("namespace: commerce.sales", "database: commerce"));
    INFO(result.all());
    CHECK(result.read.findings.empty());
    CHECK(result.read.contract.exposes.at(0).binding->location->name_space.value == "commerce");
}

TEST_CASE("Subjects of messages name builds and columns") {
    const Result result = read(full_contract());
    const Contract& contract = result.read.contract;
    const Stream& stream = *contract.builds.at(0).stream;
    const Column& customer = contract.columns[stream.schema.first + 1];
    CHECK(lane_subject(contract, contract.columns[customer.first].at.path) ==
          "Flink build ingest: properties.stream.schema.customer.tier");
    CHECK(lane_subject(contract, contract.columns[contract.exposes.at(0).schema.first + 1].at.path) ==
          "exposes[0].contract.schema.tier");
    CHECK(lane_subject(contract, contract.builds.at(0).mapping->columns.at(0).from.at.path) ==
          "Flink build ingest: properties.mapping.columns[0].from");
    const Finding finding = lane_finding(contract, Code::column_type, customer.at, "odd");
    CHECK(finding.message == "Managed Flink: Flink build ingest: properties.stream.schema.customer: odd");
    CHECK(result.under(finding) == "customer");
}

TEST_CASE("What is of another kind is absent and told once") {
    const std::string text = edited("topic: orders-v1", "topic: [a, b]");
    const Finding finding = only(text, {Code::value_kind, "builds[0].properties.stream.topic", "a"});
    CHECK(finding.message == "Managed Flink: Flink build ingest: properties.stream.topic: must be a text, not a list");
    CHECK_FALSE(read(text).read.contract.builds.at(0).stream->topic.present());
}

TEST_CASE("A fragment is read on its own") {
    const std::string stream = "kind: kafka\ntopic: a b\nformat: json\nschema:\n- {name: x, type: strin}\n";
    const Result result = read_as_fragment(stream, FragmentKind::StreamSource);
    INFO(result.all());
    REQUIRE(result.read.findings.size() == 2);
    CHECK(result.read.findings[0].code == Code::topic_form);
    CHECK(result.read.findings[0].path == "topic");
    CHECK(result.read.findings[0].message.rfind("Managed Flink: topic: ", 0) == 0);
    CHECK(result.read.findings[1].code == Code::column_type);
    CHECK(result.read.findings[1].path == "schema[0].type");

    CHECK(read_as_fragment("- {name: x, type: string}\n", FragmentKind::Schema).read.findings.empty());
    CHECK(read_as_fragment("columns:\n- {name: x, from: y}\n", FragmentKind::RecordMapping).read.findings.empty());
    const Result wrong = read_as_fragment("- a\n", FragmentKind::RecordMapping);
    REQUIRE(wrong.read.findings.size() == 1);
    CHECK(wrong.read.findings[0].code == Code::value_kind);
    const Result nameless = read_as_fragment("- {type: string}\n", FragmentKind::Schema);
    REQUIRE(nameless.read.findings.size() == 1);
    CHECK(nameless.read.findings[0].path == "[0]");
}
