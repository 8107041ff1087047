"""The Java programs of the end-to-end test: the runner and what the image and Flink bring (as tests/runner has them), Iceberg's
catalog server, a Kafka broker."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "runner"))

import world  # noqa: E402  (tests/runner)
from world import catalog_server, free_port  # noqa: E402, F401  (for the other modules here)


class Programs:
    """Class paths, and the runner's jar with the arguments that come before a job."""

    def __init__(self, work, runner_work):
        programs = world.World(runner_work)
        self.catalog = programs.catalog
        self.flink = os.pathsep.join([*map(str, programs.image_jars), programs.flink])
        manifest = world.RUNNER / "image" / "manifest.json"
        self.runner = [programs.jar, "--manifest", manifest, "--termination-log", work / "termination"]
        kafka = work / "kafka.classpath"
        pom = HERE / "kafka" / "pom.xml"
        world.made(kafka, [pom], "-f", pom, f"-Dkafka.build={work / 'kafka'}", f"-Dclasspath.file={kafka}", "package")
        self.kafka = kafka.read_text().strip()
