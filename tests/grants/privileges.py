#!/usr/bin/env python3
"""Polaris's own authorizer judges the rights that the scripts of weir grants give: enough for a job, and no more than that.

usage: privileges.py RECORDER CONTRACT WORK     (Java and Maven)

Prints each miss, then `N passed, N failed`.
"""

import pathlib
import subprocess
import sys

from run import Bench

HERE = pathlib.Path(__file__).resolve().parent
# What a job asks of a table that is there, by Polaris's names of operations: tests/engine/e2e/catalogs.py sees its requests.
WRITES = {"NAMESPACE_EXISTS@namespace", "LOAD_NAMESPACE_METADATA@namespace", "TABLE_EXISTS@table", "LOAD_TABLE@table",
          "LOAD_TABLE_WITH_WRITE_DELEGATION@table", "UPDATE_TABLE@table", "ADD_TABLE_SNAPSHOT@table", "SET_TABLE_SNAPSHOT_REF@table",
          "REPORT_WRITE_METRICS@table"}
# And of one that it makes.
MAKES = {"CREATE_TABLE_DIRECT@namespace", "CREATE_TABLE_DIRECT_WITH_WRITE_DELEGATION@namespace"}
NEEDED = {True: WRITES, False: WRITES | MAKES}


def rights_of(bench, existing):
    """The rights that a script gives, as Privileges.java reads them."""
    _, calls = bench.run(bench.script("polaris", existing, "plain"))
    words = [[word.decode() for word in call] for call in calls]
    return [f"{call[3]}:{call[-1]}" for call in words if call[0] == "polaris" and call[2] == "privileges"]


def judge(work, roles):
    """For each list of rights the operations that they allow."""
    libraries = work / "libraries"
    subprocess.run([HERE.parent / "maven", "-f", HERE / "polaris" / "pom.xml", f"-Dlibraries={libraries}", "package"], check=True)
    done = subprocess.run(["java", "-cp", f"{libraries}/*", HERE / "polaris" / "Privileges.java"], capture_output=True, text=True, timeout=120,
                          input="".join(" ".join(rights) + "\n" for rights in roles))
    if done.returncode != 0:
        sys.exit(f"Privileges.java exits {done.returncode}: {done.stderr}")
    return [set(line.split()) for line in done.stdout.splitlines()]


def held(bench, existing, rights, allowed):
    needed = NEEDED[existing]
    bench.hold(needed <= allowed[0], f"existing={existing}: {rights} do not allow {sorted(needed - allowed[0])}")
    makes = {one for one in allowed[0] if one.startswith(("CREATE_", "REGISTER_", "COMMIT_TRANSACTION", "UPDATE_TABLE_FOR_STAGED_CREATE"))}
    bench.hold(bool(makes) != existing, f"existing={existing}: {rights} allow {sorted(makes)}")
    beyond = {one for one in allowed[0] if one.startswith(("DROP_", "RENAME_", "ADD_CATALOG_", "ADD_TABLE_GRANT", "CREATE_NAMESPACE", "CREATE_VIEW", "ATTACH_"))
              or one.endswith("@catalog") or (existing and one.endswith("@other") and "TABLE@" in one)}
    bench.hold(not beyond, f"existing={existing}: {rights} allow {sorted(beyond)}")
    for left_out, rest in zip(rights, allowed[1:], strict=True):
        bench.hold(not needed <= rest, f"existing={existing}: {left_out} is not needed")


def main():
    work = pathlib.Path(sys.argv[3]).resolve()
    bench = Bench(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], work)
    asked = {existing: rights_of(bench, existing) for existing in (True, False)}
    roles = [[]]  # the authorizer is awake: who has no right may do nothing
    for rights in asked.values():
        roles += [rights] + [[right for right in rights if right != left_out] for left_out in rights]
    nothing, *answers = judge(work, roles)
    bench.hold(nothing == set(), f"without rights: {sorted(nothing)}")
    for existing, rights in asked.items():
        held(bench, existing, rights, answers[: len(rights) + 1])
        answers = answers[len(rights) + 1 :]
    return bench.told()


if __name__ == "__main__":
    sys.exit(main())
