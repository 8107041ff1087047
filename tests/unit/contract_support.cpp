#include "contract_support.h"

#include <fmt/format.h>

namespace weir::test {

std::string full_contract() {
    return R"(fluidVersion: "0.7.7"
kind: DataProduct
id: commerce.events
name: Commerce events
metadata:
  layer: Bronze
  productType: SDP
  owner:
    team: data-platform
builds:
- id: ingest
  engine: flink
  pattern: embedded-logic
  outputs: [orders]
  execution:
    trigger:
      type: continuous
    runtime:
      platform: kubernetes
  properties:
    language: flink_sql
    stream:
      kind: kafka
      topic: orders-v1
      format: json
      timestampFormat: iso-8601
      schema:
      - name: event_id
        type: string
        required: true
      - name: customer
        type: struct
        fields:
        - name: tier
          type: int
      - name: items
        type: array
        element: {type: string}
      - name: attributes
        type: map
        key: {type: string, required: true}
        value: {type: long}
      - name: event_time
        type: timestamp_ltz(3)
      key:
        format: raw
        prefix: key_
        schema:
        - name: order
          type: binary
      metadata:
      - name: kafka_offset
        from: offset
      - name: kafka_headers
        from: headers
    mapping:
      explode:
        path: items
        as: item
      columns:
      - name: tier
        from: customer.tier
    parameters:
      flink:
        management: operator
        source:
          bootstrapServers: kafka-1:9092,kafka-2:9092
          groupId: commerce-v1
          startupMode: earliest-offset
        eventTime:
          column: event_time
          delaySeconds: 5
        deployment:
          name: commerce-orders
          namespace: data-products
          context: development
          serviceAccount: flink
          image: registry.example.com:5000/team/flink:1.2@sha256:3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f
          checkpointUri: s3://flink-state/orders/checkpoints
          savepointUri: s3://flink-state/orders/savepoints
          haUri: s3://flink-state/orders/ha
          stateEndpoint: https://minio.example.com:9000
          statePathStyleAccess: true
          secretRefs: [flink-storage, flink-kafka]
          state: suspended
          parallelism: 4
          checkpointIntervalSeconds: 120
          jobManager: {cpu: 0.5, memory: 2048m}
          taskManager: {cpu: 2, memory: 4g, slots: 2}
        verification:
          maxCheckpointAgeSeconds: 300
          maxSnapshotAgeSeconds: 900
exposes:
- exposeId: orders
  title: Orders
  version: 1.0.0
  kind: table
  binding:
    platform: other
    format: iceberg
    icebergConfig:
      writeVersion: 2
      fileFormat: orc
      partitionSpec:
      - sourceColumn: event_id
        transform: identity
      properties:
        history.expire.min-snapshots-to-keep: "5"
    location:
      catalog: rest
      uri: https://catalog.example.com/iceberg
      warehouse: s3://lake/warehouse
      namespace: commerce.sales
      table: orders
      catalogProperties:
        S3.Endpoint: https://minio.example.com
        s3.write.tags.team: data
      catalogAuth:
        type: oauth2
        credentialEnv: ICEBERG_CREDENTIAL
        oauth2ServerUri: https://identity.example.com/token
        scope: catalog
        audience: lake
  contract:
    schema:
    - name: event_id
      type: string
      required: true
    - name: tier
      type: integer
)";
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(from, at + 1) == std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string edited(std::string_view from, std::string_view to) {
    return replaced(full_contract(), from, to);
}

namespace {

Result load(const std::string& text, bool any_root = false) {
    FileSet files;
    files["contract.fluid.yaml"].text = text;
    ReadDocument document = read_document(files, "contract.fluid.yaml", "");
    for (const Finding& finding : document.findings) {
        INFO(finding.message);
        REQUIRE((any_root || finding.severity() != Severity::Error));
    }
    REQUIRE(document.document != nullptr);
    Result result;
    result.document = document.document;
    return result;
}

} // namespace

Result read(const std::string& text) {
    Result result = load(text);
    result.read = read_contract(result.document);
    return result;
}

Result read_as_fragment(const std::string& text, FragmentKind kind) {
    Result result = load(text, true);
    result.read = read_fragment(result.document, kind);
    return result;
}

std::string Result::all() const {
    std::string out;
    for (const Finding& finding : read.findings) {
        out +=
            fmt::format("{} {} `{}` {}\n", code_info(finding.code).slug, finding.path, under(finding), finding.message);
    }
    return out;
}

std::string Result::said() const {
    std::string out;
    for (const Finding& finding : read.findings) {
        out += fmt::format("{}\n{}\n{}\n", finding.path, finding.message, finding.help);
        for (const Related& related : finding.related) {
            out += related.message;
            if (!finding.secret) {
                out += document->sources().slice(related.at);
            }
        }
        if (finding.fix) {
            out += finding.fix->title;
            for (const Edit& edit : finding.fix->edits) {
                out += edit.text;
            }
        }
        if (!finding.secret) {
            out += under(finding);
        }
    }
    return out;
}

Finding only(const std::string& text, const Only& expected) {
    const Result result = read(text);
    INFO(result.all());
    REQUIRE(result.read.findings.size() == 1);
    const Finding& finding = result.read.findings.front();
    CHECK(code_info(finding.code).slug == code_info(expected.code).slug);
    CHECK(finding.path == expected.path);
    CHECK(result.under(finding) == expected.under);
    CHECK_FALSE(finding.message.empty());
    return finding;
}

} // namespace weir::test
