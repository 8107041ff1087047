"""Follows a page as a reader would: writes its files, runs its blocks, and looks whether its output came out.

  ```yaml file NAME      is written as NAME
  ```sh [exit N]         is run, by default to exit 0
  ```text shows          each of its lines stands in what the last command printed, in this order
  ```sh                  whose only line is `./dev build …` is done by the test that calls
  ```diff apply          added lines go to a place that is named by a line: BEFORE it, AFTER it, or at the END
Other blocks are only read.
"""
import os
import re
import subprocess

BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text):
    for match in BLOCK.finditer(text):
        yield match[1], match[2].split(), match[3], text[: match.start()].count("\n") + 1


def apply(folder, body):
    """Adds the lines of a change. Returns what does not fit."""
    file = folder / re.search(r"^\+\+\+ b/(.+)$", body, re.MULTILINE)[1]
    lines = file.read_text().splitlines()
    for where, anchor, added in re.findall(r"^@@ -@@ (BEFORE|AFTER|END) ?(.*)\n((?:\+.*\n)+)", body, re.MULTILINE):
        new = [line[1:] for line in added.splitlines()]
        if where == "END":
            lines += new
        elif lines.count(anchor) != 1:
            return f"{file}: {anchor!r} stands there {lines.count(anchor)} times"
        else:
            at = lines.index(anchor) + (where == "AFTER")
            lines[at:at] = new
    file.write_text("\n".join(lines) + "\n")
    return ""


def follow(page, folder, path, checks, build=None):
    """Runs the blocks of `page` in `folder`, with `path` before the PATH. Returns how many commands there were."""
    said, ran = "", 0
    environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    for kind, words, body, line in blocks(page.read_text()):
        where = f"{page.name}:{line}"
        if body.startswith("./dev build") and build is not None:
            wrong = build()
            checks.that(f"{where}: builds", not wrong, wrong)
        elif words[:1] == ["file"]:
            file = folder / words[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body)
        elif kind == "sh":
            wanted = int(words[1]) if words[:1] == ["exit"] else 0
            done = subprocess.run(["sh", "-e", "-c", body], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
            said, ran = done.stdout + done.stderr, ran + 1
            checks.that(f"{where}: exits with {wanted}", done.returncode == wanted, f"{done.returncode}: {said[-2000:]}")
        elif words == ["shows"]:
            at = 0
            for piece in body.splitlines():
                found = said.find(piece.strip(), at)
                checks.that(f"{where}: shows {piece.strip()!r}", found >= 0, said[-3000:])
                at = max(at, found)
        elif words == ["apply"]:
            wrong = apply(folder, body)
            checks.that(f"{where}: applies", not wrong, wrong)
    return ran
