#!/usr/bin/env python3
"""The bills of materials: valid under CycloneDX's own schema, and nothing that is loaded or bundled is missing.
usage: sbom.py PACKAGES     (with a Python that has cyclonedx-python-lib)"""

import json
import pathlib
import re
import subprocess
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402

WANTED = {"weir": {"libcurl4", "libarchive13", "libfmt9", "libcpp-httplib0.11", "libc6", "libyaml-cpp-dev", "nlohmann-json3-dev", "libcli11-dev", "preact", "@codemirror/view"},
          "weir-desktop": {"libglfw3", "libstb0", "libimgui-dev", "libc6", "libyaml-cpp-dev"},
          "weir-core": {"yaml-cpp", "nlohmann-json3-dev", "libfmt-dev"},
          "weir-runner": {"jackson-databind", "jackson-core", "jackson-annotations"}}


def main():
    packages = pathlib.Path(sys.argv[1])
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    checks = Checks()
    checks.that("the schema refuses", validator.validate_str('{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": 1}]}') is not None, "it takes it")
    for artefact, wanted in WANTED.items():
        file = packages / f"{artefact}.cdx.json"
        if not file.exists():
            checks.that(f"{artefact} has a bill", False, f"{file} is missing: ./dev package")
            continue
        text = file.read_text()
        error = validator.validate_str(text)
        checks.that(f"{artefact}: valid CycloneDX 1.6", error is None, error)
        bill = json.loads(text)
        names = {(f"{one['group']}/" if one.get("group", "").startswith("@") else "") + one["name"] for one in bill["components"]}
        checks.that(f"{artefact}: lists {len(wanted)} that are in it", wanted <= names, wanted - names)
        checks.that(f"{artefact}: every component has a version and a purl", all(one.get("version") and one.get("purl") for one in bill["components"]), "")
        checks.that(f"{artefact}: names no folder", "/work" not in text and str(TOP) not in text, "")
    for program in ("weir", "weir-desktop"):
        bill = json.loads((packages / f"{program}.cdx.json").read_text())
        loaded = re.findall(r"=> (/\S+)", subprocess.run(["ldd", str(TOP / "build/release/bin" / program)], capture_output=True, text=True, check=True).stdout)
        libraries = {one["name"] for one in bill["components"] if {"name": "weir:linkage", "value": "shared library"} in one["properties"]}
        asked = subprocess.run(["dpkg-query", "-S", *loaded], capture_output=True, text=True).stdout
        owners = {line.split(":")[0] for line in asked.splitlines()}
        checks.that(f"{program}: all packages of loaded libraries", owners and owners <= libraries, owners - libraries)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
