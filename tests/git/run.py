#!/usr/bin/env python3
"""Compares contracts with commits of real repositories, and of repositories that somebody made to run something.

usage: run.py WEIR

Every hostile setting would write the file `ran` if git obeyed it; the test is that nothing ever does. The last line
says `N passed, N failed`.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
CONTRACT = (TOP / "tests/golden/contracts/landed.fluid.yaml").read_text(encoding="utf-8")
SECONDS = 60
WHO = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]


class Place:
    """A folder with a repository in it."""

    def __init__(self, weir, folder):
        self.weir, self.folder = weir, folder
        self.repo = folder / "repo"
        self.repo.mkdir()
        self.home = folder / "home"
        self.home.mkdir()
        self.ran = folder / "ran"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C"}
        self.git("init", "-q", "-b", "main")

    def git(self, *words, where=None):
        return subprocess.run(["git", *WHO, "-C", str(where or self.repo), *words], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=SECONDS).stdout.strip()

    def write(self, name, text):
        path = self.repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, message="one"):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    def diff(self, baseline, file="contract.fluid.yaml", where=None, more=(), **variables):
        """Exit code, the JSON object, and what stands on standard error."""
        run = subprocess.run([self.weir, "diff", file, f"--baseline={baseline}", "--format", "json", *more],
                             cwd=where or self.repo, env={**self.environment, **variables}, capture_output=True,
                             text=True, timeout=SECONDS)
        try:
            return run.returncode, json.loads(run.stdout), run.stderr
        except ValueError:
            return run.returncode, {}, run.stdout + run.stderr

    def trap(self):
        """A command that tells that it ran."""
        script = self.folder / "trap.sh"
        script.write_text(f"#!/bin/sh\necho \"$0 $@\" >> {self.ran}\ncat\n", encoding="utf-8")
        script.chmod(0o755)
        return str(script)


def edited(topic):
    text = CONTRACT.replace("topic: orders\n", f"topic: {topic}\n")
    assert text != CONTRACT
    return text


def rules(answer):
    return [change["rule"] for change in answer.get("changes", [])]


def error(answer):
    return answer.get("error", {}).get("code", "")


def revisions(place):
    """Commits by name, branch, tag and distance; the working copy against each"""
    place.write("contract.fluid.yaml", CONTRACT)
    first = place.commit("first")
    place.git("tag", "-a", "-m", "tagged", "v1")
    place.write("contract.fluid.yaml", edited("second"))
    place.commit("second")
    place.git("branch", "feature/x")
    place.write("contract.fluid.yaml", edited("third"))
    for revision in (first, first[:10], "v1", "HEAD~1", "HEAD^", "main~1", "@~1"):
        code, answer, said = place.diff(f"git:{revision}")
        assert code == 1 and rules(answer) == ["stream-topic-changed"], (revision, code, answer, said)
        assert answer["changes"][0]["before"] == "orders", revision
    for revision in ("HEAD", "feature/x", "main"):
        assert place.diff(f"git:{revision}")[1]["changes"][0]["before"] == "second", revision
    base = place.diff("git:feature/x")[1]["changes"][0]["base"]
    assert base["file"] == "git:feature/x:/contract.fluid.yaml" and base["range"]["start"]["line"] > 1, base
    # Nothing was checked out, and nothing but the working copy changed.
    assert place.git("status", "--porcelain").split() == ["M", "contract.fluid.yaml"]


def no_changes(place):
    """A working copy as committed has no changes"""
    place.write("contract.fluid.yaml", CONTRACT)
    place.commit()
    code, answer, _ = place.diff("git:HEAD")
    assert code in (0, 1) and answer["changes"] == [], answer


def odd_folder(place):
    """A folder with a newline in its name is that folder, not one that begins like it"""
    place.write("a\nb/contract.fluid.yaml", CONTRACT)
    place.write("acontract.fluid.yaml", edited("another"))
    place.commit()
    code, answer, said = place.diff("git:HEAD", "a\nb/contract.fluid.yaml")
    assert answer["changes"] == [], (code, answer, said)


def missing_fragment(place):
    """What a lost fragment of the baseline held is not known: exit code 2"""
    at = CONTRACT.index("        kind: kafka\n")
    end = CONTRACT.index("      mapping:\n") if "      mapping:\n" in CONTRACT[at:] else CONTRACT.index("      parameters:\n")
    place.write("contract.fluid.yaml", CONTRACT[:at] + "        $ref: stream.yaml\n" + CONTRACT[end:])
    place.commit()
    place.write("contract.fluid.yaml", CONTRACT)
    code, answer, said = place.diff("git:HEAD")
    assert code == 2 and any(warning["code"] == "baseline-invalid" for warning in answer["warnings"]), (code, answer, said)


def fragments(place):
    """Fragments and the workspace file come from the same commit"""
    at = CONTRACT.index("        kind: kafka\n")
    end = CONTRACT.index("      mapping:\n") if "      mapping:\n" in CONTRACT[at:] else CONTRACT.index("      parameters:\n")
    stream = "".join(line[8:] if line.strip() else line for line in CONTRACT[at:end].splitlines(True))
    split = CONTRACT[:at] + "        $ref: ../streams/stream.yaml\n" + CONTRACT[end:]
    place.write("fluid.workspace.yaml", "ref_root: .\n")
    place.write("contracts/contract.fluid.yaml", split)
    place.write("streams/stream.yaml", stream)
    place.commit()
    place.write("streams/stream.yaml", stream.replace("topic: orders\n", "topic: other\n"))
    place.write("fluid.workspace.yaml", "ref_root: .\n# edited\n")
    code, answer, said = place.diff("git:HEAD", "contracts/contract.fluid.yaml")
    assert rules(answer) == ["stream-topic-changed"], (code, answer, said)
    assert answer["changes"][0]["base"]["file"] == "git:HEAD:/streams/stream.yaml", answer["changes"][0]
    assert answer["changes"][0]["head"]["file"] == "streams/stream.yaml", answer["changes"][0]
    # The same from another folder, and without the workspace file of that commit.
    assert rules(place.diff("git:HEAD", "contract.fluid.yaml", where=place.repo / "contracts")[1]) == ["stream-topic-changed"]
    place.git("rm", "-q", "--cached", "fluid.workspace.yaml")
    place.git("commit", "-q", "-m", "no workspace")
    code, answer, said = place.diff("git:HEAD", "contracts/contract.fluid.yaml")
    assert any(warning["code"] == "baseline-invalid" for warning in answer.get("warnings", [])) or code == 2, answer


def another_path(place):
    """A path behind the revision is seen from the top, or from the contract's folder"""
    place.write("old/name.fluid.yaml", CONTRACT)
    place.commit()
    place.write("new/contract.fluid.yaml", edited("other"))
    for path in ("old/name.fluid.yaml", "./../old/name.fluid.yaml", "../old/name.fluid.yaml"):
        code, answer, said = place.diff(f"git:HEAD:{path}", "new/contract.fluid.yaml")
        assert rules(answer) == ["stream-topic-changed"], (path, code, answer, said)
    for path in ("/etc/passwd", "../../x.yaml", "../../../etc/passwd", "old", "old/none.fluid.yaml", ".git/config"):
        code, answer, _ = place.diff(f"git:HEAD:{path}", "new/contract.fluid.yaml")
        assert code == 2 and error(answer) == "git-file", (path, code, answer)


