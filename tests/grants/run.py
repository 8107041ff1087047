#!/usr/bin/env python3
"""Scripts of weir grants, run by sh with stand-ins for the programs that they call.

usage: run.py RECORDER CONTRACT WORK

For each kind of catalog and each name made to break out of a script: sh reads it (`sh -n`), runs it, and what the programs
were handed is looked at. Prints each miss, then `N passed, N failed`.
"""

import os
import pathlib
import shutil
import subprocess
import sys

HOSTILE = ["it's", "$(touch broken)", "`touch broken`", "; touch broken #", "\"; touch broken; \"", "-rf", "a b\tc", "a\\", "*", "&& touch broken",
           "a\ntouch broken\n", "END_OF_RBAC", "a\nEND_OF_RBAC\ntouch broken\n", "\x1b[2J\u202e", "%s%n", "é'\"$x"]
PROGRAMS = ["polaris", "curl", "jq", "kubectl", "databricks"]
KINDS = ["rest", "polaris", "gravitino", "lakekeeper", "nessie", "unity"]
VARIABLES = {"GRAVITINO_URL": "https://gravitino.example.com", "GRAVITINO_METALAKE": "lake", "GRAVITINO_USER": "job@example.com",
             "GRAVITINO_TOKEN": "token-itself", "LAKEKEEPER_USER": "oidc~job", "LAKEKEEPER_TOKEN": "token-itself",
             "UNITY_PRINCIPAL": "0a1b-2c3d"}


