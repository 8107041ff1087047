#include "contract_support.h"

#include <fmt/format.h>

#include "weir/sha256.h"

using namespace weir;
using namespace weir::test;

namespace {

const std::string kFlink = "builds[0].properties.parameters.flink";
const std::string kDeployment = kFlink + ".deployment";

/// The contract with its build twice; `change` edits the second.
std::string two_builds(std::string_view from, std::string_view to) {
    const std::string text = full_contract();
    const std::size_t begin = text.find("- id: ingest");
    const std::size_t end = text.find("exposes:");
    std::string second = text.substr(begin, end - begin);
    second = replaced(second, "id: ingest", "id: lines");
    second = replaced(second, "outputs: [orders]", "outputs: [lines]");
    second = replaced(second, "name: commerce-orders", "name: commerce-lines");
    for (const char* kind : {"checkpoints", "savepoints", "ha"}) {
        second = replaced(second, fmt::format("s3://flink-state/orders/{}\n", kind),
                          fmt::format("s3://flink-state/lines/{}\n", kind));
    }
    if (!from.empty()) {
        second = replaced(second, from, to);
    }
    std::string expose = text.substr(end + 9);
    expose = replaced(expose, "exposeId: orders", "exposeId: lines");
    expose = replaced(expose, "table: orders", "table: lines");
    return text.substr(0, end) + second + text.substr(end) + expose;
}

} // namespace

TEST_CASE("Two managed builds may stand in one contract") {
    const Result result = read(two_builds("", ""));
    INFO(result.all());
    CHECK(result.read.findings.empty());
}

TEST_CASE("Build ids, exposeIds and deployments do not repeat") {
    Finding finding = only(two_builds("id: lines", "id: ingest"), {Code::build_id_repeated, "builds[1].id", "ingest"});
    REQUIRE(finding.related.size() == 1);
    finding =
        only(two_builds("name: commerce-lines", "name: commerce-orders"),
             {Code::deployment_repeated, "builds[1].properties.parameters.flink.deployment.name", "commerce-orders"});
    REQUIRE(finding.related.size() == 1);
    CHECK(read(replaced(two_builds("name: commerce-lines", "name: commerce-orders"),
                        "namespace: data-products\n"
                        "          context: development\n          serviceAccount: flink\n          image: "
                        "registry.example.com:5000/team/flink:1.2@sha256:"
                        "3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f\n          checkpointUri: "
                        "s3://flink-state/lines",
                        "namespace: other\n          context: development\n          serviceAccount: flink\n"
                        "          image: registry.example.com/flink@sha256:"
                        "3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f\n          checkpointUri: "
                        "s3://flink-state/lines"))
              .read.findings.empty());
    only(replaced(two_builds("outputs: [lines]", "outputs: [orders]"), "exposeId: lines", "exposeId: lines2"),
         {Code::output_shared, "builds[1].outputs[0]", "orders"});
}

TEST_CASE("No two exposes name one table") {
    const std::string text = two_builds("", "");
    const Finding finding = only(replaced(text, "table: lines", "table: orders"),
                                 {Code::table_shared, "exposes[1].binding.location.table", "orders"});
    REQUIRE(finding.related.size() == 1);
    CHECK(finding.message.find("is the table of orders already") != std::string::npos);
    // One slash more is the same catalog; another one is another table.
    const std::size_t second = text.rfind("uri: https://");
    const std::size_t end = text.find('\n', second);
    std::string same = replaced(text, "table: lines", "table: orders");
    same.insert(end, "/");
    only(same, {Code::table_shared, "exposes[1].binding.location.table", "orders"});
    same.insert(end, "/other");
    CHECK(read(same).read.findings.empty());
}

TEST_CASE("An exposeId does not repeat") {
    const Result result = read(replaced(two_builds("", ""), "exposeId: lines", "exposeId: orders"));
    INFO(result.all());
    REQUIRE(result.read.findings.size() == 2);
    CHECK(result.read.findings[0].code == Code::expose_id_repeated);
    CHECK(result.read.findings[0].path == "exposes[1].exposeId");
    CHECK(result.read.findings[1].code == Code::output_unknown);
}

TEST_CASE("A managed build has exactly one output, and it exists") {
    Finding finding = only(edited("outputs: [orders]", "outputs: [orders, lines]"),
                           {Code::output_count, "builds[0].outputs", "lines"});
    finding =
        only(edited("outputs: [orders]", "outputs: [order]"), {Code::output_unknown, "builds[0].outputs[0]", "order"});
    CHECK(finding.help == "Did you mean orders?");
    only(edited("outputs: [orders]", "outputs: []"), {Code::output_count, "builds[0].outputs", "[]"});
    only(two_builds("outputs: [lines]", "outputs: [xyzzy]"), {Code::output_unknown, "builds[1].outputs[0]", "xyzzy"});
}

