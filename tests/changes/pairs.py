"""One small edit of base.fluid.yaml for each rule of diff: what is written instead of what, and which rule the way back
has. An edit replaces the one place of a text; `@last` in front of it takes the last place, `@end` appends."""

COUNT = "          - name: count\n            type: int\n"
PAYLOAD = "          - name: payload\n            type: binary\n"
TRACE_MAP = "          - name: trace\n            from: kafka_headers['trace']\n            cast: string\n"
TRACE = "        - name: trace\n          type: string\n"
SECRETS = "            secretRefs: [flink-storage]\n"
EXPLODE = "        explode:\n          path: items\n          as: item\n"
KEY = "        key:\n          format: raw\n          schema:\n            - name: order_key\n              type: string\n"
OFFSET = "          - name: kafka_offset\n            from: offset\n"
TIME_COLUMN = "        - name: event_time\n          type: timestamp_ltz(3)\n          required: true\n"
EVENT = "          eventTime:\n            column: event_time\n            delaySeconds: 5\n"
TABLE_SCORE = "            - name: score\n              type: int\n"
READ_SCORE = "              - name: score\n                type: int\n"
NAMES = "            - name: id\n              type: string\n            - name: score\n              type: int\n"
PROPERTIES = "        writeVersion: 2\n"
REGISTRY = ("          source:\n", "          source:\n            schemaRegistryUrl: https://{}.example.com\n")


def text(path="base.fluid.yaml"):
    import pathlib
    return (pathlib.Path(__file__).resolve().parent / path).read_text(encoding="utf-8")


BASE = text()
EXPOSE = BASE[BASE.index("  - exposeId: orders"):]
BUILD = BASE[BASE.index("  - id: ingest-orders"):BASE.index("exposes:\n")]
MAPPING = BASE[BASE.index("      mapping:\n"):BASE.index("      parameters:\n")]
STREAM_BLOCK = BASE[BASE.index("      stream:\n"):BASE.index("      mapping:\n")]
SECOND_EXPOSE = EXPOSE.replace("exposeId: orders", "exposeId: more").replace("table: orders", "table: more")
SECOND_BUILD = (BUILD.replace("id: ingest-orders", "id: ingest-more").replace("outputs: [orders]", "outputs: [more]")
                .replace("name: commerce-orders\n", "name: commerce-more\n").replace("flink-state/orders", "flink-state/more"))
OWN_SQL = "      sql: SELECT event_id, customer FROM source_events\n"


def deployed(line):
    """A line that comes before secretRefs, and another value for it."""
    return lambda value: [(SECRETS, f"            {line}: {value}\n{SECRETS}")]


