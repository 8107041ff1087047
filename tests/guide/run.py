#!/usr/bin/env python3
"""The pages of docs/guide say what is so. usage: run.py WEIR

  ```yaml NAME   is an excerpt of docs/guide/contracts/NAME.fluid.yaml, which is valid without a warning
  ```sh EXIT     holds commands of weir, which are run in docs/guide and end with that exit code
  ```text        behind such a block is in what its last command prints

Links lead somewhere. Prints each miss, then `N passed, N failed`.
"""

import pathlib
import re
import shlex
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
GUIDE = TOP / "docs" / "guide"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


def is_excerpt(block, text):
    """The block's lines stand one after the other in the text, all moved to the right alike."""
    wanted, lines = block.splitlines(), text.splitlines()
    for start in range(len(lines) - len(wanted) + 1):
        indent = len(lines[start]) - len(lines[start].lstrip())
        if all(line == (" " * indent + want if want else "") for line, want in zip(lines[start:], wanted)):
            return True
    return False


class Pages:
    def __init__(self, weir):
        self.weir, self.held, self.misses, self.printed = weir, 0, [], ""

    def hold(self, fine, miss):
        self.held += bool(fine)
        self.misses += [] if fine else [miss]

    def run(self, *words):
        # No allowlist is set: nobody is asked anything.
        return subprocess.run([str(self.weir), *words], cwd=GUIDE, capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})

    def block(self, page, language, about, body):
        where = f"{page.name}: {body.strip().splitlines()[0]}"
        if language == "yaml":
            contract = GUIDE / "contracts" / f"{about}.fluid.yaml"
            self.hold(contract.exists() and is_excerpt(body, contract.read_text()), f"{where}: is not in {contract.name}")
        elif language == "sh":
            for line in body.strip().splitlines():
                words = shlex.split(line)
                done = self.run(*words[1:])
                self.printed = done.stdout
                self.hold(words[0] == "weir" and str(done.returncode) == about, f"{where}: exit {done.returncode}: {done.stdout}{done.stderr}")
        elif language == "text":
            self.hold(body in self.printed, f"{where}: it prints {self.printed}")
        else:
            self.hold(False, f"{where}: a block of {language}")

    def page(self, page):
        text = page.read_text()
        for language, about, body in BLOCK.findall(text):
            self.block(page, language, about, body)
        for link in LINK.findall(text):
            self.hold((page.parent / link).exists(), f"{page.name}: {link} is not there")


def main():
    pages = Pages(pathlib.Path(sys.argv[1]).resolve())
    for contract in sorted((GUIDE / "contracts").glob("*.fluid.yaml")):
        done = pages.run("validate", "--strict", str(contract))
        pages.hold(done.returncode == 0, f"{contract.name}: {done.stdout}")
    for page in sorted(GUIDE.glob("*.md")):
        pages.page(page)
    for miss in pages.misses:
        print("MISS", miss)
    print(f"{pages.held} passed, {len(pages.misses)} failed")
    return 1 if pages.misses else 0


if __name__ == "__main__":
    sys.exit(main())