TEST_CASE("Every expose is written") {
    const std::string text = two_builds("", "");
    const std::size_t begin = text.find("- id: lines");
    const std::size_t end = text.find("exposes:");
    only(text.substr(0, begin) + text.substr(end), {Code::expose_unwritten, "exposes[1]", "exposeId"});
}

TEST_CASE("A contract with a managed build holds only managed builds") {
    const std::string unmanaged = "- id: other\n  engine: dbt\n  properties: {stream: {}, model: x}\n";
    const Finding finding =
        only(edited("exposes:\n", unmanaged + "exposes:\n"), {Code::build_unmanaged, "builds[1]", "id"});
    REQUIRE(finding.related.size() == 1);
}

TEST_CASE("Under an older version management has no effect, and the lane's keys are refused") {
    const Result result = read(edited("fluidVersion: \"0.7.7\"", "fluidVersion: \"0.7.6\""));
    INFO(result.all());
    std::vector<std::string> found;
    for (const Finding& finding : result.read.findings) {
        found.push_back(fmt::format("{} {}", code_info(finding.code).slug, finding.path));
    }
    CHECK(found == std::vector<std::string>{"lane-only builds[0].properties.stream",
                                            "management-ignored " + kFlink + ".management"});
    CHECK_FALSE(result.read.contract.managed);
    CHECK_FALSE(result.read.contract.builds.at(0).stream.has_value());
}

TEST_CASE("Without management the lane's keys are refused, with the way in") {
    const Finding finding =
        only(edited("        management: operator\n", ""), {Code::lane_only, "builds[0].properties.stream", "stream"});
    CHECK(finding.help.find("management: operator") != std::string::npos);
}

TEST_CASE("A continuous trigger has no schedule") {
    only(edited("type: continuous", "type: continuous\n      cron: 0 * * * *"),
         {Code::trigger_conflict, "builds[0].execution.trigger.cron", "cron"});
}

TEST_CASE("The source holds the connection only") {
    for (const std::string key : {"topic", "format", "schema"}) {
        const Finding finding =
            only(edited("groupId: commerce-v1", fmt::format("groupId: commerce-v1\n          {}: x", key)),
                 {Code::source_key_misplaced, kFlink + ".source." + key, key});
        CHECK(finding.help == "Leave it out: properties.stream says it.");
        REQUIRE(finding.fix);
        CHECK(finding.fix->title == "Remove " + key);
    }
    for (const std::string bad : {"kafka", "kafka:0", "kafka:9092,", "kafka:9092, b:9092", "kafka:99999", ":9092"}) {
        only(edited("kafka-1:9092,kafka-2:9092", "\"" + bad + "\""),
             {Code::bootstrap_servers_form, kFlink + ".source.bootstrapServers", "\"" + bad + "\""});
    }
    CHECK(read(edited("kafka-1:9092,kafka-2:9092", "\"[::1]:9092\"")).read.findings.empty());
}

TEST_CASE("A registry is there when a format needs it, and only then") {
    const std::string avro = edited("format: json\n      timestampFormat: iso-8601", "format: avro-confluent");
    const Finding finding = only(avro, {Code::registry_missing, kFlink + ".source", "bootstrapServers"});
    REQUIRE(finding.related.size() == 1);
    only(edited("groupId: commerce-v1", "groupId: commerce-v1\n          schemaRegistryUrl: http://registry:8081"),
         {Code::registry_unused, kFlink + ".source.schemaRegistryUrl", "schemaRegistryUrl"});
    CHECK(read(replaced(avro, "groupId: commerce-v1",
                        "groupId: commerce-v1\n          schemaRegistryUrl: http://registry:8081"))
              .read.findings.empty());
}

TEST_CASE("Event time is a coarse timestamp of the value or the metadata") {
    const std::string path = kFlink + ".eventTime.column";
    Finding finding =
        only(edited("column: event_time", "column: evnt_time"), {Code::event_time_unknown, path, "evnt_time"});
    CHECK(finding.help == "Did you mean event_time?");
    finding =
        only(edited("type: timestamp_ltz(3)", "type: timestamp_ltz(6)"), {Code::event_time_type, path, "event_time"});
    REQUIRE(finding.related.size() == 1);
    only(edited("column: event_time", "column: event_id"), {Code::event_time_type, path, "event_id"});
    only(edited("column: event_time", "column: key_order"), {Code::event_time_key, path, "key_order"});
    only(edited("- name: event_time\n", "- name: event-time\n"),
         {Code::column_name_form, "builds[0].properties.stream.schema[4].name", "event-time"});
    CHECK(read(replaced(edited("column: event_time", "column: kafka_offset"), "from: offset", "from: timestamp"))
              .read.findings.empty());
}