# rule: (edits that make the baseline, edits that make the head of it, rule of the way back)
PAIRS = {
    "bootstrap-servers-changed": ([], [("kafka:9092", "kafka-2:9092")], "bootstrap-servers-changed"),
    "build-added": ([("@end", SECOND_EXPOSE)], [("exposes:\n", SECOND_BUILD + "exposes:\n")], "build-removed"),
    "build-output-changed": ([("exposes:\n", SECOND_BUILD + "exposes:\n"), ("@end", SECOND_EXPOSE)],
                             [("outputs: [orders]", "outputs: [@]"), ("outputs: [more]", "outputs: [orders]"), ("outputs: [@]", "outputs: [more]")],
                             "build-output-changed"),
    "build-removed": ([("exposes:\n", SECOND_BUILD + "exposes:\n"), ("@end", SECOND_EXPOSE)], [(SECOND_BUILD, "")], "build-added"),
    "build-renamed": ([], [("id: ingest-orders", "id: land-orders")], "build-renamed"),
    "catalog-auth-changed": ([], [("scope: catalog", "scope: other")], "catalog-auth-changed"),
    "catalog-properties-changed": ([], [("client.region: eu-central-1", "client.region: eu-west-1")], "catalog-properties-changed"),
    "catalog-uri-changed": ([], [("https://catalog.example.com", "https://other.example.com")], "catalog-uri-changed"),
    "checkpoint-interval-changed": ([], deployed("checkpointIntervalSeconds")("300"), "checkpoint-interval-changed"),
    "checkpoint-uri-changed": ([], [("orders/checkpoints", "orders/v2/checkpoints")], "checkpoint-uri-changed"),
    "column-added": ([], [("        - name: sku\n          type: string\n", "        - name: payload\n          type: binary\n        - name: sku\n          type: string\n")], "column-removed"),
    "column-became-optional": ([], [(TIME_COLUMN, TIME_COLUMN.replace("          required: true\n", ""))], "column-became-required"),
    "column-became-required": ([(TIME_COLUMN, TIME_COLUMN.replace("          required: true\n", ""))], [(TIME_COLUMN.replace("          required: true\n", ""), TIME_COLUMN)], "column-became-optional"),
    "column-order-changed": ([], [("@last" + NAMES, "            - name: score\n              type: int\n            - name: id\n              type: string\n")], "column-order-changed"),
    "column-precision-changed": ([], [(TIME_COLUMN, TIME_COLUMN.replace("(3)", "(6)"))], "column-precision-changed"),
    "column-removed": ([], [(TRACE_MAP, ""), (TRACE, "")], "column-added"),
    "column-required-added": ([], [("@end", TIME_COLUMN.replace("event_time", "read_time")), ("          - name: channel\n            from", "          - name: read_time\n            from: event_time\n          - name: channel\n            from")], "column-removed"),
    "column-type-changed": ([], [("        - name: count\n          type: long\n", "        - name: count\n          type: int\n")], "column-type-widened"),
    "column-type-widened": ([], [("@last" + TABLE_SCORE, TABLE_SCORE.replace("int", "long"))], "column-type-changed"),
    "deployment-context-changed": ([], [("context: development", "context: staging")], "deployment-context-changed"),
    "deployment-name-changed": ([], [("name: commerce-orders\n", "name: commerce-orders-v2\n")], "deployment-name-changed"),
    "deployment-namespace-changed": ([], [("namespace: data-products", "namespace: orders")], "deployment-namespace-changed"),
    "deployment-state-changed": ([], deployed("state")("suspended"), "deployment-state-changed"),
    "documentation-changed": ([], [("description: Order events", "description: Orders as they are placed")], "documentation-changed"),
    "event-time-added": ([(EVENT, "")], [("          deployment:\n", EVENT + "          deployment:\n")], "event-time-removed"),
    "event-time-changed": ([], [("delaySeconds: 5", "delaySeconds: 60")], "event-time-changed"),
    "event-time-removed": ([], [(EVENT, "")], "event-time-added"),
    "execution-changed": ([], [("        type: continuous\n", "        type: continuous\n      retries: 3\n")], "execution-changed"),
    "explode-added": ([(EXPLODE, ""), ("item.sku", "customer.id")], [("      mapping:\n", "      mapping:\n" + EXPLODE), ("@lastfrom: customer.id", "from: item.sku")], "explode-removed"),
    "explode-moved": ([], [("path: items\n", "path: returns\n")], "explode-moved"),
    "explode-removed": ([], [(EXPLODE, ""), ("item.sku", "customer.id")], "explode-added"),
    "explode-renamed": ([], [("as: item\n", "as: line\n"), ("item.sku", "line.sku")], "explode-renamed"),
    "expose-added": ([], [("exposes:\n", SECOND_BUILD + "exposes:\n"), ("@end", SECOND_EXPOSE)], "expose-removed"),
    "expose-removed": ([("exposes:\n", SECOND_BUILD + "exposes:\n"), ("@end", SECOND_EXPOSE)], [(SECOND_BUILD, ""), (SECOND_EXPOSE, "")], "expose-added"),
    "field-added": ([], [(COUNT, COUNT + "          - name: note\n            type: string\n")], "field-dropped"),
    "field-became-optional": ([("          - name: count\n            type: int\n", "          - name: count\n            type: int\n            required: true\n")], [("            type: int\n            required: true\n", "            type: int\n")], "field-became-required"),
    "field-became-required": ([], [(COUNT, COUNT + "            required: true\n")], "field-became-optional"),
    "field-dropped": ([], [(PAYLOAD, "")], "field-added"),
    "field-required-added": ([], [(COUNT, COUNT + "          - name: note\n            type: string\n            required: true\n")], "field-dropped"),
    "field-type-changed": ([(PAYLOAD, PAYLOAD.replace("binary", "long"))], [(PAYLOAD.replace("binary", "long"), PAYLOAD.replace("binary", "int"))], "field-type-widened"),
    "field-type-widened": ([], [(COUNT, COUNT.replace("int", "long"))], "field-type-changed"),
    "file-format-changed": ([], [(PROPERTIES, PROPERTIES + "        fileFormat: orc\n")], "file-format-changed"),
    "flink-version-changed": ([], deployed("flinkVersion")("v1_19"), "flink-version-changed"),
    "group-id-changed": ([], [("commerce-orders-v1", "commerce-orders-v2")], "group-id-changed"),
    "ha-uri-changed": ([], [("orders/ha", "orders/v2/ha")], "ha-uri-changed"),
    "image-changed": ([], [("6b4f5e26", "7c505f37")], "image-changed"),
    "key-declared": ([(KEY, "")], [("        metadata:\n", KEY + "        metadata:\n")], "key-dropped"),
    "key-dropped": ([], [(KEY, "")], "key-declared"),
    "key-format-changed": ([], [("format: raw", "format: json")], "key-format-changed"),
    "key-prefix-changed": ([], [("          format: raw\n", "          format: raw\n          prefix: key_\n")], "key-prefix-changed"),
    "metadata-added": ([], [(OFFSET, OFFSET + "          - name: kafka_partition\n            from: partition\n")], "metadata-dropped"),
    "metadata-dropped": ([], [(OFFSET, "")], "metadata-added"),
    "metadata-source-changed": ([], [("from: offset", "from: partition")], "metadata-source-changed"),
    "other-changed": ([], [("kind: DataProduct\n", "kind: DataProduct\ndomain: commerce\n")], "other-changed"),
    "output-cast-changed": ([(TRACE_MAP, TRACE_MAP.replace("            cast: string\n", "")), (TRACE, TRACE.replace("string", "binary"))], [(TRACE_MAP.replace("            cast: string\n", ""), TRACE_MAP), (TRACE.replace("string", "binary"), TRACE)], "output-cast-changed"),
    "output-path-changed": ([], [("attributes['channel']", "attributes['source']")], "output-path-changed"),
    "own-sql-added": ([], [(MAPPING, OWN_SQL)], "own-sql-removed"),
    "own-sql-changed": ([(MAPPING, OWN_SQL)], [("SELECT event_id, customer FROM", "SELECT customer, event_id FROM")], "own-sql-changed"),
    "own-sql-removed": ([(MAPPING, OWN_SQL)], [(OWN_SQL, MAPPING)], "own-sql-added"),
    "parallelism-changed": ([], deployed("parallelism")("4"), "parallelism-changed"),
    "partition-spec-changed": ([], [(PROPERTIES, PROPERTIES + "        partitionSpec: [{sourceColumn: channel, transform: identity}]\n")], "partition-spec-changed"),
    "product-id-changed": ([], [("id: commerce.nested-events", "id: commerce.events")], "product-id-changed"),
    "resources-changed": ([], deployed("taskManager")("{memory: 4096m}"), "resources-changed"),
    "savepoint-uri-changed": ([], [("orders/savepoints", "orders/v2/savepoints")], "savepoint-uri-changed"),
    "schema-registry-changed": ([("format: json\n", "format: avro-confluent\n"), (REGISTRY[0], REGISTRY[1].format("registry"))], [("https://registry.example", "https://schemas.example")], "schema-registry-changed"),
    "secret-refs-changed": ([], [("[flink-storage]", "[flink-storage, orders-reader]")], "secret-refs-changed"),
    "service-account-changed": ([], [("serviceAccount: flink", "serviceAccount: flink-orders")], "service-account-changed"),
    "startup-mode-changed": ([], [("startupMode: group-offsets", "startupMode: earliest-offset")], "startup-mode-changed"),
    "state-endpoint-changed": ([], deployed("stateEndpoint")("https://s3.example.com"), "state-endpoint-changed"),
    "stream-declared": ([(STREAM_BLOCK, "")], [("      mapping:\n", STREAM_BLOCK + "      mapping:\n")], "stream-dropped"),
    "stream-dropped": ([], [(STREAM_BLOCK, "")], "stream-declared"),
    "stream-format-changed": ([], [("        topic: orders\n        format: json\n", "        topic: orders\n        format: avro-confluent\n")], "stream-format-changed"),
    "stream-topic-changed": ([], [("topic: orders", "topic: orders-v2")], "stream-topic-changed"),
    "table-changed": ([], [("table: orders\n", "table: orders_v2\n")], "table-changed"),
    "table-namespace-changed": ([], [("namespace: commerce\n", "namespace: sales\n")], "table-namespace-changed"),
    "table-properties-changed": ([], [("previous-versions-max: \"100\"", "previous-versions-max: \"50\"")], "table-properties-changed"),
    "timestamp-format-changed": ([], [("        topic: orders\n        format: json\n", "        topic: orders\n        format: json\n        timestampFormat: sql\n")], "timestamp-format-changed"),
    "verification-changed": ([], [("          deployment:\n", "          verification:\n            maxCheckpointAgeSeconds: 900\n          deployment:\n")], "verification-changed"),
    "warehouse-changed": ([], [("s3://lake/warehouse", "s3://lake/other")], "warehouse-changed"),
}
