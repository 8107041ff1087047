#!/usr/bin/env python3
"""Runs `weir preview` over small pairs of folders and compares every file of the site with the one that is expected.

usage: previews.py WEIR [--update] [NAME...]

The sites that are expected lie in previews/NAME, without the style that each page has inside. `--update` writes what weir
writes now, to be read before it is committed. The last line says `N passed, N failed`.
"""
import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BASE = """fluidVersion: "0.7.7"
kind: DataProduct
id: shop.visits
name: Visits
metadata: {owner: {team: shop}}
builds:
  - id: land
    engine: flink
    pattern: embedded-logic
    outputs: [visits]
    execution: {trigger: {type: continuous}, runtime: {platform: kubernetes}}
    properties:
      language: flink_sql
      stream: {$ref: fragments/visits.yaml}
      parameters:
        flink:
          management: operator
          source: {bootstrapServers: "kafka:9092", groupId: visits}
          deployment:
            name: visits
            namespace: shop
            context: development
            serviceAccount: flink
            image: registry.example.com/flink@sha256:6b4f5e26abd757c270a13f10ec27b779f3ba2b81e5e2239856e0facc4cad11c9
            checkpointUri: s3://state/visits/checkpoints
            savepointUri: s3://state/visits/savepoints
            haUri: s3://state/visits/ha
            checkpointIntervalSeconds: 300
exposes:
  - exposeId: visits
    kind: table
    binding:
      platform: other
      format: iceberg
      location: {uri: "https://catalog.example.com/iceberg", warehouse: s3://lake/w, namespace: shop, table: visits}
      icebergConfig: {writeVersion: 2, partitionSpec: [{sourceColumn: page, transform: identity}]}
    contract:
      schema:
        - {name: id, type: string, required: true}
        - {name: page, type: string}
        - {name: at, type: timestamp_ltz(3)}
"""
STREAM = """kind: kafka
topic: visits
format: json
schema:
  - {name: id, type: string, required: true}
  - {name: page, type: string}
  - {name: at, type: timestamp_ltz(3)}
"""
CONTRACT, FRAGMENT = "team/visits.fluid.yaml", "team/fragments/visits.yaml"


def folder(contract=BASE, stream=STREAM, name=CONTRACT):
    files = {FRAGMENT: stream} if stream else {}
    if contract is not None:
        files[name] = contract
    return files


def replaced(text, *pairs):
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


HOSTILE = replaced(
    BASE,
    ("name: Visits", 'name: "</title><script>alert(1)</script>"'),
    ("team: shop", 'team: "shop\\u202egnp"'),
    ("- {name: page, type: string}", '- {name: page, type: string, description: "<img src=x onerror=alert(2)> \\u200b&amp;"}'),
    ("kind: table", "kind: table\n    title: \"'\\\"><svg onload=alert(3)>\""))

WAIVERS = [
    {"fingerprint": "23184c358bf482f6", "reason": "The old topic is empty", "owner": "shop", "expires": "9999-12-31"},
    {"fingerprint": "0123456789abcdef", "reason": "It was once", "owner": "shop", "expires": "9999-12-31"},
    {"fingerprint": "fedcba9876543210", "reason": "It has been", "owner": "shop", "expires": "2001-01-01"},
]

