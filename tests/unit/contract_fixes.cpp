// Fixes of the contract room: applied, each leaves the contract without the finding and without a new one.

#include <catch2/catch.hpp>

#include <algorithm>

#include "contract_support.h"

namespace {

using namespace weir;
using namespace weir::test;

std::string applied(std::string text, const Fix& fix) {
    std::vector<Edit> edits = fix.edits;
    std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.begin > b.span.begin; });
    for (const Edit& edit : edits) {
        text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    }
    return text;
}

struct Case {
    std::string from;
    std::string to;
    Code code;
    std::string help; ///< a part of it
};

/// The change makes exactly one finding, whose fix makes the contract right again.
void mends(const Case& one) {
    INFO(one.to);
    const std::string text = edited(one.from, one.to);
    const Result result = read(text);
    INFO(result.all());
    REQUIRE(result.read.findings.size() == 1);
    const Finding& finding = result.read.findings.front();
    CHECK(code_info(finding.code).slug == code_info(one.code).slug);
    INFO(finding.help);
    CHECK(finding.help.find(one.help) != std::string::npos);
    REQUIRE(finding.fix);
    CHECK_FALSE(finding.fix->title.empty());
    const std::string better = applied(text, *finding.fix);
    INFO(better);
    CHECK(read(better).all().empty());
}

} // namespace

TEST_CASE("Values of the wrong kind are put right") {
    for (const Case& one : {
             Case{"outputs: [orders]", "outputs: orders", Code::value_kind, "[orders]"},
             Case{"element: {type: string}", "element: string", Code::value_kind, "{type: string}"},
             Case{"key: {type: string, required: true}", "key: string", Code::value_kind,
                  "{type: string, required: true}"},
             Case{"  owner:\n    team: data-platform", "  owner: data-platform", Code::value_kind, "team"},
             Case{"parallelism: 4", "parallelism: \"4\"", Code::value_kind, "without quotes"},
             Case{"cpu: 0.5", "cpu: 500m", Code::value_kind, "Write 0.5"},
             Case{"cpu: 2,", "cpu: 2000m,", Code::value_kind, "Write 2.0"},
             Case{"statePathStyleAccess: true", "statePathStyleAccess: \"yes\"", Code::value_kind, "Write true"},
             Case{"        - name: tier\n          type: int", "        - name: tier\n          type: [\"null\", int]",
                  Code::value_kind, "optional unless"},
             Case{"s3.write.tags.team: data", "s3.path-style-access: true", Code::value_kind, "quotes"},
         }) {
        mends(one);
    }
}

TEST_CASE("Texts in another tool's spelling are put right") {
    for (const Case& one : {
             Case{"memory: 2048m", "memory: 2048Mi", Code::memory_form, "2048m"},
             Case{"memory: 4g", "memory: 4 GB", Code::memory_form, "4g"},
             Case{"name: commerce-orders", "name: Commerce_Orders", Code::deployment_name_form, "commerce-orders"},
             Case{"startupMode: earliest-offset", "startupMode: earliest", Code::value_unknown, "earliest-offset"},
             Case{"platform: kubernetes", "platform: k8s", Code::value_unknown, "kubernetes"},
             Case{"management: operator", "management: true", Code::value_kind, "Write operator"},
             Case{"transform: identity", "transform: identiy", Code::value_unknown, "identity"},
             Case{"uri: https://catalog", "uri: http://catalog", Code::auth_https, "https"},
         }) {
        mends(one);
    }
}

TEST_CASE("Keys in another tool's words are renamed") {
    for (const Case& one : {
             Case{"groupId: commerce-v1", "group.id: commerce-v1", Code::key_unknown, "groupId"},
             Case{"bootstrapServers: kafka", "brokers: kafka", Code::key_unknown, "bootstrapServers"},
             Case{"        from: customer.tier", "        path: customer.tier", Code::key_unknown, "from"},
             Case{"writeVersion: 2", "formatVersion: 2", Code::key_unknown, "writeVersion"},
             Case{"element: {type: string}", "items: {type: string}", Code::key_unknown, "element"},
             Case{"namespace: commerce.sales", "schema: commerce.sales", Code::key_unknown, "namespace"},
             Case{"sourceColumn: event_id", "column: event_id", Code::key_unknown, "sourceColumn"},
             Case{"    - name: tier\n      type: integer",
                  "    - name: tier\n      type: integer\n      nullable: true", Code::key_unknown, "optional unless"},
             Case{"    - name: tier\n      type: integer",
                  "    - name: tier\n      nullable: false\n      type: integer", Code::key_unknown,
                  "Write required: true"},
         }) {
        mends(one);
    }
}

