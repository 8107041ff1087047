#!/usr/bin/env python3
"""Holds `weir schema` to what `weir validate` says.

usage: run.py WEIR examples|accepted|grammar

- examples: the schemas are schemas; every valid contract and fragment of this repository passes; what happens to
  it when each of its values is taken away, misspelt or replaced is the same for both.
- accepted: contracts of tests/corpus and tests/golden with their verdicts.
- grammar: every key that the schema knows, alone in its object, with values of every kind.

The two may differ only as CANNOT_SAY lists. A line there that nothing needs is an error too.
The last line says `N passed, N failed`.
"""

import copy
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml
from jsonschema import Draft202012Validator

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
BATCH = 400

# Errors about one value, or about keys side by side: a schema is expected to refuse them too.
SHAPE = re.compile(
    r"^(key-(missing|unknown)|value-.*|.*-form|lane-only|not-enforced|data-product-only|expose-id-key|"
    r"version-unknown|output-count|mapping-with-sql|auth-key-mismatch|auth-https|iceberg-write-version|trigger-conflict|"
    r"sort-order|partition-(transform|parameter)|source-key-misplaced|metadata-type-given|column-children-.*|"
    r"column-fields-empty|build-(singular|unmanaged)|layer-mismatch|catalog-key-misplaced|key-raw-columns|"
    r"mapping-cast-unknown|control-character|ref-siblings|ref-form)$")

# Shape errors that the schema lets pass, by code and path, and why.
CANNOT_SAY = [
    ("control-character", r"", "in any text but descriptions and SQL: every text would need a pattern"),
    ("value-kind", r"\.parallelism$", "2.0 is a whole number to JSON Schema, and no whole number to YAML"),
    ("value-range", r"\.maxAttempts$", "a number beyond 64 bits, where no greatest number is given"),
    ("image-form", r"\.image$", "a repository of more than 255 characters"),
    ("property-value-form", r"catalogProperties|icebergConfig\.properties",
     "`env:` and `${` in values of free keys, endpoints under any spelling, which properties are numbers or switches"),
]


class CoreLoader(yaml.SafeLoader):
    """Plain scalars as YAML 1.2's core schema has them: `no` is a text."""

    yaml_implicit_resolvers = {}


for tag, pattern, first in (
        ("null", r"^(~|null|Null|NULL|)$", "~nN"), ("bool", r"^(true|True|TRUE|false|False|FALSE)$", "tTfF"),
        ("int", r"^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", "-+0123456789"),
        ("float", r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$", "-+0123456789."),
        ("merge", r"^<<$", "<")):
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first) + ([""] if tag == "null" else []))


CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value, 0 if node.value[1:2] in "ox" and len(node.value) > 2 else 10))


def load(path):
    return yaml.load(path.read_text(encoding="utf-8"), CoreLoader)


class Weir:
    def __init__(self, program):
        self.program = str(pathlib.Path(program).resolve())

    def schema(self, *arguments):
        out = subprocess.run([self.program, "schema", *arguments], capture_output=True, check=True)
        return json.loads(out.stdout)

    def errors(self, files, *arguments):
        """For each file, its errors as (code, path)."""
        found = []
        for start in range(0, len(files), BATCH):
            batch = [str(file) for file in files[start:start + BATCH]]
            out = subprocess.run([self.program, "validate", "--format", "json", *arguments, "--", *batch], capture_output=True)
            answer = json.loads(out.stdout)
            assert out.returncode in (0, 1) and len(answer["contracts"]) == len(batch), out.stderr
            found += [[(f["code"], f["path"]) for f in contract["findings"] if f["severity"] == "error"]
                      for contract in answer["contracts"]]
        return found


class Judge:
    """Compares verdicts and counts."""

    def __init__(self):
        self.passed, self.failed, self.refused, self.used = 0, 0, 0, set()

    def miss(self, text):
        self.failed += 1
        if self.failed <= 40:
            print(f"MISS {text}")

    def check(self, good, text):
        if good:
            self.passed += 1
        else:
            self.miss(text)

    def excused(self, code, path):
        for number, (codes, paths, _) in enumerate(CANNOT_SAY):
            if re.fullmatch(codes, code) and re.search(paths, path):
                self.used.add(number)
                return True
        return False

    def compare(self, what, errors, complaint):
        """`complaint` is the schema's, or None."""
        shape = [error for error in errors if SHAPE.match(error[0])]
        self.refused += bool(errors)
        if complaint is None:
            left = [error for error in shape if not self.excused(*error)]
            self.check(not left, f"{what}: the schema accepts what Weir refuses: {left[:3]}")
        else:
            self.check(errors, f"{what}: the schema refuses what Weir accepts: {complaint}")

    def finish(self, wants_all):
        for number, line in enumerate(CANNOT_SAY):
            if wants_all and number not in self.used:
                self.miss(f"nothing needs {line}")
        print(f"{self.refused} of them refused by Weir")
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


def complaint_of(validator, document):
    """The schema's first complaint, short, or None."""
    for error in validator.iter_errors(document):
        while error.context:
            error = max(error.context, key=lambda inner: len(inner.absolute_path))
        return f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
    return None


