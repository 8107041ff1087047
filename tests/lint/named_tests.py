#!/usr/bin/env python3
"""Tests that pages and rows name exist, and so do the places that the claims name.

usage: named_tests.py ROOT BUILD CTEST

Looks at the last column of the tables in docs/claims.md and docs/failures.md, and at held_by of tests/failures/rows. A name is
that of a test of CTest; `TEST: function` a function of that Python suite; `room: title` a TEST_CASE of tests/unit/room_*.cpp,
or of tests/codes/pages.cpp for `pages`.
Prints each miss, then `N passed, N failed`.
"""

import json
import pathlib
import re
import subprocess
import sys

import yaml

LINK = re.compile(r"\]\(([^)#]+)\)")
NAME = re.compile(r"`([^`]+)`")


def rows(page):
    """The cells of every table row but the heads."""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith(("| Claim", "| Row", "|---")):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


class Tests:
    def __init__(self, root, build, ctest):
        self.root = root
        shown = subprocess.run([ctest, "--show-only=json-v1"], cwd=build, capture_output=True, text=True, timeout=120, check=True)
        self.names = {test["name"] for test in json.loads(shown.stdout)["tests"]}

    def fault(self, name):
        """Why there is no such test; empty when there is."""
        if name in self.names:
            return ""
        suite, colon, what = name.partition(": ")
        units = list((self.root / "tests/unit").glob(f"{suite}_*.cpp")) if colon else []
        units += [self.root / "tests/codes/pages.cpp"] if suite == "pages" else []
        if units:
            wanted = f'TEST_CASE("{what}")'
            return "" if any(wanted in file.read_text(encoding="utf-8") for file in units) else f"no unit test is called so"
        if not colon or suite not in self.names:
            return "CTest has no test of that name"
        folder = self.root / "tests" / suite.partition(".")[0]
        found = any(f"def {what}(" in file.read_text(encoding="utf-8", errors="replace")
                    for file in folder.rglob("*") if file.is_file() and file.suffix in ("", ".py"))
        return "" if found else "its suite has no such function"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    tests, misses, held = Tests(root, sys.argv[2], sys.argv[3]), [], 0
    named = []
    for page in ("docs/claims.md", "docs/failures.md"):
        for cells in rows(root / page):
            names = NAME.findall(cells[-1])
            misses += [] if names else [f"{page}: {cells[0]}: no test is named"]
            named += [(page, name) for name in names]
            for link in LINK.findall(" ".join(cells)):
                fine = "://" in link or ((root / page).parent / link).exists()
                misses += [] if fine else [f"{page}: {link} is not there"]
                held += fine
    for row in sorted((root / "tests/failures/rows").glob("*.yaml")):
        named += [(row.name, name) for name in yaml.safe_load(row.read_text(encoding="utf-8")).get("held_by", [])]
    for where, name in named:
        fault = tests.fault(name)
        misses += [f"{where}: {name}: {fault}"] if fault else []
        held += not fault
    for miss in misses:
        print("MISS", miss)
    print(f"{held} passed, {len(misses)} failed")
    return 1 if misses or not held else 0


if __name__ == "__main__":
    sys.exit(main())