def not_there(place):
    """What is not there is exit 2 and says why"""
    place.write("contract.fluid.yaml", CONTRACT)
    code, answer, _ = place.diff("git:HEAD")
    assert code == 2 and error(answer) == "git-revision", answer  # no commit yet
    place.write("other.txt", "x")
    place.git("add", "other.txt")
    place.git("commit", "-q", "-m", "without the contract")
    code, answer, _ = place.diff("git:HEAD")
    assert code == 2 and error(answer) == "git-file" and "is not in that revision" in answer["error"]["message"], answer
    for revision in ("nowhere", "HEAD~7", "main:", "0" * 40):
        code, answer, _ = place.diff(f"git:{revision}")
        assert code == 2 and error(answer) in ("git-revision", "git-file"), (revision, answer)
    outside = place.folder / "outside"
    outside.mkdir()
    (outside / "contract.fluid.yaml").write_text(CONTRACT, encoding="utf-8")
    code, answer, _ = place.diff("git:HEAD", where=outside)
    assert code == 2 and error(answer) == "git-repository", answer
    empty = place.folder / "empty"
    empty.mkdir()
    code, answer, _ = place.diff("git:HEAD", PATH=str(empty))
    assert code == 2 and error(answer) == "git-unavailable", answer


def options(place):
    """A revision cannot be an option"""
    place.write("contract.fluid.yaml", CONTRACT)
    place.commit()
    victim = place.folder / "victim"
    for revision in (f"--output={victim}", "-h", "--help", f"--exec-path={place.folder}", "-", "--", "--git-dir=/", "",
                     "HEAD\n--all", "--end-of-options", "^HEAD", "HEAD..main", "--all"):
        code, answer, said = place.diff(f"git:{revision}")
        assert code == 2 and error(answer) == "git-revision", (revision, code, answer, said)
    for revision in ("$(touch ran)", "`touch ran`", "HEAD;touch ran", "HEAD|touch ran"):
        code, answer, _ = place.diff(f"git:{revision}")
        assert code == 2 and error(answer) == "git-revision", (revision, answer)
    assert not victim.exists() and not (place.repo / "ran").exists()


