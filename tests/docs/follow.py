"""Follows a page as a reader would: writes its files, runs its blocks, and looks whether its output came out.

Every block says behind its language what becomes of it:

  ```yaml file NAME        is written as NAME
  ```sh [exit N]           is run, by default to exit 0; what it exports stays for the blocks below
  ```console [exit N]      each line behind `$ ` is run, and what stands below it is shown; `…` alone is what was left out
  ```text shows            each of its lines stands in what the last command printed, in this order
  ```text usage            a command and its options, which are those of its --help
  ```yaml of FILE          is an excerpt of FILE, which stands where the page stands
  ```yaml each in FILE     each line is `key: value`, and FILE is a valid contract with it in the place of its own
  ```json parses           is what it says it is
  ```diff apply            added lines go to a place that is named by a line: BEFORE it, AFTER it, or at the END
  ```sh not run: REASON    is only read
`<!-- run: COMMAND -->` on a line of its own prepares what the page speaks of; `$TREE` is the tree. A block of `./dev build` alone is done
by the test that calls. A block that says none of these is a miss.
"""
import json
import os
import re
import shlex
import subprocess
import tomllib

import yaml

PIECE = re.compile(r"^<!-- run: (?P<run>[^\n]*) -->$|^```(?P<kind>\w*)(?P<words>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
PARSERS = {"json": json.loads, "yaml": yaml.safe_load, "toml": tomllib.loads}
RUN = {"sh", "console"}


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


def is_excerpt(block, text):
    """The block's lines stand one after the other in the text, all moved to the right alike."""
    wanted, lines = block.splitlines(), text.splitlines()
    for start in range(len(lines) - len(wanted) + 1):
        indent = len(lines[start]) - len(lines[start].lstrip())
        if all(line == (" " * indent + want if want else "") for line, want in zip(lines[start:], wanted)):
            return True
    return False


def replaced(text, line):
    """The text with `line`, a key and its value, in the place of that key and what is indented below it; None without such a key."""
    key = line.partition(":")[0]
    changed, count = re.subn(rf"^( +){re.escape(key)}:.*\n(?:\1 +.*\n)*", rf"\g<1>{line}\n", text, flags=re.MULTILINE)
    return changed if count == 1 else None


class Follower:
    def __init__(self, page, folder, path, checks, build, tree):
        self.page, self.folder, self.checks, self.build = page, folder, checks, build
        self.said, self.ran, self.where = "", 0, ""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FLUID_")}  # nobody is asked anything
        self.environment = {**kept, "PATH": f"{path}:{os.environ['PATH']}", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "HOME": str(folder), "TREE": str(tree)}

    def that(self, what, holds, why):
        self.checks.that(f"{self.where}: {what}", holds, why)

    def shell(self, body, wanted):
        state = self.folder.parent / f"{self.folder.name}.environment"
        done = subprocess.run(["sh", "-e", "-c", f"trap 'env -0 >{shlex.quote(str(state))}' EXIT\n{body}"], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        if state.exists():
            self.environment = dict(entry.split("=", 1) for entry in state.read_text().split("\0") if "=" in entry)
        self.said, self.ran = done.stdout + done.stderr, self.ran + 1
        self.that(f"exits with {wanted}", done.returncode == wanted, f"{done.returncode}: {self.said[-2000:]}")

    def shows(self, body):
        at = 0
        for piece in body.splitlines():
            if piece.strip() == "…":
                continue
            found = self.said.find(piece.strip(), at)
            self.that(f"shows {piece.strip()!r}", found >= 0, self.said[-3000:])
            at = found + len(piece.strip()) if found >= 0 else at

    def console(self, body, wanted):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE):
            self.shell(command, wanted)
            self.shows(output)

    def usage(self, body):
        for line in body.splitlines():
            words = re.match(r"weir(?: (?:export|import) odcs| [a-z]+)", line)
            self.that("is a command of weir", words is not None, line)
            if words is None:
                continue
            done = subprocess.run([*shlex.split(words[0]), "--help"], env=self.environment, capture_output=True, text=True)
            self.that(f"{words[0]} has help", done.returncode == 0, done.stderr)
            options = re.findall(r"--[a-z-]+", line.partition("  ")[0])
            self.that("all its options are in --help", all(re.search(rf"{option}\b", done.stdout) for option in options), f"{options}\n{done.stdout}")

    def excerpt(self, name, body):
        file = self.page.parent / name
        self.that(f"is in {name}", file.exists() and is_excerpt(body, file.read_text()), body)

    def each(self, name, body):
        text = (self.page.parent / name).read_text()
        for number, line in enumerate(body.splitlines()):
            changed = replaced(text, line)
            self.that(f"{name} has the key", changed is not None, line)
            file = self.folder / f"each-{number}.fluid.yaml"
            file.write_text(changed or "")
            done = subprocess.run(["weir", "validate", str(file)], env=self.environment, capture_output=True, text=True)
            self.that("is valid", done.returncode == 0, f"{line}\n{done.stdout}")

    def parses(self, kind, body):
        try:
            PARSERS[kind](body)
            why = ""
        except (KeyError, ValueError, yaml.YAMLError) as error:
            why = str(error) or "nothing reads it"
        self.that(f"is {kind}", not why, why)

    def block(self, kind, words, body):
        wanted = int(words[1]) if words[:1] == ["exit"] and len(words) == 2 else 0
        runs = kind in RUN and (not words or wanted)
        if body.startswith("./dev build") and self.build is not None:
            wrong = self.build()
            self.that("builds", not wrong, wrong)
        elif words[:1] == ["file"]:
            file = self.folder / words[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body)
        elif runs:
            (self.shell if kind == "sh" else self.console)(body, wanted)
        elif words == ["shows"]:
            self.shows(body)
        elif words == ["usage"]:
            self.usage(body)
        elif words[:1] == ["of"]:
            self.excerpt(words[1], body)
        elif words[:2] == ["each", "in"]:
            self.each(words[2], body)
        elif words == ["parses"]:
            self.parses(kind, body)
        elif words == ["apply"]:
            wrong = apply(self.folder, body)
            self.that("applies", not wrong, wrong)
        else:
            self.that("says what becomes of it", words[:2] == ["not", "run:"] and len(words) > 3, f"```{kind} {' '.join(words)}")

    def follow(self):
        text = self.page.read_text()
        for piece in PIECE.finditer(text):
            self.where = f"{self.page.name}:{text[: piece.start()].count(chr(10)) + 1}"
            if piece["run"] is not None:
                self.shell(piece["run"], 0)
            else:
                self.block(piece["kind"], piece["words"].split(), piece["body"])
        return self.ran


def follow(page, folder, path, checks, build=None, tree=None):
    """Follows the blocks of `page` in `folder`, with `path` before the PATH. Returns how many commands there were."""
    return Follower(page, folder, path, checks, build, tree or page.parent).follow()
