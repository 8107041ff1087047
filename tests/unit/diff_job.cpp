// The job's settings, the product, and whatever no other rule judges.
#include <catch2/catch.hpp>

#include "diff_support.h"

using diff_test::changes;
using diff_test::contract_text;
using diff_test::edited;
using diff_test::Lines;
using diff_test::told;

namespace {

const std::string kFlink = "builds[ingest-orders].properties.parameters.flink";

std::string with(std::string_view from, std::string_view to) {
    return edited(contract_text(), from, to);
}

struct Case {
    std::string from;
    std::string to;
    std::string forwards;
    std::string backwards;
};

Case same_both(std::string from, std::string to, const std::string& line) {
    return {std::move(from), std::move(to), line, line};
}

} // namespace

TEST_CASE("settings of the job, both ways") {
    const std::string secrets = "secretRefs: [flink-storage]\n";
    const std::string deployment = kFlink + ".deployment";
    const std::vector<Case> cases = {
        same_both("kafka:9092", "kafka-2:9092",
                  "non-breaking bootstrap-servers-changed " + kFlink + ".source.bootstrapServers"),
        same_both("commerce-orders-v1", "commerce-orders-v2",
                  "non-breaking group-id-changed " + kFlink + ".source.groupId"),
        same_both("startupMode: group-offsets", "startupMode: earliest-offset",
                  "non-breaking startup-mode-changed " + kFlink + ".source.startupMode"),
        same_both("name: commerce-orders\n", "name: commerce-other\n",
                  "breaking deployment-name-changed " + deployment + ".name"),
        same_both("namespace: data-products", "namespace: other",
                  "breaking deployment-namespace-changed " + deployment + ".namespace"),
        same_both("context: development", "context: production",
                  "breaking deployment-context-changed " + deployment + ".context"),
        same_both("serviceAccount: flink", "serviceAccount: other",
                  "non-breaking service-account-changed " + deployment + ".serviceAccount"),
        same_both("sha256:6b4f", "sha256:7b4f", "info image-changed " + deployment + ".image"),
        same_both("orders/checkpoints", "orders/cp",
                  "non-breaking checkpoint-uri-changed " + deployment + ".checkpointUri"),
        same_both("orders/savepoints", "orders/sp",
                  "non-breaking savepoint-uri-changed " + deployment + ".savepointUri"),
        same_both("orders/ha", "orders/h", "non-breaking ha-uri-changed " + deployment + ".haUri"),
        same_both(secrets, "secretRefs: [flink-storage, catalog]\n",
                  "non-breaking secret-refs-changed " + deployment + ".secretRefs"),
        same_both(secrets, secrets + "            state: suspended\n",
                  "info deployment-state-changed " + deployment + ".state"),
        same_both(secrets, secrets + "            parallelism: 2\n",
                  "info parallelism-changed " + deployment + ".parallelism"),
        same_both(secrets, secrets + "            checkpointIntervalSeconds: 300\n",
                  "info checkpoint-interval-changed " + deployment + ".checkpointIntervalSeconds"),
        same_both(secrets, secrets + "            jobManager: {cpu: 0.5}\n",
                  "info resources-changed " + deployment + ".jobManager.cpu"),
        same_both(secrets, secrets + "            taskManager: {slots: 4}\n",
                  "info resources-changed " + deployment + ".taskManager.slots"),
        same_both(secrets, secrets + "            stateEndpoint: https://s3.example.com\n",
                  "non-breaking state-endpoint-changed " + deployment + ".stateEndpoint"),
        same_both("          eventTime:\n",
                  "          verification:\n            maxSnapshotAgeSeconds: 900\n          eventTime:\n",
                  "info verification-changed " + kFlink + ".verification.maxSnapshotAgeSeconds"),
        same_both("delaySeconds: 5", "delaySeconds: 6",
                  "non-breaking event-time-changed " + kFlink + ".eventTime.delaySeconds"),
        {"          eventTime:\n            column: event_time\n            delaySeconds: 5\n", "",
         "non-breaking event-time-removed " + kFlink + ".eventTime",
         "non-breaking event-time-added " + kFlink + ".eventTime"},
        same_both("type: continuous\n", "type: continuous\n      retries:\n        maxAttempts: 3\n",
                  "info execution-changed builds[ingest-orders].execution.retries"),
    };
    for (const Case& each : cases) {
        const std::string other = with(each.from, each.to);
        INFO(each.to);
        CHECK(told(contract_text(), other) == Lines{each.forwards});
        CHECK(told(other, contract_text()) == Lines{each.backwards});
    }
}

