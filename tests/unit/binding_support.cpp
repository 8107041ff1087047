#include "binding_support.h"

#include <fmt/format.h>

namespace weir::test {

namespace {

std::string indented(std::string_view text, std::size_t blanks) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        out += std::string(blanks, ' ');
        out += text.substr(0, end);
        out += '\n';
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

constexpr std::string_view kHead = R"(fluidVersion: 0.7.7
kind: DataProduct
id: commerce.orders
name: Orders
metadata: {owner: {team: data}}
builds:
- id: ingest-orders
  engine: flink
  pattern: embedded-logic
  outputs: [orders]
  execution: {trigger: {type: continuous}, runtime: {platform: kubernetes}}
  properties:
    language: flink_sql
    parameters:
      flink:
        management: operator
        source: {bootstrapServers: "kafka:9092", groupId: g1, schemaRegistryUrl: "https://registry.example.com"}
        deployment:
          name: orders
          namespace: data
          context: dev
          serviceAccount: flink
          image: registry.example.com/f@sha256:3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f
          checkpointUri: s3://state/orders/checkpoints
          savepointUri: s3://state/orders/savepoints
          haUri: s3://state/orders/ha
    stream:
      kind: kafka
      topic: orders
      format: json
)";

constexpr std::string_view kExpose = R"(exposes:
- exposeId: orders
  title: Orders
  kind: table
  binding:
    platform: other
    format: iceberg
    location: {uri: "https://catalog.example.com/i", warehouse: "s3://lake/w", namespace: commerce, table: orders}
  contract:
    schema:
)";

} // namespace

std::string contract_text(const Lines& lines) {
    std::string text(kHead);
    text += "      schema:\n" + indented(lines.stream, 6) + indented(lines.extra, 6);
    if (!lines.mapping.empty()) {
        text += "    mapping:\n" + indented(lines.mapping, 6);
    }
    if (!lines.sql.empty()) {
        text += "    sql: " + lines.sql + "\n";
    }
    return text + std::string(kExpose) + indented(lines.outputs, 4);
}

Bound bind_text(const std::string& text) {
    FileSet files;
    files["c.fluid.yaml"] = FileAnswer{text, ""};
    ReadDocument document = read_document(files, "c.fluid.yaml", "");
    Bound bound;
    bound.reading = std::move(document.findings);
    if (!document.usable) {
        return bound;
    }
    ReadContract read = read_contract(document.document);
    bound.reading.insert(bound.reading.end(), read.findings.begin(), read.findings.end());
    bound.contract = std::move(read.contract);
    bound.plan = bind(bound.contract);
    return bound;
}

Bound bind_lines(const Lines& lines) {
    return bind_text(contract_text(lines));
}

std::string Bound::text() const {
    constexpr std::string_view kPrefix = "Managed Flink: ";
    std::string out;
    for (const Finding& finding : plan.findings) {
        std::string_view message = finding.message;
        if (message.substr(0, kPrefix.size()) == kPrefix) {
            message.remove_prefix(kPrefix.size());
        } else {
            out += "(no prefix) ";
        }
        out += fmt::format("{} @ {}: {}\n", code_info(finding.code).slug, finding.path, message);
    }
    return out;
}

std::string Bound::fixed(std::size_t finding) const {
    const Fix& fix = plan.findings.at(finding).fix.value();
    std::string text(contract.document->sources()[0].text());
    for (auto edit = fix.edits.rbegin(); edit != fix.edits.rend(); ++edit) {
        text.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
    }
    return text;
}

} // namespace weir::test
