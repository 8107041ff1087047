#include "contract_support.h"

using namespace weir;
using namespace weir::test;

namespace {

const std::string kDeployment = "builds[0].properties.parameters.flink.deployment";

} // namespace

TEST_CASE("An unknown key is refused with the nearest known one, and not told missing as well") {
    const Finding finding =
        only(edited("metadata:\n  layer", "metdata:\n  layer"), {Code::key_unknown, "metdata", "metdata"});
    CHECK(finding.message == "metdata: is not a key of a contract");
    CHECK(finding.help == "Did you mean metadata?");
    REQUIRE(finding.fix);
    CHECK(finding.fix->edits.at(0).text == "metadata");
}

TEST_CASE("An unknown key far from all known ones lists what may stand there") {
    const Finding finding = only(edited("explode:\n        path", "zzz: 1\n      explode:\n        path"),
                                 {Code::key_unknown, "builds[0].properties.mapping.zzz", "zzz"});
    CHECK(finding.help == "It has all its keys already; leave this one out.");
    CHECK_FALSE(finding.fix);
}

TEST_CASE("A repair keeps the quotes of what it replaces") {
    const Finding finding = only(edited("    state: suspended", "    \"stat\": suspended"),
                                 {Code::key_unknown, kDeployment + ".stat", "\"stat\""});
    REQUIRE(finding.fix);
    CHECK(finding.fix->edits.at(0).text == "\"state\"");
}

TEST_CASE("A missing key stands at the first key of its mapping") {
    const Finding finding =
        only(edited("          context: development\n", ""), {Code::key_missing, kDeployment, "name"});
    CHECK(finding.message ==
          "Managed Flink: Flink build ingest: properties.parameters.flink.deployment: context is missing");
    CHECK(finding.help == "Add context. kubeconfig context of the cluster.");
    only(edited("  metadata:\n      - name: kafka_offset\n        from: offset",
                "  metadata:\n      - name: kafka_offset"),
         {Code::key_missing, "builds[0].properties.stream.metadata[0]", "name"});
}

TEST_CASE("A value of another kind is refused with a way to write it") {
    Finding finding =
        only(edited("topic: orders-v1", "topic: 12"), {Code::value_kind, "builds[0].properties.stream.topic", "12"});
    REQUIRE(finding.fix);
    CHECK(finding.fix->edits.at(0).text == "\"12\"");
    finding = only(edited("statePathStyleAccess: true", "statePathStyleAccess: \"true\""),
                   {Code::value_kind, kDeployment + ".statePathStyleAccess", "\"true\""});
    REQUIRE(finding.fix);
    CHECK(finding.fix->edits.at(0).text == "true");
    only(edited("parallelism: 4", "parallelism: \"4\""), {Code::value_kind, kDeployment + ".parallelism", "\"4\""});
    only(edited("owner:\n    team: data-platform", "owner: team"), {Code::value_kind, "metadata.owner", "team"});
    only(edited("verification:\n          maxCheckpointAgeSeconds: 300\n          maxSnapshotAgeSeconds: 900",
                "verification:"),
         {Code::value_kind, "builds[0].properties.parameters.flink.verification", ""});
}

TEST_CASE("A text that is none of those allowed is refused with the nearest") {
    Finding finding =
        only(edited("startupMode: earliest-offset", "startupMode: earliest-ofset"),
             {Code::value_unknown, "builds[0].properties.parameters.flink.source.startupMode", "earliest-ofset"});
    CHECK(finding.message == "Managed Flink: Flink build ingest: properties.parameters.flink.source.startupMode: must "
                             "be group-offsets or earliest-offset, not earliest-ofset");
    CHECK(finding.help == "Did you mean earliest-offset?");
    finding = only(edited("engine: flink", "engine: spark"), {Code::value_unknown, "builds[0].engine", "spark"});
    CHECK(finding.help == "Write flink.");
    finding = only(edited("state: suspended", "state: sleeping-for-ever-and-a-day-and-then-some-more-days-to-come-ok"),
                   {Code::value_unknown, kDeployment + ".state",
                    "sleeping-for-ever-and-a-day-and-then-some-more-days-to-come-ok"});
    CHECK(finding.message.find("…") != std::string::npos);
}

