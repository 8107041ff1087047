// Where the time goes: reading, contract, binding, SQL, report, for contracts of growing width; and what it takes to
// compare two of them, once both are read.
//   bench_stages   prints one JSON object a width; times are medians in milliseconds

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "clock.h"
#include "weir/facade.h"
#include "weir/report.h"

namespace {

/// A valid managed contract with `width` flat columns that are landed by name; with `other` text in place of longs.
std::string wide_contract(int width, bool other = false) {
    std::string stream;
    std::string table;
    for (int i = 0; i < width; ++i) {
        const char* type = i % 4 == 0   ? "string"
                           : i % 4 == 1 ? (other ? "string" : "long")
                           : i % 4 == 2 ? "decimal(18,2)"
                                        : "timestamp_ltz(3)";
        stream += fmt::format("          - {{name: column_{}, type: \"{}\"}}\n", i, type);
        table += fmt::format("        - {{name: column_{}, type: \"{}\"}}\n", i, type);
    }
    return fmt::format(R"(fluidVersion: "0.7.7"
kind: DataProduct
id: bench.wide
name: Wide
metadata: {{owner: {{team: bench}}}}
builds:
  - id: ingest
    engine: flink
    pattern: embedded-logic
    outputs: [wide]
    execution: {{trigger: {{type: continuous}}, runtime: {{platform: kubernetes}}}}
    properties:
      language: flink_sql
      stream:
        kind: kafka
        topic: wide
        format: json
        schema:
{}      parameters:
        flink:
          management: operator
          source: {{bootstrapServers: "kafka:9092", groupId: wide}}
          deployment:
            name: wide
            namespace: data
            context: development
            serviceAccount: flink
            image: registry.example.com/flink@sha256:3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f
            checkpointUri: s3://state/wide/checkpoints
            savepointUri: s3://state/wide/savepoints
            haUri: s3://state/wide/ha
exposes:
  - exposeId: wide
    kind: table
    binding:
      platform: other
      format: iceberg
      location: {{uri: "https://catalog.example.com/iceberg", warehouse: "s3://lake/warehouse", namespace: bench, table: wide}}
    contract:
      schema:
{})",
                       stream, table);
}

/// Median of `runs` timings of `work`, in milliseconds.
template <class Work> double median_ms(int runs, Work work) {
    std::vector<double> times;
    for (int i = 0; i < runs; ++i) {
        const double start = weir::bench::now();
        work();
        times.push_back(weir::bench::now() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// A contract that was read, with what it stands on.
weir::ReadContract typed_contract(const std::string& text) {
    const weir::FileSet files = {{"wide.fluid.yaml", {text, ""}}};
    return weir::read_contract(weir::read_document(files, "wide.fluid.yaml", "").document);
}

} // namespace

int main() {
    for (const int width : {10, 1'000, 2'000, 20'000, 50'000}) {
        const weir::FileSet files = {{"wide.fluid.yaml", {wide_contract(width), ""}}};
        const int runs = width > 5000 ? 5 : 21;
        weir::ReadDocument read;
        const double reading = median_ms(runs, [&] { read = weir::read_document(files, "wide.fluid.yaml", ""); });
        weir::ReadContract contract;
        const double typed = median_ms(runs, [&] { contract = weir::read_contract(read.document); });
        weir::Plan plan;
        const double binding = median_ms(runs, [&] { plan = weir::bind(contract.contract); });
        if (!read.findings.empty() || !contract.findings.empty() || !plan.findings.empty() || plan.builds.empty() ||
            !plan.builds[0].complete) {
            fmt::print(stderr, "the bench's own contract of {} columns is not accepted\n", width);
            return 1;
        }
        std::string sql;
        const double compiling = median_ms(runs, [&] { sql = weir::compile(contract.contract, plan.builds[0]).text; });
        const std::vector<weir::Finding> none;
        std::string json;
        const double report = median_ms(runs, [&] {
            json = weir::findings_json({{"wide.fluid.yaml", "bench.wide", true, &read.document->sources(), &none}});
        });
        const weir::ReadContract same = typed_contract(wide_contract(width));
        const weir::ReadContract other = typed_contract(wide_contract(width, true));
        const weir::Plan plans[] = {weir::bind(same.contract), weir::bind(contract.contract),
                                    weir::bind(other.contract)};
        const weir::BoundContract sides[] = {
            {same.contract, plans[0]}, {contract.contract, plans[1]}, {other.contract, plans[2]}};
        std::size_t changes = 0;
        const double diff_same = median_ms(runs, [&] { changes = weir::diff(sides[0], sides[1]).changes.size(); });
        if (changes != 0) {
            fmt::print(stderr, "a contract of {} columns differs from itself\n", width);
            return 1;
        }
        const double diff_other = median_ms(runs, [&] { changes = weir::diff(sides[1], sides[2]).changes.size(); });
        fmt::print("{{\"columns\": {}, \"bytes\": {}, \"reading\": {:.4f}, \"contract\": {:.4f}, "
                   "\"binding\": {:.4f}, \"sql\": {:.4f}, \"report\": {:.4f}, \"diff_same\": {:.4f}, "
                   "\"diff_other\": {:.4f}, \"changes\": {}}}\n",
                   width, files.begin()->second.text.size(), reading, typed, binding, compiling, report, diff_same,
                   diff_other, changes);
    }
    return 0;
}