def links(place):
    """Symbolic links and submodules of a commit are not followed"""
    secret = place.folder / "secret.fluid.yaml"
    secret.write_text(edited("SECRETTOPIC"), encoding="utf-8")
    (place.repo / "contract.fluid.yaml").symlink_to(secret)
    (place.repo / "folder").symlink_to(place.folder)
    place.commit()
    place.git("rm", "-q", "--cached", "contract.fluid.yaml")
    (place.repo / "contract.fluid.yaml").unlink()
    place.write("contract.fluid.yaml", CONTRACT)
    for path in ("", ":contract.fluid.yaml", ":folder/secret.fluid.yaml"):
        code, answer, said = place.diff(f"git:HEAD{path}")
        assert code == 2 and error(answer) == "git-file", (path, answer)
        assert "symbolic link" in answer["error"]["message"], answer
        assert "SECRETTOPIC" not in json.dumps(answer) + said
    inner = place.folder / "inner"
    inner.mkdir()
    place.git("init", "-q", where=inner)
    (inner / "a.fluid.yaml").write_text(CONTRACT, encoding="utf-8")
    place.git("add", "-A", where=inner)
    place.git("commit", "-q", "-m", "x", where=inner)
    place.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    place.commit("sub")
    code, answer, _ = place.diff("git:HEAD:sub/a.fluid.yaml")
    assert code == 2 and "submodule" in answer["error"]["message"], answer


def large(place):
    """A blob over the limit is not read"""
    place.write("contract.fluid.yaml", CONTRACT + "# " + "x" * (6 * 1024 * 1024) + "\n")
    place.commit()
    place.write("contract.fluid.yaml", CONTRACT)
    code, answer, _ = place.diff("git:HEAD")
    assert code == 2 and "larger than" in answer["error"]["message"], answer


def settings(place):
    """Nothing that a repository's settings name is run"""
    trap = place.trap()
    place.write("contract.fluid.yaml", CONTRACT)
    place.write(".gitattributes", "*.yaml filter=f diff=d export-subst ident text eol=crlf\n")
    place.commit()
    for name, value in {"core.fsmonitor": trap, "core.hooksPath": str(place.folder), "core.pager": trap,
                        "core.editor": trap, "core.sshCommand": trap, "core.askPass": trap, "core.gitProxy": trap,
                        "filter.f.smudge": trap, "filter.f.clean": trap, "filter.f.process": trap, "diff.d.textconv": trap,
                        "diff.external": trap, "diff.d.command": trap, "credential.helper": f"!{trap}", "gpg.program": trap,
                        "alias.cat-file": f"!{trap}", "alias.rev-parse": f"!{trap}", "alias.ls-tree": f"!{trap}",
                        "pager.ls-tree": trap, "core.alternateRefsCommand": trap, "uploadpack.packObjectsHook": trap,
                        "trace2.normalTarget": str(place.ran), "include.path": "/dev/zero-is-not-here"}.items():
        place.git("config", name, value)
    hooks = place.repo / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-checkout", "reference-transaction", "pre-commit", "fsmonitor-watchman", "post-index-change"):
        shutil.copy(trap, hooks / hook)
    place.ran.unlink(missing_ok=True)
    place.write("contract.fluid.yaml", edited("other"))
    code, answer, said = place.diff("git:HEAD")
    assert rules(answer) == ["stream-topic-changed"], (code, answer, said)
    assert not place.ran.exists(), place.ran.read_text(encoding="utf-8")
    # The trap would have told: git runs it where a command asks for it.
    subprocess.run(["git", "-C", str(place.repo), "status"], env=place.environment, capture_output=True, timeout=SECONDS)
    assert place.ran.exists(), "the trap does not work"


