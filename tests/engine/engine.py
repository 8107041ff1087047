"""What the drivers of the real engine share: building the Maven project, starting its JVM, making scripts."""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "runner"))

from world import runtimes  # noqa: E402  (tests/runner)

# Flink's serialisers and Iceberg's reflection reach into these packages of Java 17.
OPENED = ["java.lang", "java.util", "java.nio"]


def properties(version):
    """What the poms are told to take the jars of another version of Flink than theirs."""
    row = runtimes()[version]
    values = {"flink.minor": row["flink"].rpartition(".")[0], "flink.version": row["flink"], "iceberg.version": row["iceberg"],
              "kafka.connector.version": row["connector"], "avro.confluent.version": row["registry"]}
    return [f"-D{name}={value}" for name, value in values.items()]


def build(work, version="v1_20"):
    """Compiles the Java programs when they are older than their sources; returns the class path."""
    target = work / ("maven" if version == "v1_20" else f"maven-{version}")
    stamp = target / "built"
    sources = [HERE / "pom.xml", ROOT / "core/contract/runtimes.cpp", *HERE.glob("src/**/*.java")]
    if not stamp.exists() or stamp.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        target.mkdir(parents=True, exist_ok=True)
        command = [str(ROOT / "tests" / "maven"), "-f", str(HERE / "pom.xml"), f"-Dengine.build={target}", *properties(version), "compile"]
        if subprocess.run(command).returncode != 0:
            sys.exit("the Maven project of tests/engine does not build")
        stamp.touch()
    return f"{target / 'classes'}{os.pathsep}{(target / 'classpath.txt').read_text().strip()}"


def java(class_path, main, arguments, many=False):
    """Runs a program of the project and yields its JSON lines; with `many`, one that has minutes of work."""
    command = ["java", *(["-XX:+UseParallelGC", "-Xmx2g"] if many else ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g"])]
    command += [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED]
    process = subprocess.Popen([*command, "-cp", class_path, main, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("{"):
            yield json.loads(line)
    process.wait()


def contracts():
    """Every valid contract of the examples and the corpus, with a name for its folder."""
    for file in sorted(ROOT.glob("examples/**/*.fluid.yaml")):
        yield "-".join(file.relative_to(ROOT).parts).removesuffix(".fluid.yaml"), file
    corpus = ROOT / "tests" / "corpus"
    for case in json.loads((corpus / "cases.json").read_text())["contracts"]:
        if case["valid"]:
            yield f"corpus-{case['name']}", corpus / "contracts" / f"{case['name']}.fluid.yaml"


def generate(weir, file, folder):
    """Writes the SQL of a contract; returns what went wrong, or None."""
    result = subprocess.run([weir, "generate", "flink", str(file), "--out", str(folder)], capture_output=True, text=True)
    if result.returncode != 0:
        return f"weir generate exits {result.returncode}: {(result.stdout + result.stderr)[:600]}"
    return None if any(folder.glob("*/job.sql")) else "weir generate wrote no job.sql"
