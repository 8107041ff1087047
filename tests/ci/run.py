#!/usr/bin/env python3
"""The shell of docs/ci, run as the CI systems would run it: in a repository of its own, with the real weir, and with `gh` and
`curl` that record what they are asked and answer from a file.

usage: run.py WEIR

Prints each miss, then `N passed, N failed`.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
GITHUB = ROOT / "docs/ci/github/action.yml"
GITLAB = ROOT / "docs/ci/gitlab/weir.gitlab-ci.yml"
MARK = "<!-- weir-review -->"
CONTRACT = (ROOT / "tests/codes/base.fluid.yaml").read_text(encoding="utf-8")
# What a hostile author may call a file, a product, a branch.
ODD = "odd $(touch pwned) ' \" `touch pwned`\n; touch pwned.fluid.yaml"
# Reads like a key that a service issued, and is a name all the same.
KEYLIKE = "ghp_a1b2c3d4e5f6g7h8i9j0.fluid.yaml"

# Records its arguments, one call a line as JSON, with the text of a body that is read from a file.
STUB = r"""#!/usr/bin/env python3
import json, os, pathlib, sys
folder = pathlib.Path(os.environ["STUB"])
arguments = sys.argv[1:]
call = {"arguments": arguments, "body": None, "config": None}
for at, word in enumerate(arguments):
    if word.startswith("body=@") or word.startswith("body@"):
        call["body"] = pathlib.Path(word.split("@", 1)[1]).read_text()
    if word == "--config":
        call["config"] = pathlib.Path(arguments[at + 1]).read_text()
with open(folder / "calls", "a") as calls:
    calls.write(json.dumps(call) + "\n")
writes = any(word in ("POST", "PATCH", "PUT") for word in arguments)
if os.environ.get("STUB_FAILS") == ("write" if writes else "read"):
    sys.exit(22)
if not writes:
    name = "user" if any(word.endswith("/user") for word in arguments) else "comments"
    text = (folder / name).read_text()
    if "--jq" in arguments:
        import subprocess
        text = subprocess.run(["jq", "-r", arguments[arguments.index("--jq") + 1]], input=text, text=True,
                              capture_output=True, check=True).stdout
    sys.stdout.write(text)
