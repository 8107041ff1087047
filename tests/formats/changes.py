"""Changes as other programs read them: a SARIF log that its schema and its validator take, JUnit by its rules, workflow
commands as the runner obeys them, and a comment in Markdown, each with every change.

usage: changes.py WEIR TOOL-FOLDER
"""

import json
import pathlib
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ElementTree

import contracts
import github
import junit
import sarif
from checks import Checks

LEVELS = {"breaking": "error", "non-breaking": "warning", "info": "note"}
COMMANDS = {"breaking": "error", "non-breaking": "warning", "info": "notice"}


def diff(weir, folder, form, *more):
    return contracts.run(weir, folder, ["diff", "new.fluid.yaml", "--baseline", "old.fluid.yaml", "--format", form,
                                        "--waivers", "waivers.json", *more])


def check_sarif(weir, folder, tools, changes, findings, checks):
    _, out, _ = diff(weir, folder, "sarif")
    sarif.check_log(out, folder, tools, checks)
    whole = json.loads(out)
    run = whole["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    results = run["results"]
    root = pathlib.Path(__file__).resolve().parents[2]
    for rule in rules:
        page = rule["help"]["text"].split()[-1].rstrip(".")
        checks.that(f"the page of {rule['id']} is there", (root / page).is_file(), page)
    checks.that("no change and no finding is lost", len(results) == len(changes) + len(findings),
                f"{len(results)} of {len(changes)} and {len(findings)}")
    for change, result in zip(changes, results):
        physical = result["locations"][0]["physicalLocation"]
        holds = result["ruleId"] == change["rule"] == rules[result["ruleIndex"]]["id"]
        holds = holds and result["level"] == LEVELS[change["severity"]]
        holds = holds and result["message"]["text"].startswith(change["message"])
        holds = holds and result["partialFingerprints"]["ruleAndPathAndValues/v1"] == change["fingerprint"]
        holds = holds and ("suppressions" in result) == (change["waived"] is not None)
        if change["head"]:
            holds = holds and sarif.place(physical["region"]) == change["head"]["range"]
        if change["base"]:
            related = result["relatedLocations"][0]["physicalLocation"]
            holds = holds and urllib.parse.unquote(related["artifactLocation"]["uri"]) == change["base"]["file"]
        checks.that(f"{change['rule']} at {change['path']}", holds, f"{change}\n{result}")


def check_junit(weir, folder, changes, checks):
    for fail_on, failing in (("breaking", {"breaking"}), ("info", {"breaking", "non-breaking", "info"}), ("none", set())):
        _, out, _ = diff(weir, folder, "junit", "--fail-on", fail_on)
        root = ElementTree.fromstring(out)
        rules = dict(junit.RULES, skipped=({"message"}, set(), set()))
        faults = []
        saved, junit.RULES = junit.RULES, rules
        try:
            faults = junit.faults_of(root)
        finally:
            junit.RULES = saved
        checks.that("the rules of JUnit hold", not faults, str(faults[:5]))
        cases = root[0].findall("testcase")[:len(changes)]
        for change, case in zip(changes, cases):
            waived = change["waived"] is not None
            holds = contracts.meant(case.get("name")) == f"{change['rule']} at {change['path']}"
            holds = holds and (case.find("failure") is not None) == (change["severity"] in failing and not waived)
            holds = holds and (case.find("skipped") is not None) == waived
            checks.that(f"{fail_on}: {change['path']}", holds, ElementTree.tostring(case, encoding="unicode"))


def check_github(weir, folder, changes, findings, checks):
    _, out, _ = diff(weir, folder, "github", "-q")
    commands = [github.read_command(line) for line in github.lines_of(out) if line]
    checks.that("every line is a command", None not in commands, out.decode()[:500])
    commands = [command for command in commands if command and ": " in command[1].get("title", "")]
    checks.that("no change is lost", len(commands) == len(changes), f"{len(commands)} of {len(changes)}")
    for change, (command, properties, message) in zip(changes, commands):
        wanted = "notice" if change["waived"] else COMMANDS[change["severity"]]
        holds = command == wanted and properties["title"] == f"{change['severity']}: {change['rule']}"
        holds = holds and contracts.meant(message).startswith(contracts.meant(change["message"]))
        if change["head"]:
            holds = holds and int(properties["line"]) == change["head"]["range"]["start"]["line"]
        checks.that(f"{change['rule']} at {change['path']}", holds, f"{command} {properties} {message}\n{change}")


def check_markdown(weir, folder, changes, checks):
    _, out, _ = diff(weir, folder, "markdown")
    text = out.decode()
    checks.that("a comment fits", len(text) < 60000, str(len(text)))
    missing = [change["path"] for change in changes if change["fingerprint"] not in text]
    checks.that("every change is in it", not missing, str(missing[:3]))
    for harm in ("<script>", "<img", "@here", "](javascript", "://evil", "\n::", "##["):
        checks.that(f"{harm!r} does nothing", harm not in text.replace("`" + harm, ""), text)


def hostile_pair(folder):
    """A valid contract and what a hostile author makes of it."""
    base = (contracts.TOP / "tests/changes/base.fluid.yaml").read_text(encoding="utf-8")
    more = "".join(f"          - {{name: f{number}, type: string, description: {contracts.quoted(text)}}}\n"
                   for number, text in enumerate(contracts.HOSTILE))
    words = "@here <img src=x> [x](javascript:alert(1)) https://evil.example #1 %0A::error::x"
    new = base.replace("description: Order events", f"description: {contracts.quoted(words)}")
    new = new.replace("          - name: count\n            type: int\n", more + "          - name: count\n            type: long\n")
    new = new.replace("topic: orders", "topic: orders-v2").replace("title: Orders", f"title: {contracts.quoted(words)}")
    new = new.replace("        - name: trace\n          type: string\n", "")
    new += "".join(f"{contracts.quoted(text)}: {contracts.quoted(text)}\n" for text in contracts.HOSTILE)
    (folder / "old.fluid.yaml").write_text(base, encoding="utf-8")
    (folder / "new.fluid.yaml").write_text(new, encoding="utf-8")
    (folder / "waivers.json").write_text("[]", encoding="utf-8")


def main():
    weir, tools = sys.argv[1], pathlib.Path(sys.argv[2])
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        hostile_pair(folder)
        first = json.loads(diff(weir, folder, "json")[1])["changes"]
        waivers = [{"fingerprint": change["fingerprint"], "reason": "<b>@here</b> %0A::error::x", "owner": "data`platform",
                    "expires": "2999-01-01"} for change in first[::4]]
        waivers.append({"fingerprint": "0" * 16, "reason": "old", "owner": "x", "expires": "2999-01-01"})
        (folder / "waivers.json").write_text(json.dumps(waivers), encoding="utf-8")
        answer = json.loads(diff(weir, folder, "json")[1])
        changes, findings = answer["changes"], answer["head"]["findings"]
        counts = answer["summary"]
        checks.that("there are changes of every severity", all(counts[key] for key in ("breaking", "nonBreaking", "info")),
                    str(counts))
        checks.that("waived changes are counted apart", counts["waived"] == len(waivers) - 1
                    and sum(counts.values()) == len(changes), str(counts))
        checks.that("a waiver that matches nothing is told",
                    [warning["code"] for warning in answer["warnings"]].count("waiver-unmatched") == 1, str(answer["warnings"]))
        check_sarif(weir, folder, tools, changes, findings, checks)
        check_junit(weir, folder, changes, checks)
        check_github(weir, folder, changes, findings, checks)
        check_markdown(weir, folder, changes, checks)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
