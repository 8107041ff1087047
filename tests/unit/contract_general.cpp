// Contracts without a managed build, and contracts that mean no good.

#include "contract_support.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/grammar.h"

using namespace weir;
using namespace weir::test;

namespace {

std::string plain() {
    return R"yaml(fluidVersion: "0.7.6"
kind: DataProduct
id: sales.daily
name: Daily sales
metadata:
  owner: {team: sales, email: sales@example.com}
builds:
- id: model
  engine: dbt-snowflake
  pattern: hybrid-reference
  repository: ./dbt
  properties: {model: daily}
  outputs: [daily]
exposes:
- exposeId: daily
  kind: table
  binding:
    platform: snowflake
    format: snowflake_table
    location: {database: SALES, schema: PUBLIC, table: DAILY}
  contract:
    schema:
    - {name: day, type: date, required: true}
    - {name: total, type: "NUMBER(38, 2)"}
)yaml";
}

std::string changed(std::string_view from, std::string_view to) {
    return replaced(plain(), from, to);
}

} // namespace

TEST_CASE("A plain contract is read without a finding, under every version") {
    for (const std::string version : {"0.7.3", "0.7.4", "0.7.5", "0.7.6", "0.7.7"}) {
        const Result result = read(changed("0.7.6", version));
        INFO(result.all());
        CHECK(result.read.findings.empty());
        CHECK_FALSE(result.read.contract.managed);
        CHECK(result.read.contract.exposes.at(0).schema.count == 2);
    }
}

TEST_CASE("A plain contract keeps the general shape") {
    Finding finding = only(changed("platform: snowflake", "platform: snowflak"),
                           {Code::value_unknown, "exposes[0].binding.platform", "snowflak"});
    CHECK(finding.message.rfind("exposes[0].binding.platform: must be ", 0) == 0);
    only(changed("type: date", "type: dat"), {Code::column_type, "exposes[0].contract.schema[0].type", "dat"});
    only(changed("\"NUMBER(38, 2)\"", "array<string>"),
         {Code::column_type, "exposes[0].contract.schema[1].type", "array<string>"});
    only(changed("\"NUMBER(38, 2)\"", "\"decimal(3,9)\""),
         {Code::column_type_parameters, "exposes[0].contract.schema[1].type", "\"decimal(3,9)\""});
    CHECK(read(changed("type: date", "type: timestamp  without time zone")).read.findings.empty());
    only(changed("engine: dbt-snowflake", "engine: dbtt"), {Code::value_unknown, "builds[0].engine", "dbtt"});
}

TEST_CASE("Properties follow the pattern of their build") {
    const Result result = read(changed("pattern: hybrid-reference", "pattern: embedded-logic"));
    INFO(result.all());
    REQUIRE(result.read.findings.size() == 2);
    CHECK(result.read.findings[0].code == Code::key_unknown);
    CHECK(result.read.findings[1].code == Code::key_missing);
    CHECK(result.read.findings[1].path == "builds[0].properties");
    const std::string staged =
        replaced(changed("pattern: hybrid-reference", "pattern: multi-stage"), "{model: daily}",
                 "{stages: [{name: a, properties: {sql: SELECT 1}, outputs: [daily]}, {name: b, dependsOn: [a]}]}");
    CHECK(read(staged).read.findings.empty());
    only(replaced(staged, "dependsOn", "dependOn"),
         {Code::key_unknown, "builds[0].properties.stages[1].dependOn", "dependOn"});
    only(changed("{model: daily}", "{model: daily, stream: {}}"),
         {Code::lane_only, "builds[0].properties.stream", "stream"});
    only(changed("{name: day, type: date, required: true}", "{name: day, type: array, element: {type: int}}"),
         {Code::lane_only, "exposes[0].contract.schema[0].element", "element"});
}