class Bench:
    def __init__(self, recorder, contract, work):
        self.recorder, self.contract, self.work = recorder, contract, work
        self.passed, self.misses = 0, []
        shutil.rmtree(work, ignore_errors=True)
        (work / "bin").mkdir(parents=True)
        for program in PROGRAMS:
            (work / "bin" / program).symlink_to(recorder)

    def hold(self, fine, miss):
        self.passed += bool(fine)
        self.misses += [] if fine else [miss]

    def told(self):
        """Prints what did not hold and how much did; the program's exit status."""
        for miss in self.misses:
            print("MISS", miss)
        print(f"{self.passed} passed, {len(self.misses)} failed")
        return 1 if self.misses else 0

    def script(self, kind, existing, name):
        done = subprocess.run([self.recorder, self.contract, kind, "existing" if existing else "missing", name], capture_output=True, timeout=20)
        self.hold(done.returncode == 0, f"{kind} {name!r}: {done.stderr}")
        return done.stdout

    def run(self, script, get="absent", variables=None):
        """(exit, calls): what the programs were called with. Nothing else is in PATH."""
        empty = self.work / "empty"
        shutil.rmtree(empty, ignore_errors=True)
        empty.mkdir()
        record = self.work / "record"
        record.unlink(missing_ok=True)
        environment = {"PATH": str(self.work / "bin"), "RECORD": str(record), "RECORDER_GET": get, **(VARIABLES if variables is None else variables)}
        checked = subprocess.run(["/bin/sh", "-n"], input=script, capture_output=True, timeout=20)
        self.hold(checked.returncode == 0, f"sh does not read it: {checked.stderr}\n{script.decode()}")
        done = subprocess.run(["/bin/sh"], input=script, capture_output=True, timeout=20, env=environment, cwd=empty)
        self.hold(os.listdir(empty) == [], f"something broke out: {os.listdir(empty)}\n{script.decode()}")
        calls = record.read_bytes().split(b"\0\0") if record.exists() else []
        return done, [call.split(b"\0") for call in calls if call]

    def hostile(self, kind, name):
        hidden = any(ord(c) < 32 or c == "\u202e" for c in name)
        for existing in (False, True):
            script = self.script(kind, existing, name)
            self.hold(b"\x1b" not in script and "\u202e".encode() not in script, f"{kind}: {name!r} steers a terminal")
            done, calls = self.run(script)
            about = f"{kind} {name!r} existing={existing}: exit {done.returncode} {done.stderr.decode()}\n{script.decode()}\n{calls}"
            self.hold(done.returncode == 0, about)
            programs = {call[0] for call in calls} - {b"stdin"}
            wanted = {"polaris": {b"polaris"}, "gravitino": {b"curl"}, "lakekeeper": {b"curl", b"jq"}, "unity": {b"databricks"}}.get(kind, set())
            self.hold(programs == wanted | {b"kubectl"}, about)
            if not hidden:
                # Whole, as one part of one argument.
                self.hold([call for call in calls if call[0] == b"kubectl" and call[1:2] == [f"--context={name}".encode()]], about)
                if kind == "polaris":
                    self.hold(any(f"--catalog={name}".encode() in call for call in calls), about)
                    self.hold(any(f"--namespace={name}".encode() in call for call in calls), about)

    def rights(self):
        """What the programs of a plain contract are told, and that a token is in no argument."""
        for kind in KINDS:
            done, calls = self.run(self.script(kind, True, "plain"))
            self.hold(all(b"token-itself" not in b" ".join(call) for call in calls if call[0] != b"stdin"), f"{kind}: a token in an argument: {calls}")
            self.hold(b"token-itself" not in done.stdout + done.stderr, f"{kind}: a token was printed")
        _, calls = self.run(self.script("polaris", True, "plain"))
        told = [b" ".join(call[2:]).decode() for call in calls if call[0] == b"polaris"]
        self.hold(told == ["principals get plain.plain", "principals create plain.plain", "principal-roles get plain.plain.writer",
                           "principal-roles create plain.plain.writer", "principal-roles grant --principal=plain.plain plain.plain.writer",
                           "catalog-roles get --catalog=plain plain.plain.writer", "catalog-roles create --catalog=plain plain.plain.writer",
                           "privileges namespace grant --catalog=plain --catalog-role=plain.plain.writer --namespace=plain NAMESPACE_READ_PROPERTIES",
                           "privileges table grant --catalog=plain --catalog-role=plain.plain.writer --namespace=plain --table=plain TABLE_WRITE_DATA",
                           "catalog-roles grant --catalog=plain --principal-role=plain.plain.writer plain.plain.writer"], told)
        _, again = self.run(self.script("polaris", True, "plain"), get="there")
        self.hold(not [call for call in again if b"create" in call], "what is there is made again")
        _, calls = self.run(self.script("gravitino", True, "plain"), get="there")
        bodies = [call[call.index(b"--data") + 1].decode() for call in calls if b"--data" in call]
        self.hold(any('"fullName":"plain.plain.plain","type":"TABLE","privileges":[{"name":"MODIFY_TABLE","condition":"ALLOW"}]' in body for body in bodies), bodies)
        self.hold(all("CREATE_TABLE" not in body for body in bodies), bodies)
        self.hold(any(b"stdin" == call[0] and b"Bearer token-itself" in call[1] for call in calls), "the token is not sent")
        _, calls = self.run(self.script("lakekeeper", True, "plain"))
        self.hold(any(b"https://plain/management/v1/permissions/warehouse/id-of-it/table/id-of-it/assignments" in call for call in calls), calls)

    def demands(self):
        """Without its variables a script does nothing, nor with one that would reach into a path."""
        for kind in ("gravitino", "lakekeeper", "unity"):
            script = self.script(kind, True, "plain")
            done, calls = self.run(script, variables={})
            self.hold(done.returncode != 0 and calls == [], f"{kind} runs without variables: {calls}")
            for bad in ("a/../b", "a b", "a\"b", "$(x)"):
                wrong = {**VARIABLES, "GRAVITINO_USER": bad, "LAKEKEEPER_USER": bad, "UNITY_PRINCIPAL": bad}
                done, calls = self.run(script, variables=wrong)
                self.hold(done.returncode != 0 and calls == [], f"{kind} takes {bad!r}: {calls}")


def main():
    bench = Bench(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3]).resolve())
    for kind in KINDS:
        for name in HOSTILE:
            bench.hostile(kind, name)
    bench.rights()
    bench.demands()
    return bench.told()


if __name__ == "__main__":
    sys.exit(main())
