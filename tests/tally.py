#!/usr/bin/env python3
"""Adds up every suite's results. usage: tally.py FOLDER

Reads the JUnit files of FOLDER. A test whose output ends with its own `N passed, N failed[, N skipped]`
counts as so many; any other counts as one. Prints a line for each suite, the reason of each skip, and one
closing line over all. Exits 1 when something failed or nothing ran.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

# Colours that a tool switched off before the line; CTest writes the escape character out.
COLOURS = re.compile(r"(?:\[NON-XML-CHAR-0x1B\]|\x1b)\[[0-9;]*m")
OWN_COUNT = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)


def counts(case):
    """(passed, failed, skipped) of one <testcase>."""
    failed = case.find("failure") is not None or case.find("error") is not None or case.get("status") == "fail"
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
        return 0, 0, 1
    own = OWN_COUNT.findall(COLOURS.sub("", case.findtext("system-out") or ""))
    if own:
        passed, own_failed, skipped = (int(n or 0) for n in own[-1])
        return passed, max(own_failed, int(failed)), skipped
    return (0, 1, 0) if failed else (1, 0, 0)


def main():
    total = [0, 0, 0]
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.xml"))
    for file in files:
        suite = [0, 0, 0]
        for case in xml.parse(file).getroot().iter("testcase"):
            found = counts(case)
            suite = [a + b for a, b in zip(suite, found)]
            skipped = case.find("skipped")
            if skipped is not None:
                print(f"skipped {case.get('name')}: {skipped.get('message') or skipped.text or 'no reason given'}")
        print("%s: %d passed, %d failed, %d skipped" % (file.stem, *suite))
        total = [a + b for a, b in zip(total, suite)]
    print("%d passed, %d failed, %d skipped" % tuple(total))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
