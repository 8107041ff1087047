#!/usr/bin/env python3
"""What is in each artefact, as CycloneDX 1.6 in JSON. usage: sbom.py ARTEFACT OUT [--build DIR] [--date SECONDS]

ARTEFACT is weir, weir-desktop or weir-core. Nothing is listed by hand: shared libraries are those that the dynamic loader
finds, what was compiled in are the packages of the headers and archives that Ninja built the program from, and what a
package brings as JavaScript comes from package-lock.json. Debian's packages are named as dpkg knows them.
"""
import argparse
import base64
import datetime
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

TOP = pathlib.Path(__file__).resolve().parents[1]
VERSION = re.search(r"project\(weir VERSION ([0-9.]+)", (TOP / "CMakeLists.txt").read_text()).group(1)
TITLES = {"weir": "Checks contracts of streaming data products and writes their Flink SQL",
          "weir-desktop": "A window for operators: findings, Flink SQL and changes of data contracts",
          "weir-core": "Weir's core as WebAssembly"}
# Programs built by Ninja, and what of package-lock.json lies beside them in the artefact.
PROGRAMS = {"weir": (["bin/weir"], "web"), "weir-desktop": (["bin/weir-desktop"], None),
            "weir-core": (["bin/weir-core.wasm", "bin/weir-full.wasm"], "wasm/weir-core")}


def output(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def packages_of(files):
    """The Debian package of each file that belongs to one."""
    ways = {}  # how dpkg may know a file: by this name, by its real one, or by that before /usr was merged
    for file in files:
        real = os.path.realpath(file)
        for name in (file, real, real.removeprefix("/usr")):
            ways.setdefault(name, []).append(file)
    done = subprocess.run(["dpkg-query", "-S", *sorted(ways)], capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        owners, _, name = line.rpartition(": ")
        for file in ways.get(name, []):
            found[file] = owners.split(",")[0].strip()
    return found


@functools.cache
def debian(package):
    """The component of an installed package."""
    name, version, arch, source = output("dpkg-query", "-W", "-f", "${Package}\\t${Version}\\t${Architecture}\\t${source:Package}", package).split("\t")
    release = re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.MULTILINE).group(1)
    purl = f"pkg:deb/debian/{urllib.parse.quote(name)}@{urllib.parse.quote(version)}?arch={arch}&distro={release}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
            "properties": [{"name": "weir:source-package", "value": source}]}


def needed(file):
    return re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", file))


def loaded(program):
    """Component of each package that the loader takes a library from, and who asks for whom."""
    paths = dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", program), re.MULTILINE))
    packages = packages_of(paths.values())
    components, asks = {}, {}
    for file in [str(program), *paths.values()]:
        owner = debian(packages[file])["bom-ref"] if file != str(program) else None
        for name in needed(file):
            if name in paths:
                one = debian(packages[paths[name]])
                components[one["bom-ref"]] = one
                if one["bom-ref"] != owner:
                    asks.setdefault(owner, set()).add(one["bom-ref"])
    return components, asks


def compiled_in(build, targets):
    """Packages of the headers and archives that the targets are made of."""
    inputs = output("ninja", "-C", build, "-t", "inputs", *targets).splitlines()
    objects = [line for line in inputs if line.endswith(".o")]
    files = {line for line in inputs if line.startswith("/usr/") and line.endswith(".a")}
    for start in range(0, len(objects), 200):
        files.update(re.findall(r"^    (\S+)", output("ninja", "-C", build, "-t", "deps", *objects[start:start + 200]), re.MULTILINE))
    # The module's build reaches headers through links of its own.
    real = {os.path.realpath(os.path.join(build, file)) for file in files}
    parts = [debian(package) for package in sorted(set(packages_of(file for file in real if not file.startswith(f"{TOP}/")).values()))]
    return {one["bom-ref"]: one for one in parts}


def yaml_cpp_source():
    """yaml-cpp as the WebAssembly module compiles it, from Debian's source package."""
    version = output("dpkg-query", "-W", "-f", "${source:Version}", "libyaml-cpp-dev")
    purl = f"pkg:deb/debian/yaml-cpp@{urllib.parse.quote(version)}?arch=source"
    return {purl: {"type": "library", "bom-ref": purl, "name": "yaml-cpp", "version": version, "purl": purl}}


def javascript(workspace):
    """What a workspace needs when it runs, by package-lock.json."""
    lock = json.loads((TOP / "package-lock.json").read_text())["packages"]
    found, open_names = {}, list(lock[workspace].get("dependencies", {}))
    while open_names:
        name = open_names.pop()
        entry = lock.get(f"{workspace}/node_modules/{name}") or lock[f"node_modules/{name}"]
        if entry.get("link"):
            open_names += lock[entry["resolved"]].get("dependencies", {})
            continue
        purl = f"pkg:npm/{urllib.parse.quote(name, safe='/')}@{entry['version']}"
        if purl in found:
            continue
        open_names += [*entry.get("dependencies", {}), *(peer for peer in entry.get("peerDependencies", {}) if f"node_modules/{peer}" in lock)]
        algorithm, digest = entry["integrity"].split("-", 1)
        licences = [{"license": {"name": entry["license"]}}] if "license" in entry else []
        found[purl] = {"type": "library", "bom-ref": purl, "name": name, "version": entry["version"], "purl": purl, "licenses": licences,
                       "hashes": [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}]}
    return found


def mark(components, how):
    return [{**one, "properties": [*one.get("properties", []), {"name": "weir:linkage", "value": how}]} for one in components.values()]


def bill(artefact, build, date):
    targets, workspace = PROGRAMS[artefact]
    root = f"pkg:generic/{artefact}@{VERSION}" if artefact != "weir-core" else f"pkg:npm/weir-core@{VERSION}"
    native = artefact != "weir-core"
    shared, asks = loaded(build / targets[0]) if native else ({}, {})
    static = {ref: one for ref, one in compiled_in(build, targets).items() if ref not in shared}
    if not native:
        static.update(yaml_cpp_source())
    scripts = javascript(workspace) if workspace else {}
    components = mark(shared, "shared library") + mark(static, "compiled in") + mark(scripts, "bundled JavaScript")
    direct = sorted({*asks.get(None, ()), *static, *scripts})
    edges = [{"ref": root, "dependsOn": direct}] + [{"ref": ref, "dependsOn": sorted(asks.get(ref, ()))} for ref in sorted(shared)]
    metadata = {"component": {"type": "application" if native else "library", "bom-ref": root, "name": artefact, "version": VERSION,
                              "purl": root, "description": TITLES[artefact], "licenses": [{"license": {"id": "Apache-2.0"}}]}}
    if date:
        metadata["timestamp"] = datetime.datetime.fromtimestamp(int(date), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": metadata,
            "components": sorted(components, key=lambda one: one["bom-ref"]), "dependencies": edges}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("artefact", choices=sorted(PROGRAMS))
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, help="the build's folder; build/release or build/wasm by default")
    parser.add_argument("--date", default=os.environ.get("SOURCE_DATE_EPOCH"))
    options = parser.parse_args()
    build = options.build or TOP / "build" / ("wasm" if options.artefact == "weir-core" else "release")
    options.out.write_text(json.dumps(bill(options.artefact, build.resolve(), options.date), indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main())
