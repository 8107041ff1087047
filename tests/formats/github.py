"""Workflow commands of GitHub Actions: read as the runner reads them, every finding comes back whole, and no
other output holds a command.

usage: github.py WEIR
"""

import pathlib
import sys
import tempfile

import contracts
from checks import Checks

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def unescape(text, of_property):
    """The runner's order: the percent sign comes last, or %250A would become a line break."""
    for escape, character in [("%0D", "\r"), ("%0A", "\n")]:
        text = text.replace(escape, character)
    if of_property:
        text = text.replace("%3A", ":").replace("%2C", ",")
    return text.replace("%25", "%")


def read_command(line):
    """(command, properties, message) of a line that the runner obeys, else None."""
    line = line.lstrip()
    if line.startswith("::") and "::" in line[2:]:
        head, message = line[2:].split("::", 1)
        command, _, rest = head.strip().partition(" ")
        properties = {}
        for part in rest.split(","):
            name, equals, value = part.strip().partition("=")
            if equals:
                properties[name] = unescape(value, True)
        return command, properties, unescape(message, False)
    for start in ("##[", "##vso["):
        at = line.find(start)
        if at >= 0 and "]" in line[at:]:
            return start, {}, line
    return None


def lines_of(out):
    """Lines as the runner splits them."""
    return out.decode("utf-8").replace("\r", "\n").split("\n")


def compare(out, findings, checks):
    """Commands and findings, one by one; errors come first, warnings next."""
    order = list(LEVELS)
    findings = sorted((finding for _, finding in findings), key=lambda finding: order.index(finding["severity"]))
    commands = [command for command in map(read_command, lines_of(out)) if command]
    checks.that("no finding is lost, none smuggled in", len(commands) == len(findings),
                f"{len(commands)} and {len(findings)}")
    for (command, properties, message), finding in zip(commands, findings):
        start, end = finding["range"]["start"], finding["range"]["end"]
        holds = command == LEVELS[finding["severity"]] and properties["file"] == finding["file"]
        holds = holds and properties["title"] == finding["code"]
        if "line" in properties:
            holds = holds and [properties[key] for key in ("line", "endLine", "col", "endColumn")] == [
                str(number) for number in (start["line"], end["line"], start["column"], end["column"])]
        told, _, help_text = message.partition("\n")
        holds = holds and contracts.meant(told) == finding["message"] and contracts.meant(help_text) == finding["help"]
        checks.that(f"{finding['code']} in {finding['file']}", holds, f"{command} {properties} {message}\n{finding}")


def main():
    weir = sys.argv[1]
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        names = contracts.write_hostile(folder)
        _, out, _ = contracts.run(weir, folder, ["validate", *names, "--format", "github"])
        findings = contracts.findings_of(weir, folder, names)
        compare(out, findings, checks)
        last = [line for line in lines_of(out) if line and not read_command(line)]
        checks.that("the log says how many", last[0].startswith("7 contracts: ") and "ten annotations" in last[1], str(last))
        _, out, _ = contracts.run(weir, folder, ["validate", *names, "--format", "github", "-q"])
        checks.that("-q leaves the commands alone", all(read_command(line) for line in lines_of(out) if line), "")
        for arguments in (["validate", *names], ["validate", *names, "--format", "json"],
                          ["validate", *names, "--format", "sarif"], ["validate", *names, "--format", "junit"],
                          ["generate", "flink", "hostile.fluid.yaml"],
                          ["diff", "hostile.fluid.yaml", "--baseline", "fine.fluid.yaml"],
                          ["diff", "fine.fluid.yaml", "--baseline", "hostile.fluid.yaml", "--format", "json"],
                          ["validate", "::error::x"], ["explain", "::error::x"], ["::error::x"], ["--::error::x"]):
            _, out, err = contracts.run(weir, folder, arguments)
            obeyed = [line for line in lines_of(out + b"\n" + err) if read_command(line)]
            checks.that(f"{' '.join(arguments[-2:])} is harmless", not obeyed, str(obeyed[:2]))
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