# name: (base, head, exit code), and a file of waivers
CASES = {
    "added": (folder(None), folder(), 0),
    "base-without-its-fragment": (folder(stream=None), folder(), 2),
    "broken-base": (folder(BASE + "  - ]\n    token: not-to-be-shown\n"), folder(), 2),
    "broken-head": (folder(), folder(BASE + "  - ]\n    token: not-to-be-shown\n"), 2),
    "changed": (folder(), folder(replaced(BASE, ("checkpointIntervalSeconds: 300", "checkpointIntervalSeconds: 10"),
                                          ("{name: at, type: timestamp_ltz(3)}", "{name: at, type: timestamp_ltz(6)}"),
                                          ("- {name: page, type: string}", "- {name: page, type: string}\n        - "
                                           "{name: visitor, type: long}")),
                                 replaced(STREAM, ("- {name: page", "- {name: visitor, type: int}\n  - {name: page"))), 0),
    "fragment-only": (folder() | {"b.fluid.yaml": replaced(BASE, ("shop.visits", "shop.other"), ("fragments/", "team/fragments/"))},
                      folder(stream=replaced(STREAM, ("topic: visits", "topic: visits-2"))) |
                      {"b.fluid.yaml": replaced(BASE, ("shop.visits", "shop.other"), ("fragments/", "team/fragments/"))}, 1),
    "hostile": (folder(), folder(HOSTILE), 0),
    "invalid-head": (folder(), folder(replaced(BASE, ("  - id: land", "  - id: land\n    password: not-to-be-shown"))), 1),
    "moved": (folder(), folder(name="team/elsewhere.fluid.yaml"), 0),
    "nothing": (folder(), folder(), 0),
    "removed": (folder(), folder(None), 1),
    "waived": (folder(), folder(stream=replaced(STREAM, ("topic: visits", "topic: visits-2"))), 0, WAIVERS),
    "waivers-invalid": (folder(), folder(name="team/elsewhere.fluid.yaml"), 2, [{"fingerprint": 1}]),
    "same-meaning": (folder(), folder(replaced(BASE, ("kind: DataProduct\n", "kind: DataProduct # a comment\n"))), 0),
}


def write(root, files):
    root.mkdir()
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def without_style(text):
    text = re.sub(r"<style>.*?</style>", "<style></style>", text, flags=re.DOTALL)
    return re.sub(r"sha256-[A-Za-z0-9+/=]{44}", "sha256-…", text)


def site_of(weir, case):
    base, head, exit_code, *waivers = case
    with tempfile.TemporaryDirectory(prefix="weir-preview-") as scratch:
        scratch = pathlib.Path(scratch)
        write(scratch / "base", base)
        write(scratch / "head", head)
        arguments = ["--base", "base", "--head", "head", "--out", "site"]
        if waivers:
            (scratch / "waivers.json").write_text(json.dumps(waivers[0], indent=1), encoding="utf-8")
            arguments += ["--waivers", "waivers.json"]
        run = subprocess.run([weir, "preview", *arguments], cwd=scratch,
                             capture_output=True, text=True, timeout=60, check=False)
        files = {path.relative_to(scratch / "site").as_posix(): without_style(path.read_text(encoding="utf-8"))
                 for path in sorted((scratch / "site").rglob("*")) if path.is_file()}
        files["printed.txt"] = run.stdout + run.stderr
        return files, [] if run.returncode == exit_code else [f"exit {run.returncode} instead of {exit_code}"]


def differences(wanted, got):
    for name in sorted(wanted.keys() | got.keys()):
        old, new = wanted.get(name, ""), got.get(name, "")
        if old != new:
            yield from difflib.unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="", n=1)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    weir, names, update = str(pathlib.Path(arguments[0]).resolve()), arguments[1:], "--update" in sys.argv[1:]
    passed = failed = 0
    for name, case in CASES.items():
        if names and name not in names:
            continue
        kept = HERE / "previews" / name
        got, misses = site_of(weir, case)
        if update:
            for path in sorted(kept.rglob("*")) if kept.exists() else []:
                if path.is_file():
                    path.unlink()
            for file, text in got.items():
                (kept / file).parent.mkdir(parents=True, exist_ok=True)
                (kept / file).write_text(text, encoding="utf-8")
        wanted = {path.relative_to(kept).as_posix(): path.read_text(encoding="utf-8")
                  for path in sorted(kept.rglob("*")) if path.is_file()}
        misses += list(differences(wanted, got))
        misses += [f"{file} shows what is hidden" for file, text in got.items() if "not-to-be-shown" in text]
        passed, failed = passed + (not misses), failed + bool(misses)
        if misses:
            print(f"MISS {name}", *misses[:60], sep="\n  ")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
