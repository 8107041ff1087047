#!/usr/bin/env python3
"""Writes docs/failures.md from the rows, or holds that it is what they say. usage: page.py [--update]"""

import pathlib
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs" / "failures.md"
HEAD = """# Failures that people met, and what Weir does about each

{count} public failures of jobs from Kafka through Flink into Iceberg. Each has a test that fails when Weir no longer catches or
avoids it: `ctest -R '^failure\\.'` runs them, `tests/failures/rows` holds them. Where an engine has to show it, its test is named too.
`#` is a thread of that repository, `PR` a pull request, FLINK an issue of Flink's tracker; the words are Weir's own.

| Row | What happened | Where | What Weir does | Test |
|---|---|---|---|---|
"""


def main():
    lines, counted = [], 0
    for file in sorted((HERE / "rows").glob("*.yaml")):
        row = yaml.safe_load(file.read_text(encoding="utf-8"))
        tests = ([f"failure.{file.stem}"] if "steps" in row else []) + row.get("held_by", [])
        cells = [str(int(file.stem.partition("-")[0])), row["failure"], ", ".join(row["threads"]), row["weir"],
                 ", ".join(f"`{name}`" for name in tests)]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        counted += 1
    text = HEAD.format(count=counted) + "\n".join(lines) + "\n"
    if "--update" in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/failures.md is not what the rows say: run tests/failures/page.py --update\n0 passed, 1 failed")
        return 1
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
