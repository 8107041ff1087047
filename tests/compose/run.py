#!/usr/bin/env python3
"""examples/compose.yaml: Docker Compose reads it, its job is what weir generates, and its addresses are the contract's.
usage: run.py WEIR DOCKER_COMPOSE"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
FOLDER = TOP / "runner" / "compose"
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)


def read(compose, file, checks):
    done = run(compose, "-f", file, "config", "--format", "json")
    checks.that("Docker Compose takes it", done.returncode == 0 and not done.stderr and done.stdout, done.stderr)
    return json.loads(done.stdout or '{"services": {}}')["services"]


def check_refuses(compose, checks):
    with tempfile.TemporaryDirectory() as folder:
        bad = pathlib.Path(folder) / "compose.yaml"
        bad.write_text((TOP / "examples/compose.yaml").read_text().replace("  storage:\n    image:", "  storage:\n    imag:"))
        done = run(compose, "-f", bad, "config", "-q")
        checks.that("it refuses a misspelt key", "imag" in done.stderr, done.stdout + done.stderr)


def main():
    weir, compose = sys.argv[1:]
    checks = Checks()
    services = read(compose, TOP / "examples/compose.yaml", checks)
    check_refuses(compose, checks)
    contract = (FOLDER / "contract.yaml").read_text()
    done = run(weir, "validate", "--strict", FOLDER / "contract.yaml")
    checks.that("its contract is valid", done.returncode == 0, done.stdout + done.stderr)
    with tempfile.TemporaryDirectory() as folder:
        run(weir, "generate", "flink", "-q", FOLDER / "contract.yaml", "--out", folder)
        (job,) = pathlib.Path(folder).glob("*/job.json")
        checks.that("job.json is what weir generates", job.read_bytes() == (FOLDER / "job.json").read_bytes(),
                    "weir generate flink runner/compose/contract.yaml, and copy job.json")
    hosts = set(re.findall(r"(?:http://|: )([a-z]+):\d+", contract))
    checks.that("every host of the contract is a service", hosts and hosts <= set(services), hosts)
    images = {name: one.get("image", "") for name, one in services.items()}
    checks.that("every image has a version, or is built here", all(":" in image or image == "weir-flink" for image in images.values()), images)
    ports = [port for one in services.values() for port in one.get("ports", [])]
    checks.that("ports are open on loopback alone", ports and all(port.get("host_ip") == "127.0.0.1" for port in ports), ports)
    lines = (FOLDER / "orders.jsonl").read_text().splitlines()
    checks.that("three orders with three items", len(lines) == 3 and sum(len(json.loads(line)["items"]) for line in lines) == 3, lines)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
