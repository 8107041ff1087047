#!/usr/bin/env python3
"""Which advice is given on which contract, judged by hand: no advice that a maintainer would switch off.

usage: run.py WEIR [--update]

Looks at every valid contract of FOLDERS. expected.json holds, for each advice, on which contracts it is given and why that
is right (`judged`); docs/advice-precision.md is written from it. The test fails when
  - a warning is given that expected.json does not list,
  - a note is given on a contract that expected.json knows, and is not listed there,
  - something listed is no longer given, or has no reason,
  - the page is not what expected.json says.
`--update` writes both; new entries wait for their reason there.
Prints each miss, then `N passed, N failed`.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
EXPECTED = HERE / "expected.json"
PAGE = TOP / "docs" / "advice-precision.md"
FOLDERS = ["examples", "tests/corpus/contracts", "tests/codes", "tests/failures"]
SHOWN = 6


def advice_codes():
    """Codes of the advice, from the section of codes.def that holds them and the warnings of its other sections."""
    text = (TOP / "core/include/weir/codes.def").read_text()
    codes = {}
    for line in text.splitlines():
        if line.startswith("WEIR_CODE("):
            _, slug, severity, meaning = line[len("WEIR_CODE("):].split(", ", 3)
            if severity in ("Warning", "Info"):
                codes[slug.strip('"')] = (severity.lower(), meaning.rstrip(")").strip('"'))
    return codes


def given(weir):
    """{contract: codes} of every valid contract."""
    files = [str(path.relative_to(TOP)) for folder in FOLDERS for path in sorted((TOP / folder).rglob("*.fluid.yaml"))]
    run = subprocess.run([weir, "validate", *files, "--format", "json"], cwd=TOP, capture_output=True, text=True, timeout=120)
    found = {}
    for contract in json.loads(run.stdout)["contracts"]:
        if contract["valid"]:
            found[contract["file"]] = sorted({finding["code"] for finding in contract["findings"]})
    return found


def short(name):
    return name.removesuffix(".fluid.yaml").removesuffix("/contract")


def page(expected, codes):
    total = len(expected["contracts"])
    lines = ["# What advice is given on, and whether rightly", "",
             f"Weir's advice, warnings and notes, on the {total} valid contracts of `examples/`, `tests/corpus` and the suites' base contracts.",
             "Each line was judged by hand; `precision.advice` fails when advice is given that does not stand here, or no longer is.",
             "Notes are shown with `--notes` only.", "",
             "| Advice | Is | Given on | Contracts | Why that is right |", "|---|---|---|---|---|"]
    for code in sorted(codes):
        entry = expected["advice"].get(code)
        if entry is None:
            continue
        names = [short(name) for name in entry["contracts"]]
        shown = ", ".join(f"`{name}`" for name in names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
        lines.append(f"| [`{code}`](codes/{code}.md) | {'note' if codes[code][0] == 'info' else 'warning'} | {len(names)} of {total} | {shown} | {entry['judged']} |")
    lines += ["", "Advice that is in no line is given on none of them. Every code has a failing and a passing example on its page.", ""]
    return "\n".join(lines)


def main():
    weir, update = pathlib.Path(sys.argv[1]).resolve(), "--update" in sys.argv
    codes, found = advice_codes(), given(weir)
    expected = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else {"contracts": [], "advice": {}}
    if update:
        judged = {code: entry["judged"] for code, entry in expected["advice"].items()}
        expected = {"contracts": sorted(found), "advice": {}}
        for code in sorted(codes):
            names = [name for name in sorted(found) if code in found[name]]
            if names:
                expected["advice"][code] = {"judged": judged.get(code, ""), "contracts": names}
        EXPECTED.write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
        PAGE.write_text(page(expected, codes))
    misses, held = [], 0
    for name, told in found.items():
        for code in told:
            listed = name in expected["advice"].get(code, {"contracts": []})["contracts"]
            fine = listed or (codes[code][0] == "info" and name not in expected["contracts"])
            misses += [] if fine else [f"{name}: {code} is given, and nobody said that it is right"]
            held += fine
    for code, entry in expected["advice"].items():
        misses += [] if entry["judged"] else [f"{code}: nobody said why it is right"]
        misses += [f"{name}: {code} is no longer given" for name in entry["contracts"] if code not in found.get(name, [])]
    if not PAGE.exists() or PAGE.read_text() != page(expected, codes):
        misses.append(f"{PAGE.name} is not what expected.json says: run with --update")
    for miss in misses:
        print("MISS", miss)
    print(f"{held} passed, {len(misses)} failed")
    return 1 if misses or not held else 0


if __name__ == "__main__":
    sys.exit(main())
