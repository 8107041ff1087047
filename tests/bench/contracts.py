"""Contracts for measuring: valid ones of any width, and a folder of thousands."""
import pathlib

TYPES = ["string", "long", "decimal(18,2)", "timestamp_ltz(3)"]
ROOT = pathlib.Path(__file__).resolve().parents[2]


def plain(columns):
    """An unmanaged contract of fluidVersion 0.7.6, as other tools read it too."""
    rows = "".join(
        f"        - name: column_{i}\n          type: {TYPES[i % 3]}\n          required: {'true' if i % 2 else 'false'}\n"
        f"          description: Column number {i} of the table\n" for i in range(columns))
    return f"""fluidVersion: "0.7.6"
kind: DataProduct
id: bench.plain
name: Plain
metadata:
  owner:
    team: bench
exposes:
  - exposeId: wide
    kind: table
    binding:
      platform: local
      format: parquet
      location:
        path: runtime/wide.parquet
    contract:
      schema:
{rows}"""


def managed(columns, name="wide"):
    """A managed contract whose columns are landed by name."""
    rows = [f'{{name: column_{i}, type: "{TYPES[i % 4]}"}}\n' for i in range(columns)]
    stream = "".join("          - " + row for row in rows)
    table = "".join("        - " + row for row in rows)
    return f"""fluidVersion: "0.7.7"
kind: DataProduct
id: bench.{name}
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
{stream}      parameters:
        flink:
          management: operator
          source: {{bootstrapServers: "kafka:9092", groupId: wide}}
          deployment:
            name: wide
            namespace: data
            context: development
            serviceAccount: flink
            image: registry.example.com/flink@sha256:{'3f' * 32}
            checkpointUri: s3://state/wide/checkpoints
            savepointUri: s3://state/wide/savepoints
            haUri: s3://state/wide/ha
exposes:
  - exposeId: wide
    kind: table
    binding:
      platform: other
      format: iceberg
      location:
        {{uri: "https://catalog.example.com/iceberg", warehouse: "s3://lake/warehouse", namespace: bench, table: wide}}
    contract:
      schema:
{table}"""


def example_files():
    """The example contract with its fragments: name → text."""
    names = ["examples/flattened/contract.fluid.yaml", "examples/flattened/baseline.fluid.yaml",
             "examples/fragments/streams/orders.yaml", "examples/fragments/streams/orders.value.yaml"]
    return {name: (ROOT / name).read_text() for name in names}


def write_folder(folder, count):
    """`count` contracts of the example's size with ids of their own, every hundred in a folder that shares fragments."""
    files = example_files()
    contract = files["examples/flattened/contract.fluid.yaml"].replace("../fragments/streams/", "fragments/")
    for number in range(count):
        team = folder / f"team-{number // 100:03}"
        if number % 100 == 0:
            (team / "fragments").mkdir(parents=True)
            for name in ("orders.yaml", "orders.value.yaml"):
                (team / "fragments" / name).write_text(files["examples/fragments/streams/" + name])
        text = contract.replace("commerce.order-items", f"commerce.order-items-{number}")
        (team / f"product-{number:05}.fluid.yaml").write_text(text)
