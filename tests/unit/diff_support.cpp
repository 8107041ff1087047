#include "diff_support.h"

#include <catch2/catch.hpp>

namespace diff_test {

namespace {

weir::Contract read(const std::string& text, const std::vector<std::string>& fragments) {
    weir::FileSet files;
    files["contract.fluid.yaml"] = weir::FileAnswer{text, {}};
    for (std::size_t i = 0; i + 1 < fragments.size(); i += 2) {
        files[fragments[i]] = weir::FileAnswer{fragments[i + 1], {}};
    }
    weir::ReadDocument document = weir::read_document(files, "contract.fluid.yaml", {});
    REQUIRE(document.need.empty());
    REQUIRE(document.usable);
    return std::move(weir::read_contract(document.document).contract);
}

std::string_view word(weir::ChangeSeverity severity) {
    switch (severity) {
    case weir::ChangeSeverity::Breaking:
        return "breaking";
    case weir::ChangeSeverity::NonBreaking:
        return "non-breaking";
    case weir::ChangeSeverity::Info:
        break;
    }
    return "info";
}

} // namespace

const std::string& contract_text() {
    static const std::string kText = R"(fluidVersion: "0.7.7"
kind: DataProduct
id: commerce.nested-events
name: Nested commerce events
description: Order events
metadata:
  owner:
    team: data-platform
builds:
  - id: ingest-orders
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
        topic: orders
        format: json
        schema:
          - name: event_id
            type: string
            required: true
          - name: customer
            type: struct
            fields:
              - name: id
                type: string
              - name: score
                type: int
          - name: items
            type: array
            element:
              type: struct
              fields:
                - name: sku
                  type: string
                - name: price
                  type: decimal(18,2)
          - name: returns
            type: array
            element:
              type: struct
              fields:
                - name: sku
                  type: string
                - name: price
                  type: decimal(18,2)
          - name: attributes
            type: map
            key: {type: string, required: true}
            value: {type: string}
          - name: count
            type: int
          - name: payload
            type: binary
          - name: event_time
            type: timestamp_ltz(3)
            required: true
        key:
          format: raw
          schema:
            - name: order_key
              type: string
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
          - name: sku
            from: item.sku
          - name: channel
            from: attributes['channel']
          - name: trace
            from: kafka_headers['trace']
            cast: string
      parameters:
        flink:
          management: operator
          source:
            bootstrapServers: kafka:9092
            groupId: commerce-orders-v1
            startupMode: group-offsets
          eventTime:
            column: event_time
            delaySeconds: 5
          deployment:
            name: commerce-orders
            namespace: data-products
            context: development
            serviceAccount: flink
            image: registry.example.com/weir-flink@sha256:6b4f5e26abd757c270a13f10ec27b779f3ba2b81e5e2239856e0facc4cad11c9
            checkpointUri: s3://flink-state/orders/checkpoints
            savepointUri: s3://flink-state/orders/savepoints
            haUri: s3://flink-state/orders/ha
            secretRefs: [flink-storage]
exposes:
  - exposeId: orders
    title: Orders
    kind: table
    binding:
      platform: other
      format: iceberg
      location:
        uri: https://catalog.example.com/iceberg
        warehouse: s3://lake/warehouse
        namespace: commerce
        table: orders
        catalogAuth:
          type: oauth2
          credentialEnv: ICEBERG_CREDENTIAL
          oauth2ServerUri: https://identity.example.com/token
          scope: catalog
        catalogProperties:
          client.region: eu-central-1
      icebergConfig:
        writeVersion: 2
        properties:
          write.metadata.previous-versions-max: "100"
    contract:
      schema:
        - name: event_id
          type: string
          required: true
        - name: customer
          type: struct
          fields:
            - name: id
              type: string
            - name: score
              type: int
        - name: count
          type: long
        - name: sku
          type: string
        - name: channel
          type: string
        - name: trace
          type: string
        - name: event_time
          type: timestamp_ltz(3)
          required: true
)";
    return kText;
}

std::string edited(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    INFO("edit of: " << from);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(from, at + 1) == std::string::npos);
    return text.replace(at, from.size(), to);
}

std::vector<weir::Change> changes(const std::string& base, const std::string& head) {
    return changes(base, head, {});
}

std::vector<weir::Change> changes(const std::string& base, const std::string& head,
                                  const std::vector<std::string>& fragments) {
    const weir::Contract from = read(base, fragments);
    const weir::Contract to = read(head, fragments);
    return weir::diff(from, to).changes;
}

std::vector<std::string> told(const std::vector<weir::Change>& list) {
    std::vector<std::string> lines;
    for (const weir::Change& change : list) {
        lines.push_back(std::string(word(change.severity)) + " " + change.rule + " " + change.path);
    }
    return lines;
}

std::vector<std::string> told(const std::string& base, const std::string& head) {
    return told(changes(base, head));
}

} // namespace diff_test