TEST_CASE("What the public tool lets pass is refused") {
    only(changed("email: sales@example.com", "email: sales"), {Code::value_form, "metadata.owner.email", "sales"});
    only(changed("{team: sales, email: sales@example.com}", "{}"), {Code::value_empty, "metadata.owner", "{}"});
    only(changed("outputs: [daily]", "outputs: [dailly]"), {Code::output_unknown, "builds[0].outputs[0]", "dailly"});
    only(changed("{name: total,", "{name: day,"), {Code::column_repeated, "exposes[0].contract.schema[1].name", "day"});
    only(changed("    - {name: day, type: date, required: true}\n    - {name: total, type: \"NUMBER(38, 2)\"}\n",
                 "      []\n"),
         {Code::value_empty, "exposes[0].contract.schema", "[]"});
    only(changed("location: {",
                 "icebergConfig: {partitionSpec: [{sourceColumn: dya, transform: day}]}\n    location: {"),
         {Code::partition_column_unknown, "exposes[0].binding.icebergConfig.partitionSpec[0].sourceColumn", "dya"});
    only(changed("  contract:\n    schema:\n    - {name: day, type: date, required: true}\n    - {name: total, type: "
                 "\"NUMBER(38, 2)\"}\n",
                 "  contract: {id: x}\n"),
         {Code::key_missing, "exposes[0].contract", "id"});
}

TEST_CASE("The grammar's tables hold together") {
    for (std::size_t i = 1; i <= static_cast<std::size_t>(ObjectId::kLanePartitionField); ++i) {
        const ObjectRule& object = object_rule(static_cast<ObjectId>(i));
        INFO(object.what << " " << i);
        REQUIRE(static_cast<std::size_t>(object.id) == i);
        CHECK_FALSE(object.what.empty());
        for (const KeyRule& key : object.keys) {
            INFO(key.name);
            CHECK(find_key(object, key.name) == &key);
            const bool holds = key.shape == Shape::Object || key.shape == Shape::List ||
                               key.shape == Shape::ObjectMap || key.shape == Shape::TextOrObject;
            CHECK((key.child == ObjectId::kNone || holds));
        }
    }
    for (int i = 1; i <= static_cast<int>(Pattern::TableName); ++i) {
        const PatternInfo& info = pattern_info(static_cast<Pattern>(i));
        INFO(i);
        CHECK(static_cast<int>(info.pattern) == i);
        CHECK_FALSE(info.fault("").empty());
    }
}

TEST_CASE("Many mistakes are all told") {
    std::string text = plain();
    constexpr int kBuilds = 5'000;
    std::string builds;
    for (int i = 0; i < kBuilds; ++i) {
        builds += fmt::format("- {{id: b, engine: x, outputs: [o{}], zzz: 1}}\n", i);
    }
    text = replaced(text, "exposes:\n", builds + "exposes:\n");
    const Result result = read(text);
    CHECK(result.read.findings.size() == 4 * kBuilds - 1);
}

