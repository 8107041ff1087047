#!/usr/bin/env python3
"""Runs `weir policy` over the table of allowlists, with the lists in its environment.

usage: run.py WEIR

cases.json has, beside the names of variables and places,
  allowed  what the lists hold where a case says nothing: all that base.fluid.json needs;
  cases    set      what is another in the contract, by the names of `places`;
           lists    what the lists hold instead; null: the variable is not set;
           for      the command, apply where nothing stands;
           refuses  every refusal in its order: its code and the entry to add, null when none helps;
           paths    the contract paths of the refusals;
           warns    how many entries match nothing by their form.
unit_policy reads the same table. Here every case is a process, which shows what only a process has: that the
environment is read, that nothing else is (a `.env` beside the contract allows all of it), and how it exits.
Prints each miss, then `N passed, N failed`.
"""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TABLE = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
BASE = json.loads((HERE / "base.fluid.json").read_text(encoding="utf-8"))
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("FLUID_")}
SECONDS = 20


def put(contract, pointer, value):
    """Sets what a JSON pointer names; what is missing on the way is made."""
    *steps, last = pointer.strip("/").split("/")
    at = contract
    for step in steps:
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
    at[last] = value


def contract_of(case):
    contract = copy.deepcopy(BASE)
    for place, value in case.get("set", {}).items():
        put(contract, TABLE["places"][place], value)
    return contract


def environment_of(case):
    lists = {**TABLE["allowed"], **case.get("lists", {})}
    return {TABLE["lists"][name]: value for name, value in lists.items() if value is not None}


def run(weir, folder, *arguments, env):
    ended = subprocess.run([weir, "policy", *arguments], cwd=folder, env={**CLEAN, **env}, capture_output=True, text=True,
                           timeout=SECONDS)
    return ended


def answer_of(ended):
    try:
        return json.loads(ended.stdout)
    except ValueError:
        return None


def wanted_refusals(case):
    for code, entry in case["refuses"]:
        variable = TABLE["codes"][code]
        yield (code, TABLE["lists"][variable] if variable else None, entry)


def miss_of_case(weir, folder, case):
    contract = folder / "contract.fluid.json"
    contract.write_text(json.dumps(contract_of(case), ensure_ascii=False), encoding="utf-8")
    command = case.get("for", "apply")
    ended = run(weir, folder, contract.name, "--for", command, "--format", "json", env=environment_of(case))
    answer = answer_of(ended)
    if answer is None:
        return f"no JSON: {ended.stdout[:200]} {ended.stderr[:200]}"
    if "contracts" in answer:
        return f"the contract is invalid: {answer['contracts'][0]['findings'][:1]}"
    refusals = answer["refusals"]
    got = [(each["code"], each["variable"], each["entry"]) for each in refusals]
    wanted = list(wanted_refusals(case))
    if got != wanted:
        return f"refused {got}, wanted {wanted}"
    if "paths" in case and [each["path"] for each in refusals] != case["paths"]:
        return f"paths {[each['path'] for each in refusals]}"
    if answer["allowed"] != (not wanted) or ended.returncode != (1 if wanted else 0) or answer["for"] != command:
        return f"allowed {answer['allowed']}, exit {ended.returncode}"
    if len(answer["warnings"]) != case.get("warns", 0):
        return f"warned {answer['warnings']}"
    return None


def miss_of_paste(weir, folder, case):
    """The export lines of the text form, run by a shell, leave only what no entry can allow."""
    text = run(weir, folder, "contract.fluid.json", "--for", case.get("for", "apply"), env=environment_of(case)).stdout
    exports = "\n".join(line for line in text.splitlines() if line.startswith("export "))
    script = exports + f'\nexec "$0" policy contract.fluid.json --for {case.get("for", "apply")} --format json\n'
    ended = subprocess.run(["sh", "-c", script, weir], cwd=folder, env={**CLEAN, **environment_of(case)},
                           capture_output=True, text=True, timeout=SECONDS)
    answer = answer_of(ended)
    left = [each["code"] for each in answer["refusals"]] if answer else None
    wanted = [code for code, entry in case["refuses"] if entry is None]
    return None if left == wanted else f"after the export lines {left} is refused, wanted {wanted}"


def write_dot_env(folder):
    everything = {**TABLE["allowed"], "secretRef": "LAKEKEEPER_TOKEN,ICEBERG_CREDENTIAL", "ownSql": BASE["id"]}
    lines = [f"{TABLE['lists'][name]}={value}" for name, value in everything.items()]
    (folder / ".env").write_text("\n".join(lines) + "\n", encoding="utf-8")


def misses(weir, folder):
    write_dot_env(folder)
    for case in TABLE["cases"]:
        yield case["name"], miss_of_case(weir, folder, case)
        if case["refuses"]:
            yield case["name"] + ", pasted", miss_of_paste(weir, folder, case)
    bare = run(weir, folder, "absent.fluid.yaml", "--format", "json", env={})
    answer = answer_of(bare)
    good = bare.returncode == 2 and answer and answer["allowed"] is False and answer["refusals"] == []
    yield "a file that is not there", None if good else f"exit {bare.returncode}: {bare.stdout[:200]}"
    broken = {**BASE, "kind": "Product"}
    (folder / "broken.fluid.json").write_text(json.dumps(broken), encoding="utf-8")
    bare = run(weir, folder, "broken.fluid.json", "--format", "json", env={})
    answer = answer_of(bare)
    good = (bare.returncode == 1 and answer and answer["allowed"] is False and answer["refusals"] == []
            and answer["contracts"][0]["valid"] is False and answer["contracts"][0]["findings"])
    yield "an invalid contract", None if good else f"exit {bare.returncode}: {bare.stdout[:200]}"


def main():
    weir = str(pathlib.Path(sys.argv[1]).resolve())
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, miss in misses(weir, pathlib.Path(folder)):
            if miss:
                print("MISS", name + ":", miss)
            passed, failed = passed + (miss is None), failed + (miss is not None)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