"""
WEIR = """#!/bin/sh
for word in "$@"; do printf '%s\\0' "$word"; done >>"$STUB/weir"
printf '\\n\\0' >>"$STUB/weir"
exec {} "$@"
"""


def blocks():
    """The shell of each file, by name."""
    action = yaml.safe_load(GITHUB.read_text(encoding="utf-8"))
    found = {f"github: {step['name']}": step for step in action["runs"]["steps"]}
    job = yaml.safe_load(GITLAB.read_text(encoding="utf-8"))[".weir-review"]
    found["gitlab"] = {"run": "\n".join(job["script"]), "variables": job["variables"]}
    return found


class Scene:
    """A repository whose branch changes, adds, moves and removes contracts, and the network's edge."""

    def __init__(self, folder, weir, head=True):
        self.folder, self.repository, self.stub = folder, folder / "repository", folder / "stub"
        self.stub.mkdir()
        for name in ("gh", "curl"):
            self.program(name, STUB)
        self.program("weir", WEIR.format(weir))
        self.answer("comments", [])
        self.answer("user", {"id": 7})
        self.repository.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.write("contracts/a.fluid.yaml", CONTRACT)
        self.write("contracts/gone.fluid.yaml", CONTRACT.replace("shop.orders", "shop.gone"))
        self.write("contracts/old.fluid.yaml", CONTRACT.replace("shop.orders", "shop.moved"))
        self.write("contracts/same.fluid.yaml", CONTRACT.replace("shop.orders", "shop.same"))
        self.write(f"contracts/{ODD}", CONTRACT.replace("shop.orders", "shop.odd"))
        self.write(f"contracts/{KEYLIKE}", CONTRACT.replace("shop.orders", "shop.keylike"))
        self.commit("base")
        self.start = self.git("rev-parse", "HEAD")
        self.git("checkout", "--quiet", "-b", "branch")
        if head:
            self.write("contracts/a.fluid.yaml", CONTRACT.replace("topic: orders", "topic: other"))
            self.write(f"contracts/{ODD}", CONTRACT.replace("shop.orders", "shop.odd").replace("parallelism: 1", "parallelism: 2"))
            self.write(f"contracts/{KEYLIKE}", CONTRACT.replace("shop.orders", "shop.keylike").replace("topic: orders", "topic: other"))
            self.write("contracts/new.fluid.yaml", CONTRACT.replace("shop.orders", "shop.new"))
            (self.repository / "contracts/gone.fluid.yaml").unlink()
            (self.repository / "contracts/old.fluid.yaml").rename(self.repository / "contracts/moved.fluid.yaml")
            self.commit("head")
        # The base branch went on since: what it changed is no change of the pull request.
        self.git("checkout", "--quiet", "main")
        self.write("contracts/same.fluid.yaml", CONTRACT.replace("shop.orders", "shop.same").replace("topic: orders", "topic: x"))
        self.commit("meanwhile")
        self.base = self.git("rev-parse", "HEAD")
        self.git("checkout", "--quiet", "branch")

    def program(self, name, text):
        path = self.stub / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def answer(self, name, value):
        (self.stub / name).write_text(json.dumps(value), encoding="utf-8")

    def git(self, *arguments):
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", *arguments]
        return subprocess.run(command, cwd=self.repository, check=True, capture_output=True, text=True).stdout.strip()

    def write(self, name, text):
        path = self.repository / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def run(self, shell, environment):
        scratch = self.folder / "scratch"
        scratch.mkdir(exist_ok=True)
        env = {"PATH": f"{self.stub}:{os.environ['PATH']}", "HOME": str(self.folder), "TMPDIR": str(scratch),
               "STUB": str(self.stub), "LANG": "C.UTF-8", **environment}
        return subprocess.run(["bash", "--noprofile", "--norc", "-e", "-c", shell], cwd=self.repository, env=env,
                              capture_output=True, text=True, timeout=120, check=False)

    def calls(self):
        file = self.stub / "calls"
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []

    def diffs(self):
        """What weir diff was asked to compare."""
        commands = [command.split("\0")[:-1] for command in (self.stub / "weir").read_text(encoding="utf-8").split("\n\0")]
        return [(words[1], words[words.index("--baseline") + 1]) for words in commands if words[:1] == ["diff"]]


def github(scene, shells, folder="contracts", fail_on="breaking", base=None, **more):
    """Runs the three steps as a composite action: exit codes, the outputs, the comment."""
    (scene.folder / "output").write_text("", encoding="utf-8")
    (scene.folder / "temp").mkdir(exist_ok=True)
    env = {"WEIR": "weir", "WEIR_FOLDER": folder, "WEIR_FAIL_ON": fail_on, "WEIR_BASE": base or scene.base,
           "RUNNER_TEMP": str(scene.folder / "temp"), "GITHUB_OUTPUT": str(scene.folder / "output"),
           "GITHUB_STEP_SUMMARY": str(scene.folder / "summary")}
    compare = scene.run(shells["github: Compare"]["run"], env)
    outputs = dict(line.split("=", 1) for line in (scene.folder / "output").read_text(encoding="utf-8").splitlines())
    if compare.returncode != 0:
        return compare, None, None, outputs
    comment = scene.run(shells["github: Comment"]["run"], {
        "GH_TOKEN": "token-of-the-run", "WEIR_REPOSITORY": "o/r", "WEIR_NUMBER": "5", "WEIR_COMMENT": outputs["comment"], **more})
    verdict = scene.run(shells["github: Verdict"]["run"], {"WEIR_VERDICT": outputs["verdict"]})
    return compare, comment, verdict, outputs


def gitlab(scene, shells, token="secret-token-of-the-project", **more):
    env = {**shells["gitlab"]["variables"], "WEIR_FOLDER": "contracts", "CI_MERGE_REQUEST_DIFF_BASE_SHA": scene.start,
           "CI_API_V4_URL": "https://gitlab.example.com/api/v4", "CI_PROJECT_ID": "3", "CI_MERGE_REQUEST_IID": "5", **more}
    if token:
        env["WEIR_TOKEN"] = token
    return scene.run(shells["gitlab"]["run"], env)


