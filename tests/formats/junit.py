"""JUnit: the elements and attributes that Jenkins' reader knows, what a real reader makes of them, and that no
finding is lost.

usage: junit.py WEIR

No package was found that ships a schema, so RULES restates what Jenkins' xUnit plugin documents: which
attributes and children an element may have, and which it must.
"""

import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import junitparser

import contracts
from checks import Checks

# Element: (attributes it must have, attributes it may have, children it may have).
RULES = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors", "disabled"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors"},
                  {"time", "skipped", "disabled", "timestamp", "hostname", "id", "package"},
                  {"properties", "testcase", "system-out", "system-err"}),
    "testcase": ({"name", "classname"}, {"time", "status", "assertions", "file", "line"},
                 {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": ({"type", "message"}, set(), set()),
    "error": ({"type", "message"}, set(), set()),
    "system-out": (set(), set(), set()),
}
COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def faults_of(element):
    """What breaks the rules, in this element and below."""
    faults = []
    must, may, children = RULES.get(element.tag, (set(), set(), None))
    if children is None:
        return [f"<{element.tag}> is not known"]
    given = set(element.attrib)
    faults += [f"<{element.tag}> lacks {name}" for name in must - given]
    faults += [f"<{element.tag}> has {name}" for name in given - must - may]
    for child in element:
        if child.tag not in children:
            faults.append(f"<{child.tag}> stands in <{element.tag}>")
        faults += faults_of(child)
    if element.tag == "testsuite":
        cases = element.findall("testcase")
        if int(element.get("tests")) != len(cases) or not cases:
            faults.append(f"tests={element.get('tests')} of {len(cases)}")
        for attribute, tag in COUNTED.items():
            if int(element.get(attribute)) != sum(1 for case in cases if case.find(tag) is not None):
                faults.append(f"{attribute}={element.get(attribute)} is not true")
    return faults


def compare(root, findings, strict, checks):
    """Findings and test cases, one by one."""
    cases = [(suite, case) for suite in root for case in suite if case.get("name") != "valid"]
    checks.that("no finding is lost", len(cases) == len(findings), f"{len(cases)} and {len(findings)}")
    for (suite, case), (contract, finding) in zip(cases, findings):
        start = finding["range"]["start"]
        place = f"{finding['file']}:{start['line']}:{start['column']}"
        failing = finding["severity"] == "error" or (
            strict and all(other["severity"] != "error" for other in contract["findings"])
            and finding["severity"] == "warning")
        told = case.find("error" if finding["code"] == "file-unreadable" else "failure")
        holds = (suite.get("name") == contract["file"] and case.get("name") == f"{finding['code']} at {place}"
                 and (told is not None) == failing)
        whole = f"{place}\n{finding['message']}" + (f"\n{finding['help']}" if finding["help"] else "")
        text = (told if failing else case.find("system-out")).text
        holds = holds and contracts.meant(text).endswith(whole)
        if failing:
            holds = holds and told.get("type") == finding["code"]
            holds = holds and contracts.meant(told.get("message")) == finding["message"]
        checks.that(f"{finding['code']} at {place}", holds, ElementTree.tostring(case, encoding="unicode"))


def main():
    weir = sys.argv[1]
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        names = contracts.write_hostile(folder)
        for more in ([], ["--strict"]):
            _, out, _ = contracts.run(weir, folder, ["validate", *names, "--format", "junit", *more])
            root = ElementTree.fromstring(out)
            faults = faults_of(root)
            checks.that("the rules hold", root.tag == "testsuites" and not faults, str(faults[:5]))
            compare(root, contracts.findings_of(weir, folder, names, *more), bool(more), checks)
        report = folder / "report.xml"
        report.write_bytes(out)
        suites = list(junitparser.JUnitXml.fromfile(str(report)))
        checks.that("a reader finds every suite", [suite.name for suite in suites] == names, str(suites))
        cases = [case for suite in suites for case in suite]
        failed = [case for case in cases if any(isinstance(result, junitparser.Failure) for result in case.result)]
        broken = [case for case in cases if any(isinstance(result, junitparser.Error) for result in case.result)]
        checks.that("a reader counts the same", len(failed) == sum(suite.failures for suite in suites) > 3
                    and len(broken) == sum(suite.errors for suite in suites) == 1, f"{len(failed)} {len(broken)}")
        broken_root = ElementTree.fromstring(out)
        broken_root[0].set("odd", "1")
        del broken_root[0][0].attrib["name"]
        checks.that("the rules refuse what is wrong", len(faults_of(broken_root)) == 2, "")
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