TEST_CASE("defaults spelled are no change") {
    const std::string secrets = "secretRefs: [flink-storage]\n";
    CHECK(told(contract_text(),
               with(secrets, secrets + "            parallelism: 1\n            checkpointIntervalSeconds: 60\n"
                                       "            state: running\n            statePathStyleAccess: false\n"))
              .empty());
    CHECK(told(contract_text(), with("            startupMode: group-offsets\n", "")).empty());
    CHECK(told(contract_text(), with("          eventTime:\n",
                                     "          verification: {maxCheckpointAgeSeconds: 300}\n          eventTime:\n"))
              .empty());
}

TEST_CASE("another product id is breaking") {
    CHECK(told(contract_text(), with("id: commerce.nested-events", "id: commerce.events")) ==
          Lines{"breaking product-id-changed id"});
}

TEST_CASE("what informs people is info") {
    CHECK(told(contract_text(), with("description: Order events", "description: Events")) ==
          Lines{"info documentation-changed description"});
    CHECK(told(contract_text(), with("team: data-platform", "team: other")) ==
          Lines{"info documentation-changed metadata.owner.team"});
    CHECK(told(contract_text(), with("title: Orders", "title: All orders")) ==
          Lines{"info documentation-changed exposes[orders].title"});
    CHECK(
        told(contract_text(), with("        - name: channel\n          type: string\n",
                                   "        - name: channel\n          type: string\n          sensitivity: pii\n")) ==
        Lines{"info documentation-changed exposes[orders].contract.schema.channel.sensitivity"});
    const std::string tags = with("kind: DataProduct\n", "kind: DataProduct\ntags: [a, b]\n");
    CHECK(told(contract_text(), tags) == Lines{"info documentation-changed tags"});
    CHECK(told(tags, edited(tags, "[a, b]", "[b, a]")).empty());
}

TEST_CASE("no change is ever invisible") {
    const std::vector<std::vector<std::string>> cases = {
        {"kind: DataProduct\n", "kind: DataProduct\ndomain: commerce\n", "info other-changed domain"},
        {"fluidVersion: \"0.7.7\"", "fluidVersion: \"0.7.8\"", ""},
        {"platform: other", "platform: aws", "info other-changed exposes[orders].binding.platform"},
        {"  - exposeId: orders\n", "  - exposeId: orders\n    qos: {availability: \"99.9%\"}\n",
         "info other-changed exposes[orders].qos"},
        {"metadata:\n  owner:", "metadata:\n  layer: gold\n  owner:", "info other-changed metadata.layer"},
        {"    engine: flink\n", "    engine: flink\n    capabilities: [streaming]\n",
         "info other-changed builds[ingest-orders].capabilities"},
    };
    for (const auto& each : cases) {
        INFO(each[1]);
        const Lines lines = told(contract_text(), with(each[0], each[1]));
        CHECK_FALSE(lines.empty());
        if (!each[2].empty()) {
            CHECK(lines == Lines{each[2]});
        }
    }
}

TEST_CASE("values that cannot be read are compared as they are written") {
    const std::string secrets = "secretRefs: [flink-storage]\n";
    const auto told_of = [&](const std::string& to) {
        return told(contract_text(), with(secrets, secrets + "            " + to + "\n"));
    };
    CHECK(told_of("parallelism: many") == Lines{"info parallelism-changed " + kFlink + ".deployment.parallelism"});
    CHECK(told_of("paralelism: 2") == Lines{"info other-changed " + kFlink + ".deployment.paralelism"});
}

TEST_CASE("a value that the reader refuses is one change of its own rule") {
    const std::string secret = with("https://catalog.example.com", "https://me:hunter2@catalog.example.com");
    const Lines expected = {"breaking catalog-uri-changed exposes[orders].binding.location.uri"};
    CHECK(told(contract_text(), secret) == expected);
    CHECK(told(secret, contract_text()) == expected);
    // It is also one when both sides are masked.
    CHECK(told(secret, edited(secret, "hunter2", "hunter3")) == expected);
    CHECK(told(secret, secret).empty());
}

TEST_CASE("credentials in an invalid contract are not shown") {
    const std::string secrets = "secretRefs: [flink-storage]\n";
    for (const std::string& to :
         {with(secrets, secrets + "            stateEndpoint: https://me:hunter2@s3.example.com\n"),
          with(secrets, secrets + "            password: hunter2\n"),
          with("https://catalog.example.com", "https://me:hunter2@catalog.example.com"),
          with("client.region: eu-central-1", "s3.secret-access-key: hunter2"),
          with("kafka:9092", "me:hunter2@kafka:9092"),
          with("credentialEnv: ICEBERG_CREDENTIAL", "credential: hunter2")}) {
        const auto list = changes(contract_text(), to);
        CHECK_FALSE(list.empty());
        for (const weir::Change& change : list) {
            INFO(change.path);
            CHECK((change.message + change.before + change.after).find("hunter2") == std::string::npos);
        }
    }
}
