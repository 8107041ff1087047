#!/usr/bin/env python3
"""What MkDocs builds the site from: the pages of the tree as they are, and a reference written from weir's own tables.
usage: make.py WEIR OUT

OUT gets mkdocs.yml and pages/, in which every file stands where it stands in the tree, so that links between pages are the
same on the site and in the repository. Files that a page links to come along; a link to a folder leads to its page.
"""
import json
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/*.md", "docs/guide/*.md", "docs/ci/*.md", "docs/codes/*.md", "docs/rules/*.md", "examples/README.md",
         "tests/cluster/README.md", "tests/engine/README.md", "tests/runner/README.md", "wasm/weir-core/README.md"]
FOLDERS = {"docs/codes": "docs/codes/index.md", "docs/rules": "docs/rules/index.md", "docs/ci": "docs/ci/README.md", "examples": "examples/README.md"}
LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
NAVIGATION = """site_name: Weir
docs_dir: pages
theme:
  name: readthedocs
  navigation_depth: 3
  highlightjs: false
plugins: []
use_directory_urls: false
markdown_extensions: [toc, tables, fenced_code]
validation:
  omitted_files: ignore
  not_found: warn
  absolute_links: warn
  anchors: warn
  unrecognized_links: warn
nav:
"""
SECTIONS = [
    ("Start", ["README.md", "docs/tutorial.md", "examples/README.md", "CHANGELOG.md"]),
    ("Guides", ["docs/changes.md", "docs/preview.md", "docs/ci/README.md", "docs/editors.md", "docs/policy.md", "docs/deploy.md", "docs/grants.md", "docs/doctor.md", "docs/deploy-live.md", "docs/verify.md",
                "docs/catalogs.md", "docs/guide/polaris.md", "docs/guide/gravitino.md", "docs/guide/storage.md", "docs/guide/maintenance.md", "docs/guide/versions.md", "docs/alerts.md", "docs/odcs.md", "docs/runner.md", "wasm/weir-core/README.md"]),
    ("Reference", ["docs/reference/commands.md", "docs/reference/keys.md", "docs/reference/allowlists.md", "docs/codes/index.md", "docs/rules/index.md", "docs/schema.md"]),
    ("The house", ["docs/architecture.md", "CONTRIBUTING.md", "docs/add-a-rule.md", "docs/claims.md", "docs/failures.md", "docs/advice-precision.md", "docs/benchmarks.md", "docs/quality.md", "SECURITY.md", "docs/packages.md"]),
]


def weir(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def cell(text):
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def commands(program, path=()):
    """Every command with what its --help says, subcommands below."""
    text = weir(program, *path, "--help")
    yield path, text
    for name in re.findall(r"^  (\S+) {2,}", text.partition("Subcommands:")[2], re.MULTILINE):
        yield from commands(program, (*path, name))


def commands_page(program):
    parts = ["# Commands\n\nWhat `--help` says of each.\n"]
    for path, text in commands(program):
        parts.append(f"## weir {' '.join(path)}".rstrip() + f"\n\n```text\n{text.strip()}\n```\n")
    return "\n".join(parts)


def keys_page(program):
    """The grammar of contracts, from the JSON Schema that is written from it."""
    schema = json.loads(weir(program, "schema"))
    parts = ["# Keys of a contract\n\nEvery object of the contract language, from the same table that `weir validate` reads. An object whose name begins with Lane is that of a managed contract.\n"]
    for name, definition in schema["$defs"].items():
        inner = definition.get("else", definition)
        if not inner.get("properties") or name == "Fragment":
            continue
        parts.append(f"## {name}\n\n{inner.get('title', '').capitalize()}.\n\n| Key | Needed | What it is |\n|---|---|---|")
        needed = set(inner.get("required", []))
        for key, rule in inner["properties"].items():
            words = [cell(rule.get("description", ""))]
            words += [f"One of {', '.join(f'`{value}`' for value in choice['enum'])}." for choice in rule.get("anyOf", []) if "enum" in choice and len(choice["enum"]) < 30]
            parts.append(f"| `{key}` | {'yes' if key in needed else ''} | {' '.join(word for word in words if word)} |")
        parts.append("")
    return "\n".join(parts)


def tables(program):
    rows = json.loads(weir(program, "rules", "--format", "json"))
    for kind, title, members in (("codes", "Codes of findings", rows["codes"]), ("rules", "Rules of diff", rows["rules"])):
        lines = [f"# {title}\n\n| | Severity | What it says |\n|---|---|---|"]
        for row in members:
            slug = row.get("code") or row["rule"]
            lines.append(f"| [{slug}]({slug}.md) | {row['severity']} | {cell(row['meaning'])} |")
        yield f"docs/{kind}/index.md", "\n".join(lines) + "\n"


def allowlists_page(program):
    """The operator's lists and what they refuse, from the tables that `weir policy` judges by."""
    rows = json.loads(weir(program, "rules", "--format", "json"))
    lines = ["# Allowlists\n\nThe environment variables in which an operator lists what contracts may name, from the table that `weir policy` judges by; [what an entry"
             " matches](../policy.md), with examples.\n\n| Variable | Bounds | An entry is | Checked by |\n|---|---|---|---|"]
    for row in rows["allowlists"]:
        narrowed = f" ({row['narrowed']})" if row["narrowed"] else ""
        lines.append(f"| `{row['variable']}` | {row['bounds']} | {row['entry']} | {', '.join(row['checkedBy'])}{narrowed} |")
    lines.append("\n## Refusals\n\n| | What it says | Its list |\n|---|---|---|")
    for row in rows["refusals"]:
        variable = f"`{row['variable']}`" if row["variable"] else "none: no entry helps"
        lines.append(f"| [{row['refusal']}](../policy.md#{row['refusal']}) | {cell(row['meaning'])} | {variable} |")
    return "\n".join(lines) + "\n"


class Site:
    def __init__(self, out):
        self.pages = out / "pages"
        self.out = out

    def write(self, name, text):
        file = self.pages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def page(self, file):
        """A page of the tree with its links to folders led to their pages, and what it links to."""
        name = file.relative_to(TOP).as_posix()
        fence = False
        lines = []
        for line in file.read_text().split("\n"):
            if not fence and line.startswith("<!-- run: "):  # what prepares a block for its test
                continue
            opens = line.startswith("```") and not fence
            fence ^= line.startswith("```")
            if opens and " " in line:  # what a test reads there, a reader sees above the block
                line, _, said = line.partition(" ")
                lines += [f"*{cell(said)}:*", ""]
            lines.append(line if fence else LINK.sub(lambda m: m[1] + self.target(name, m[2]) + m[3], line))
        self.write(name, "\n".join(lines))

    def target(self, page, link):
        if re.match(r"[a-z]+:", link):
            return link
        folder = posixpath.dirname(page)
        place = posixpath.normpath(posixpath.join(folder, link))
        place = FOLDERS.get(place, place)
        file = TOP / place
        if file.is_file() and file.suffix != ".md":
            (self.pages / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, self.pages / place)
        return posixpath.relpath(place, folder or ".")


def main():
    program, out = sys.argv[1], pathlib.Path(sys.argv[2])
    shutil.rmtree(out, ignore_errors=True)
    site = Site(out)
    for pattern in PAGES:
        for file in sorted(TOP.glob(pattern)):
            site.page(file)
    site.write("docs/reference/commands.md", commands_page(program))
    site.write("docs/reference/keys.md", keys_page(program))
    site.write("docs/reference/allowlists.md", allowlists_page(program))
    for name, text in tables(program):
        site.write(name, text)
    lines = []
    for title, pages in SECTIONS:
        lines.append(f"  - {title}:")
        lines += [f"      - {page}" for page in pages if (site.pages / page).exists()]
    (out / "mkdocs.yml").write_text(NAVIGATION + "\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