TEST_CASE("Every fixed word of a managed build is held") {
    only(edited("pattern: embedded-logic", "pattern: acquisition"),
         {Code::value_unknown, "builds[0].pattern", "acquisition"});
    only(edited("language: flink_sql", "language: sql"), {Code::value_unknown, "builds[0].properties.language", "sql"});
    only(edited("type: continuous", "type: manual"),
         {Code::value_unknown, "builds[0].execution.trigger.type", "manual"});
    only(edited("platform: kubernetes", "platform: aws"),
         {Code::value_unknown, "builds[0].execution.runtime.platform", "aws"});
    only(edited("kind: kafka", "kind: kinesis"), {Code::value_unknown, "builds[0].properties.stream.kind", "kinesis"});
    only(edited("kind: table", "kind: view"), {Code::value_unknown, "exposes[0].kind", "view"});
    only(edited("catalog: rest", "catalog: glue"),
         {Code::value_unknown, "exposes[0].binding.location.catalog", "glue"});
    only(edited("fileFormat: orc", "fileFormat: csv"),
         {Code::value_unknown, "exposes[0].binding.icebergConfig.fileFormat", "csv"});
    only(edited("management: operator", "management: operatr"),
         {Code::value_unknown, "builds[0].properties.parameters.flink.management", "operatr"});
}

TEST_CASE("Numbers have a range") {
    only(edited("parallelism: 4", "parallelism: 0"), {Code::value_range, kDeployment + ".parallelism", "0"});
    only(edited("checkpointIntervalSeconds: 120", "checkpointIntervalSeconds: 0"),
         {Code::value_range, kDeployment + ".checkpointIntervalSeconds", "0"});
    only(edited("delaySeconds: 5", "delaySeconds: 86400000"),
         {Code::value_range, "builds[0].properties.parameters.flink.eventTime.delaySeconds", "86400000"});
    only(edited("delaySeconds: 5", "delaySeconds: -1"),
         {Code::value_range, "builds[0].properties.parameters.flink.eventTime.delaySeconds", "-1"});
    only(edited("slots: 2", "slots: 99999999999999999999"),
         {Code::value_range, kDeployment + ".taskManager.slots", "99999999999999999999"});
    only(edited("cpu: 0.5", "cpu: 0.0"), {Code::value_range, kDeployment + ".jobManager.cpu", "0.0"});
    CHECK(read(edited("delaySeconds: 5", "delaySeconds: 86399999")).read.findings.empty());
}

TEST_CASE("What may not be empty or repeated is not") {
    only(edited("name: Commerce events", "name: \"\""), {Code::value_empty, "name", "\"\""});
    only(edited("groupId: commerce-v1", "groupId: ''"),
         {Code::value_empty, "builds[0].properties.parameters.flink.source.groupId", "''"});
    const Finding finding = only(edited("[flink-storage, flink-kafka]", "[flink-storage, flink-storage]"),
                                 {Code::value_repeated, kDeployment + ".secretRefs[1]", "flink-storage"});
    REQUIRE(finding.related.size() == 1);
}

TEST_CASE("Ids have a form") {
    only(edited("id: commerce.events", "id: commerce events"), {Code::identifier_form, "id", "commerce events"});
    only(edited("id: ingest", "id: -x"), {Code::identifier_form, "builds[0].id", "-x"});
    only(edited("version: 1.0.0", "version: \"1.0\""), {Code::value_form, "exposes[0].version", "\"1.0\""});
}

