#!/usr/bin/env python3
"""One public failure of such jobs, and what Weir does about it.

usage: run.py WEIR rows/NAME.yaml

A row file holds
  failure   what happened to people, in one sentence
  threads   where it can be read
  weir      how Weir catches or avoids it, in one sentence
  from      the contract it starts from: a file of tests/failures, base.fluid.yaml without one
  set       {pointer: value} or a list of such, applied to it; a value of null removes the key. Contracts of steps
            build on it
  steps     a list of
     set       more of the same, for this step alone
     says      findings that must be there: {code, severity, at (pointer), message, help}: texts that are in it
     silent    codes that must not be there
     generates {job.sql|job.json|resources.yaml: {has: […], lacks: […]}}: texts, in this order for `has`
     grants    {options: […], has: […], lacks: […]}
     changes   {set, says: [{rule, severity}]}: against this step's contract as the baseline, with `set` applied
  held_by   names of other tests that show it with real engines; tests/lint/named_tests.py holds that they exist

A step that says an error is invalid, every other one is valid. So a row fails both when Weir stops catching it and when
it cries where there is nothing.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 60
KEYS = {"failure", "threads", "weir", "from", "set", "steps", "held_by"}
STEP_KEYS = {"set", "says", "silent", "generates", "grants", "changes"}


class Wrong(Exception):
    pass


def expect(holds, what):
    if not holds:
        raise Wrong(what)


def put(contract, pointer, value):
    """Sets what `builds[0].id` names, or `properties['with.dots']`; null removes it; `[+]` appends to a list."""
    steps = [int(index) if index else quoted or word or "[+]"
             for index, quoted, word in re.findall(r"\[(?:(\d+)|'([^']+)'|\+)\]|([^.\[\]]+)", pointer)]
    at = contract
    for step in steps[:-1]:
        if isinstance(step, str) and step not in at:
            at[step] = {}
        at = at[step]
    last = steps[-1]
    if last == "[+]":
        at.append(value)
    elif value is None:
        del at[last]
    else:
        at[last] = value


def changed(contract, changes):
    copy = json.loads(json.dumps(contract))
    for each in changes if isinstance(changes, list) else [changes or {}]:
        for pointer, value in each.items():
            put(copy, pointer, value)
    return copy


class Row:
    def __init__(self, weir, folder):
        self.weir, self.folder, self.count = weir, folder, 0

    def write(self, contract):
        self.count += 1
        file = self.folder / f"contract-{self.count}.fluid.json"
        file.write_text(json.dumps(contract, indent=1))
        return file

    def run(self, *words, fine=(0, 1)):
        done = subprocess.run([self.weir, *map(str, words)], capture_output=True, text=True, timeout=SECONDS, cwd=self.folder)
        expect(done.returncode in fine, f"weir {' '.join(map(str, words))}: exit {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def step(self, contract, step):
        expect(set(step) <= STEP_KEYS and set(step) - {"set"}, f"a step holds {sorted(step)}")
        file = self.write(contract)
        self.findings(file, step)
        if "generates" in step:
            self.generated(file, step["generates"])
        if "grants" in step:
            self.texts(self.run("grants", file, *step["grants"].get("options", []), fine=(0,)), step["grants"], "grants")
        if "changes" in step:
            self.changes(file, changed(contract, step["changes"]["set"]), step["changes"]["says"])

    def findings(self, file, step):
        answer = json.loads(self.run("validate", file, "--format", "json"))
        findings = answer["contracts"][0]["findings"]
        told = [f"{found['severity']} {found['code']} at {found['path']}: {found['message']}" for found in findings]
        for wanted in step.get("says", []):
            expect(any(self.is_it(found, wanted) for found in findings), f"{wanted} is not among {told}")
        for code in step.get("silent", []):
            expect(all(found["code"] != code for found in findings), f"{code} is among {told}")
        invalid = any(wanted.get("severity") == "error" for wanted in step.get("says", []))
        expect(answer["valid"] is not invalid, f"valid is {answer['valid']}: {told}")

    @staticmethod
    def is_it(found, wanted):
        expect(set(wanted) <= {"code", "severity", "at", "message", "help"} and "code" in wanted and "severity" in wanted, wanted)
        return (found["code"] == wanted["code"] and found["severity"] == wanted["severity"] and
                found["path"] == wanted.get("at", found["path"]) and
                wanted.get("message", "") in found["message"] and wanted.get("help", "") in found["help"])

    def generated(self, file, wanted):
        out = self.folder / f"generated-{self.count}"
        self.run("generate", "flink", file, "--out", out, "-q", fine=(0,))
        for name, texts in wanted.items():
            (made,) = out.glob(f"*/{name}")
            self.texts(made.read_text(), texts, name)

    @staticmethod
    def texts(text, wanted, name):
        expect(wanted.get("has") or wanted.get("lacks"), f"nothing is expected of {name}")
        at = 0
        for part in wanted.get("has", []):
            found = text.find(part, at)
            expect(found >= 0, f"{name} has no {part!r}{' there' if part in text else ''}:\n{text}")
            at = found + len(part)
        for part in wanted.get("lacks", []):
            expect(part not in text, f"{name} has {part!r}:\n{text}")

    def changes(self, baseline, contract, wanted):
        answer = json.loads(self.run("diff", self.write(contract), "--baseline", baseline, "--format", "json"))
        told = [(change["rule"], change["severity"]) for change in answer["changes"]]
        for change in wanted:
            expect((change["rule"], change["severity"]) in told, f"{change} is not among {told}")


def main():
    weir, path = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    row = yaml.safe_load(path.read_text())
    try:
        expect(set(row) <= KEYS and {"failure", "threads", "weir"} <= set(row), f"a row holds {sorted(row)}")
        expect(row.get("steps"), "nothing shows it here")
        with tempfile.TemporaryDirectory() as folder:
            runs = Row(weir, pathlib.Path(folder))
            base = yaml.safe_load((HERE / row.get("from", "base.fluid.yaml")).read_text())
            for step in row.get("steps", []):
                runs.step(changed(changed(base, row.get("set")), step.get("set")), step)
    except Wrong as wrong:
        print(f"FAILED {path.stem}: {wrong}\n0 passed, 1 failed")
        return 1
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
