#!/usr/bin/env python3
"""The npm tarball in an empty Node project, without a network: it installs, and validates the example there.
usage: npm.py PACKAGES"""

import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402

PROGRAM = """
import { readFileSync } from "node:fs";
import { loadWeir } from "weir-core";
const files = JSON.parse(readFileSync(0, "utf8"));
const weir = await loadWeir();
const file = "examples/flattened/contract.fluid.yaml";
console.log(JSON.stringify(weir.validate({ file, files, refRoot: "examples" })));
"""


def run(folder, *command, given=""):
    return subprocess.run(command, cwd=folder, input=given, capture_output=True, text=True, timeout=300)


def example():
    files = {}
    for file in (TOP / "examples").rglob("*.yaml"):
        files[file.relative_to(TOP).as_posix()] = file.read_text()
    return files


def main():
    (tarball,) = pathlib.Path(sys.argv[1]).glob("weir-core-*.tgz")
    checks = Checks()
    names = sorted(tarfile.open(tarball).getnames())
    checks.that("it holds what is promised", {"package/README.md", "package/LICENSE", "package/package.json", "package/dist/index.js", "package/dist/index.d.ts",
                                              "package/dist/weir-core.wasm", "package/dist/weir-full.wasm"} <= set(names), names)
    checks.that("and nothing but that", all(name.startswith("package/dist/") or name.count("/") == 1 for name in names), names)
    with tempfile.TemporaryDirectory(prefix="weir-npm-") as folder:
        project = pathlib.Path(folder)
        (project / "package.json").write_text('{"name": "empty", "version": "1.0.0", "type": "module"}\n')
        (project / "try.js").write_text(PROGRAM)
        done = run(project, "npm", "install", "--offline", "--no-audit", "--no-fund", str(tarball.resolve()))
        checks.that("npm installs it", done.returncode == 0, done.stdout + done.stderr)
        installed = sorted(path.name for path in (project / "node_modules").iterdir() if not path.name.startswith("."))
        checks.that("it needs no other package", installed == ["weir-core"], installed)
        good = run(project, "node", "try.js", given=json.dumps(example()))
        checks.that("it validates the example", good.returncode == 0 and json.loads(good.stdout)["valid"] is True, good.stdout + good.stderr)
        files = example()
        name = "examples/flattened/contract.fluid.yaml"
        files[name] = files[name].replace("from: customer.id", "from: customer.adress")
        bad = run(project, "node", "try.js", given=json.dumps(files))
        codes = [finding["code"] for contract in json.loads(bad.stdout or '{"contracts": []}')["contracts"] for finding in contract["findings"]]
        checks.that("and finds what is wrong", "mapping-path-unknown" in codes, bad.stdout + bad.stderr)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