def missing_object(place):
    """An object that is missing is not fetched from where the repository says"""
    trap = place.trap()
    place.write("contract.fluid.yaml", CONTRACT)
    place.commit()
    blob = place.git("rev-parse", "HEAD:contract.fluid.yaml")
    for name, value in {"extensions.partialClone": "origin", "core.repositoryFormatVersion": "1",
                        "remote.origin.promisor": "true", "remote.origin.url": f"ext::{trap}",
                        "remote.origin.uploadpack": trap, "protocol.ext.allow": "always", "protocol.allow": "always",
                        "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*"}.items():
        place.git("config", name, value)
    (place.repo / ".git/objects" / blob[:2] / blob[2:]).unlink()
    place.ran.unlink(missing_ok=True)
    for url in (f"ext::{trap}", str(place.folder), f"ssh://-oProxyCommand={trap}/x", "https://example.invalid/x"):
        place.git("config", "remote.origin.url", url)
        code, answer, said = place.diff("git:HEAD")
        assert code == 2, (url, code, answer, said)
        assert not place.ran.exists(), (url, place.ran.read_text(encoding="utf-8"))


def variables(place):
    """Variables GIT_* do not reach git, and a git of the current folder is not run"""
    trap = place.trap()
    place.write("contract.fluid.yaml", CONTRACT)
    place.commit()
    place.write("contract.fluid.yaml", edited("other"))
    other = place.folder / "other"
    other.mkdir()
    place.git("init", "-q", where=other)
    for name, value in {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other), "GIT_EXEC_PATH": str(place.folder),
                        "GIT_OBJECT_DIRECTORY": str(other), "GIT_EXTERNAL_DIFF": trap, "GIT_SSH_COMMAND": trap,
                        "GIT_TRACE": str(place.ran), "GIT_TRACE2": str(place.ran), "GIT_CONFIG_COUNT": "1",
                        "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": trap, "GIT_NAMESPACE": "x",
                        "GIT_CEILING_DIRECTORIES": str(place.folder), "GIT_INDEX_FILE": "/nonexistent",
                        "GIT_CONFIG_GLOBAL": "/nonexistent"}.items():
        code, answer, said = place.diff("git:HEAD", **{name: value})
        assert rules(answer) == ["stream-topic-changed"], (name, code, answer, said)
    assert not place.ran.exists()
    shutil.copy(trap, place.repo / "git")
    code, answer, _ = place.diff("git:HEAD", PATH=f".::{place.environment['PATH']}")
    assert rules(answer) == ["stream-topic-changed"] and not place.ran.exists(), answer


def names(place):
    """Odd names of files and folders"""
    for name in ("with space.fluid.yaml", "-dash.fluid.yaml", "ünï.fluid.yaml", "a'b\"c.fluid.yaml", "(top)/x.fluid.yaml",
                 "*.fluid.yaml"):
        place.write(name, CONTRACT)
    place.commit()
    for name in ("with space.fluid.yaml", "ünï.fluid.yaml", "a'b\"c.fluid.yaml", "(top)/x.fluid.yaml", "*.fluid.yaml",
                 "./-dash.fluid.yaml"):
        code, answer, said = place.diff("git:HEAD", name)
        assert answer.get("changes") == [], (name, code, answer, said)
    hidden = place.repo / "x" / ".hidden"
    hidden.mkdir(parents=True)
    (hidden / "c.fluid.yaml").write_text(CONTRACT, encoding="utf-8")
    place.commit()
    # As on disk, the folder of the contract itself may be hidden: only what lies below the ref root may not.
    assert place.diff("git:HEAD", "x/.hidden/c.fluid.yaml")[1].get("changes") == []


TESTS = [revisions, no_changes, odd_folder, missing_fragment, fragments, another_path, not_there, options, links, large, settings,
         missing_object, variables, names]


def main():
    weir = str(pathlib.Path(sys.argv[1]).resolve())
    wanted = sys.argv[2:]
    passed = failed = 0
    for test in TESTS:
        if wanted and test.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory() as name:
            try:
                test(Place(weir, pathlib.Path(name)))
                passed += 1
            except (AssertionError, KeyError, subprocess.CalledProcessError) as problem:
                failed += 1
                print(f"FAILED {test.__name__}: {test.__doc__}\n  {str(problem)[:1500]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
