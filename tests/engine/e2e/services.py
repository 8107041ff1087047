"""What the job talks to, as real as one machine allows: a Kafka broker, an Iceberg REST catalog, an object store, and
a schema registry (the one stand-in: it answers the one question that Flink's reader asks, a writer's schema by its id)."""

import http.server
import json
import pathlib
import subprocess
import sys
import threading

from processes import JAVA
from programs import catalog_server, free_port

BUCKET = "lake"
# Iceberg's S3 client takes them from the environment, as in a pod they come from a Secret.
STORAGE_ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "e2e-access",
    "AWS_SECRET_ACCESS_KEY": "e2e-secret",
    "AWS_REGION": "us-east-1",
    "AWS_EC2_METADATA_DISABLED": "true",
}


class Kafka:
    """One broker in KRaft mode."""

    def __init__(self, processes, class_path):
        port, controller = free_port(), free_port()
        self.address = f"127.0.0.1:{port}"
        settings = processes.folder / "kafka.properties"
        settings.write_text(
            f"""process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs={processes.folder}/kafka-data
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
log.cleaner.enable=false
auto.create.topics.enable=false
"""
        )
        java = [*JAVA, "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", class_path]
        storage = [*java, "-Xmx128m", "kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qg", "-c", settings]
        subprocess.run([str(part) for part in storage], check=True, capture_output=True)
        self.process = processes.start("kafka", [*java, "-Xmx256m", "kafka.Kafka", settings])
        processes.listening(self.process, port)

    def create(self, *topics, partitions=2):
        from kafka.admin import KafkaAdminClient, NewTopic

        admin = KafkaAdminClient(bootstrap_servers=self.address)
        # Records carry timestamps of the past: without retention.ms the broker would delete them.
        admin.create_topics([NewTopic(topic, partitions, 1, topic_configs={"retention.ms": "-1"}) for topic in topics])
        admin.close()

    def produce(self, topic, records):
        """Sends dictionaries with `value` and perhaps `key`, `headers`, `timestamp`, `partition`. Returns their places
        as (partition, offset)."""
        from kafka import KafkaProducer

        producer = KafkaProducer(bootstrap_servers=self.address, linger_ms=20)
        sent = [
            producer.send(
                topic, record["value"], key=record.get("key"), headers=record.get("headers", []),
                timestamp_ms=record.get("timestamp"), partition=record.get("partition"),
            )
            for record in records
        ]
        producer.flush()
        places = [(future.get(30).partition, future.get(30).offset) for future in sent]
        producer.close()
        return places


class Storage:
    """An object store that speaks S3."""

    def __init__(self, processes):
        port = free_port()
        self.endpoint = f"http://127.0.0.1:{port}"
        command = [pathlib.Path(sys.executable).parent / "moto_server", "-H", "127.0.0.1", "-p", port]
        processes.listening(processes.start("storage", command, STORAGE_ENVIRONMENT), port)
        import boto3

        boto3.client(
            "s3", endpoint_url=self.endpoint, region_name=STORAGE_ENVIRONMENT["AWS_REGION"],
            aws_access_key_id=STORAGE_ENVIRONMENT["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=STORAGE_ENVIRONMENT["AWS_SECRET_ACCESS_KEY"],
        ).create_bucket(Bucket=BUCKET)


class Catalog:
    """Iceberg's own REST catalog server, its tables in `storage`."""

    def __init__(self, processes, class_path, storage):
        self.warehouse = f"s3://{BUCKET}/warehouse"
        self.storage = storage
        command, environment, port = catalog_server(class_path, processes.folder, self.warehouse)
        self.uri = f"http://127.0.0.1:{port}/"
        environment |= {
            **STORAGE_ENVIRONMENT,
            "CATALOG_IO__IMPL": "org.apache.iceberg.aws.s3.S3FileIO",
            "CATALOG_S3_ENDPOINT": storage.endpoint,
            "CATALOG_S3_PATH__STYLE__ACCESS": "true",
        }
        processes.listening(processes.start("catalog", command, environment), port)

    def open(self):
        from pyiceberg.catalog import load_catalog

        return load_catalog(
            "e2e", type="rest", uri=self.uri, **{
                "s3.endpoint": self.storage.endpoint,
                "s3.access-key-id": STORAGE_ENVIRONMENT["AWS_ACCESS_KEY_ID"],
                "s3.secret-access-key": STORAGE_ENVIRONMENT["AWS_SECRET_ACCESS_KEY"],
                "s3.region": STORAGE_ENVIRONMENT["AWS_REGION"],
                "s3.path-style-access": "true",
            },
        )

    def total(self, table):
        """Rows of the table's current snapshot; 0 when there is no table or snapshot yet."""
        from pyiceberg.exceptions import NoSuchTableError

        try:
            snapshot = self.open().load_table(table).current_snapshot()
        except NoSuchTableError:
            return 0
        return int(snapshot.summary["total-records"]) if snapshot else 0

    def rows(self, table):
        """Every row, read from the Parquet files themselves: PyIceberg reads a null list or map of structs as an
        empty one."""
        import pyarrow.fs
        import pyarrow.parquet

        files = pyarrow.fs.S3FileSystem(
            endpoint_override=self.storage.endpoint, scheme="http", region=STORAGE_ENVIRONMENT["AWS_REGION"],
            access_key=STORAGE_ENVIRONMENT["AWS_ACCESS_KEY_ID"], secret_key=STORAGE_ENVIRONMENT["AWS_SECRET_ACCESS_KEY"],
        )
        loaded = self.open().load_table(table)
        rows = []
        for task in loaded.scan().plan_files():
            assert not task.delete_files, f"{table} has delete files"
            rows += pyarrow.parquet.read_table(task.file.file_path.removeprefix("s3://"), filesystem=files).to_pylist()
        return rows


class Registry:
    """Answers GET /schemas/ids/N with the Nth text."""

    def __init__(self, texts):

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                parts = self.path.split("?")[0].strip("/").split("/")
                number = int(parts[2]) if parts[:2] == ["schemas", "ids"] and parts[2].isdigit() else 0
                known = 0 < number <= len(texts)
                body = json.dumps({"schema": texts[number - 1]} if known else {"error_code": 40403, "message": "not found"}).encode()
                self.send_response(200 if known else 404)
                self.send_header("Content-Type", "application/vnd.schemaregistry.v1+json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
