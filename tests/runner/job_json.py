#!/usr/bin/env python3
"""Holds job.json to its schema, to the SQL beside it, and to the bytes of tests/runner/jobs.

usage: job_json.py WEIR [--update]

Every example, every valid contract of the corpus and every contract of tests/runner/contracts is generated. Each job.json
must fit the runner's schema (runner/src/main/resources/weir/runner/job.schema.json), repeat job.sql statement by statement, carry
the digests of what it was made from, and number its columns without repeats. The examples and tests/runner/contracts are
also compared byte for byte with jobs/; `--update` writes those anew, to be read before they are committed. The
runner's own unit tests read the same files.
The last line says `N passed, N failed`.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
SCHEMA = TOP / "runner/src/main/resources/weir/runner/job.schema.json"


def contracts():
    """(name in jobs/ or None, file) of every contract."""
    for file in sorted(TOP.glob("examples/*/contract.fluid.yaml")):
        yield file.parent.name, file
    for file in sorted((HERE / "contracts").glob("*.fluid.yaml")):
        yield file.name.removesuffix(".fluid.yaml"), file
    corpus = TOP / "tests" / "corpus"
    for case in json.loads((corpus / "cases.json").read_text())["contracts"]:
        if case["valid"]:
            yield None, corpus / "contracts" / f"{case['name']}.fluid.yaml"


def ids(value):
    """Every id of a schema, nested ones too."""
    if isinstance(value, list):
        return [found for item in value for found in ids(item)]
    if not isinstance(value, dict):
        return []
    own = [item for key, item in value.items() if key in ("id", "element-id", "key-id", "value-id")]
    return own + [found for item in value.values() for found in ids(item)]


def digest(raw):
    return "sha256:" + hashlib.sha256(raw).hexdigest()


def wrong(job, sql, source):
    """What does not hold of one job.json, or None."""
    for statement in job["statements"]:
        # job.sql has comments at the ends of lines, so a statement is found there line by line.
        if not all(line in sql for line in statement["text"].splitlines()):
            return f"the statement {statement['text'][:60]!r} is not in job.sql"
    if [s["kind"] for s in job["statements"]].index("insert") != len(job["statements"]) - 1:
        return "the INSERT is not the last statement"
    if job["digests"]["sql"] != digest(sql.encode()):
        return "the digest of job.sql differs"
    numbers = ids(job["table"]["schema"])
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        return f"the ids of the schema are {numbers}"
    by_id = {field["id"]: field["name"] for field in job["table"]["schema"]["fields"]}
    if any(by_id.get(field["source-id"]) != field["name"] for field in job["table"]["partition-spec"]["fields"]):
        return "a partition points at another column"
    base = job["catalog"]["properties"].get("base-namespace", "")
    if base != ".".join(job["namespace"][:-1]):
        return f"base-namespace is {base!r}"
    return None


def main():
    weir, update = sys.argv[1], "--update" in sys.argv[2:]
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    validator.check_schema(validator.schema)
    passed, failures = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, file) in enumerate(contracts()):
            out = pathlib.Path(folder) / str(number)
            run = subprocess.run([weir, "generate", "flink", str(file), "--out", str(out)], capture_output=True, text=True)
            jobs = sorted(out.glob("*/job.json"))
            if run.returncode != 0 or not jobs:
                if "no managed Flink build" not in run.stderr:
                    failures.append((file, f"weir generate exits {run.returncode}: {run.stderr[:300]}"))
                continue
            for path in jobs:
                text = path.read_bytes()
                job = json.loads(text)
                error = jsonschema.exceptions.best_match(validator.iter_errors(job))
                problem = f"{error.json_path}: {error.message[:200]}" if error else None
                problem = problem or wrong(job, (path.parent / "job.sql").read_text(), file.read_bytes())
                expected = HERE / "jobs" / f"{name}.json"
                if name and update:
                    expected.write_bytes(text)
                if not problem and name and (not expected.exists() or expected.read_bytes() != text):
                    problem = f"differs from {expected.relative_to(TOP)} (--update writes it)"
                if problem:
                    failures.append((file, problem))
                else:
                    passed += 1
    for file, problem in failures:
        print(f"FAILED {file.relative_to(TOP)}: {problem}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
