#!/usr/bin/env python3
"""Runs weir over contracts and pairs of contracts whose answers are known.

usage: run.py WEIR [contracts|diffs]

cases.json lists the expectations. A contract has
  valid         whether it has no error;
  path          where the error stands: the pointer itself, something below it, or its direct parent;
  message       a message that must be among the errors, word for word;
  contains      a text that an error at that place says, in its message or its help;
  not_contains  a text that must appear nowhere in the output;
  warns         what the contract is warned about (any warning counts).
A pair has the least number of changes per severity, and nothing more severe than the worst of them.
Prints each miss, then `N passed, N failed`.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SEVERITIES = ["breaking", "non-breaking", "info"]
SECONDS = 20


class Answer:
    """What one run of weir printed and how it ended."""

    def __init__(self, weir, *args):
        run = subprocess.run([weir, *map(str, args)], capture_output=True, text=True, timeout=SECONDS, cwd=HERE)
        self.exit_code = run.returncode
        self.output = run.stdout + run.stderr
        try:
            self.json = json.loads(run.stdout)
        except ValueError:
            self.json = None


def stands_at(found, wanted):
    """Whether a finding at pointer `found` answers an expectation at pointer `wanted`."""
    if found.startswith(wanted):
        return True
    parent = wanted.startswith(found + ".")
    return parent and wanted.count(".") - found.count(".") <= 1


def says(finding, text):
    return text in finding["message"] or text in (finding.get("help") or "")


def miss_of_error(case, errors, output):
    """Why the errors of an invalid contract are not the expected ones, or None."""
    here = [error for error in errors if stands_at(error["path"], case["path"])]
    if not here:
        return f"wanted an error at {case['path']}, got {[(e['path'], e['message'][:80]) for e in errors][:3]}"
    if "message" in case and case["message"] not in [error["message"] for error in errors]:
        return f"wanted the message {case['message']!r}, got {[e['message'] for e in here][:2]}"
    if "contains" in case and not any(says(error, case["contains"]) for error in here):
        return f"no error at {case['path']} says {case['contains']!r}: {[(e['message'], e.get('help')) for e in here][:2]}"
    if "not_contains" in case and case["not_contains"] in output:
        return "the output shows what no output may show"
    if any(error.get("range", {}).get("start", {}).get("line", 0) < 1 for error in errors):
        return "an error has no line"
    return None


def miss_of_contract(weir, case):
    answer = Answer(weir, "validate", f"contracts/{case['name']}.fluid.yaml", "--format", "json")
    if answer.json is None:
        return "no JSON: " + answer.output[:200]
    findings = answer.json["contracts"][0]["findings"]
    errors = [finding for finding in findings if finding["severity"] == "error"]
    if case["valid"] != (not errors) or answer.exit_code != (0 if case["valid"] else 1):
        return f"exit code {answer.exit_code}, errors {[(e['path'], e['message'][:100]) for e in errors][:3]}"
    if not case["valid"]:
        return miss_of_error(case, errors, answer.output)
    if "warns" in case and not any(finding["severity"] == "warning" for finding in findings):
        return f"no warning ({case['warns']})"
    return None


def miss_of_diff(weir, case):
    folder = f"diffs/{case['name']}"
    answer = Answer(weir, "diff", f"{folder}/new.fluid.yaml", "--baseline", f"{folder}/old.fluid.yaml",
                    "--format", "json", "--fail-on", "breaking")
    if answer.json is None:
        return "no JSON: " + answer.output[:200]
    changes, wanted = answer.json["changes"], case["severities"]
    counts = {severity: sum(change["severity"] == severity for change in changes) for severity in SEVERITIES}
    worst = next((severity for severity in SEVERITIES if wanted.get(severity)), None)
    too_severe = SEVERITIES[: SEVERITIES.index(worst)] if worst else SEVERITIES
    if any(counts[severity] for severity in too_severe) or any(counts[s] < n for s, n in wanted.items()):
        return f"wanted {wanted}, got {[(c['severity'], c['rule'], c['path']) for c in changes][:4]}"
    if answer.exit_code != (1 if wanted.get("breaking") else 0):
        return f"exit code {answer.exit_code}"
    return None


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["contracts"], ["diffs"]):
        print(__doc__, file=sys.stderr)
        return 2
    weir = str(pathlib.Path(sys.argv[1]).resolve())
    kinds = sys.argv[2:] or ["contracts", "diffs"]
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
    judge = {"contracts": miss_of_contract, "diffs": miss_of_diff}
    passed = failed = 0
    for kind in kinds:
        for case in cases[kind]:
            miss = judge[kind](weir, case)
            if miss is None:
                passed += 1
            else:
                failed += 1
                print(f"MISS {kind} {case['name']}: {miss}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
