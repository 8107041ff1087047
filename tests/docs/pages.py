#!/usr/bin/env python3
"""What the pages show is so: every block of README.md and docs/ runs, is an excerpt of something that is tested, or says why it is only read
(follow.py). Links between files of the tree lead somewhere. usage: pages.py WEIR

Not here: docs/codes and docs/rules, whose examples tests/codes and tests/changes run, and docs/add-a-rule.md, which add_a_rule.py follows.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from follow import follow

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402

PAGES = ["*.md", "docs/*.md", "docs/guide/*.md", "docs/ci/*.md", "examples/*.md"]
ELSEWHERE = {"docs/add-a-rule.md"}
LINKING = [*PAGES, "docs/codes/*.md", "docs/rules/*.md", "tests/*/README.md", "wasm/*/README.md", "web/README.md"]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# Pages on which the runner has to find a fault, or it would find none anywhere.
WRONG = {
    "a block that says nothing": "```sh quickly\ntrue\n```\n",
    "no reason": "```sh not run:\ntrue\n```\n",
    "no language": "```\ntrue\n```\n",
    "another exit": "```sh\nfalse\n```\n",
    "another output": "```sh\necho one\n```\n\n```text shows\ntwo\n```\n",
    "lines in another order": "```console\n$ printf 'one\\ntwo\\n'\ntwo\none\n```\n",
    "an unknown option": "```text usage\nweir validate FILE [--quickly]\n```\n",
    "an excerpt of nothing": "```yaml of ../README.md\nnot: there\n```\n",
    "what is no JSON": "```json parses\n{\n```\n",
}


def files(patterns):
    return [file for pattern in patterns for file in sorted(TOP.glob(pattern))]


def prepare(folder, name):
    work = folder / name
    work.mkdir()
    return work


def check_links(checks):
    count = 0
    for file in files(LINKING):
        for link in LINK.findall(FENCED.sub("", file.read_text())):
            count += 1
            checks.that(f"{file.relative_to(TOP)}: {link}", (file.parent / link).exists(), "leads nowhere")
    checks.that("links were followed", count > 150, count)


def check_runner(folder, path, checks):
    for name, text in WRONG.items():
        page = folder / "wrong.md"
        page.write_text(text)
        silent = Checks()
        silent.that = lambda what, holds, why, into=silent: setattr(into, "failed", into.failed + (not holds))
        follow(page, prepare(folder, f"wrong {len(name)} {name}"), path, silent, tree=TOP)
        checks.that(f"would be told: {name}", silent.failed > 0, text)


def main():
    weir = pathlib.Path(sys.argv[1]).resolve()
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="weir-pages-") as folder:
        folder = pathlib.Path(folder)
        path = prepare(folder, "bin")
        (path / "weir").symlink_to(weir)
        ran = 0
        for page in files(PAGES):
            name = page.relative_to(TOP).as_posix()
            if name not in ELSEWHERE:
                ran += follow(page, prepare(folder, name.replace("/", "-")), path, checks, tree=TOP)
        checks.that("commands ran", ran >= 30, ran)
        for contract in files(["docs/guide/contracts/*.fluid.yaml"]):
            done = subprocess.run([weir, "validate", "--strict", contract], capture_output=True, text=True)
            checks.that(f"{contract.name} is valid without a warning", done.returncode == 0, done.stdout)
        check_runner(folder, path, checks)
    check_links(checks)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
