#!/usr/bin/env python3
"""The hooks of .pre-commit-hooks.yaml, called as pre-commit calls them: the words of `entry`, then the files of the commit that match `files`.
usage: hooks.py WEIR     Prints each miss, then `N passed, N failed`."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "formats"))
from checks import Checks  # noqa: E402

HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
CONTRACT = (ROOT / "tests/codes/base.fluid.yaml").read_text()
NAMES = ["one.fluid.yaml", "a folder/it's two.fluid.yml"]


class Repository:
    def __init__(self, folder, weir):
        self.folder = folder
        path = folder / "bin"
        path.mkdir()
        (path / "weir").symlink_to(weir)
        self.environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
        self.work = folder / "work"
        self.work.mkdir()
        self.git("init", "-q")

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *words], cwd=self.work, env=self.environment, check=True, capture_output=True)

    def write(self, name, text):
        file = self.work / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.git("add", "-A")

    def hook(self, name, files):
        chosen = [file for file in files if re.search(HOOKS[name]["files"], file)]
        done = subprocess.run([*shlex.split(HOOKS[name]["entry"]), *chosen], cwd=self.work, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def main():
    checks = Checks()
    for hook in HOOKS.values():
        checks.that(f"{hook['id']} has what a hook has", {"id", "name", "entry", "language", "files"} <= set(hook) and hook["language"] == "system", hook)
        for name, matches in (("a.fluid.yaml", True), ("b/c.fluid.yml", True), ("a.yaml", False), ("a.fluid.yaml.bak", False)):
            checks.that(f"{hook['id']}: {name}", bool(re.search(hook["files"], name)) == matches, hook["files"])
    with tempfile.TemporaryDirectory(prefix="weir-hooks-") as folder:
        repository = Repository(pathlib.Path(folder), pathlib.Path(sys.argv[1]).resolve())

        def expect(what, hook, wanted, said=""):
            code, text = repository.hook(hook, NAMES)
            checks.that(what, (code == 0) == (wanted == 0) and said in text, f"{code}: {text}")

        for name in NAMES:
            repository.write(name, CONTRACT)
        expect("valid contracts pass", "weir-validate", 0)
        expect("contracts that no commit has yet pass", "weir-diff", 0)
        repository.git("commit", "-q", "-m", "one")
        expect("contracts as they were pass", "weir-diff", 0)
        first = next(line for line in CONTRACT.splitlines() if line.lstrip().startswith("topic:"))
        repository.write(NAMES[1], CONTRACT.replace(first, first.split(":")[0] + ": elsewhere"))
        expect("a valid change passes the one", "weir-validate", 0)
        expect("what breaks is refused", "weir-diff", 1, "elsewhere")
        repository.write(NAMES[0], CONTRACT.replace("kind: DataProduct", "kind: DataPrduct"))
        expect("an invalid contract is refused", "weir-validate", 1, "DataPrduct")
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