TEST_CASE("A hundred thousand unknown keys in one mapping are all counted") {
    std::string keys;
    for (int i = 0; i < 100'000; ++i) {
        keys += fmt::format("q{}: 1\n", i);
    }
    Result result = read(plain() + keys);
    cut_findings(result.read.findings);
    CHECK(result.read.findings.size() == kMostFindings + 1);
    CHECK(kMostFindings + result.read.findings.back().stands_for == 100'000);
}

TEST_CASE("Two thousand columns are read") {
    std::string columns;
    for (int i = 0; i < 2'000; ++i) {
        columns += fmt::format("      - {{name: column_{}, type: \"decimal(18,2)\", required: true}}\n", i);
    }
    const std::string text = edited("      - name: event_time\n", columns + "      - name: event_time\n");
    const Result first = read(text);
    INFO(first.all());
    CHECK(first.read.findings.empty());
    const ReadContract again = read_contract(first.document);
    CHECK(again.contract.builds.at(0).stream->schema.count == 2'005);
}

TEST_CASE("Keys that ask for others are held to it") {
    const auto restricted = [](std::string_view restriction) {
        return changed("  contract:\n",
                       "  policy: {authz: {columnRestrictions: [" + std::string(restriction) + "]}}\n  contract:\n");
    };
    const std::string at = "exposes[0].policy.authz.columnRestrictions[0]";
    CHECK(read(restricted("{columns: [day], access: mask, mask: nullify}")).read.findings.empty());
    only(restricted("{access: mask}"), {Code::key_missing, at, "access"});
    only(restricted("{mask: nullify}"), {Code::key_missing, at, "mask"});
    only(restricted("{access: deny, mask: nullify}"), {Code::value_unknown, at + ".access", "deny"});

    const auto consumed = [](std::string_view extra) {
        return plain() + "consumes:\n- {productId: sales.raw, exposeId: raw" + std::string(extra) + "}\n";
    };
    CHECK(read(consumed("")).read.findings.empty());
    only(consumed(", upstreamWorkspace: w"), {Code::key_missing, "consumes[0]", "productId"});
    CHECK(read(consumed(", upstreamWorkspace: w, upstreamDigest: \"sha256:" + std::string(64, 'a') + "\""))
              .read.findings.empty());
}

TEST_CASE("Catalog credentials of an acquisition fit their type, and are not shown") {
    const auto sink = [](std::string_view auth) {
        return replaced(changed("hybrid-reference", "acquisition"), "{model: daily}",
                        "{source: {kind: postgres, mode: full_refresh}, sink: {format: iceberg, catalogAuth: " +
                            std::string(auth) + "}}");
    };
    CHECK(read(sink("{type: bearer, tokenEnv: TOKEN}")).read.findings.empty());
    const std::string at = "builds[0].properties.sink.catalogAuth";
    only(sink("{type: bearer}"), {Code::key_missing, at, "type"});
    const Finding finding = only(sink("{type: bearer, tokenEnv: TOKEN, scope: catalog}"),
                                 {Code::auth_key_mismatch, at + ".scope", "scope"});
    CHECK(finding.secret);
}

TEST_CASE("Tasks and sensors of Airflow keep their shape") {
    const auto dag = [](std::string_view tasks) {
        return plain() + "orchestration: {engine: airflow, airflow: {dagId: load, tasks: [" + std::string(tasks) +
               "]}}\n";
    };
    const std::string at = "orchestration.airflow.tasks[0]";
    CHECK(read(dag("{taskId: a, type: bash, params: {bash_command: ls}, more: 1}")).read.findings.empty());
    only(dag("{taskId: A}"), {Code::value_form, at + ".taskId", "A"});
    only(dag("{taskId: a, type: bsh}"), {Code::value_unknown, at + ".type", "bsh"});
    only(dag("{taskId: a, type: provider_action, provider: aws, params: {}}"), {Code::key_missing, at, "taskId"});
    only(dag("{taskId: a, costEstimate: {total: true}}"), {Code::value_kind, at + ".costEstimate.total", "true"});
}

TEST_CASE("Keys of encryption have their form") {
    const auto encrypted = [](std::string_view key) {
        return changed("    format: snowflake_table\n",
                       "    format: snowflake_table\n    encryption: {kms: \"" + std::string(key) + "\"}\n");
    };
    for (const char* key : {"product", "none", "alias/data", "arn:aws:kms:eu-west-1:123456789012:key/abc",
                            "projects/p/locations/eu/keyRings/r/cryptoKeys/k"}) {
        INFO(key);
        CHECK(read(encrypted(key)).read.findings.empty());
    }
    for (const char* key :
         {"", "other", "alias/", "arn:aws:kms:eu-west-1:12345:key/abc", "arn:aws:s3:x:123456789012:key/a",
          "projects/p/locations/eu/keyRings/r", "projects/p/locations/eu/keyRings/r/cryptoKeys/k/v"}) {
        INFO(key);
        only(encrypted(key), {Code::value_form, "exposes[0].binding.encryption.kms", fmt::format("\"{}\"", key)});
    }
}

TEST_CASE("Builds and exposes have a number that is enough") {
    for (const std::string key : {"builds", "exposes"}) {
        std::string text = key + ":\n";
        for (int i = 0; i < 10'001; ++i) {
            text += "- {}\n";
        }
        const Result result = read(text);
        const auto told = [&](const Finding& finding) {
            return finding.code == Code::yaml_too_many_nodes && finding.path == key + "[10000]";
        };
        CHECK(std::count_if(result.read.findings.begin(), result.read.findings.end(), told) == 1);
        CHECK(result.read.contract.builds.size() + result.read.contract.exposes.size() == 10'000);
    }
}