TEST_CASE("Own SQL is warned about with its allowlist entry, and stands alone") {
    const std::string sql = "    sql: SELECT 1\n";
    const Finding finding = only(edited("    mapping:\n      explode:\n        path: items\n        as: item\n      "
                                        "columns:\n      - name: tier\n        from: customer.tier\n",
                                        sql),
                                 {Code::own_sql, "builds[0].properties.sql", "sql"});
    CHECK(finding.severity() == Severity::Warning);
    CHECK(finding.message.find("commerce.events/ingest@sha256:" + sha256_hex("SELECT 1")) != std::string::npos);
    const Finding both = only(edited("    parameters:\n", sql + "    parameters:\n"),
                              {Code::mapping_with_sql, "builds[0].properties.sql", "sql"});
    REQUIRE(both.related.size() == 1);
}

TEST_CASE("Names of a deployment are those that Kubernetes takes") {
    only(edited("name: commerce-orders", "name: " + std::string(46, 'a')),
         {Code::deployment_name_form, kDeployment + ".name", std::string(46, 'a')});
    CHECK(read(edited("name: commerce-orders", "name: " + std::string(45, 'a'))).read.findings.empty());
    for (const std::string bad : {"1a", "a-", "A", "a.b", "a_b"}) {
        only(edited("name: commerce-orders", "name: " + bad), {Code::deployment_name_form, kDeployment + ".name", bad});
    }
    only(edited("namespace: data-products", "namespace: data.products"),
         {Code::deployment_namespace_form, kDeployment + ".namespace", "data.products"});
    only(edited("serviceAccount: flink", "serviceAccount: Flink"),
         {Code::service_account_form, kDeployment + ".serviceAccount", "Flink"});
    only(edited("[flink-storage, flink-kafka]", "[flink_storage]"),
         {Code::secret_name_form, kDeployment + ".secretRefs[0]", "flink_storage"});
    only(edited("context: development", "context: --kubeconfig=x"),
         {Code::kube_context_form, kDeployment + ".context", "--kubeconfig=x"});
    CHECK(read(edited("context: development", "context: kind user@cluster")).read.findings.empty());
    only(edited("memory: 2048m", "memory: 2Gi"), {Code::memory_form, kDeployment + ".jobManager.memory", "2Gi"});
}

TEST_CASE("The image is pinned") {
    const std::string image = "registry.example.com:5000/team/flink:1.2@sha256:"
                              "3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f";
    const std::string digest(64, 'a');
    for (const std::string& bad :
         {std::string("flink:1.20"), "flink@sha256:" + std::string(63, 'a'), "flink@sha256:" + std::string(64, 'A'),
          "Flink@sha256:" + digest, "a//b@sha256:" + digest, "x:0/b@sha256:" + digest, "b:@sha256:" + digest,
          "@sha256:" + digest}) {
        const std::string written = bad.front() == '@' ? "\"" + bad + "\"" : bad;
        only(edited(image, written), {Code::image_form, kDeployment + ".image", written});
    }
    for (const std::string good : {"flink", "a/b-c", "host:5000/a/b:tag", "localhost/b"}) {
        CHECK(read(edited(image, good + "@sha256:" + digest)).read.findings.empty());
    }
    const std::string zeros = "flink@sha256:" + std::string(64, '0');
    const Finding finding = only(edited(image, zeros), {Code::image_digest_placeholder, kDeployment + ".image", zeros});
    CHECK(finding.severity() == Severity::Warning);
}

TEST_CASE("State locations are s3 prefixes of their own") {
    const std::string path = kDeployment + ".haUri";
    for (const std::string bad : {"s3://flink-state", "s3://flink-state/", "s3://flink-state//ha",
                                  "s3://flink-state/a/../b", "s3://flink-state/./b", "s3a://flink-state/ha",
                                  "file:///state/ha", "ha", "s3://a/b?c", "s3://a/b#c", "s3:///b", "s3://a/b%20c"}) {
        only(edited("s3://flink-state/orders/ha", "\"" + bad + "\""), {Code::state_uri_form, path, "\"" + bad + "\""});
    }
    Finding finding = only(edited("s3://flink-state/orders/ha", "s3://flink-state/orders/checkpoints/"),
                           {Code::state_uri_overlap, path, "s3://flink-state/orders/checkpoints/"});
    CHECK(finding.message.find("is the same as") != std::string::npos);
    finding = only(edited("s3://flink-state/orders/ha", "s3://flink-state/orders/checkpoints/ha"),
                   {Code::state_uri_overlap, path, "s3://flink-state/orders/checkpoints/ha"});
    CHECK(finding.message.find("lies inside") != std::string::npos);
    CHECK(read(edited("s3://flink-state/orders/ha", "s3://flink-state/orders/checkpoints-ha")).read.findings.empty());
    finding = only(two_builds("s3://flink-state/lines/checkpoints", "s3://flink-state/orders/ha/x"),
                   {Code::state_uri_overlap, "builds[1].properties.parameters.flink.deployment.checkpointUri",
                    "s3://flink-state/orders/ha/x"});
    REQUIRE(finding.related.size() == 1);
}