class Checks:
    def __init__(self, weir):
        self.weir, self.shells, self.passed, self.failed = weir, blocks(), 0, 0

    def check(self, name, good, told=""):
        self.passed, self.failed = self.passed + bool(good), self.failed + (not good)
        if not good:
            print(f"MISS {name}", str(told)[:3000], sep="\n")

    def scene(self, function, **options):
        with tempfile.TemporaryDirectory(prefix="weir-ci-") as folder:
            scene = Scene(pathlib.Path(folder), self.weir, **options)
            function(scene)
            self.check(f"{function.__name__}: nothing of a name was run", not list(pathlib.Path(folder).rglob("pwned*")))
            self.check(f"{function.__name__}: the worktree is gone", scene.git("worktree", "list").count("\n") == 0)

    def texts(self):
        for name, step in self.shells.items():
            self.check(f"{name}: no expression in the shell", "${{" not in step["run"])
            self.check(f"{name}: strict", step["run"].startswith("set -euo pipefail"))
            done = subprocess.run(["shellcheck", "--shell=bash", "--severity=style", "-"], input=step["run"], text=True,
                                  capture_output=True, check=False)
            self.check(f"{name}: shellcheck", done.returncode == 0, done.stdout)
        workflow = yaml.safe_load((ROOT / "docs/ci/github/workflow.yml").read_text(encoding="utf-8"))
        job = workflow["jobs"]["review"]
        self.check("the workflow may read the code and write comments only",
                   workflow["permissions"] == {} and job["permissions"] == {"contents": "read", "pull-requests": "write"})
        self.check("the workflow runs on pull_request", list(workflow[True]) == ["pull_request"])
        checkout = job["steps"][0]
        self.check("the checkout keeps no credentials and has the history",
                   checkout["with"] == {"fetch-depth": 0, "persist-credentials": False})

    def reviews(self, scene):
        compare, comment, verdict, outputs = github(scene, self.shells)
        self.check("github: compares", compare.returncode == 0 and outputs["verdict"] == "1", compare.stderr)
        self.check("github: comments", comment and comment.returncode == 0, comment and comment.stderr)
        self.check("github: the verdict is weir's", verdict and verdict.returncode == 1)
        site = json.loads((pathlib.Path(outputs["site"]) / "weir-preview.json").read_text(encoding="utf-8"))
        statuses = {entry["file"]: entry["status"] for entry in site["contracts"]}
        self.check("github: the merge base is compared, not the base branch's end",
                   statuses == {"a.fluid.yaml": "changed", "gone.fluid.yaml": "removed", "moved.fluid.yaml": "moved",
                                "new.fluid.yaml": "added", ODD: "changed", KEYLIKE: "changed"}, statuses)
        pairs = [(new.removeprefix("./contracts/"), old.rsplit("/contracts/", 1)[1]) for new, old in scene.diffs()]
        self.check("github: each contract with two sides is compared", sorted(pairs) == sorted(
            [("a.fluid.yaml", "a.fluid.yaml"), ("moved.fluid.yaml", "old.fluid.yaml"), (ODD, ODD), (KEYLIKE, KEYLIKE)]), pairs)
        read, write = scene.calls()
        self.check("github: a first comment is posted", write["arguments"][:4] ==
                   ["api", "--silent", "--method", "POST"] and write["arguments"][4] == "repos/o/r/issues/5/comments", write)
        body = write["body"] or ""
        self.check("github: the comment", body.startswith(MARK) and "shop.orders" in body and len(body) < 60_000, body)
        self.check("github: no token among the arguments", "token-of-the-run" not in json.dumps([read, write]))
        self.check("github: the summary of the run has it too", body == (scene.folder / "summary").read_text(encoding="utf-8"))

    def updates(self, scene):
        scene.answer("comments", [{"id": 1, "user": {"type": "User"}, "body": MARK + " forged"},
                                  {"id": 2, "user": {"type": "Bot"}, "body": "another"},
                                  {"id": 3, "user": {"type": "Bot"}, "body": MARK + " ours"},
                                  {"id": 4, "user": {"type": "Bot"}, "body": MARK + " a second"}])
        github(scene, self.shells, fail_on="none")
        write = scene.calls()[-1]
        self.check("github: the first comment of a bot is brought up to date",
                   write["arguments"][2:5] == ["--method", "PATCH", "repos/o/r/issues/comments/3"], write)

    def may_not_write(self, scene):
        for kind in ("read", "write"):
            _, comment, verdict, _ = github(scene, self.shells, STUB_FAILS=kind)
            self.check(f"github: a token that may not {kind} is a warning", comment.returncode == 0 and
                       "::warning::" in comment.stdout and verdict.returncode == 1, comment.stdout)
            done = gitlab(scene, self.shells, STUB_FAILS=kind)
            self.check(f"gitlab: a token that may not {kind} is told", done.returncode == 1 and "weir-review.md" in done.stderr,
                       done.stderr)

    def nothing_changed(self, scene):
        _, comment, verdict, _ = github(scene, self.shells)
        self.check("github: no change is a good verdict", comment.returncode == 0 and verdict.returncode == 0)
        self.check("github: and is said", "No contract changed" in scene.calls()[-1]["body"])
        done = gitlab(scene, self.shells)
        self.check("gitlab: no change is a good verdict", done.returncode == 0, done.stderr)

    def cannot_tell(self, scene):
        compare, _, _, _ = github(scene, self.shells, base="0" * 40)
        self.check("github: a base that is not there is an error", compare.returncode == 2 and "fetch-depth" in compare.stdout)
        compare, _, _, _ = github(scene, self.shells, base="--upload-pack=x")
        self.check("github: a base that is an option is refused", compare.returncode == 2, compare.stderr)
        _, _, verdict, _ = github(scene, self.shells, folder="nowhere")
        self.check("github: a folder without contracts is no success", verdict.returncode == 2)

    def notes(self, scene):
        done = gitlab(scene, self.shells)
        self.check("gitlab: the verdict is weir's", done.returncode == 1, done.stderr)
        write = scene.calls()[-1]
        words = write["arguments"]
        self.check("gitlab: a first note is posted", "POST" in words and
                   "https://gitlab.example.com/api/v4/projects/3/merge_requests/5/notes" in words, words)
        self.check("gitlab: the note", (write["body"] or "").startswith(MARK) and "shop.orders" in write["body"])
        self.check("gitlab: no token among the arguments", "secret-token" not in json.dumps([call["arguments"] for call in scene.calls()]))
        self.check("gitlab: the token is sent", all("secret-token" in call["config"] for call in scene.calls()))
        scene.answer("comments", [{"id": 8, "author": {"id": 9}, "body": MARK + " forged"},
                                  {"id": 9, "author": {"id": 7}, "body": MARK + " ours"}])
        gitlab(scene, self.shells)
        words = scene.calls()[-1]["arguments"]
        self.check("gitlab: our note is brought up to date", "PUT" in words and any(word.endswith("/notes/9") for word in words), words)
        before = len(scene.calls())
        done = gitlab(scene, self.shells, token=None)
        self.check("gitlab: without a token there is no note", len(scene.calls()) == before and done.returncode == 1)
        self.check("gitlab: and the review is kept", (scene.repository / "weir-review.md").read_text(encoding="utf-8").startswith(MARK))

    def committed_preview(self, scene):
        """A branch that brings a preview of its own, made to look like an older one of Weir's."""
        scene.write("weir-preview/weir-preview.json", json.dumps({"schema": 1, "preview": "weir"}))
        scene.write("weir-preview/contracts/forged.html", "<script>forged</script>")
        scene.write("weir-preview/more/forged.html", "<script>forged</script>")
        (scene.repository / "weir-review.md").symlink_to(scene.folder / "outside")
        scene.commit("forged")
        done = gitlab(scene, self.shells)
        site = scene.repository / "weir-preview"
        self.check("gitlab: a preview of the branch does not hinder ours", done.returncode == 1 and (site / "index.html").exists(),
                   done.stderr)
        self.check("gitlab: and nothing of it is kept", not [page for page in site.rglob("*") if "forged" in page.name])
        self.check("gitlab: nothing is written through a link", not (scene.folder / "outside").exists())

    def run(self):
        self.texts()
        for function in (self.reviews, self.updates, self.may_not_write, self.cannot_tell, self.notes, self.committed_preview):
            self.scene(function)
        self.scene(self.nothing_changed, head=False)
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or not shutil.which("jq"):
        sys.exit(__doc__ if len(sys.argv) != 2 else "jq is missing")
    sys.exit(Checks(str(pathlib.Path(sys.argv[1]).resolve())).run())