TEST_CASE("The version decides the language") {
    Finding finding = only(edited("fluidVersion: \"0.7.7\"", "fluidVersion: \"0.7.8\""),
                           {Code::version_unknown, "fluidVersion", "\"0.7.8\""});
    CHECK(finding.message == "fluidVersion: 0.7.8 is not a version that Weir knows");
    only(edited("fluidVersion: \"0.7.7\"", "fluidVersion: 0.7"), {Code::value_kind, "fluidVersion", "0.7"});
    only(edited("fluidVersion: \"0.7.7\"\n", ""), {Code::key_missing, "", "kind"});
}

TEST_CASE("A managed contract is a data product") {
    const Finding finding =
        only(edited("kind: DataProduct", "kind: MLPipeline"), {Code::data_product_only, "kind", "MLPipeline"});
    CHECK(finding.message == "Managed Flink: kind: must be DataProduct in a managed contract, not MLPipeline");
    only(edited("builds:\n- id", "build: {id: x}\nbuilds:\n- id"), {Code::build_singular, "build", "build"});
}

TEST_CASE("Layer and product type go together") {
    const Finding finding =
        only(edited("layer: Bronze", "layer: Gold"), {Code::layer_mismatch, "metadata.productType", "SDP"});
    CHECK(finding.help == "Write CDP, or another layer.");
}

TEST_CASE("What nothing enforces is refused") {
    const Finding finding =
        only(full_contract() + "governance: {x: 1}\n", {Code::not_enforced, "governance", "governance"});
    CHECK(finding.message.rfind("Managed Flink: governance: ", 0) == 0);
    only(full_contract() + "accessPolicy: {}\n", {Code::not_enforced, "accessPolicy", "accessPolicy"});
    only(edited("  contract:\n", "  policy: {}\n  contract:\n"), {Code::not_enforced, "exposes[0].policy", "policy"});
    only(edited("format: iceberg", "format: iceberg\n    governance: {}"),
         {Code::not_enforced, "exposes[0].binding.governance", "governance"});
    only(edited("  contract:\n", "  contract:\n    dq: {}\n"), {Code::not_enforced, "exposes[0].contract.dq", "dq"});
    only(edited("  contract:\n", "  contract:\n    quality: []\n"),
         {Code::not_enforced, "exposes[0].contract.quality", "quality"});
    only(edited("type: integer", "type: integer\n      quality: []"),
         {Code::not_enforced, "exposes[0].contract.schema[1].quality", "quality"});
    only(edited("element: {type: string}", "element: {type: string, validationRules: []}"),
         {Code::not_enforced, "builds[0].properties.stream.schema[2].element.validationRules", "validationRules"});
}

TEST_CASE("Descriptive keys are fine") {
    CHECK(read(edited("type: integer", "type: integer\n      description: x\n      sensitivity: pii\n      tags: [a]\n"
                                       "      labels: {a: b}\n      semanticType: y\n      businessName: z"))
              .read.findings.empty());
    CHECK(read(edited("  contract:\n", "  qos: {availability: 99.9%, freshnessSLO: PT15M}\n  docs: {runbook: "
                                       "https://example.com}\n  lifecycle: {state: active}\n  contract:\n"))
              .read.findings.empty());
}

TEST_CASE("A fragment's place and the place that includes it are both told") {
    FileSet files;
    files["c.yaml"].text =
        edited("    mapping:\n      explode:\n        path: items\n        as: item\n      columns:\n"
               "      - name: tier\n        from: customer.tier\n",
               "    mapping: {$ref: m.yaml}\n");
    files["m.yaml"].text = "colums: []\n";
    const ReadDocument document = read_document(files, "c.yaml", "");
    REQUIRE(document.usable);
    const ReadContract contract = read_contract(document.document);
    REQUIRE(contract.findings.size() == 1);
    const Finding& finding = contract.findings[0];
    CHECK(finding.code == Code::key_unknown);
    const Sources& sources = document.document->sources();
    CHECK(sources[finding.at.file].name() == "m.yaml");
    CHECK(sources.slice(finding.at) == "colums");
    REQUIRE(finding.related.size() == 1);
    CHECK(finding.related[0].message == "included from here");
    CHECK(sources[finding.related[0].at.file].name() == "c.yaml");
}