TEST_CASE("What may not stand there is removed, or added where it is missing") {
    for (const Case& one : {
             Case{"type: continuous", "type: continuous\n      cron: 0 * * * *", Code::trigger_conflict,
                  "Leave it out"},
             Case{"groupId: commerce-v1", "groupId: commerce-v1\n          topic: x", Code::source_key_misplaced,
                  "Leave it out"},
             Case{"from: offset", "from: offset\n        type: long", Code::metadata_type_given, "Leave it out"},
             Case{"fileFormat: orc", "fileFormat: orc\n      sortOrder: []", Code::sort_order, "Leave it out"},
             Case{"title: Orders", "title: Orders\n  policy:\n    classification: Internal", Code::not_enforced,
                  "Leave it out"},
             Case{"transform: identity", "transform: identity\n        width: 5", Code::partition_parameter, "Leave"},
             Case{"- sourceColumn: event_id\n        transform: identity",
                  "- sourceColumn: event_id\n        transform: identity\n      - {sourceColumn: event_id, "
                  "transform: identity}",
                  Code::partition_column_repeated, "Leave one"},
             Case{"secretRefs: [flink-storage, flink-kafka]", "secretRefs: [flink-storage, flink-kafka, flink-storage]",
                  Code::value_repeated, "Leave one"},
             Case{"name: order\n          type: binary",
                  "name: order\n          type: binary\n          required: true", Code::key_required, "required"},
             Case{"namespace: commerce.sales", "namespace: commerce.sales\n      database: other",
                  Code::namespace_conflict, "database"},
             Case{"key: {type: string, required: true}", "key: {type: int}", Code::map_key_type, "string"},
             Case{"key: {type: string, required: true}", "key: {type: string, required: false}", Code::map_key_type,
                  "string"},
             Case{"  engine: flink\n", "", Code::key_missing, "engine"},
         }) {
        mends(one);
    }
}

TEST_CASE("A misplaced catalog key moves with what it holds") {
    const std::string auth = "      catalogAuth:\n        type: oauth2\n        credentialEnv: ICEBERG_CREDENTIAL\n"
                             "        oauth2ServerUri: https://identity.example.com/token\n        scope: catalog\n"
                             "        audience: lake\n";
    const std::string without = edited(auth, "");
    const std::string text = replaced(without, "    location:\n",
                                      "    catalogAuth:\n      type: bearer\n      tokenEnv: TOKEN\n    location:\n");
    const Result result = read(text);
    REQUIRE(result.read.findings.size() == 1);
    const Finding& finding = result.read.findings.front();
    CHECK(finding.code == Code::catalog_key_misplaced);
    CHECK_FALSE(finding.secret);
    REQUIRE(finding.related.size() == 1);
    REQUIRE(finding.fix);
    CHECK(read(applied(text, *finding.fix)).all().empty());

    // What looks like the secret itself is neither shown nor moved.
    const std::string hidden = "abcdefghij0123456789klmno";
    const Result secret = read(replaced(text, "tokenEnv: TOKEN", "tokenEnv: " + hidden));
    REQUIRE(secret.read.findings.size() == 1);
    CHECK(secret.read.findings.front().secret);
    CHECK_FALSE(secret.read.findings.front().fix);
    CHECK(secret.said().find(hidden) == std::string::npos);
}

TEST_CASE("A key that stands elsewhere is sent home") {
    const Finding finding = only(edited("topic: orders-v1", "topic: orders-v1\n      groupId: x"),
                                 {Code::key_unknown, "builds[0].properties.stream.groupId", "groupId"});
    CHECK(finding.help == "It stands in properties.parameters.flink.source.groupId.");
}

TEST_CASE("A secret in catalogAuth is answered with where it belongs, unseen") {
    const std::string secret = "s3cr3t-value";
    const Result result = read(edited("credentialEnv: ICEBERG_CREDENTIAL",
                                      "credentialEnv: ICEBERG_CREDENTIAL\n        clientSecret: " + secret));
    REQUIRE(result.read.findings.size() == 1);
    CHECK(result.read.findings.front().help.find("A secret never stands in a contract") == 0);
    CHECK(result.read.findings.front().secret);
    CHECK_FALSE(result.read.findings.front().fix);
    CHECK(result.said().find(secret) == std::string::npos);
}

TEST_CASE("A schedule is found beside any trigger of a managed build") {
    const Result result = read(edited("type: continuous", "type: schedule\n      cron: 0 * * * *"));
    REQUIRE(result.read.findings.size() == 2);
    CHECK(result.read.findings[0].code == Code::value_unknown);
    CHECK(result.read.findings[1].code == Code::trigger_conflict);
}