# ---- Changing one value ----

ODD = (7, 1.5, True, "", "Odd text!", [], {}, [7], {"zz": "zz"}, None)


def places(document, path=()):
    """Paths of all values below the root."""
    children = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for key, value in children:
        yield path + (key,)
        yield from places(value, path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def altered(document, path, change):
    document = copy.deepcopy(document)
    change(at(document, path[:-1]), path[-1])
    return document


def misspell(parent, key):
    value = parent.pop(key)
    parent[key + "x"] = value


def changes(document, path, values):
    """(what, document) with the value at `path` changed."""
    name = "/".join(map(str, path))
    parent = at(document, path[:-1])
    yield f"{name} taken away", altered(document, path, lambda p, k: p.pop(k))
    if isinstance(parent, dict):
        yield f"{name} misspelt", altered(document, path, misspell)
    else:
        yield f"{name} twice", altered(document, path, lambda p, k: p.append(copy.deepcopy(p[k])))
    for value in values:
        if type(value) is not type(parent[path[-1]]) or value != parent[path[-1]]:
            yield f"{name} = {json.dumps(value)}", altered(document, path, lambda p, k, v=value: p.__setitem__(k, copy.deepcopy(v)))


def compare_all(judge, weir, validator, folder, label, cases, *arguments):
    """Lets both judge every (what, document) of `cases`, written into `folder`."""
    files = []
    cases = list(cases)
    for number, (_, document) in enumerate(cases):
        file = folder / f"case-{number}.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        files.append(file)
    for (what, document), errors in zip(cases, weir.errors(files, *arguments)):
        judge.compare(f"{label}: {what}", errors, complaint_of(validator, document))
    for file in files:
        file.unlink()


# ---- The suites ----

FRAGMENTS = {"streamSource": "orders.yaml", "schema": "orders.value.yaml", "recordMapping": None}


def validators(weir):
    whole = Draft202012Validator(weir.schema())
    parts = {kind: Draft202012Validator(weir.schema("--fragment", kind)) for kind in FRAGMENTS}
    return whole, parts


def run_examples(weir, judge, folder):
    whole, parts = validators(weir)
    for validator in (whole, *parts.values()):
        Draft202012Validator.check_schema(validator.schema)
        judge.check(True, "")
    shutil.copytree(TOP / "examples", folder / "examples")
    contracts = sorted((folder / "examples").glob("*/*.fluid.yaml")) + [folder / "base" / "base.fluid.yaml"]
    (folder / "base").mkdir()
    shutil.copy(TOP / "tests/codes/base.fluid.yaml", folder / "base")
    for number, path in enumerate(contracts):
        document = load(path)
        cases = [("as it is", document)]
        for turn, place in enumerate(places(document)):
            # Two odd values for each place, so that a run stays short; other places take the others.
            first = (turn * 3 + number) % len(ODD)
            cases += changes(document, place, (ODD[first], ODD[(first + 5) % len(ODD)]))
        compare_all(judge, weir, whole, path.parent, path.name, cases)
        judge.check(complaint_of(whole, document) is None, f"{path}: {complaint_of(whole, document)}")
    for kind, name in FRAGMENTS.items():
        mapping = load(TOP / "examples/nested/contract.fluid.yaml")["builds"][0]["properties"].get("mapping")
        path = folder / "examples/fragments/streams" / (name or "mapping.yaml")
        document = load(path) if name else mapping
        cases = [("as it is", document)]
        for place in places(document):
            cases += changes(document, place, ODD)
        compare_all(judge, weir, parts[kind], path.parent, kind, cases, "--fragment", kind, "--schema-version", "0.7.7")


def run_accepted(weir, judge, folder):
    whole, _ = validators(weir)
    files = sorted((TOP / "tests/corpus").rglob("*.fluid.yaml")) + sorted((TOP / "tests/golden/contracts").glob("*.fluid.yaml"))
    readable = []
    for file in files:
        try:
            if isinstance(load(file), dict):
                readable.append(file)
        except yaml.YAMLError:
            pass
    for file, errors in zip(readable, weir.errors(readable)):
        judge.compare(file.name, errors, complaint_of(whole, load(file)))


# A contract without a managed build.
GENERAL = {
    "fluidVersion": "0.7.6", "kind": "DataProduct", "id": "sales.orders", "name": "Orders",
    "metadata": {"owner": {"team": "sales"}},
    "exposes": [{"exposeId": "orders", "kind": "table",
                 "binding": {"platform": "gcp", "format": "parquet", "location": {"bucket": "b", "path": "p"}},
                 "contract": {"schema": [{"name": "id", "type": "string"}]}}],
    "builds": [{"id": "orders", "engine": "dbt", "pattern": "hybrid-reference", "properties": {"model": "orders"},
                "outputs": ["orders"]}],
}

TEXTS = ("orders", "1.4.0", "PT15M", "99.9%", "sha256:" + "a" * 64, "team@example.com", "https://example.com/x", "CATALOG_TOKEN",
         "arn:aws:iam::123456789012:role/x", "s3.ensure_bucket", "vault://path/name", "product", "kafka-1:9092", "s3://bucket/prefix", "2g", "dbt-bigquery", "a",
         "registry.example.com/flink@sha256:" + "a" * 64)


class Grammar:
    """Follows the schema from the root to every object, by way of instances."""

    def __init__(self, schema):
        self.defs = schema["$defs"]

    def resolve(self, schema):
        while "$ref" in schema:
            schema = {**self.defs[schema["$ref"].rsplit("/", 1)[1]], **{k: v for k, v in schema.items() if k != "$ref"}}
        return self.resolve(schema["else"]) if "else" in schema else schema

    def sample(self, schema):
        schema = self.resolve(schema)
        if "anyOf" in schema and "type" not in schema:
            return self.sample(schema["anyOf"][0])
        if "enum" in schema:
            return schema["enum"][0]
        kind = schema.get("type")
        if kind == "object":
            return {key: self.sample(schema["properties"][key]) for key in schema.get("required", [])}
        if kind == "array":
            return [self.sample(schema["items"])] if "items" in schema else ["x"]
        if kind in ("integer", "number"):
            return schema.get("minimum", 1)
        if kind == "boolean":
            return True
        if kind is None:
            return "x"
        return next((text for text in TEXTS if re.search(schema.get("pattern", ""), text)), "x")

    def below(self, schema):
        """(steps, schema) of the objects that a value of `schema` leads to."""
        if "$ref" in schema and not schema["$ref"].endswith("/Fragment"):
            yield (), schema["$ref"]
        full = self.resolve(schema)
        for either in full.get("anyOf", ()):
            if "$ref" in either and not either["$ref"].endswith("/Fragment"):
                yield (), either["$ref"]
        if full.get("type") == "array" and "items" in full:
            yield from (((0,) + steps, name) for steps, name in self.below(full["items"]))
        if full.get("type") == "object" and isinstance(full.get("additionalProperties"), dict):
            yield from ((("zz",) + steps, name) for steps, name in self.below(full["additionalProperties"]))


def put(document, path, key, value):
    """`document` with `value` under `key` of the object at `path`."""
    document = copy.deepcopy(document)
    at(document, path)[key] = value
    return document


def grammar_cases(grammar, root, document):
    """Every key of every object, each in a contract of its own."""
    seen, open_, turn = {root}, [((), root, document)], 0
    while open_:
        path, name, document = open_.pop()
        schema = grammar.resolve({"$ref": name})
        for key, child in schema.get("properties", {}).items():
            here = document if key in at(document, path) else put(document, path, key, grammar.sample(child))
            yield f"{name}.{key}", here
            turn += 1
            yield from changes(here, path + (key,), ODD[turn % 2::2])
            for steps, below in grammar.below(child):
                if below in seen:
                    continue
                seen.add(below)
                start = here
                if not reaches(here, path + (key,) + steps):
                    start = put(document, path, key, nested(steps, grammar.sample({"$ref": below})))
                open_.append((path + (key,) + steps, below, start))
        if schema.get("properties"):
            yield f"{name}.zz", put(document, path, "zz", "zz")


def nested(steps, value):
    for step in reversed(steps):
        value = [value] if step == 0 else {step: value}
    return value


def reaches(document, path):
    try:
        return isinstance(at(document, path), dict)
    except (KeyError, IndexError, TypeError):
        return False


def run_grammar(weir, judge, folder):
    whole, _ = validators(weir)
    grammar = Grammar(whole.schema)
    managed = load(TOP / "tests/codes/base.fluid.yaml")
    for root, document in (("#/$defs/RootManaged", managed), ("#/$defs/Root", GENERAL)):
        cases = list(grammar_cases(grammar, root, document))
        print(f"{root}: {len(cases)} contracts")
        compare_all(judge, weir, whole, folder, root, cases)
    compare_all(judge, weir, whole, folder, "beyond a schema", beyond(managed))


def beyond(managed):
    """What a schema cannot say, each in a contract that is fine otherwise."""
    flink = ("builds", 0, "properties", "parameters", "flink")
    location = ("exposes", 0, "binding", "location")
    for path, key, value in (((), "name", "a\u001bb"), (flink + ("deployment",), "parallelism", 2.0),
                             (flink + ("deployment",), "image", "a" * 300 + "@sha256:" + "b" * 64),
                             (location, "catalogProperties", {"client.region": "env:REGION"}),
                             (("builds", 0, "execution"), "retries", {"maxAttempts": 10 ** 30})):
        yield key, put(managed, path, key, value)


def main():
    suites = {"examples": run_examples, "accepted": run_accepted, "grammar": run_grammar}
    if len(sys.argv) != 3 or sys.argv[2] not in suites:
        print(__doc__, file=sys.stderr)
        return 2
    judge = Judge()
    with tempfile.TemporaryDirectory() as folder:
        suites[sys.argv[2]](Weir(sys.argv[1]), judge, pathlib.Path(folder).resolve())
    return judge.finish(sys.argv[2] == "grammar")


if __name__ == "__main__":
    sys.exit(main())
