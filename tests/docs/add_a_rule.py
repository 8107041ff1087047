#!/usr/bin/env python3
"""Follows docs/add-a-rule.md in a copy of the tree. What it changes is compiled and linked before the libraries that are
built, so that it takes seconds. usage: add_a_rule.py BUILD     (the folder of a build with Ninja)"""

import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from follow import follow

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402

CHANGED = ["core/advice/job.cpp", "core/text/finding.cpp"]  # what the new code itself, and its table, are compiled into


def commands(build, target):
    return subprocess.run(["ninja", "-C", build, "-t", "commands", target], capture_output=True, text=True, check=True).stdout.splitlines()


def build_weir(build, copy, out):
    """weir with the changed sources of `copy`, by the very commands of the build."""
    lines = commands(build, "bin/weir")
    objects = []
    for source in CHANGED:
        (line,) = [line for line in lines if f"-c {TOP / source}" in line or line.endswith(source)]
        line = line.split(" && ")[-1].replace(f"{TOP}/core", f"{copy}/core").replace("../../core", f"{copy}/core")
        words = shlex.split(line)
        target = words.index("-o")
        objects.append(str(out / (pathlib.Path(source).stem + ".o")))
        words[target + 1] = objects[-1]
        for option in ("-MF", "-MT"):
            if option in words:
                words[words.index(option) + 1] = objects[-1] + ".d"
        done = subprocess.run(words, cwd=build, capture_output=True, text=True)
        if done.returncode:
            return done.stderr
    link = next(part for part in lines[-1].split(" && ") if " -o bin/weir" in part)
    words = shlex.split(link.replace(" -o bin/weir ", f" -o {out}/weir " + " ".join(objects) + " "))
    done = subprocess.run(words, cwd=build, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="weir-rule-") as folder:
        folder = pathlib.Path(folder)
        copy, out = folder / "tree", folder / "bin"
        out.mkdir()
        for part in ("core", "examples", "docs/codes"):
            shutil.copytree(TOP / part, copy / part)
        # What the build made stays where it is.
        ran = follow(TOP / "docs/add-a-rule.md", copy, out, checks, lambda: build_weir(build, copy, out))
        checks.that("its commands ran", ran == 3, ran)
        page = (copy / "docs/codes/group-id-version.md").read_text()
        checks.that("the page has what every page has", all(re.search(f"^## {part}$", page, re.MULTILINE) for part in ("Fails", "Passes", "What to write")), page)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
