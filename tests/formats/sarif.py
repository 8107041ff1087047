"""SARIF: the schema, the rules of Microsoft's validator (those of GitHub code scanning among them), and that no
finding is lost on the way.

usage: sarif.py WEIR TOOL-FOLDER
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

import jsonschema

import contracts
from checks import Checks

# Advice that Weir does not take, and why.
NOT_TAKEN = {
    "SARIF2002": "messages are told whole: a template would have to repeat the core's wording",
    "SARIF2003": "the core does not know the repository",
    "SARIF2005": "asks for the tool's web page, and there is none; versions are checked below",
    "SARIF2006": "asks the network whether the schema's address answers",
    "SARIF2009": "codes are words, not numbers: they are stable and told by weir explain",
    "SARIF2010": "snippets would show lines of contracts",
    "SARIF2011": "so would context regions",
    "SARIF2013": "so would embedded files",
    "SARIF2012": "asks for pages on the web; the help text names the page and the command that shows it",
}


def validate_by_tool(tool, log, folder, checks):
    """Both kinds of rules: those of the format and those of GitHub's code scanning."""
    report = folder / "report.sarif"
    environment = dict(os.environ, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1", HOME=str(folder))
    done = subprocess.run([tool, "validate", log, "--output", report, "--log", "ForceOverwrite", "--rule-kind",
                           "Sarif;Ghas", "--level", "Error;Warning;Note", "--kind", "Fail"],
                          env=environment, capture_output=True, text=True, timeout=120, check=False)
    checks.that("the validator ran", report.exists(), done.stdout + done.stderr)
    results = json.loads(report.read_text(encoding="utf-8-sig"))["runs"][0]["results"]
    told = [result for result in results if result["ruleId"] not in NOT_TAKEN]
    checks.that("the validator has nothing to say", not told, json.dumps(told[:3], indent=1))
    # The validator works: what is left out on purpose, it sees.
    checks.that("the validator looked", any(result["ruleId"] == "SARIF2010" for result in results), str(results[:1]))
    name_given = not any("Name" in result["message"]["id"] for result in results if result["ruleId"] == "SARIF2012")
    checks.that("every rule has a name", name_given, "")


def place(region):
    """A region as the range of the JSON form."""
    return {"start": {"line": region["startLine"], "column": region["startColumn"]},
            "end": {"line": region["endLine"], "column": region["endColumn"]}}


def same(finding, result, rules):
    """What the result lacks of the finding; empty when it has all."""
    location = result["locations"][0]
    physical = location["physicalLocation"]
    missing = []
    if rules[result["ruleIndex"]]["id"] != result["ruleId"] or result["ruleId"] != finding["code"]:
        missing.append("code")
    level = {"error": "error", "warning": "warning", "info": "note"}[finding["severity"]]
    if result["level"] != level or rules[result["ruleIndex"]]["defaultConfiguration"]["level"] != level:
        missing.append("level")
    if urllib.parse.unquote(physical["artifactLocation"]["uri"]) != finding["file"]:
        missing.append("file")
    if "region" in physical and place(physical["region"]) != finding["range"]:
        missing.append("range")
    if not result["message"]["text"].startswith(finding["message"]) or finding["help"] not in result["message"]["text"]:
        missing.append("message")
    if finding["path"] and location["logicalLocations"][0]["fullyQualifiedName"] != finding["path"]:
        missing.append("path")
    related = result.get("relatedLocations", [])
    if [at["message"]["text"] for at in related] != [at["message"] for at in finding["related"]]:
        missing.append("related")
    if (finding["fix"] is not None) != ("fixes" in result):
        missing.append("fix")
    elif finding["fix"]:
        edits = [(place(replacement["deletedRegion"]), replacement["insertedContent"]["text"])
                 for change in result["fixes"][0]["artifactChanges"] for replacement in change["replacements"]]
        if sorted(map(str, edits)) != sorted(str((edit["range"], edit["text"])) for edit in finding["fix"]["edits"]):
            missing.append("edits")
    return missing


def compare(weir, folder, names, run, checks):
    """Findings and results, one by one."""
    findings = [finding for _, finding in contracts.findings_of(weir, folder, names)]
    results = run["results"]
    checks.that("there are findings of many kinds", len({finding["code"] for finding in findings}) >= 6, str(len(findings)))
    checks.that("no finding is lost", len(findings) == len(results), f"{len(findings)} and {len(results)}")
    rules = run["tool"]["driver"]["rules"]
    for finding, result in zip(findings, results):
        missing = same(finding, result, rules)
        checks.that(f"{finding['code']} at {finding['file']}", not missing, f"{missing}\n{finding}\n{result}")
    prints = [(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
               result["partialFingerprints"]["codeAndPath/v1"]) for result in results]
    checks.that("fingerprints tell findings of a file apart", len(set(prints)) == len(prints), "")


def check_log(out, folder, tools, checks):
    """A log by the schema, which is returned for more, and by the validator."""
    log = folder / "log.sarif"
    log.write_bytes(out)
    schema = jsonschema.Draft202012Validator(json.loads((tools / "sarif-2.1.0.json").read_text(encoding="utf-8-sig")))
    errors = list(schema.iter_errors(json.loads(out)))
    checks.that("the schema takes it", not errors, str(errors[:3]))
    validate_by_tool(tools / "Sarif.Multitool", log, folder, checks)
    return schema


def main():
    weir, tools = sys.argv[1], pathlib.Path(sys.argv[2])
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        names = contracts.write_hostile(folder)
        code, out, _ = contracts.run(weir, folder, ["validate", *names, "--format", "sarif"])
        checks.that("a file that is not there makes it unknown", code == 2, str(code))
        schema = check_log(out, folder, tools, checks)
        whole = json.loads(out)
        whole["runs"][0]["results"][0]["level"] = "odd"
        checks.that("the schema refuses what is wrong", not schema.is_valid(whole), "")
        run = json.loads(out)["runs"][0]
        compare(weir, folder, names, run, checks)
        notes = run["invocations"][0]["toolExecutionNotifications"]
        checks.that("what was not read is told", [note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                    for note in notes] == ["not-there.fluid.yaml"] and not run["invocations"][0]["executionSuccessful"],
                    str(notes))
        listed = {urllib.parse.unquote(file["location"]["uri"]) for file in run["artifacts"]}
        checks.that("every file is listed", set(names) <= listed, str(listed))
        code, out, _ = contracts.run(weir, folder, ["validate", "fine.fluid.yaml", "--format", "sarif"])
        fine = json.loads(out)["runs"][0]
        checks.that("a fine contract has notes at most", code == 0 and all(result["level"] == "note" for result in fine["results"])
                    and fine["invocations"][0]["executionSuccessful"], str(fine["results"]))
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
