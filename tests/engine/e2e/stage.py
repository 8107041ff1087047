"""One stage for all end-to-end cases: services, cluster, and contracts written for them."""

import pathlib
import re
import shutil
import subprocess

import yaml

import expected
from flink import Flink
from processes import wait_until
from services import STORAGE_ENVIRONMENT, Catalog, Kafka, Registry, Storage

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
AUTHENTICATION = re.compile(r"\n +catalogAuth:\n(?: +(?:type|credentialEnv|oauth2ServerUri|scope): .*\n)+")
AVRO_SCHEMAS = HERE / "writer.avsc"


class Stage:
    def __init__(self, weir, programs, processes):
        self.weir, self.programs = weir, programs
        self.folder = processes.folder
        self.processes = processes
        self.kafka = Kafka(processes, programs.kafka)
        self.storage = Storage(processes)
        self.catalog = Catalog(processes, programs.catalog, self.storage)
        self.registry = Registry([AVRO_SCHEMAS.read_text()])
        self.flink = Flink(processes, programs.flink)
        self.written = 0

    def localised(self, text):
        """A contract's text with the addresses of this stage. The catalog server knows no credentials."""
        text = AUTHENTICATION.sub("\n", text)
        text = text.replace("kafka:9092", self.kafka.address).replace("http://registry:8081", self.registry.url)
        text = text.replace("https://catalog.example.com/iceberg", self.catalog.uri).replace("s3://lake/warehouse", self.catalog.warehouse)
        storage = {"s3.endpoint": self.storage.endpoint, "s3.path-style-access": "true", "client.region": STORAGE_ENVIRONMENT["AWS_REGION"]}
        properties = "{%s}" % ", ".join(f'{key}: "{value}"' for key, value in storage.items())
        text = re.sub(r"\n +catalogProperties:\n +client.region: .*\n", "\n", text)
        return re.sub(r"(\n? *)(table: \w+)([,}\n])", lambda m: f"{m[1]}{m[2]}{', ' if m[3] != chr(10) else m[1] or ' '}catalogProperties: {properties}{m[3]}", text, count=1)

    def contract(self, source, change=lambda text: text):
        """A contract of this stage; returns (contract, its job.json)."""
        self.written += 1
        folder = self.folder / f"contract-{self.written}"
        folder.mkdir()
        file = folder / "contract.fluid.yaml"
        if source.parent.parent == ROOT / "examples":
            shutil.copytree(ROOT / "examples" / "fragments", self.folder / "fragments", dirs_exist_ok=True)
            shutil.copy(ROOT / "examples" / "fluid.workspace.yaml", self.folder)
        file.write_text(change(self.localised(source.read_text())))
        made = subprocess.run([self.weir, "generate", "flink", file, "--out", folder / "out"], capture_output=True, text=True)
        assert made.returncode == 0, f"weir generate exits {made.returncode}: {made.stdout}{made.stderr}"
        (job,) = (folder / "out").glob("*/job.json")
        return resolved(yaml.safe_load(file.read_text()), file), job

    def submit(self, job, savepoint=None, settings=()):
        return self.flink.submit([*self.programs.runner, job], savepoint, settings)

    def landed(self, job, table, rows, seconds=240):
        """Waits until `job` has written so many rows; more is a failure at once."""

        def there():
            self.flink.alive(job)
            total = self.catalog.total(table)
            assert total <= rows, f"{table} has {total} rows, {rows} are right"
            return total == rows

        try:
            wait_until(f"{table} has {rows} rows", there, seconds)
        except AssertionError as late:
            raise AssertionError(f"{late}; it has {self.catalog.total(table)}") from None

    def quiet(self, job, table, rows):
        """Two more checkpoints must not bring another row."""
        before = self.flink.completed_checkpoints(job)
        wait_until("two more checkpoints", lambda: self.flink.completed_checkpoints(job) >= before + 2)
        self.landed(job, table, rows)

    def compare(self, contract, table, wanted):
        expected.compare(contract, wanted, self.catalog.rows(table))


def resolved(node, file):
    """A loaded contract with its `$ref`s replaced."""
    if isinstance(node, dict):
        if set(node) == {"$ref"}:
            target = (file.parent / node["$ref"]).resolve()
            return resolved(yaml.safe_load(target.read_text()), target)
        return {key: resolved(value, file) for key, value in node.items()}
    if isinstance(node, list):
        return [resolved(value, file) for value in node]
    return node


def stream(contract):
    return contract["builds"][0]["properties"]["stream"]


def table_of(contract):
    location = contract["exposes"][0]["binding"]["location"]
    return f"{location['namespace']}.{location['table']}"
