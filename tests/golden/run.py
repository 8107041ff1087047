#!/usr/bin/env python3
"""Runs the commands of every case and compares what they print with what the case says.

usage: run.py WEIR [--update] [NAME...]

A case is a file cases/NAME.case:

    # why this case is here
    $ weir validate contracts/path-typo.fluid.yaml
    exit 1
    ---- stdout
    the text, line by line
    ---- stderr
    likewise

`$ weir` takes arguments as a shell would split them. A line `in examples` before it names the folder to run
in, seen from the repository's top; without one it is tests/golden. A part that is not there must be empty. A part
`---- stdout json` holds one JSON value, indented to be read; weir must print it on one line.
A case may hold several commands, with a line `====` between two. `--update` writes what weir prints into the cases, to be read before it is
committed. The last line says `N passed, N failed`.
"""

import difflib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
SECONDS = 20
PART = "---- "
NEXT = "====\n"
UNENDED = "\\ no newline at the end"


class Step:
    """One command of a case, with the answer that is expected of it."""

    def __init__(self, notes, folder, command):
        self.notes = notes
        self.folder = folder
        self.command = command
        self.exit_code = None
        self.parts = {}

    def text(self):
        """The step as its case writes it."""
        lines = list(self.notes)
        if self.folder:
            lines.append(f"in {self.folder}")
        lines += [f"$ {self.command}", f"exit {self.exit_code}"]
        out = "\n".join(lines) + "\n"
        for name, body in self.parts.items():
            out += f"{PART}{name}\n{body}"
            if body and not body.endswith("\n"):
                out += f"\n{UNENDED}\n"
        return out


def read_step(lines):
    step, notes, folder, part = None, [], "", None
    for line in lines:
        bare = line.rstrip("\n")
        if step is not None and bare.startswith(PART):
            part = bare[len(PART):]
            step.parts[part] = ""
        elif part is not None and bare == UNENDED:
            step.parts[part] = step.parts[part].rstrip("\n")
        elif part is not None:
            step.parts[part] += line
        elif bare.startswith("$ "):
            step = Step(notes, folder, bare[2:])
        elif bare.startswith("in "):
            folder = bare[3:]
        elif bare.startswith("exit ") and step is not None:
            step.exit_code = int(bare[5:])
        else:
            notes.append(bare)
    return step


def read_case(path):
    steps, lines = [], []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line == NEXT:
            steps.append(read_step(lines))
            lines = []
        else:
            lines.append(line)
    return steps + [read_step(lines)]


def readable(text):
    """One line of JSON, indented; None when it is not that."""
    if not text.endswith("\n") or text.count("\n") != 1:
        return None
    try:
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"
    except ValueError:
        return None


def answer(weir, step):
    """The step with the answer that weir gives now."""
    words = shlex.split(step.command)
    assert words[0] == "weir", step.command
    environment = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8",
                   "XDG_STATE_HOME": str(pathlib.Path(tempfile.gettempdir()) / "weir-golden-state")}
    run = subprocess.run([weir, *words[1:]], capture_output=True, timeout=SECONDS, env=environment, stdin=subprocess.DEVNULL,
                         cwd=TOP / step.folder if step.folder else HERE)
    now = Step(step.notes, step.folder, step.command)
    now.exit_code = run.returncode
    for name, raw in (("stdout", run.stdout), ("stderr", run.stderr)):
        text = raw.decode("utf-8", errors="replace")
        wants_json = f"{name} json" in step.parts or (name == "stdout" and "--format json" in step.command)
        body = readable(text) if wants_json and text else None
        if body is not None:
            now.parts[f"{name} json"] = body
        elif text:
            now.parts[name] = text
    return now


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    weir, names = str(pathlib.Path(arguments[0]).resolve()), arguments[1:]
    update = "--update" in sys.argv[1:]
    passed = failed = 0
    for path in sorted((HERE / "cases").glob("*.case")):
        if names and path.stem not in names:
            continue
        wanted = path.read_text(encoding="utf-8")
        got = NEXT.join(answer(weir, step).text() for step in read_case(path))
        if update and got != wanted:
            path.write_text(got, encoding="utf-8")
        if got == wanted or update:
            passed += 1
            continue
        failed += 1
        print(f"MISS {path.stem}")
        sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), got.splitlines(True), "expected", "printed"))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
